//! Lessons for a piece, made from its movement: stars to reach, pieces to take, a mate to give.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use fastrand::Rng;
use rules::{
    Colour, Move, Piece, PieceType, Position, Role, RuleSpec, Rules, Setup, Square, SquareSet, Win,
};

/// What is to be done in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LessonTask {
    /// To reach every star, in few moves. Nobody else moves.
    Stars,
    /// To take everything without ever standing where something could take. Nobody else moves.
    Captures,
    /// To mate at once.
    Mate,
}

/// A lesson for a piece.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What is to be done.
    pub task: LessonTask,
    /// Where it begins, White to move.
    pub position: Position,
    /// The squares to be reached.
    pub stars: SquareSet,
    /// The fewest moves in which it can be done.
    pub fewest: u32,
}

/// How a lesson stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonState {
    /// There is more to do.
    Open,
    /// All is done.
    Done,
    /// The move was wrong: what stands on the square answers it.
    Wrong(Square),
}

/// A lesson that is being done.
#[derive(Clone, Debug)]
pub struct LessonRun {
    lesson: Lesson,
    position: Position,
    stars: SquareSet,
    moves: u32,
    state: LessonState,
}

/// Number of stars and pieces on a board.
const STARS: [usize; 2] = [2, 4];
const TARGETS: [usize; 2] = [2, 3];

/// Number of moves that a lesson with pieces to take may need beyond one for each piece.
const DETOUR: usize = 2;

/// So near are pieces that belong together, to be seen at a glance.
const NEAR: u8 = 4;

/// Number of random attempts to set up a lesson.
const TRIES: usize = 60;
const MATE_TRIES: usize = 6000;

/// The lessons for a piece of a rule set, easy ones first. The same for everybody.
pub fn lessons(rules: &Arc<Rules>, kind: PieceType) -> Vec<Lesson> {
    let name = format!("{}/{}", rules.id(), rules.piece_spec(kind).name);
    let seed = name.bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31) ^ u64::from(byte));
    let mut maker = Maker { rng: Rng::with_seed(seed), kind, rules };
    let Some(free) = free_rules(rules) else { return Vec::new() };
    let mut lessons = Vec::new();
    lessons.extend(STARS.iter().filter_map(|count| maker.stars(&free, *count)));
    lessons.extend(TARGETS.iter().filter_map(|count| maker.captures(&free, *count)));
    lessons.extend(maker.mate());
    lessons
}

impl LessonRun {
    /// Begins a lesson.
    pub fn new(lesson: Lesson) -> LessonRun {
        let (position, stars) = (lesson.position.clone(), lesson.stars);
        LessonRun { lesson, position, stars, moves: 0, state: LessonState::Open }
    }

    /// What is being done.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The stars that are left.
    pub fn stars(&self) -> SquareSet {
        self.stars
    }

    /// How many moves were made.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// How it stands.
    pub fn state(&self) -> LessonState {
        self.state
    }

    /// The moves that can be made now; none when it is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.state {
            LessonState::Open => self.position.legal_moves(),
            LessonState::Done | LessonState::Wrong(_) => Vec::new(),
        }
    }

    /// From one to three, when it is done: three for the fewest moves.
    pub fn rating(&self) -> u8 {
        match self.moves.saturating_sub(self.lesson.fewest) {
            0 => 3,
            1 | 2 => 2,
            _ => 1,
        }
    }

    /// Makes a legal move.
    pub fn play(&mut self, chess_move: Move) {
        if self.state != LessonState::Open || !self.position.is_legal(chess_move) {
            return;
        }
        self.position.play_unchecked(chess_move);
        self.moves += 1;
        let to = chess_move.to();
        self.state = match self.lesson.task {
            LessonTask::Stars => {
                self.stars.remove(to);
                if self.stars.is_empty() { LessonState::Done } else { LessonState::Open }
            }
            LessonTask::Captures => {
                let attackers = self.position.attackers(to, Colour::Black, None);
                match attackers.iter().next() {
                    Some(by) => LessonState::Wrong(by),
                    None if self.position.of(Colour::Black).is_empty() => LessonState::Done,
                    None => LessonState::Open,
                }
            }
            LessonTask::Mate if self.position.is_checkmate() => LessonState::Done,
            LessonTask::Mate => LessonState::Wrong(self.position.king(Colour::Black).unwrap_or(to)),
        };
        if self.lesson.task != LessonTask::Mate {
            self.position = self.position.with_turn(Colour::White);
        }
    }
}

/// The same pieces on the same board, without kings to look after.
fn free_rules(rules: &Rules) -> Option<Arc<Rules>> {
    let spec = RuleSpec {
        start: Setup::default(),
        castling: None,
        en_passant: false,
        win: Win::Never,
        fog: false,
        ..rules.spec().clone()
    };
    Rules::compile(spec).ok()
}

struct Maker<'a> {
    rng: Rng,
    kind: PieceType,
    rules: &'a Arc<Rules>,
}

impl Maker<'_> {
    fn own(&self) -> Piece {
        Piece::new(self.kind, Colour::White)
    }

    fn is_pawn(&self) -> bool {
        self.rules.piece_spec(self.kind).role == Role::Pawn
    }

    /// Where the piece begins: pawns at home, others in the middle.
    fn home(&self) -> Square {
        let size = self.rules.size();
        let rank = if self.is_pawn() { 1 } else { size.ranks() / 2 - 1 };
        Square::new(size.files() / 2 - 1, rank)
    }

    /// A board with stars on a way that the piece can take.
    fn stars(&mut self, free: &Arc<Rules>, count: usize) -> Option<Lesson> {
        let home = self.home();
        for _ in 0..TRIES {
            let mut position = place(free, home, self.own(), &[])?;
            let mut stars = SquareSet::EMPTY;
            // A pawn that promotes is another piece.
            let steps = if self.is_pawn() { count.min(3) } else { count };
            for _ in 0..steps {
                let moves: Vec<Move> = position.legal_moves();
                let fresh: Vec<&Move> = moves
                    .iter()
                    .filter(|m| {
                        m.to() != home && !stars.contains(m.to()) && m.promotion().is_none()
                    })
                    .collect();
                let Some(step) = self.rng.choice(&fresh) else { break };
                position.play_unchecked(**step);
                position = position.with_turn(Colour::White);
                stars.insert(step.to());
            }
            let fewest = fewest_moves(free, self.own(), home, stars, &[]);
            if let Some(fewest) = fewest.filter(|_| stars.len() as usize == steps) {
                let position = place(free, home, self.own(), &[])?;
                return Some(Lesson { task: LessonTask::Stars, position, stars, fewest });
            }
        }
        None
    }

    /// A board with pieces that can all be taken in safety.
    fn captures(&mut self, free: &Arc<Rules>, count: usize) -> Option<Lesson> {
        let home = self.home();
        let squares: Vec<Square> = self.rules.size().squares().collect();
        let is_ordinary = |kind: &PieceType| {
            matches!(self.rules.piece_spec(*kind).role, Role::Ordinary | Role::CastlingPartner)
        };
        let kinds: Vec<PieceType> = self.rules.piece_types().filter(is_ordinary).collect();
        for _ in 0..4 * TRIES {
            let mut targets: Vec<(Square, Piece)> = Vec::new();
            while targets.len() < count {
                let (Some(square), Some(kind)) =
                    (self.rng.choice(&squares), self.rng.choice(&kinds))
                else {
                    return None;
                };
                let is_free = *square != home && targets.iter().all(|(at, _)| at != square);
                if is_free && square.distance(home) <= NEAR {
                    targets.push((*square, Piece::new(*kind, Colour::Black)));
                }
            }
            let position = place(free, home, self.own(), &targets)?;
            if position.is_attacked(home, Colour::Black) {
                continue;
            }
            let fewest = fewest_moves(free, self.own(), home, SquareSet::EMPTY, &targets);
            if let Some(fewest) = fewest {
                let stars = SquareSet::EMPTY;
                return Some(Lesson { task: LessonTask::Captures, position, stars, fewest });
            }
        }
        None
    }

    /// A position in which the piece mates at once, as the only way if possible.
    fn mate(&mut self) -> Option<Lesson> {
        let rules = self.rules;
        let king = rules.royal().filter(|king| *king != self.kind && rules.check_counts())?;
        let value = |kind: &PieceType| rules.piece_spec(*kind).value;
        let is_helper = |kind: &PieceType| *kind != king && value(kind) < 13.0;
        let helper = rules.piece_types().filter(is_helper);
        let helper = helper.max_by(|a, b| value(a).total_cmp(&value(b)))?;
        let size = rules.size();
        let is_edge = |at: &Square| {
            let (file, rank) = (at.file(), at.rank());
            file == 0 || rank == 0 || file + 1 == size.files() || rank + 1 == size.ranks()
        };
        let edge: Vec<Square> = size.squares().filter(is_edge).collect();
        let mut found = None;
        for attempt in 0..MATE_TRIES {
            let mated = *self.rng.choice(&edge)?;
            let mut setup = Setup::default();
            setup.put(mated, Piece::new(king, Colour::Black));
            let mut pieces = vec![(Piece::new(king, Colour::White), 3), (self.own(), NEAR)];
            if attempt > MATE_TRIES / 6 {
                pieces.push((Piece::new(helper, Colour::White), NEAR));
            }
            for (piece, far) in pieces {
                let near = |at: &Square| at.distance(mated) <= far;
                let squares: Vec<Square> = size.squares().filter(near).collect();
                setup.put(*self.rng.choice(&squares)?, piece);
            }
            let Ok((position, warnings)) = Position::new(Arc::clone(rules), setup) else {
                continue;
            };
            if !warnings.is_empty() || position.outcome().is_some() {
                continue;
            }
            let mates = |m: &Move| {
                let mut after = position.clone();
                after.play_unchecked(*m);
                after.is_checkmate()
            };
            let mating: Vec<Move> = position.legal_moves().into_iter().filter(mates).collect();
            let is_own = |m: &Move| position.piece_at(m.from()) == Some(self.own());
            if !mating.iter().any(is_own) {
                continue;
            }
            let is_only = mating.iter().all(is_own) && mating.len() == 1;
            let stars = SquareSet::EMPTY;
            let lesson = Lesson { task: LessonTask::Mate, position, stars, fewest: 1 };
            if is_only {
                return Some(lesson);
            }
            found.get_or_insert(lesson);
        }
        found
    }
}

fn place(
    rules: &Arc<Rules>,
    square: Square,
    own: Piece,
    others: &[(Square, Piece)],
) -> Option<Position> {
    let mut setup = Setup::default();
    others.iter().for_each(|(square, piece)| setup.put(*square, *piece));
    setup.put(square, own);
    Position::new(Arc::clone(rules), setup).ok().map(|(position, _)| position)
}

/// The fewest moves to every star and every piece, without standing where a piece could take;
/// nothing if it takes too many.
fn fewest_moves(
    rules: &Arc<Rules>,
    own: Piece,
    home: Square,
    stars: SquareSet,
    others: &[(Square, Piece)],
) -> Option<u32> {
    let stars: Vec<Square> = stars.iter().collect();
    let all = (1u32 << (stars.len() + others.len())) - 1;
    let most = 2 * stars.len() + others.len() + DETOUR;
    let mut ways: HashMap<(Square, u32), Vec<Square>> = HashMap::new();
    let mut seen = HashSet::from([(home, 0)]);
    let mut queue = VecDeque::from([(home, 0, 0)]);
    while let Some((square, done, moves)) = queue.pop_front() {
        if done == all {
            return Some(moves);
        }
        if moves as usize >= most {
            continue;
        }
        let taken = done >> stars.len();
        let left: Vec<(Square, Piece)> = others
            .iter()
            .enumerate()
            .filter(|(index, _)| taken & (1 << index) == 0)
            .map(|(_, other)| *other)
            .collect();
        let ways = ways.entry((square, taken)).or_insert_with(|| {
            let Some(position) = place(rules, square, own, &left) else { return Vec::new() };
            let is_safe = |m: &Move| {
                let mut after = position.clone();
                after.play_unchecked(*m);
                m.promotion().is_none() && !after.is_attacked(m.to(), Colour::Black)
            };
            let moves = position.legal_moves().into_iter().filter(is_safe);
            moves.map(|m| m.to()).collect()
        });
        for to in ways.iter() {
            let mut next = done;
            for (index, star) in stars.iter().enumerate() {
                next |= u32::from(star == to) << index;
            }
            for (index, (other, _)) in others.iter().enumerate() {
                next |= u32::from(other == to) << (stars.len() + index);
            }
            if seen.insert((*to, next)) {
                queue.push_back((*to, next, moves + 1));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does a lesson with the moves that a search finds.
    fn solve(lesson: &Lesson) -> Option<LessonRun> {
        let mut queue = VecDeque::from([LessonRun::new(lesson.clone())]);
        let mut seen = HashSet::new();
        while let Some(run) = queue.pop_front() {
            for chess_move in run.legal_moves() {
                let mut next = run.clone();
                next.play(chess_move);
                match next.state() {
                    LessonState::Done => return Some(next),
                    LessonState::Open if next.moves() < lesson.fewest => {
                        let stars: Vec<Square> = next.stars().iter().collect();
                        if seen.insert((next.position().hash(), stars)) {
                            queue.push_back(next);
                        }
                    }
                    _ => {}
                }
            }
        }
        None
    }

    #[test]
    fn every_piece_has_lessons_that_can_be_done_in_the_fewest_moves() {
        for id in ["xxl", "standard", "capablanca"] {
            let rules = notation::ruleset::shipped(id).expect("it ships");
            for kind in rules.piece_types() {
                let name = &rules.piece_spec(kind).name;
                let lessons = lessons(&rules, kind);
                let has = |task| lessons.iter().any(|lesson| lesson.task == task);
                assert!(has(LessonTask::Stars), "{id} {name}");
                let is_king = Some(kind) == rules.royal();
                assert!(has(LessonTask::Mate) || is_king, "{id} {name}");
                for lesson in &lessons {
                    let done = solve(lesson).unwrap_or_else(|| panic!("{id} {name} {lesson:?}"));
                    assert_eq!((done.moves(), done.rating()), (lesson.fewest, 3), "{id} {name}");
                }
            }
        }
    }

    #[test]
    fn a_piece_that_can_be_taken_has_failed() {
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        let rook = rules.piece_named("rook").expect("a rook");
        let free = free_rules(&rules).expect("they compile");
        let enemy = (Square::new(7, 7), Piece::new(rook, Colour::Black));
        let own = Piece::new(rook, Colour::White);
        let position = place(&free, Square::new(3, 3), own, &[enemy]).expect("a position");
        let stars = SquareSet::EMPTY;
        let lesson = Lesson { task: LessonTask::Captures, position, stars, fewest: 2 };
        let mut run = LessonRun::new(lesson);
        let step = run.legal_moves().into_iter().find(|m| m.to() == Square::new(3, 7));
        run.play(step.expect("a move"));
        assert_eq!(run.state(), LessonState::Wrong(Square::new(7, 7)));
        assert!(run.legal_moves().is_empty());
    }
}
