//! Random set-ups that no game would reach: odd, but each has the kings it needs.

use xxlchess_rules::{Colour, Piece, PieceType, Role, RuleSpec, Setup, Square, SquareSet, Win};

use super::Random;

/// A random set-up that a position can be made of.
pub fn odd_setup(random: &mut Random, spec: &RuleSpec) -> Setup {
    let mut layout = Layout { random, spec, setup: Setup::default() };
    layout.kings();
    if layout.random.chance(60) {
        layout.rooks_beside_kings();
    }
    for _ in 0..layout.random.below(4) {
        layout.attack_on_king();
    }
    for _ in 0..layout.random.below(4) {
        layout.pawn_at_a_special_rank();
    }
    layout.fill();
    layout.turn_and_rights();
    if layout.random.chance(50) {
        layout.en_passant();
    }
    layout.setup
}

/// A set-up that grows.
struct Layout<'a> {
    random: &'a mut Random,
    spec: &'a RuleSpec,
    setup: Setup,
}

impl Layout<'_> {
    fn is_empty(&self, square: Square) -> bool {
        self.setup.pieces().all(|(occupied, _)| occupied != square)
    }

    fn put_if_empty(&mut self, square: Option<Square>, piece: Piece) {
        if let Some(square) = square.filter(|s| self.is_empty(*s)) {
            self.setup.put(square, piece);
        }
    }

    fn any_square(&mut self) -> Square {
        let file = self.random.below(self.spec.size.files().into());
        Square::new(file as u8, self.random.below(self.spec.size.ranks().into()) as u8)
    }

    fn any_colour(&mut self) -> Colour {
        if self.random.chance(50) { Colour::White } else { Colour::Black }
    }

    fn kinds(&self, wanted: impl Fn(Role) -> bool) -> Vec<PieceType> {
        let indices = 0..self.spec.pieces.len();
        let wanted = indices.filter(|index| wanted(self.spec.pieces[*index].role));
        wanted.filter_map(PieceType::from_index).collect()
    }

    fn king_of(&self, colour: Colour) -> Option<Square> {
        let royal = self.spec.with_role(Role::Royal)?;
        self.setup.squares_of(Piece::new(royal, colour)).iter().next()
    }

    fn kings(&mut self) {
        let Some(royal) = self.spec.with_role(Role::Royal) else { return };
        let [white, black] = Colour::BOTH.map(|colour| Piece::new(royal, colour));
        if self.spec.win == Win::Never && !self.spec.fog {
            for piece in [white, black] {
                for _ in 0..self.random.below(3) {
                    let square = self.any_square();
                    self.setup.put(square, piece);
                }
            }
            return;
        }
        let size = self.spec.size;
        loop {
            let first = self.any_square();
            let (second, first) = match self.random.below(5) {
                0 => (self.near(first), first),
                1 => (Square::new(self.any_square().file(), first.rank()), first),
                2 => (
                    Square::new(self.any_square().file(), size.ranks() - 1),
                    Square::new(first.file(), 0),
                ),
                _ => (self.any_square(), first),
            };
            if first != second {
                self.setup.put(first, white);
                self.setup.put(second, black);
                return;
            }
        }
    }

    /// A square at most two files and ranks away.
    fn near(&mut self, square: Square) -> Square {
        let mut step = || self.random.below(5) as i32 - 2;
        self.spec.size.offset(square, step(), step()).unwrap_or(square)
    }

    fn rooks_beside_kings(&mut self) {
        let rooks = self.kinds(|role| role == Role::CastlingPartner);
        for colour in Colour::BOTH {
            let (Some(king), Some(rook)) = (self.king_of(colour), self.random.pick(&rooks)) else {
                continue;
            };
            for _ in 0..self.random.below(5) {
                let last = self.spec.size.files() - 1;
                let file = match self.random.below(3) {
                    0 => 0,
                    1 => last,
                    _ => self.any_square().file(),
                };
                self.put_if_empty(Some(Square::new(file, king.rank())), Piece::new(rook, colour));
            }
        }
    }

    /// Puts a piece where it looks at a king, often with something in between.
    fn attack_on_king(&mut self) {
        let owner = self.any_colour();
        let kinds = self.kinds(|role| !matches!(role, Role::Royal));
        let (Some(king), Some(kind)) = (self.king_of(owner), self.random.pick(&kinds)) else {
            return;
        };
        let rays = self.spec.pieces[kind.index()].movement.rays();
        let Some(ray) = self.random.pick(rays) else { return };
        let turned = if owner == Colour::White { 1 } else { -1 };
        let step = (turned * i32::from(ray.files), turned * i32::from(ray.ranks));
        let steps = self.random.between(1, ray.range.min(6).into()) as i32;
        let on_the_way = |n| self.spec.size.offset(king, n * step.0, n * step.1);
        let (from, between) = (on_the_way(steps), on_the_way(self.random.between(1, 6) as i32));
        self.put_if_empty(from, Piece::new(kind, !owner));
        if self.random.chance(60) {
            let (colour, kinds) = (self.any_colour(), self.kinds(|role| role != Role::Royal));
            if let Some(kind) = self.random.pick(&kinds) {
                self.put_if_empty(between, Piece::new(kind, colour));
            }
        }
    }

    /// Puts a pawn just before its promotion, or where it may go two squares.
    fn pawn_at_a_special_rank(&mut self) {
        let Some(pawn) = self.spec.with_role(Role::Pawn) else { return };
        let colour = self.any_colour();
        let double_step = self.spec.double_step.unwrap_or(2);
        let promotion = self.spec.promotion.as_ref().map_or(self.spec.size.ranks(), |p| p.rank);
        let ranks = [double_step, double_step, promotion - 1, promotion, 1, self.spec.size.ranks()];
        let own_rank = self.random.pick(&ranks).unwrap_or(2);
        let square = self.on_own_rank(own_rank, colour);
        self.put_if_empty(Some(square), Piece::new(pawn, colour));
    }

    fn on_own_rank(&mut self, own_rank: u8, colour: Colour) -> Square {
        let file = self.any_square().file();
        match colour {
            Colour::White => Square::new(file, own_rank - 1),
            Colour::Black => Square::new(file, self.spec.size.ranks() - own_rank),
        }
    }

    fn fill(&mut self) {
        let squares = usize::from(self.spec.size.files()) * usize::from(self.spec.size.ranks());
        let most = match self.random.below(10) {
            0..4 => 6,
            4..8 => squares / 4,
            8 => squares / 2,
            _ => squares,
        };
        let kinds = self.kinds(|role| role != Role::Royal);
        let favourite = self.random.pick(&kinds);
        for _ in 0..self.random.below(most + 1) {
            let chosen = if self.random.chance(15) { favourite } else { self.random.pick(&kinds) };
            let (colour, square) = (self.any_colour(), self.any_square());
            if let Some(kind) = chosen {
                self.put_if_empty(Some(square), Piece::new(kind, colour));
            }
        }
    }

    fn turn_and_rights(&mut self) {
        self.setup.turn = self.any_colour();
        self.setup.halfmove_clock = self.random.below(120) as u16;
        self.setup.fullmove_number = self.random.between(1, 200) as u32;
        let all: Vec<_> = self.setup.pieces().map(|(square, _)| square).collect();
        self.setup.castling = match self.random.below(10) {
            0 => self.some_of(&all),
            1..3 => SquareSet::EMPTY,
            3..5 => {
                let rooks: Vec<_> = self.spec.unmoved_rooks(&self.setup).iter().collect();
                self.some_of(&rooks)
            }
            _ => self.spec.unmoved_rooks(&self.setup),
        };
        if self.random.chance(40) {
            self.setup.moved_pawns = self.some_of(&all);
        }
    }

    fn some_of(&mut self, squares: &[Square]) -> SquareSet {
        squares.iter().copied().filter(|_| self.random.chance(50)).collect()
    }

    /// Makes it look as if a pawn had just gone two squares; now and then without sense.
    fn en_passant(&mut self) {
        let (Some(own_rank), Some(pawn)) = (self.spec.double_step, self.spec.with_role(Role::Pawn))
        else {
            return;
        };
        let (own, enemy) = (self.setup.turn, !self.setup.turn);
        let start = self.on_own_rank(own_rank, enemy);
        let forward = if enemy == Colour::White { 1 } else { -1 };
        let size = self.spec.size;
        let ahead = |files, squares| size.offset(start, files, squares * forward);
        let stands = ahead(0, 2);
        self.put_if_empty(stands, Piece::new(pawn, enemy));
        for side in [-1, 1] {
            if self.random.chance(70) {
                self.put_if_empty(ahead(side, 2), Piece::new(pawn, own));
            }
        }
        let is_sound = self.is_empty(start)
            && ahead(0, 1).is_some_and(|square| self.is_empty(square))
            && self.setup.squares_of(Piece::new(pawn, enemy)).iter().any(|s| Some(s) == stands);
        if is_sound || self.random.chance(20) {
            self.setup.en_passant = ahead(0, 1);
        }
        if self.random.chance(3) {
            self.setup.en_passant = Some(self.any_square());
        }
    }
}
