//! A rule set as plain data, as a file describes it: nothing here is checked yet.

use crate::{BoardSize, Colour, Movement, Piece, PieceType, Setup, Square, SquareSet};

/// What a piece type is besides the way it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing special.
    Ordinary,
    /// The king: check, mate and capture of it decide the game.
    Royal,
    /// Steps forward, takes diagonally, may promote.
    Pawn,
    /// The rook: the king castles with it.
    CastlingPartner,
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
}

impl PieceSpec {
    /// The most rays that a piece type can have. A queen has 8, a queen that also rides like a
    /// knight, a camel and a zebra 32.
    pub const MAX_RAYS: usize = 40;
}

/// When and into what pawns promote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The pawn's own rank, counted from 1, on which and beyond which it promotes.
    pub rank: u8,
    /// What it may become; the first is the usual choice.
    pub choices: Vec<PieceType>,
}

/// How the king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    /// How many squares the king goes towards the rook.
    pub king_step: u8,
}

/// How a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// Kings must be defended; a side in check without a legal move has lost.
    Checkmate,
    /// Kings may be left in check; who takes the king has won.
    KingCapture,
    /// Kings may be taken and play goes on.
    Never,
}

/// How a kind of draw comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawRule {
    /// It is no draw.
    Off,
    /// A player may claim it.
    Claim,
    /// It ends the game by itself.
    Automatic,
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
}

impl RuleSpec {
    /// Does the fate of the kings decide the game?
    pub(crate) fn kings_decide(&self) -> bool {
        self.win != Win::Never || self.fog
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
                king.rank() == rook.rank() && king.file().abs_diff(rook.file()) > castling.king_step
            };
            self.castles(piece.kind())
                && setup.squares_of(Piece::new(royal, piece.colour())).iter().any(is_far)
        };
        setup.pieces().filter(may_castle).map(|(square, _)| square).collect()
    }
}
