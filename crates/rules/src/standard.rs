//! Ordinary chess, for programs that read no rule set files.

use crate::{
    BoardSize, Castling, DrawRule, Draws, Ends, PieceSpec, PieceType, Promotion, Restrictions,
    Role, Royals, RuleSpec, Setup, Win, betza, fen,
};

const SIZE: BoardSize = BoardSize::new(8, 8).expect("a size of a board");
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl RuleSpec {
    /// Ordinary chess. Change a field to make a variant of it.
    ///
    /// ```
    /// use xxlchess_rules::{Position, RuleSpec, Rules, perft};
    ///
    /// let rules = Rules::compile(RuleSpec::standard()).expect("sound rules");
    /// assert_eq!(perft(&mut Position::start(&rules), 3), 8902);
    /// ```
    pub fn standard() -> RuleSpec {
        let piece = |name: &str, letter, value, movement: &str, role| {
            let movement = betza::parse(movement).expect("a known movement");
            PieceSpec { value, role, ..PieceSpec::new(name, letter, movement) }
        };
        let kinds = |indices: [usize; 4]| indices.into_iter().filter_map(PieceType::from_index);
        let mut spec = RuleSpec {
            id: "standard".to_owned(),
            title: "Chess".to_owned(),
            description: "Ordinary chess, as the whole world plays it.".to_owned(),
            size: SIZE,
            pieces: vec![
                piece("pawn", 'p', 1.0, "fmWfcF", Role::Pawn),
                piece("knight", 'n', 2.0, "N", Role::Ordinary),
                piece("bishop", 'b', 3.625, "B", Role::Ordinary),
                piece("rook", 'r', 5.25, "R", Role::CastlingPartner),
                piece("queen", 'q', 9.5, "Q", Role::Ordinary),
                piece("king", 'k', f64::INFINITY, "K", Role::Royal),
            ],
            start: Setup::default(),
            promotion: Some(Promotion::new(8, kinds([4, 3, 2, 1]).collect())),
            castling: Some(Castling::by_steps(2)),
            double_step: Some(2),
            en_passant: true,
            win: Win::Checkmate,
            draws: Draws {
                stalemate: true,
                repetition: DrawRule::Automatic,
                perpetual_check: true,
                fifty_moves: DrawRule::Automatic,
                insufficient_material: true,
                agreement: true,
            },
            fog: false,
            royals: Royals::One,
            first_moves: None,
            triple_steps: None,
            en_passant_zones: None,
            restrictions: Restrictions::default(),
            ends: Ends::default(),
            shuffle: None,
        };
        spec.start = fen::parse_setup(&spec, START).expect("a sound FEN");
        spec
    }
}
