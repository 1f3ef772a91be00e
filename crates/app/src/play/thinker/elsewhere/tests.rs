//! Thinking in helpers, with helpers that answer when they are listened to.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

use engine::level;
use engine::{Clock, Limits};
use rules::{History, Position};

use super::super::mind::Task;
use super::*;

/// Counts the helpers that were started, and says how the next ones behave.
#[derive(Default)]
struct Shed {
    started: Cell<usize>,
    is_deaf: Cell<bool>,
    dies: Cell<bool>,
}

struct Shared(Rc<Shed>);

struct Fake {
    shed: Rc<Shed>,
    helper: Helper,
    letters: RefCell<VecDeque<String>>,
}

impl Workers for Shared {
    fn start(&self, _wake: Wake) -> Option<Box<dyn Worker>> {
        self.0.started.set(self.0.started.get() + 1);
        let (shed, letters) = (Rc::clone(&self.0), RefCell::default());
        Some(Box::new(Fake { shed, helper: Helper::default(), letters }))
    }
}

impl Worker for Fake {
    fn send(&mut self, message: &str) {
        if !self.shed.is_deaf.get() {
            let letters = self.letters.get_mut();
            self.helper.answer(message, &mut |text| letters.push_back(text));
        }
    }

    fn receive(&mut self) -> Option<FromWorker> {
        if self.shed.dies.get() {
            return Some(FromWorker::Died);
        }
        self.letters.get_mut().pop_front().map(FromWorker::Message)
    }
}

fn elsewhere() -> (Elsewhere, Rc<Shed>) {
    let shed = Rc::new(Shed::default());
    let workers = Rc::new(Shared(Rc::clone(&shed)));
    (Elsewhere::new(workers, Arc::new(|| ())).expect("it starts"), shed)
}

fn game(id: &str, fog: bool) -> History {
    let rules = notation::ruleset::shipped(id).expect("it ships").with_fog(fog);
    let mut history = History::new(Position::start(&rules));
    for text in ["e2e4", "e7e5"] {
        if let Ok(chess_move) = notation::uci::parse(history.position(), text) {
            history.play(chess_move).expect("legal");
        }
    }
    history.pass();
    history.pass();
    history
}

fn ask(elsewhere: &mut Elsewhere, history: &History, task: Task) {
    let limits = Limits::nodes(2_000);
    elsewhere.ask(1, &Question { game: 1, history: history.clone(), task, limits });
}

#[test]
fn a_question_arrives_as_it_was_asked() {
    for (id, fog) in [("standard", false), ("xxl", false), ("xxl", true), ("capablanca", false)] {
        let history = game(id, fog);
        let clock = Clock {
            remaining: Duration::from_millis(61_250),
            increment: Duration::from_secs(2),
            moves_to_go: None,
        };
        let limits = Limits { clock: Some(clock), ..Limits::nodes(77) };
        let task = Task::Move(level::find("3"));
        let question = Question { game: 9, history, task, limits };
        let sent = serde_json::to_string(&Asked::new(4, &question)).expect("written");
        let mut reader = Reader::default();
        let mut read = || {
            let asked: Asked = serde_json::from_str(&sent).expect("read");
            assert_eq!(asked.number, 4);
            reader.question(asked).expect("it makes sense")
        };
        let arrived = read();
        assert_eq!(arrived.history.position(), question.history.position());
        assert!(arrived.history.earlier_hashes().eq(question.history.earlier_hashes()));
        assert!(matches!(arrived.task, Task::Move(Some(level)) if level.name == "3"));
        assert_eq!((arrived.limits.clock, arrived.limits.nodes), (Some(clock), Some(77)));
        // What was thought by the same rules is found again.
        let rules = arrived.history.position().rules();
        assert!(Arc::ptr_eq(rules, read().history.position().rules()));
    }
}

#[test]
fn every_task_is_answered() {
    let (mut elsewhere, shed) = elsewhere();
    let history = game("xxl", false);
    ask(&mut elsewhere, &history, Task::Move(level::find("1")));
    let Some(Report::Chosen(thought)) = elsewhere.report() else { panic!("a move") };
    assert!(history.position().is_legal(thought.best.expect("a move")));
    assert!(thought.score.is_some() && !thought.line.is_empty());
    ask(&mut elsewhere, &history, Task::Analysis);
    let Some(Report::Line(line)) = elsewhere.report() else { panic!("a line") };
    assert!(history.position().is_legal(line.moves[0]));
    ask(&mut elsewhere, &history, Task::Refutation(1));
    let Some(Report::Reply { reply, is_lost }) = elsewhere.report() else { panic!("a reply") };
    assert!(reply.is_some() && is_lost == Some(false));
    assert!(elsewhere.report().is_none());
    assert_eq!(shed.started.get(), 1, "a helper that is done is asked again");
}

#[test]
fn a_helper_that_still_thinks_is_ended() {
    let (mut elsewhere, shed) = elsewhere();
    shed.is_deaf.set(true);
    let history = game("standard", false);
    ask(&mut elsewhere, &history, Task::Analysis);
    assert!(elsewhere.report().is_none());
    shed.is_deaf.set(false);
    ask(&mut elsewhere, &history, Task::Move(level::find("random")));
    assert!(matches!(elsewhere.report(), Some(Report::Chosen(_))));
    assert_eq!(shed.started.get(), 2);
}

#[test]
fn a_helper_that_dies_is_told_of_and_replaced() {
    let (mut elsewhere, shed) = elsewhere();
    shed.dies.set(true);
    let history = game("standard", false);
    ask(&mut elsewhere, &history, Task::Analysis);
    assert!(matches!(elsewhere.report(), Some(Report::Failed)));
    shed.dies.set(false);
    ask(&mut elsewhere, &history, Task::Move(level::find("random")));
    assert!(matches!(elsewhere.report(), Some(Report::Chosen(_))));
}

#[test]
fn nonsense_is_not_answered_with_a_crash() {
    let mut helper = Helper::default();
    let mut told = Vec::new();
    helper.answer("{}", &mut |text| told.push(text));
    assert!(told.is_empty());
    let question = Question {
        game: 1,
        history: game("standard", false),
        task: Task::Analysis,
        limits: Limits::nodes(1),
    };
    let sent = serde_json::to_string(&Asked::new(4, &question)).expect("written");
    helper.answer(&sent.replace("e2e4", "e2e5"), &mut |text| told.push(text));
    assert_eq!(told.len(), 2, "it failed, and is done: {told:?}");
}
