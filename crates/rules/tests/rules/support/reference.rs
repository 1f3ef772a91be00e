//! A slow reference implementation of the rules, independent of the fast move generator.
//!
//! A grid of pieces, each with a flag for having moved. Moves are found by walking square by square,
//! and a move is legal if, after it is played on a copy, no enemy piece can capture the king.

mod contribution;

use std::sync::Arc;

use xxlchess_rules::{Colour, Piece, PieceType, Ray, Role, Rules, Setup, Square, SquareSet, Win};

/// A move as everybody writes it: from, to, and what a pawn becomes; castling is the king's step.
pub type PlainMove = (Square, Square, Option<PieceType>);

/// File and rank from 0; may lie beside the board.
pub(super) type Cell = (i32, i32);

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RefPiece {
    kind: PieceType,
    colour: Colour,
    moved: bool,
}

/// What a move does, spelt out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Action {
    from: Cell,
    to: Cell,
    becomes: Option<PieceType>,
    /// The square that a pawn's double step goes over.
    passes: Option<Cell>,
    /// The pawn that is taken in passing.
    takes_in_passing: Option<Cell>,
    /// Where the rook comes from and goes to.
    rook: Option<(Cell, Cell)>,
}

/// A position of the slow reference.
#[derive(Clone, Debug)]
pub struct RefPosition {
    rules: Arc<Rules>,
    /// By rank, then by file.
    grid: [[Option<RefPiece>; 16]; 16],
    turn: Colour,
    /// The square that a pawn has gone over with the last move.
    passed: Option<Cell>,
}

impl RefPosition {
    /// The position that a set-up describes; claims that make no sense are dropped.
    pub fn new(rules: &Arc<Rules>, setup: &Setup) -> RefPosition {
        let mut position = RefPosition {
            rules: Arc::clone(rules),
            grid: [[None; 16]; 16],
            turn: setup.turn,
            passed: None,
        };
        for (square, piece) in setup.pieces() {
            let moved = match rules.piece_spec(piece.kind()).role {
                Role::CastlingPartner => !setup.castling.contains(square),
                Role::Pawn => setup.moved_pawns.contains(square),
                Role::Royal | Role::Ordinary => false,
            };
            let piece = RefPiece { kind: piece.kind(), colour: piece.colour(), moved };
            position.set(cell(square), Some(piece));
        }
        position.passed = setup.en_passant.map(cell).filter(|c| position.may_have_passed(*c));
        position
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.at(cell(square)).map(|piece| Piece::new(piece.kind, piece.colour))
    }

    /// The same position with this side to move; en passant is over if it is another.
    pub fn with_turn(&self, turn: Colour) -> RefPosition {
        let passed = self.passed.filter(|_| turn == self.turn);
        RefPosition { turn, passed, ..self.clone() }
    }

    /// All legal moves, sorted.
    pub fn legal_moves(&self) -> Vec<PlainMove> {
        let mut moves: Vec<_> = self.legal_actions().iter().map(|action| plain(*action)).collect();
        moves.sort_unstable();
        moves
    }

    /// Plays a legal move and returns what it took.
    ///
    /// # Panics
    /// When the move is not legal.
    pub fn play(&mut self, chess_move: PlainMove) -> Option<Piece> {
        let actions = self.legal_actions();
        let action = actions.iter().find(|action| plain(**action) == chess_move);
        let action = *action.unwrap_or_else(|| panic!("{chess_move:?} is not legal"));
        let taken = self.at(action.takes_in_passing.unwrap_or(action.to));
        *self = self.after(action);
        taken.map(|piece| Piece::new(piece.kind, piece.colour))
    }

    /// How many sequences of so many legal moves there are.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal_actions().iter().map(|action| self.after(*action).perft(depth - 1)).sum()
    }

    /// Could this side's king be taken if it were the enemy's turn?
    pub fn in_check(&self, colour: Colour) -> bool {
        let kings_matter = self.rules.spec().win != Win::Never || self.rules.spec().fog;
        let attacked = |king| !self.attackers_of(king, !colour, None).is_empty();
        kings_matter && self.king(colour).is_some_and(attacked)
    }

    /// Has a king been taken where that ends the game?
    pub fn king_is_taken(&self) -> bool {
        let taking_wins = self.rules.spec().win == Win::KingCapture || self.rules.spec().fog;
        taking_wins
            && self.rules.royal().is_some()
            && Colour::BOTH.iter().any(|colour| self.king(*colour).is_none())
    }

    /// Is the side to move checkmated?
    pub fn is_mate(&self) -> bool {
        self.check_counts() && self.in_check(self.turn) && self.legal_actions().is_empty()
    }

    /// Has the side to move no move, although the game is not decided?
    pub fn is_stalemate(&self) -> bool {
        self.legal_actions().is_empty() && !self.king_is_taken() && !self.is_mate()
    }

    /// The square where a pawn can legally be taken in passing.
    pub fn en_passant_square(&self) -> Option<Square> {
        let actions = self.legal_actions();
        actions.iter().find(|action| action.takes_in_passing.is_some()).map(|a| square(a.to))
    }

    /// The rooks of a side that may still castle, now or later.
    pub fn castling_rooks(&self, colour: Colour) -> SquareSet {
        let Some(castling) = self.rules.spec().castling else { return SquareSet::EMPTY };
        let king = self.king(colour).and_then(|c| Some((c, self.at(c)?)));
        let Some((king, RefPiece { moved: false, .. })) = king else { return SquareSet::EMPTY };
        let is_partner = |(c, piece): &(Cell, RefPiece)| {
            piece.colour == colour
                && self.role(*piece) == Role::CastlingPartner
                && !piece.moved
                && c.1 == king.1
                && (c.0 - king.0).abs() > i32::from(castling.king_step)
        };
        self.pieces().filter(is_partner).map(|(c, _)| square(c)).collect()
    }

    /// The pieces of a colour that attack a square, as if nothing stood on `lifted`.
    pub fn attackers(&self, target: Square, by: Colour, lifted: Option<Square>) -> SquareSet {
        let attackers = self.attackers_of(cell(target), by, lifted.map(cell));
        attackers.into_iter().map(square).collect()
    }

    /// What a side sees under fog, also when a king has been taken and the game is over.
    pub fn visible(&self, colour: Colour) -> SquareSet {
        let moves = self.with_turn(colour).unrestricted_actions();
        let own = self.pieces().filter(|(_, piece)| piece.colour == colour).map(|(c, _)| square(c));
        own.chain(moves.iter().map(|action| square(action.to))).collect()
    }

    fn check_counts(&self) -> bool {
        self.rules.spec().win == Win::Checkmate && !self.rules.spec().fog
    }

    fn contains(&self, (file, rank): Cell) -> bool {
        let size = self.rules.spec().size;
        (0..i32::from(size.files())).contains(&file) && (0..i32::from(size.ranks())).contains(&rank)
    }

    fn at(&self, (file, rank): Cell) -> Option<RefPiece> {
        if self.contains((file, rank)) { self.grid[rank as usize][file as usize] } else { None }
    }

    fn set(&mut self, (file, rank): Cell, piece: Option<RefPiece>) {
        self.grid[rank as usize][file as usize] = piece;
    }

    fn pieces(&self) -> impl Iterator<Item = (Cell, RefPiece)> + '_ {
        let squares = self.rules.spec().size.squares().map(cell);
        squares.filter_map(|c| Some((c, self.at(c)?)))
    }

    fn role(&self, piece: RefPiece) -> Role {
        self.rules.spec().pieces[piece.kind.index()].role
    }

    fn king(&self, colour: Colour) -> Option<Cell> {
        let is_king = |piece: RefPiece| piece.colour == colour && self.role(piece) == Role::Royal;
        self.pieces().find(|(_, piece)| is_king(*piece)).map(|(c, _)| c)
    }

    /// A rank as a side counts it, from 1.
    fn own_rank(&self, (_, rank): Cell, colour: Colour) -> i32 {
        match colour {
            Colour::White => rank + 1,
            Colour::Black => i32::from(self.rules.spec().size.ranks()) - rank,
        }
    }

    /// Could the enemy's last move have been a pawn's double step over this square?
    fn may_have_passed(&self, crossed: Cell) -> bool {
        let enemy = !self.turn;
        let start = ahead(crossed, enemy, -1);
        let on_start_rank =
            self.rules.spec().double_step.map(i32::from) == Some(self.own_rank(start, enemy));
        let stands = self.at(ahead(crossed, enemy, 1));
        self.rules.spec().en_passant
            && [crossed, start].iter().all(|c| self.contains(*c) && self.at(*c).is_none())
            && on_start_rank
            && stands.is_some_and(|piece| piece.colour == enemy && self.role(piece) == Role::Pawn)
    }

    /// The cells along a ray of a piece on `from`, to the edge of the board or the ray's end.
    fn walk(&self, from: Cell, ray: Ray, colour: Colour) -> impl Iterator<Item = Cell> + '_ {
        let turned = if colour == Colour::White { 1 } else { -1 };
        let (files, ranks) = (turned * i32::from(ray.files), turned * i32::from(ray.ranks));
        (1..=i32::from(ray.range))
            .map(move |n| (from.0 + n * files, from.1 + n * ranks))
            .take_while(|c| self.contains(*c))
    }

    fn rays(&self, piece: RefPiece) -> &[Ray] {
        self.rules.spec().pieces[piece.kind.index()].movement.rays()
    }

    fn attackers_of(&self, target: Cell, by: Colour, lifted: Option<Cell>) -> Vec<Cell> {
        let reaches = |from: Cell, piece: RefPiece, ray: Ray| {
            for c in self.walk(from, ray, piece.colour) {
                if c == target {
                    return true;
                }
                if self.at(c).is_some() && Some(c) != lifted {
                    return false;
                }
            }
            false
        };
        let attacks = |(from, piece): &(Cell, RefPiece)| {
            let mut rays = self.rays(*piece).iter().filter(|ray| ray.purpose.captures());
            piece.colour == by
                && Some(*from) != lifted
                && rays.any(|ray| reaches(*from, *piece, *ray))
        };
        self.pieces().filter(attacks).map(|(from, _)| from).collect()
    }

    /// What the movement of the piece on a cell allows, own pieces and the edge in mind.
    fn steps(&self, from: Cell) -> Vec<Action> {
        let mut steps = Vec::new();
        let Some(piece) = self.at(from) else { return steps };
        for ray in self.rays(piece) {
            for to in self.walk(from, *ray, piece.colour) {
                let allowed = match self.at(to) {
                    None => ray.purpose.moves(),
                    Some(other) => ray.purpose.captures() && other.colour != piece.colour,
                };
                let action = Action::plain(from, to);
                if allowed && !steps.contains(&action) {
                    steps.push(action);
                }
                if self.at(to).is_some() {
                    break;
                }
            }
        }
        steps
    }

    /// Double step and en passant.
    fn special_pawn_steps(&self, from: Cell, pawn: RefPiece) -> Vec<Action> {
        let spec = self.rules.spec();
        let mut steps = Vec::new();
        let (one, two) = (ahead(from, pawn.colour, 1), ahead(from, pawn.colour, 2));
        let is_free = |c| self.contains(c) && self.at(c).is_none();
        let on_start = spec.double_step.map(i32::from) == Some(self.own_rank(from, pawn.colour));
        if !pawn.moved && on_start && is_free(one) && is_free(two) {
            steps.push(Action { passes: Some(one), ..Action::plain(from, two) });
        }
        if let Some(to) = self.passed.filter(|_| spec.en_passant)
            && (to == (one.0 - 1, one.1) || to == (one.0 + 1, one.1))
        {
            let takes_in_passing = Some((to.0, from.1));
            steps.push(Action { takes_in_passing, ..Action::plain(from, to) });
        }
        steps
    }

    /// A pawn's moves, with its choices where it must promote.
    fn pawn_moves(&self, from: Cell, pawn: RefPiece) -> Vec<Action> {
        let mut steps = self.steps(from);
        steps.extend(self.special_pawn_steps(from, pawn));
        let Some(promotion) = &self.rules.spec().promotion else { return steps };
        let mut moves = Vec::new();
        for step in steps {
            if self.own_rank(step.to, pawn.colour) < i32::from(promotion.rank) {
                moves.push(step);
                continue;
            }
            for choice in &promotion.choices {
                moves.push(Action { becomes: Some(*choice), passes: None, ..step });
            }
        }
        moves
    }

    /// Castling, but for the question whether the king reaches an attacked square.
    fn castlings(&self, from: Cell, king: RefPiece) -> Vec<Action> {
        let Some(castling) = self.rules.spec().castling else { return Vec::new() };
        let king_step = i32::from(castling.king_step);
        let towards = |direction: i32| {
            let along = |n: i32| (from.0 + n * direction, from.1);
            let distance = (1..16).find(|n| self.at(along(*n)).is_some())?;
            let rook = self.at(along(distance))?;
            let may = rook.colour == king.colour
                && self.role(rook) == Role::CastlingPartner
                && !rook.moved
                && !king.moved
                && distance > king_step;
            let attacked = |c| !self.attackers_of(c, !king.colour, None).is_empty();
            let faces = |c| {
                let mut there = self.clone();
                there.set(from, None);
                there.set(c, Some(king));
                there.kings_face()
            };
            let is_forbidden = || {
                (self.check_counts() && (0..king_step).any(|n| attacked(along(n))))
                    || (1..king_step).any(|n| faces(along(n)))
            };
            let rook = Some((along(distance), along(king_step - 1)));
            (may && !is_forbidden())
                .then(|| Action { rook, ..Action::plain(from, along(king_step)) })
        };
        [-1, 1].into_iter().filter_map(towards).collect()
    }

    fn legal_actions(&self) -> Vec<Action> {
        if self.king_is_taken() {
            return Vec::new();
        }
        let mut actions = self.unrestricted_actions();
        if self.check_counts() {
            actions.retain(|action| self.respects_kings(*action));
        }
        actions.retain(|action| !self.after(*action).kings_face());
        actions
    }

    /// All that the pieces of the side to move can do, whatever becomes of the kings.
    fn unrestricted_actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        for (from, piece) in self.pieces().filter(|(_, piece)| piece.colour == self.turn) {
            match self.role(piece) {
                Role::Pawn => actions.extend(self.pawn_moves(from, piece)),
                Role::Royal => {
                    actions.extend(self.steps(from));
                    actions.extend(self.castlings(from, piece));
                }
                Role::Ordinary | Role::CastlingPartner => actions.extend(self.steps(from)),
            }
        }
        actions
    }

    /// Is no king taken, and is the own king safe afterwards?
    fn respects_kings(&self, action: Action) -> bool {
        let takes_king = self.at(action.to).is_some_and(|piece| self.role(piece) == Role::Royal);
        !takes_king && !self.after(action).in_check(self.turn)
    }

    /// Do the kings face each other along an open file or rank, where they must not?
    fn kings_face(&self) -> bool {
        let kings = (self.king(Colour::White), self.king(Colour::Black));
        let (true, (Some(one), Some(other))) = (self.rules.spec().restrictions.kings_apart, kings)
        else {
            return false;
        };
        let (files, ranks) = (other.0 - one.0, other.1 - one.1);
        let between = |n: i32| (one.0 + n * files.signum(), one.1 + n * ranks.signum());
        (files == 0 || ranks == 0)
            && (1..files.abs().max(ranks.abs())).all(|n| self.at(between(n)).is_none())
    }

    fn after(&self, action: Action) -> RefPosition {
        let mut next = self.clone();
        let mut carry = |from: Cell, to: Cell, becomes: Option<PieceType>| {
            if let Some(piece) = next.at(from) {
                next.set(from, None);
                next.set(
                    to,
                    Some(RefPiece { kind: becomes.unwrap_or(piece.kind), moved: true, ..piece }),
                );
            }
        };
        carry(action.from, action.to, action.becomes);
        if let Some((from, to)) = action.rook {
            carry(from, to, None);
        }
        if let Some(pawn) = action.takes_in_passing {
            next.set(pawn, None);
        }
        next.passed = action.passes;
        next.turn = !self.turn;
        next
    }
}

impl Action {
    fn plain(from: Cell, to: Cell) -> Action {
        Action { from, to, becomes: None, passes: None, takes_in_passing: None, rook: None }
    }
}

/// The cell so many squares ahead of a pawn.
fn ahead((file, rank): Cell, colour: Colour, squares: i32) -> Cell {
    match colour {
        Colour::White => (file, rank + squares),
        Colour::Black => (file, rank - squares),
    }
}

pub(super) fn cell(square: Square) -> Cell {
    (i32::from(square.file()), i32::from(square.rank()))
}

pub(super) fn square((file, rank): Cell) -> Square {
    Square::new(file as u8, rank as u8)
}

fn plain(action: Action) -> PlainMove {
    (square(action.from), square(action.to), action.becomes)
}
