//! Web workers, replaced by ones that answer when they are polled.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

use engine::level;
use engine::{Clock, Limits};
use rules::{History, Position};

use super::super::worker::Task;
use super::*;

/// Counts the workers that were started, and says how the next ones behave.
#[derive(Default)]
struct WorkerState {
    started: Cell<usize>,
    is_deaf: Cell<bool>,
    dies: Cell<bool>,
}

struct Shared(Rc<WorkerState>);

struct Fake {
    workers: Rc<WorkerState>,
    host: WebWorkerHost,
    inbox: RefCell<VecDeque<String>>,
}

impl WebWorkers for Shared {
    fn start(&self, _wake: Wake) -> Option<Box<dyn WebWorker>> {
        self.0.started.set(self.0.started.get() + 1);
        let (workers, inbox) = (Rc::clone(&self.0), RefCell::default());
        Some(Box::new(Fake { workers, host: WebWorkerHost::default(), inbox }))
    }
}

impl WebWorker for Fake {
    fn send(&mut self, message: &str) {
        if !self.workers.is_deaf.get() {
            let inbox = self.inbox.get_mut();
            self.host.answer(message, &mut |text| inbox.push_back(text));
        }
    }

    fn receive(&mut self) -> Option<FromWorker> {
        if self.workers.dies.get() {
            return Some(FromWorker::Died);
        }
        self.inbox.get_mut().pop_front().map(FromWorker::Message)
    }
}

fn worker_client() -> (WorkerClient, Rc<WorkerState>) {
    let state = Rc::new(WorkerState::default());
    let workers = Rc::new(Shared(Rc::clone(&state)));
    (WorkerClient::new(workers, Arc::new(|| ())).expect("it starts"), state)
}

fn game(id: &str, fog: bool) -> History {
    let rules = notation::ruleset::shipped(id)
        .expect("it ships")
        .with_fog(fog)
        .expect("each side has a king");
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

fn ask(worker_client: &mut WorkerClient, history: &History, task: Task) {
    let limits = Limits::nodes(2_000);
    worker_client.ask(1, &EngineRequest::new(1, history.clone(), task, limits));
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
        let request = EngineRequest::new(9, history, task, limits);
        let sent = serde_json::to_string(&RequestMessage::new(4, &request)).expect("written");
        let mut reader = RequestReader::default();
        let mut read = || {
            let asked: RequestMessage = serde_json::from_str(&sent).expect("read");
            assert_eq!(asked.number, 4);
            reader.request(asked).expect("it makes sense")
        };
        let arrived = read();
        assert_eq!(arrived.history.position(), request.history.position());
        assert!(arrived.history.earlier_hashes().eq(request.history.earlier_hashes()));
        assert!(matches!(arrived.task, Task::Move(Some(level)) if level.name == "3"));
        assert_eq!((arrived.limits.clock, arrived.limits.nodes), (Some(clock), Some(77)));
        // What was thought by the same rules is found again.
        let rules = arrived.history.position().rules();
        assert!(Arc::ptr_eq(rules, read().history.position().rules()));
    }
}

#[test]
fn every_task_is_answered() {
    let (mut worker_client, workers) = worker_client();
    let history = game("xxl", false);
    ask(&mut worker_client, &history, Task::Move(level::find("1")));
    let Some(EngineReport::Chosen(thought)) = worker_client.report() else { panic!("a move") };
    assert!(history.position().is_legal(thought.best.expect("a move")));
    assert!(thought.score.is_some() && !thought.line.is_empty());
    ask(&mut worker_client, &history, Task::Analysis);
    let Some(EngineReport::Line(line)) = worker_client.report() else { panic!("a line") };
    assert!(history.position().is_legal(line.moves[0]));
    ask(&mut worker_client, &history, Task::Refutation(1));
    let Some(EngineReport::Reply { reply, is_lost }) = worker_client.report() else {
        panic!("a reply")
    };
    assert!(reply.is_some() && is_lost == Some(false));
    assert!(worker_client.report().is_none());
    assert_eq!(workers.started.get(), 1, "a helper that is done is asked again");
}

#[test]
fn a_helper_that_still_thinks_is_ended() {
    let (mut worker_client, workers) = worker_client();
    workers.is_deaf.set(true);
    let history = game("standard", false);
    ask(&mut worker_client, &history, Task::Analysis);
    assert!(worker_client.report().is_none());
    workers.is_deaf.set(false);
    ask(&mut worker_client, &history, Task::Move(level::find("random")));
    assert!(matches!(worker_client.report(), Some(EngineReport::Chosen(_))));
    assert_eq!(workers.started.get(), 2);
}

#[test]
fn a_helper_that_dies_is_told_of_and_replaced() {
    let (mut worker_client, workers) = worker_client();
    workers.dies.set(true);
    let history = game("standard", false);
    ask(&mut worker_client, &history, Task::Analysis);
    assert!(matches!(worker_client.report(), Some(EngineReport::Failed)));
    workers.dies.set(false);
    ask(&mut worker_client, &history, Task::Move(level::find("random")));
    assert!(matches!(worker_client.report(), Some(EngineReport::Chosen(_))));
}

#[test]
fn nonsense_is_not_answered_with_a_crash() {
    let mut host = WebWorkerHost::default();
    let mut told = Vec::new();
    host.answer("{}", &mut |text| told.push(text));
    assert!(told.is_empty());
    let request = EngineRequest::new(1, game("standard", false), Task::Analysis, Limits::nodes(1));
    let mut sent = serde_json::to_value(RequestMessage::new(4, &request)).expect("written");
    let second = sent["turns"][1].clone();
    sent["turns"][0] = second;
    host.answer(&sent.to_string(), &mut |text| told.push(text));
    assert_eq!(told.len(), 2, "it failed, and is done: {told:?}");
}

#[test]
fn games_of_the_laboratory_are_played_in_a_worker() {
    let (mut worker_client, _) = worker_client();
    let rules = notation::ruleset::shipped("gardner").expect("it ships");
    let plan = study::lab::Plan { nodes: 40, seed: 1 };
    let history = History::new(Position::start(&rules));
    ask(&mut worker_client, &history, Task::LabGame(plan, 7));
    let Some(EngineReport::LabGame(line)) = worker_client.report() else { panic!("a game") };
    let game = study::lab::record::parse(&line, &rules);
    let mut engine = engine::Engine::new(&rules, 1, 1);
    assert_eq!(game, plan.play(&mut engine, 7, &|| false), "the same everywhere");
}
