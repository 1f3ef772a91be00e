//! A rule set as plain data, as a file describes it: nothing here is checked yet.

use crate::{
    BoardSize, Colour, Movement, Piece, PieceType, Setup, Shuffle, Square, SquareSet, named,
};

named! {
    /// What a piece type is besides the way it moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Role {
        /// Nothing special.
        Ordinary = "ordinary",
        /// The king: check, mate and capture of it decide the game.
        Royal = "royal",
        /// Steps forward, takes diagonally, may promote.
        Pawn = "pawn",
        /// The rook: the king castles with it.
        CastlingPartner = "castling",
    }
}

/// A piece type of a rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceSpec {
    /// Its name in full, such as `archbishop`.
    pub name: String,
    /// Its small letter in FEN, moves and layouts.
    pub letter: char,
    /// Its worth in pawns; infinite for the king.
    pub value: f64,
    /// How it moves and takes.
    pub movement: Movement,
    /// What else it is.
    pub role: Role,
    /// The squares on which it may stand; all, if nothing is said.
    pub region: Option<Zones>,
    /// How it moves further ahead, if that differs.
    pub later: Option<Later>,
    /// What it may become where pawns promote, when it comes there or leaves; that may become it again.
    pub becomes: Option<PieceType>,
    /// Which picture shows it, for the window: the name of a drawing, or an SVG.
    pub drawing: Option<String>,
}

/// Squares for White and for Black.
pub type Zones = [SquareSet; 2];

/// Another way of moving, from some rank on.
#[derive(Clone, Debug, PartialEq)]
pub struct Later {
    /// The piece's own rank, counted from 1, from which on it moves so.
    pub rank: u8,
    /// How it moves there.
    pub movement: Movement,
}

impl PieceSpec {
    /// The most rays that a piece type can have. A queen has 8, a queen that also rides like a
    /// knight, a camel and a zebra 32.
    pub const MAX_RAYS: usize = 40;

    /// A piece type of no value that is nothing special.
    pub fn new(name: impl Into<String>, letter: char, movement: Movement) -> PieceSpec {
        PieceSpec {
            name: name.into(),
            letter,
            value: 0.0,
            movement,
            role: Role::Ordinary,
            region: None,
            later: None,
            becomes: None,
            drawing: None,
        }
    }

    /// How many rays it has, wherever it stands.
    pub fn ray_count(&self) -> usize {
        let later = self.later.as_ref().map_or(0, |later| later.movement.ray_count());
        self.movement.ray_count().max(later)
    }

    /// Does it need more than plain rays?
    fn is_special(&self) -> bool {
        !self.movement.paths().is_empty()
            || self.region.is_some()
            || self.later.is_some()
            || self.becomes.is_some()
            || (self.role == Role::Pawn && self.movement != Movement::pawn())
    }
}

/// When and into what pawns promote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The pawn's own rank, counted from 1, on which and beyond which it promotes.
    pub rank: u8,
    /// What it may become; the first is the usual choice.
    pub choices: Vec<PieceType>,
    /// What Black's pawns may become, if that differs.
    pub black_choices: Option<Vec<PieceType>>,
    /// Where pieces promote, in place of the ranks from `rank` on.
    pub zones: Option<Zones>,
    /// May a pawn stay a pawn?
    pub is_optional: bool,
    /// Must other pieces that promote do so?
    pub pieces_must: bool,
    /// Do they promote only by taking?
    pub pieces_take: bool,
    /// Have pawns no choice at all? They stop before these squares then, unless they become something
    /// as other pieces do.
    pub pawns_stop: bool,
    /// A type becomes available only while its side has fewer of it on the board.
    pub limits: Vec<(PieceType, u8)>,
}

impl Promotion {
    /// Pawns promote to one of these from a rank on.
    pub fn new(rank: u8, choices: Vec<PieceType>) -> Promotion {
        Promotion {
            rank,
            choices,
            black_choices: None,
            zones: None,
            is_optional: false,
            pieces_must: false,
            pieces_take: false,
            pawns_stop: false,
            limits: Vec::new(),
        }
    }

    /// What pawns of a side may become.
    pub fn choices_of(&self, colour: Colour) -> &[PieceType] {
        match (&self.black_choices, colour) {
            (Some(choices), Colour::Black) => choices,
            _ => &self.choices,
        }
    }

    /// Is it more than a rank and choices?
    fn is_special(&self) -> bool {
        let plain = Promotion::new(self.rank, self.choices.clone());
        Promotion { pieces_must: false, pieces_take: false, ..self.clone() } != plain
    }
}

/// How the king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    /// How many squares the king goes towards the rook.
    pub king_step: u8,
    /// The files on which the king ends, counted from 0, on White's left and right, wherever king and
    /// rook stand.
    pub files: Option<[u8; 2]>,
    /// Is castling written as the king taking the rook, as in Chess960? Otherwise it is written as the
    /// king's own step. Only with `files`.
    pub takes_rook: bool,
}

impl Castling {
    /// The king goes so many squares towards the rook.
    pub const fn by_steps(king_step: u8) -> Castling {
        Castling { king_step, files: None, takes_rook: false }
    }

    /// The king ends on one of two files.
    pub const fn onto_files(files: [u8; 2], takes_rook: bool) -> Castling {
        Castling { king_step: 2, files: Some(files), takes_rook }
    }
}

named! {
    /// How a game is won.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Win {
        /// Kings must be defended; a side in check without a legal move has lost.
        Checkmate = "checkmate",
        /// Kings may be left in check; who takes the king has won.
        KingCapture = "king-capture",
        /// Kings may be taken and play goes on.
        Never = "never",
    }
}

named! {
    /// How a kind of draw comes about.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum DrawRule {
        /// It is no draw.
        Off = "off",
        /// A player may claim it.
        Claim = "claim",
        /// It ends the game by itself.
        Automatic = "automatic",
    }
}

/// Which draws there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// A side that is not in check has no legal move.
    pub stalemate: bool,
    /// A position stands for the third time.
    pub repetition: DrawRule,
    /// A repetition in which one side gave check with every move has a name of its own.
    pub perpetual_check: bool,
    /// Fifty moves of each side without a capture or a pawn's move.
    pub fifty_moves: DrawRule,
    /// Neither side could ever mate.
    pub insufficient_material: bool,
    /// The players may agree on a draw.
    pub agreement: bool,
}

impl Draws {
    /// No draws at all.
    pub const NONE: Draws = Draws {
        stalemate: false,
        repetition: DrawRule::Off,
        perpetual_check: false,
        fifty_moves: DrawRule::Off,
        insufficient_material: false,
        agreement: false,
    };
}

named! {
    /// Which of a side's royal pieces must not be left attacked.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Royals {
        /// The one that each side has.
        #[default]
        One = "one",
        /// Every one; a side may have none.
        All = "all",
        /// One that is the last of its type.
        Last = "last",
        /// Not all of them at once.
        NotAll = "not-all",
    }
}

/// Moves that are forbidden although the pieces could make them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Restrictions {
    /// Who can take must take.
    pub must_capture: bool,
    /// No move may give check.
    pub no_check: bool,
    /// The kings may not face each other along an open rank or file.
    pub kings_apart: bool,
    /// No piece may go where it could never move again.
    pub no_dead_ends: bool,
}

named! {
    /// What becomes of the side to which something happens.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Verdict {
        /// Nobody wins.
        Draw = "draw",
        /// The other side wins.
        Loss = "loss",
        /// The side to which it happens gets the point.
        Win = "win",
        /// The side with fewer pieces wins.
        FewerWins = "fewer-pieces-win",
    }
}

named! {
    /// When a goal that is reached wins.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum GoalTime {
        /// As soon as the move is played.
        AtOnce = "at-once",
        /// After the other side's answer, if it is still held.
        Held = "held",
        /// At once, but Black may follow White with the next move, for a draw.
        Even = "even",
    }
}

/// Squares that win when pieces stand on them.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The piece types of White and of Black that count; none: all.
    pub kinds: [Option<PieceType>; 2],
    /// Where each side has to come.
    pub zones: Zones,
    /// With how many pieces.
    pub count: u8,
    /// When it wins.
    pub time: GoalTime,
    /// Must the pieces be safe from capture to win at once? Held, they win in any case.
    pub safe: bool,
}

/// What happens when few pieces are left.
#[derive(Clone, Debug, PartialEq)]
pub struct Extinction {
    /// The types of which any has to die out; none: all pieces of a side together.
    pub kinds: Vec<PieceType>,
    /// No more than so many are left.
    pub left: u8,
    /// The other side still has at least so many.
    pub opponent: u8,
    /// A side that could do the same to the other with its next move may do so.
    pub may_reply: bool,
    /// What becomes of the side that has so few.
    pub verdict: Verdict,
}

/// Ends of a game beyond mate, captured kings and the usual draws.
#[derive(Clone, Debug, PartialEq)]
pub struct Ends {
    /// What becomes of a side that is not in check and cannot move, where that ends the game.
    pub stalemate: Verdict,
    /// What becomes of a side that is mated.
    pub checkmate: Verdict,
    /// Number of checks that win.
    pub checks: Option<u8>,
    /// Squares that win.
    pub goal: Option<Goal>,
    /// Number of own pieces side by side, along a rank, file or diagonal, that win.
    pub row: Option<u8>,
    /// Types that die out.
    pub extinction: Option<Extinction>,
    /// How many times a position has to stand on the board to count as repeated.
    pub repetitions: u8,
    /// What becomes of the side to move when a position is repeated.
    pub repetition: Verdict,
    /// What becomes of a side that repeats by giving check with every move.
    pub perpetual_check: Verdict,
    /// What becomes of a side that repeats by threatening the same piece with every move.
    pub perpetual_chase: Verdict,
    /// How many moves of each side without progress make a draw.
    pub idle_moves: u16,
    /// The piece types whose moves are progress if they cannot go back, in place of all moves of
    /// pawns; captures and promotions always are.
    pub progress: Option<Vec<PieceType>>,
}

impl Default for Ends {
    fn default() -> Ends {
        Ends {
            stalemate: Verdict::Draw,
            checkmate: Verdict::Loss,
            checks: None,
            goal: None,
            row: None,
            extinction: None,
            repetitions: 3,
            repetition: Verdict::Draw,
            perpetual_check: Verdict::Draw,
            perpetual_chase: Verdict::Draw,
            idle_moves: 50,
            progress: None,
        }
    }
}

impl Ends {
    /// The same with the usual counts of repetitions and of moves without progress, which say nothing
    /// about how a game is won.
    pub fn with_usual_counts(&self) -> Ends {
        let Ends { repetitions, idle_moves, .. } = Ends::default();
        Ends { repetitions, idle_moves, ..self.clone() }
    }

    /// Can the board decide the game while there are moves?
    pub(crate) fn cut_short(&self) -> bool {
        self.checks.is_some()
            || self.goal.is_some()
            || self.row.is_some()
            || self.extinction.is_some()
    }
}

/// A rule set as a file describes it. [`Rules::compile`](crate::Rules::compile) checks it.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleSpec {
    /// The short name used on the command line and in files.
    pub id: String,
    /// The name shown to people.
    pub title: String,
    /// One or two sentences for people who choose a game.
    pub description: String,
    /// The size of the board.
    pub size: BoardSize,
    /// The piece types; [`PieceType`] counts them in this order.
    pub pieces: Vec<PieceSpec>,
    /// The position a game starts from.
    pub start: Setup,
    /// Promotion, or none: a pawn on the last rank stays a pawn.
    pub promotion: Option<Promotion>,
    /// Castling, if there is any.
    pub castling: Option<Castling>,
    /// The pawn's own rank, counted from 1, from which it may go two squares.
    pub double_step: Option<u8>,
    /// May a pawn that went two squares be taken in passing?
    pub en_passant: bool,
    /// How the game is won.
    pub win: Win,
    /// Which draws there are.
    pub draws: Draws,
    /// Does each player see only what their own pieces see?
    pub fog: bool,
    /// Which royal pieces must not be left attacked.
    pub royals: Royals,
    /// The squares of double steps and other first moves, in place of the rank of the double step.
    pub first_moves: Option<Zones>,
    /// The squares from which the usual pawns may go three squares.
    pub triple_steps: Option<Zones>,
    /// The squares on which each side may take in passing; all, if nothing is said.
    pub en_passant_zones: Option<Zones>,
    /// What is forbidden.
    pub restrictions: Restrictions,
    /// How else a game ends.
    pub ends: Ends,
    /// Other start positions, numbered.
    pub shuffle: Option<Shuffle>,
}

impl RuleSpec {
    /// Does the generator need more than plain rays, one king and one pawn?
    pub fn is_extended(&self) -> bool {
        let several = |role| self.pieces.iter().filter(|piece| piece.role == role).count() > 1;
        self.pieces.iter().any(PieceSpec::is_special)
            || several(Role::Pawn)
            || several(Role::Royal)
            || self.royals != Royals::One
            || self.restrictions != Restrictions::default()
            || self.ends.progress.is_some()
            || self.first_moves.is_some()
            || self.triple_steps.is_some()
            || self.en_passant_zones.is_some()
            || self.promotion.as_ref().is_some_and(Promotion::is_special)
            || (self.castling.is_some() && !self.kings_decide())
    }

    /// Can the board decide the game while there are moves, but for one king that is taken?
    pub(crate) fn is_cut_short(&self) -> bool {
        self.ends.cut_short() || self.royals_are_taken()
    }

    /// Are royal pieces, of which there are several, taken to win? Under fog nobody is told of checks.
    pub(crate) fn royals_are_taken(&self) -> bool {
        self.fog && self.royals != Royals::One
    }

    /// Does the fate of the kings decide the game? Under fog it does, unless the file says how else it
    /// is decided.
    pub(crate) fn kings_decide(&self) -> bool {
        self.win != Win::Never || (self.fog && !self.ends.cut_short())
    }

    /// The same rules with castling wherever king and rook stand: the king ends where he does from his
    /// start square. The same, if he cannot castle or ends beside the board.
    pub fn with_castling_anywhere(mut self) -> RuleSpec {
        let royal = self.with_role(Role::Royal);
        let home = royal
            .and_then(|kind| self.start.squares_of(Piece::new(kind, Colour::White)).iter().next());
        if let (Some(castling), Some(home)) = (&mut self.castling, home)
            && castling.files.is_none()
            && let Some(left) = home.file().checked_sub(castling.king_step)
            && home.file() + castling.king_step < self.size.files()
        {
            let files = [left, home.file() + castling.king_step];
            *castling = Castling { files: Some(files), takes_rook: true, ..*castling };
        }
        self
    }

    /// The piece type with this letter, small or capital.
    pub fn piece_type(&self, letter: char) -> Option<PieceType> {
        let letter = letter.to_ascii_lowercase();
        self.pieces.iter().position(|piece| piece.letter == letter).and_then(PieceType::from_index)
    }

    /// The piece with this letter as FEN has it: capital letters are White's.
    pub fn piece(&self, letter: char) -> Option<Piece> {
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        self.piece_type(letter).map(|kind| Piece::new(kind, colour))
    }

    /// The piece's letter as FEN has it: capital letters are White's.
    ///
    /// # Panics
    /// When the piece belongs to a rule set with more piece types.
    pub fn letter(&self, piece: Piece) -> char {
        let letter = self.pieces[piece.kind().index()].letter;
        match piece.colour() {
            Colour::White => letter.to_ascii_uppercase(),
            Colour::Black => letter,
        }
    }

    /// The first piece type with this role.
    pub fn with_role(&self, role: Role) -> Option<PieceType> {
        self.pieces.iter().position(|piece| piece.role == role).and_then(PieceType::from_index)
    }

    /// Does the king castle with this piece type?
    pub fn castles(&self, kind: PieceType) -> bool {
        self.pieces.get(kind.index()).is_some_and(|piece| piece.role == Role::CastlingPartner)
    }

    /// The rooks of a set-up that may castle if nothing has moved: those far enough from their
    /// king on its rank.
    pub fn unmoved_rooks(&self, setup: &Setup) -> SquareSet {
        let (Some(castling), Some(royal)) = (self.castling, self.with_role(Role::Royal)) else {
            return SquareSet::EMPTY;
        };
        let may_castle = |(rook, piece): &(Square, Piece)| {
            let is_far = |king: Square| {
                let distance = king.file().abs_diff(rook.file());
                let is_far = distance > castling.king_step || castling.files.is_some();
                king.rank() == rook.rank() && is_far
            };
            self.castles(piece.kind())
                && setup.squares_of(Piece::new(royal, piece.colour())).iter().any(is_far)
        };
        setup.pieces().filter(may_castle).map(|(square, _)| square).collect()
    }
}
