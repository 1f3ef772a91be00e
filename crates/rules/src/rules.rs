//! A rule set that has been checked and turned into tables.

use std::fmt;
use std::sync::Arc;

use crate::extended::{Extended, pattern, turned};
use crate::fault::RuleFault;
use crate::movement::Path;
use crate::position::setup_faults;
use crate::spec::{PieceSpec, Restrictions, Role, Royals, RuleSpec, Win};
use crate::tables::{Profile, Tables};
use crate::{BoardSize, Castling, Colour, Move, MoveKind, Piece, PieceType, Square, SquareSet};

/// A checked rule set, shared by all positions that are played by it.
pub struct Rules {
    spec: RuleSpec,
    royal: Option<PieceType>,
    decisive_king: Option<PieceType>,
    pawn: Option<PieceType>,
    promotion_zones: [SquareSet; 2],
    double_step_ranks: [Option<u8>; 2],
    check_counts: bool,
    restrictions: Restrictions,
    /// Is the plain generator not enough, or can the board decide the game while there are moves?
    pub(crate) is_special: bool,
    pub(crate) cut_short: bool,
    /// Does each side lose with the last of several royal pieces?
    needs_royals: [bool; 2],
    /// Where each side's king castles from, where kings decide nothing.
    castling_homes: [Option<Square>; 2],
    pub(crate) extended: Option<Box<Extended>>,
    pub(crate) tables: Tables,
}

impl Rules {
    /// Checks a rule set and builds its tables, or tells everything that is wrong with it.
    pub fn compile(spec: RuleSpec) -> Result<Arc<Rules>, Vec<RuleFault>> {
        let faults = spec.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let promotes = |square: Square, colour| {
            let rank = square.rank_for(colour, spec.size) + 1;
            spec.promotion.as_ref().is_some_and(|promotion| match promotion.zones {
                Some(zones) => zones[colour.index()].contains(square),
                None => rank >= promotion.rank,
            })
        };
        let royal = spec.with_role(Role::Royal);
        let rules = Arc::new(Rules {
            royal,
            decisive_king: royal.filter(|_| spec.kings_decide() && spec.royals == Royals::One),
            pawn: spec.with_role(Role::Pawn),
            promotion_zones: Colour::BOTH
                .map(|colour| spec.size.squares().filter(|s| promotes(*s, colour)).collect()),
            double_step_ranks: Colour::BOTH.map(|colour| double_step_rank(&spec, colour)),
            check_counts: check_counts(&spec),
            restrictions: restrictions(&spec),
            is_special: spec.is_extended() || spec.is_cut_short(),
            cut_short: spec.is_cut_short(),
            needs_royals: Colour::BOTH.map(|colour| needs_royals(&spec, colour)),
            castling_homes: Colour::BOTH.map(|colour| castling_home(&spec, colour)),
            extended: spec.is_extended().then(|| Box::new(Extended::new(&spec))),
            tables: Tables::new(&spec),
            spec,
        });
        let faults = setup_faults(&rules, &rules.spec.start);
        let mut faults: Vec<_> = faults.into_iter().map(RuleFault::Start).collect();
        faults.extend(rules.spec.shuffle_fault().map(RuleFault::Shuffle));
        if faults.is_empty() { Ok(rules) } else { Err(faults) }
    }

    /// The same rules with or without fog of war, or why they cannot be played so: where under fog a
    /// king is taken, each side needs one.
    pub fn with_fog(&self, fog: bool) -> Result<Arc<Rules>, Vec<RuleFault>> {
        Rules::compile(RuleSpec { fog, ..self.spec.clone() })
    }

    /// The rule set as its file describes it.
    pub fn spec(&self) -> &RuleSpec {
        &self.spec
    }

    /// The short name used on the command line and in files.
    pub fn id(&self) -> &str {
        &self.spec.id
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.spec.size
    }

    /// All piece types in the order of the file.
    pub fn piece_types(&self) -> impl ExactSizeIterator<Item = PieceType> + use<> {
        (0..self.spec.pieces.len()).map(PieceType::new)
    }

    /// What the file says about a piece type.
    ///
    /// # Panics
    /// When the piece type belongs to a rule set with more of them.
    #[inline]
    pub fn piece_spec(&self, kind: PieceType) -> &PieceSpec {
        &self.spec.pieces[kind.index()]
    }

    /// The piece type with this letter, small or capital.
    pub fn piece_type(&self, letter: char) -> Option<PieceType> {
        self.spec.piece_type(letter)
    }

    /// The piece type with this name.
    pub fn piece_named(&self, name: &str) -> Option<PieceType> {
        self.piece_types().find(|kind| self.piece_spec(*kind).name == name)
    }

    /// The piece with this letter as FEN has it: capital letters are White's.
    pub fn piece(&self, letter: char) -> Option<Piece> {
        self.spec.piece(letter)
    }

    /// The piece's letter as FEN has it: capital letters are White's.
    pub fn letter(&self, piece: Piece) -> char {
        self.spec.letter(piece)
    }

    /// The king, if there is one.
    #[inline]
    pub fn royal(&self) -> Option<PieceType> {
        self.royal
    }

    /// The king where it decides the game, so that each side has just one.
    #[inline]
    pub(crate) fn decisive_king(&self) -> Option<PieceType> {
        self.decisive_king
    }

    /// The pawn, if there is one.
    #[inline]
    pub fn pawn(&self) -> Option<PieceType> {
        self.pawn
    }

    /// Does the king castle with this piece type?
    #[inline]
    pub fn castles(&self, kind: PieceType) -> bool {
        self.spec.castles(kind)
    }

    /// Has the board no more than eight ranks? Half the work on sets of squares falls away then.
    #[inline]
    pub fn is_small(&self) -> bool {
        self.size().ranks() <= 8
    }

    /// Must kings be defended? Not where they are taken, nor under fog.
    #[inline]
    pub fn check_counts(&self) -> bool {
        self.check_counts
    }

    /// Is taking the king the way to win?
    #[inline]
    pub fn king_capture_wins(&self) -> bool {
        self.decisive_king.is_some() && (self.spec.win == Win::KingCapture || self.spec.fog)
    }

    /// Does a side lose with the last of its royal pieces?
    pub(crate) fn needs_royals(&self, colour: Colour) -> bool {
        self.needs_royals[colour.index()]
    }

    /// What is forbidden. Under fog no move is because of check or of the other king.
    #[inline]
    pub(crate) fn restrictions(&self) -> Restrictions {
        self.restrictions
    }

    /// May kings that face each other take each other? So it is under fog where they must not face
    /// each other else.
    #[inline]
    pub(crate) fn kings_fly(&self) -> bool {
        self.spec.fog && self.spec.restrictions.kings_apart
    }

    /// Is a king in check worth telling? Not under fog, nor where kings mean nothing.
    pub fn reports_check(&self) -> bool {
        self.spec.win != Win::Never && !self.spec.fog
    }

    /// The squares on which this side's pawns promote.
    #[inline]
    pub fn promotion_zone(&self, colour: Colour) -> SquareSet {
        self.promotion_zones[colour.index()]
    }

    /// What White's pawns may become; empty where pawns do not promote.
    #[inline]
    pub fn promotion_choices(&self) -> &[PieceType] {
        self.spec.promotion.as_ref().map_or(&[], |promotion| &promotion.choices)
    }

    /// What a side's pawns may become; empty where pawns do not promote.
    #[inline]
    pub fn promotion_choices_of(&self, colour: Colour) -> &[PieceType] {
        self.spec.promotion.as_ref().map_or(&[], |promotion| promotion.choices_of(colour))
    }

    /// Can pieces move in ways that plain rays do not tell, or are there rules that pieces alone do
    /// not tell?
    pub fn is_extended(&self) -> bool {
        self.extended.is_some()
    }

    /// The files on which castling kings end, where they do not go a fixed number of squares.
    #[inline]
    pub fn castling_files(&self) -> Option<[u8; 2]> {
        self.spec.castling.and_then(|castling| castling.files)
    }

    /// The square that is written as the target of a move: castling is the way of the king to where he
    /// ends, or to his own rook where the rules or his other moves ask for that.
    pub fn written_target(&self, chess_move: Move) -> Square {
        let (from, to) = (chess_move.from(), chess_move.to());
        match self.spec.castling {
            Some(Castling { files: Some(files), takes_rook: false, .. })
                if chess_move.kind() == MoveKind::Castling =>
            {
                let file = files[usize::from(to.file() > from.file())];
                let square = Square::new(file, from.rank());
                // A king that could go there otherwise means the rook.
                let stays = file == from.file();
                if stays || self.king_may_go(from, square) { to } else { square }
            }
            _ => to,
        }
    }

    /// The square from which a side's king castles, where kings decide nothing.
    #[inline]
    pub(crate) fn castling_home(&self, colour: Colour) -> Option<Square> {
        self.castling_homes[colour.index()]
    }

    /// Could the king that castles go from one square to another by his way of moving?
    fn king_may_go(&self, from: Square, to: Square) -> bool {
        let Some(king) = self.royal.map(|kind| self.piece_spec(kind)) else { return false };
        let later = king.later.iter().flat_map(|later| later.movement.all_paths());
        let paths: Vec<Path> = king.movement.all_paths().chain(later).collect();
        let leads_there = |path: Path| pattern(self.size(), from, &path).any(|square| square == to);
        Colour::BOTH
            .into_iter()
            .any(|side| turned(paths.iter().copied(), side).into_iter().any(leads_there))
    }

    /// The rank, counted from 0 at White's side, from which a side's pawns may go two squares.
    #[inline]
    pub fn double_step_rank(&self, colour: Colour) -> Option<u8> {
        self.double_step_ranks[colour.index()]
    }

    /// How many rays a piece type has; a pawn has as many as what it can become.
    pub fn ray_count(&self, kind: PieceType) -> u32 {
        let spec = |kind: PieceType| self.spec.pieces.get(kind.index());
        let rays = |kind| spec(kind).map_or(0, PieceSpec::ray_count);
        let is_pawn = spec(kind).is_some_and(|piece| piece.role == Role::Pawn);
        let choices = Colour::BOTH.into_iter().flat_map(|colour| self.promotion_choices_of(colour));
        let choices = choices.filter(|_| is_pawn);
        let others = spec(kind).and_then(|piece| piece.becomes);
        let most = choices.chain(&others).map(|choice| rays(*choice)).fold(rays(kind), usize::max);
        most as u32
    }

    /// The number of directions in which pieces ride, as a nightrider does in eight. Each is followed
    /// whenever attackers of a square are looked for.
    pub fn rider_directions(&self) -> usize {
        self.tables.rider_rays(Colour::White).len()
    }

    #[inline]
    pub(crate) fn profile(&self, piece: Piece) -> &Profile {
        self.tables.profile(piece)
    }
}

/// Does a side have royal pieces at the start, which are taken where there are several?
fn needs_royals(spec: &RuleSpec, colour: Colour) -> bool {
    let is_royal = |piece: Piece| spec.pieces[piece.kind().index()].role == Role::Royal;
    let starts_with = spec.start.pieces().any(|(_, p)| p.colour() == colour && is_royal(p));
    spec.royals_are_taken() && starts_with
}

fn restrictions(spec: &RuleSpec) -> Restrictions {
    let Restrictions { no_check, kings_apart, .. } = spec.restrictions;
    Restrictions {
        no_check: no_check && !spec.fog,
        kings_apart: kings_apart && !spec.fog,
        ..spec.restrictions
    }
}

fn check_counts(spec: &RuleSpec) -> bool {
    spec.win == Win::Checkmate && !spec.fog
}

/// Where the first royal piece of a side starts, if kings decide nothing but castle.
fn castling_home(spec: &RuleSpec, colour: Colour) -> Option<Square> {
    let castles = spec.castling.is_some() && (!spec.kings_decide() || spec.royals != Royals::One);
    let royal = spec.with_role(Role::Royal).filter(|_| castles)?;
    spec.start.squares_of(Piece::new(royal, colour)).iter().next()
}

fn double_step_rank(spec: &RuleSpec, colour: Colour) -> Option<u8> {
    let own = spec.double_step? - 1;
    Some(match colour {
        Colour::White => own,
        Colour::Black => spec.size.ranks() - 1 - own,
    })
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({})", self.spec.id)
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        std::ptr::eq(self, other) || self.spec == other.spec
    }
}

impl Eq for Rules {}
