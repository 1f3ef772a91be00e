//! A slow reference of the wider rules: hurdles, bends, regions, promotion of any piece, several royals.
//!
//! It shares no code with the generator. Every path is spelt out as the cells that must be empty, those
//! that must not all be, and where it ends; a move is legal if nothing is found against it afterwards.
//! Castling is not part of it. How games end stands in `wide_ends`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use xxlchess_rules::{
    Colour, Hurdle, Movement, Path, Piece, PieceSpec, PieceType, Purpose, Ray, Role, Royals, Rules,
    Setup, Square, Win,
};

use super::reference::{Cell, PlainMove, cell, square};

/// A position of the slow reference.
#[derive(Clone, Debug)]
pub struct WideReference {
    pub(super) rules: Arc<Rules>,
    /// What stands where, and whether it has moved.
    board: BTreeMap<Cell, (Piece, bool)>,
    pub(super) turn: Colour,
    /// The checks that White and Black still have to give, where they are counted.
    pub(super) checks_left: [u8; 2],
    /// The cells that the last move went over, and where the piece stands that did.
    passed: Option<(Vec<Cell>, Cell)>,
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Action {
    from: Cell,
    to: Cell,
    becomes: Option<PieceType>,
    taken: Option<Cell>,
    leaves_trace: bool,
}

impl WideReference {
    /// The position that a set-up describes; nobody has just passed.
    pub fn new(rules: &Arc<Rules>, setup: &Setup) -> WideReference {
        let entry = |(square, piece): (Square, Piece)| {
            (cell(square), (piece, setup.moved_pawns.contains(square)))
        };
        let board = setup.pieces().map(entry).collect();
        let most = rules.spec().ends.checks.unwrap_or_default();
        let checks_left = setup.checks.unwrap_or([most; 2]).map(|left| left.min(most));
        let rules = Arc::clone(rules);
        WideReference { rules, board, turn: setup.turn, checks_left, passed: None }
    }

    /// All legal moves, sorted.
    pub fn legal_moves(&self) -> Vec<PlainMove> {
        let plain = |action: &Action| (square(action.from), square(action.to), action.becomes);
        let mut moves: Vec<_> = self.legal().iter().map(plain).collect();
        moves.sort_unstable();
        moves
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// When the move is not legal.
    pub fn play(&mut self, (from, to, becomes): PlainMove) {
        let is_meant = |action: &&Action| {
            (action.from, action.to, action.becomes) == (cell(from), cell(to), becomes)
        };
        let legal = self.legal();
        let action = legal.iter().find(is_meant).unwrap_or_else(|| panic!("{from}{to} is illegal"));
        *self = self.after(*action);
    }

    /// The royal pieces that a side must not leave attacked, and that are.
    pub fn exposed(&self, side: Colour) -> BTreeSet<Square> {
        let spec = self.rules.spec();
        let royal: Vec<(Cell, PieceType)> = self
            .of(side)
            .filter(|(_, piece)| self.spec(*piece).role == Role::Royal)
            .map(|(at, piece)| (at, piece.kind()))
            .collect();
        let is_hit = |at: Cell| self.of(!side).any(|(from, _)| self.attacks(from, at));
        let hit: Vec<_> = royal.iter().copied().filter(|(at, _)| is_hit(*at)).collect();
        let counts = |(_, kind): &(Cell, PieceType)| match spec.royals {
            Royals::One | Royals::All => true,
            Royals::Last => royal.iter().filter(|(_, other)| other == kind).count() == 1,
            Royals::NotAll => hit.len() == royal.len(),
        };
        hit.iter().filter(|one| counts(one)).map(|(at, _)| square(*at)).collect()
    }

    /// What a side sees under fog, also when a king has been taken and the game is over.
    pub fn visible(&self, side: Colour) -> BTreeSet<Square> {
        let mut seen = self.clone();
        if side != self.turn {
            (seen.turn, seen.passed) = (side, None);
        }
        let own = self.of(side).map(|(at, _)| square(at));
        own.chain(seen.actions().iter().map(|action| square(action.to))).collect()
    }

    fn spec(&self, piece: Piece) -> &PieceSpec {
        &self.rules.spec().pieces[piece.kind().index()]
    }

    pub(super) fn of(&self, side: Colour) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        let own = self.board.iter().filter(move |(_, (piece, _))| piece.colour() == side);
        own.map(|(at, (piece, _))| (*at, *piece))
    }

    fn is_on_board(&self, (file, rank): Cell) -> bool {
        let size = self.rules.size();
        (0..i32::from(size.files())).contains(&file) && (0..i32::from(size.ranks())).contains(&rank)
    }

    fn is_empty(&self, at: Cell) -> bool {
        !self.board.contains_key(&at)
    }

    /// A rank as a side counts it, from 1.
    fn own_rank(&self, at: Cell, side: Colour) -> i32 {
        match side {
            Colour::White => at.1 + 1,
            Colour::Black => i32::from(self.rules.size().ranks()) - at.1,
        }
    }

    fn starts_from(&self, at: Cell, side: Colour) -> bool {
        match self.rules.spec().first_moves {
            Some(zones) => zones[side.index()].contains(square(at)),
            None => {
                let rank = self.rules.spec().double_step.unwrap_or(2);
                self.own_rank(at, side) == i32::from(rank)
            }
        }
    }

    /// The ways of the piece on a cell, the pawn's usual ones included.
    fn ways(&self, from: Cell, piece: Piece) -> Vec<Path> {
        let (spec, rules) = (self.spec(piece), self.rules.spec());
        if let Some(later) = &spec.later
            && self.own_rank(from, piece.colour()) >= i32::from(later.rank)
        {
            return later.movement.all_paths().collect();
        }
        let mut ways: Vec<Path> = spec.movement.all_paths().collect();
        if spec.role == Role::Pawn && spec.movement == Movement::pawn() {
            for way in &mut ways {
                way.en_passant = rules.en_passant && way.ray.purpose == Purpose::CaptureOnly;
            }
            if rules.double_step.is_some() || rules.first_moves.is_some() {
                let ray = Ray { files: 0, ranks: 2, range: 1, purpose: Purpose::MoveOnly };
                ways.push(Path { hurdle: Hurdle::Lame, initial: true, ..Path::of_ray(ray) });
            }
            let zones = rules.triple_steps;
            if zones.is_some_and(|zones| zones[piece.colour().index()].contains(square(from))) {
                let ray = Ray { files: 0, ranks: 3, range: 1, purpose: Purpose::MoveOnly };
                ways.push(Path { hurdle: Hurdle::Lame, initial: true, ..Path::of_ray(ray) });
            }
        }
        ways
    }

    /// The cells on which a way ends on this board, whatever stands there.
    fn ends(&self, from: Cell, way: &Path, side: Colour) -> Vec<Cell> {
        let sign = if side == Colour::White { 1 } else { -1 };
        let step = (sign * i32::from(way.ray.files), sign * i32::from(way.ray.ranks));
        let mut at = from;
        if let Some((files, ranks)) = way.bend {
            at = (from.0 + sign * i32::from(files), from.1 + sign * i32::from(ranks));
            if !self.is_on_board(at) || !self.is_empty(at) {
                return Vec::new();
            }
        }
        let between = between(from, step);
        let is_blocked = |at: &Cell| self.is_on_board(*at) && !self.is_empty(*at);
        match way.hurdle {
            Hurdle::Lame if between.iter().any(is_blocked) => return Vec::new(),
            Hurdle::Jump if !between.iter().any(is_blocked) => return Vec::new(),
            _ => {}
        }
        let mut hurdles_left = u32::from(way.hurdle == Hurdle::Hop);
        let (mut left, mut ends) = (way.ray.range, Vec::new());
        loop {
            at = (at.0 + step.0, at.1 + step.1);
            if !self.is_on_board(at) || left == 0 {
                return ends;
            }
            if hurdles_left > 0 {
                hurdles_left -= u32::from(!self.is_empty(at));
                continue;
            }
            ends.push(at);
            left -= 1;
            if !self.is_empty(at) {
                return ends;
            }
        }
    }

    fn may_stand(&self, piece: Piece, at: Cell) -> bool {
        let region = self.spec(piece).region;
        region.is_none_or(|zones| zones[piece.colour().index()].contains(square(at)))
    }

    pub(super) fn attacks(&self, from: Cell, target: Cell) -> bool {
        let Some((piece, _)) = self.board.get(&from).copied() else { return false };
        let side = piece.colour();
        self.may_stand(piece, target)
            && self.ways(from, piece).iter().any(|way| {
                way.ray.purpose.captures()
                    && (!way.initial || self.starts_from(from, side))
                    && self.ends(from, way, side).contains(&target)
            })
    }

    /// Everything that the pieces of the side to move can do.
    fn actions(&self) -> BTreeSet<Action> {
        let mut actions = BTreeSet::new();
        for (from, piece) in self.of(self.turn) {
            self.piece_actions(from, piece, &mut actions);
        }
        actions
    }

    fn piece_actions(&self, from: Cell, piece: Piece, actions: &mut BTreeSet<Action>) {
        let (side, rules) = (self.turn, self.rules.spec());
        let has_moved = self.board.get(&from).is_some_and(|(_, moved)| *moved);
        let is_moved_pawn =
            rules.first_moves.is_none() && self.spec(piece).role == Role::Pawn && has_moved;
        let (mut plain, mut traced, mut passing) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let is_usual_pawn =
            self.spec(piece).role == Role::Pawn && self.spec(piece).movement == Movement::pawn();
        for way in self.ways(from, piece) {
            // The usual pawn's triple step is there only where it is allowed.
            let is_triple = is_usual_pawn && way.ray.ranks == 3;
            if way.initial && !is_triple && (is_moved_pawn || !self.starts_from(from, side)) {
                continue;
            }
            let step = (way.ray.files.abs(), way.ray.ranks.abs());
            let is_long = way.hurdle == Hurdle::Lame && [(0, 3), (3, 3), (3, 0)].contains(&step);
            let leaves = way.initial
                && rules.en_passant
                && (is_long || [(0, 2), (2, 2), (2, 0)].contains(&step));
            for to in
                self.ends(from, &way, side).into_iter().filter(|to| self.may_stand(piece, *to))
            {
                let other = self.board.get(&to).map(|(piece, _)| piece.colour());
                let can = match other {
                    None => way.ray.purpose.moves(),
                    Some(colour) => way.ray.purpose.captures() && colour != side,
                };
                match can {
                    true if leaves => drop(traced.insert(to)),
                    true => drop(plain.insert(to)),
                    false => {
                        if let Some((crossed, victim)) = &self.passed
                            && crossed.contains(&to)
                            && way.en_passant
                            && other.is_none()
                        {
                            passing.insert((to, *victim));
                        }
                    }
                }
            }
        }
        let has_one = rules.royals == Royals::One && self.king(side) == Some(from);
        if rules.fog && rules.restrictions.kings_apart && has_one {
            plain.extend(self.king(!side).filter(|_| self.kings_face()));
        }
        let action = |to: Cell, taken: Option<Cell>, leaves_trace| Action {
            from,
            to,
            becomes: None,
            taken: taken.or(Some(to).filter(|to| !self.is_empty(*to))),
            leaves_trace,
        };
        for to in &plain {
            self.arrivals(piece, action(*to, None, false), actions);
        }
        for to in traced.difference(&plain) {
            self.arrivals(piece, action(*to, None, true), actions);
        }
        for (to, victim) in passing.into_iter().filter(|(to, _)| !plain.contains(to)) {
            self.arrivals(piece, action(to, Some(victim), false), actions);
        }
    }

    /// Adds an action with what the piece may or must become.
    fn arrivals(&self, piece: Piece, action: Action, actions: &mut BTreeSet<Action>) {
        let (side, rules) = (self.turn, self.rules.spec());
        let is_pawn = self.spec(piece).role == Role::Pawn;
        let mut stays = true;
        if let Some(promotion) = &rules.promotion {
            let is_zone = |at: Cell| match promotion.zones {
                Some(zones) => zones[side.index()].contains(square(at)),
                None => self.own_rank(at, side) >= i32::from(promotion.rank),
            };
            let is_left = |kind: PieceType| {
                let there = self.of(side).filter(|(_, piece)| piece.kind() == kind).count();
                let limit = promotion.limits.iter().find(|(limited, _)| *limited == kind);
                limit.is_none_or(|(_, most)| there < usize::from(*most))
            };
            let mut kinds = Vec::new();
            if is_pawn && is_zone(action.to) {
                kinds.extend(promotion.choices_of(side).iter().copied());
                stays &= promotion.is_optional;
            }
            let touches = (is_zone(action.to) || (!is_pawn && is_zone(action.from)))
                && (!promotion.pieces_take || action.taken == Some(action.to));
            if let Some(kind) = self.spec(piece).becomes.filter(|_| touches) {
                kinds.push(kind);
                stays &= !(promotion.pieces_must && is_left(kind));
            }
            for kind in kinds.into_iter().filter(|kind| is_left(*kind)) {
                actions.insert(Action { becomes: Some(kind), leaves_trace: false, ..action });
            }
        }
        if stays && (!rules.restrictions.no_dead_ends || self.can_go_on(piece, action.to)) {
            actions.insert(action);
        }
    }

    /// Could the piece move from there, were the board empty?
    fn can_go_on(&self, piece: Piece, from: Cell) -> bool {
        let ways = self.ways(from, piece);
        let mut moves = ways.iter().filter(|way| way.ray.purpose.moves() && !way.initial);
        moves.any(|way| {
            let sign = if piece.colour() == Colour::White { 1 } else { -1 };
            let (aside, ahead) = way.bend.unwrap_or((0, 0));
            let files = sign * (i32::from(way.ray.files) + i32::from(aside));
            let ranks = sign * (i32::from(way.ray.ranks) + i32::from(ahead));
            self.is_on_board((from.0 + files, from.1 + ranks))
        })
    }

    fn legal(&self) -> Vec<Action> {
        if self.early_outcome().is_some() { Vec::new() } else { self.legal_on() }
    }

    /// The positions after each legal move, also of a game that is over.
    pub(super) fn positions_after(&self) -> impl Iterator<Item = WideReference> + '_ {
        self.legal_on().into_iter().map(|action| self.after(action))
    }

    /// The legal moves, also where the board has decided the game.
    fn legal_on(&self) -> Vec<Action> {
        let rules = self.rules.spec();
        let restrictions = rules.restrictions;
        let defends = rules.win == Win::Checkmate && !rules.fog;
        if rules.fog && self.side_without_royals().is_some() {
            return Vec::new();
        }
        let mut legal: Vec<Action> = self.actions().into_iter().collect();
        legal.retain(|action| {
            let taken = action.taken.and_then(|at| self.board.get(&at)).map(|(piece, _)| *piece);
            let takes_royal = taken.is_some_and(|piece| self.spec(piece).role == Role::Royal)
                && self.exposed(!self.turn).contains(&square(action.to));
            let next = self.after(*action);
            (!defends || !takes_royal && next.exposed(self.turn).is_empty())
                && (!restrictions.no_check || rules.fog || next.exposed(!self.turn).is_empty())
                && (!restrictions.kings_apart || rules.fog || !next.kings_face())
        });
        if restrictions.must_capture && legal.iter().any(|action| action.taken.is_some()) {
            legal.retain(|action| action.taken.is_some());
        }
        legal
    }

    /// A side all of whose royal pieces were taken. Of one that has several in other games, or none,
    /// the start array tells.
    pub(super) fn side_without_royals(&self) -> Option<Colour> {
        let spec = self.rules.spec();
        let is_royal = |piece: Piece| self.spec(piece).role == Role::Royal;
        let needs_one = |side: &Colour| match spec.royals {
            Royals::One => {
                let ends = &spec.ends;
                let ends_otherwise = ends.checks.is_some()
                    || ends.goal.is_some()
                    || ends.row.is_some()
                    || ends.extinction.is_some();
                self.rules.royal().is_some() && (spec.win != Win::Never || !ends_otherwise)
            }
            _ => spec.start.pieces().any(|(_, p)| p.colour() == *side && is_royal(p)),
        };
        Colour::BOTH.into_iter().find(|side| needs_one(side) && self.king(*side).is_none())
    }

    pub(super) fn king(&self, side: Colour) -> Option<Cell> {
        let mut royal = self.of(side).filter(|(_, p)| self.spec(*p).role == Role::Royal);
        royal.next().map(|(at, _)| at)
    }

    /// Do kings of the first royal type face each other?
    fn kings_face(&self) -> bool {
        let kings = |side| -> Vec<Cell> {
            let own = self.of(side).filter(|(_, piece)| Some(piece.kind()) == self.rules.royal());
            own.map(|(at, _)| at).collect()
        };
        let is_open = |one: Cell, other: Cell| {
            let inside = |a: i32, b: i32, c: i32| a.min(b) < c && c < a.max(b);
            let is_between = |at: &Cell| {
                (one.0 == other.0 && at.0 == one.0 && inside(one.1, other.1, at.1))
                    || (one.1 == other.1 && at.1 == one.1 && inside(one.0, other.0, at.0))
            };
            (one.0 == other.0 || one.1 == other.1) && !self.board.keys().any(is_between)
        };
        let others = kings(Colour::Black);
        kings(Colour::White).iter().any(|one| others.iter().any(|other| is_open(*one, *other)))
    }

    fn after(&self, action: Action) -> WideReference {
        let mut next = self.clone();
        if let Some(taken) = action.taken {
            next.board.remove(&taken);
        }
        if let Some((piece, _)) = next.board.remove(&action.from) {
            let kind = action.becomes.unwrap_or(piece.kind());
            next.board.insert(action.to, (Piece::new(kind, piece.colour()), true));
        }
        next.turn = !self.turn;
        let zones = self.rules.spec().en_passant_zones;
        let step = (action.to.0 - action.from.0, action.to.1 - action.from.1);
        let mut crossed = between(action.from, step);
        crossed
            .retain(|at| zones.is_none_or(|zones| zones[next.turn.index()].contains(square(*at))));
        next.passed = action.leaves_trace.then_some((crossed, action.to));
        if self.rules.spec().ends.checks.is_some() && !next.exposed(next.turn).is_empty() {
            let left = &mut next.checks_left[self.turn.index()];
            *left = left.saturating_sub(1);
        }
        next
    }
}

/// The cells between the ends of a leap: along the longer side first, then diagonally.
fn between(from: Cell, (files, ranks): Cell) -> Vec<Cell> {
    let (near, far) = (files.abs().min(ranks.abs()), files.abs().max(ranks.abs()));
    let straight = match files.abs() > ranks.abs() {
        true => (files.signum(), 0),
        false => (0, ranks.signum()),
    };
    let diagonal = (files.signum(), ranks.signum());
    let at = |n: i32| {
        let (a, b) = (n.min(far - near), (n - (far - near)).max(0));
        (from.0 + a * straight.0 + b * diagonal.0, from.1 + a * straight.1 + b * diagonal.1)
    };
    (1..far).map(at).collect()
}
