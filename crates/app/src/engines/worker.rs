//! The thread that lets an engine answer the window's requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use engine::level::Thought;
use engine::{Bound, Line};
use notation::pgn::is_name_of;
use rules::{Position, Rules};

use super::process::{self, EngineFault, Process};
use super::uci;
use super::{EngineOption, ExternalEngine};
use crate::play::{EngineReport, EngineRequest, Task};
use crate::services::Wake;

/// Thinking time where the request sets none.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Time an engine may overrun before it counts as hanging.
const HANG_TIMEOUT: Duration = Duration::from_secs(5);

/// Silence after which an engine is sent `isready`.
const SILENCE: Duration = Duration::from_secs(5);

/// How often the worker checks whether the request is cancelled.
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Starts the thread of an engine; nothing if the system refuses.
pub fn spawn(
    engine: ExternalEngine,
    latest: Arc<AtomicU64>,
    reports: Sender<(u64, EngineReport)>,
    wake: Wake,
) -> Option<Sender<(u64, EngineRequest)>> {
    let (sender, requests): (_, Receiver<(u64, EngineRequest)>) = channel();
    let work = move || {
        let mut worker = Worker { engine, latest, running: None };
        while let Ok((number, request)) = requests.recv() {
            let mut tell = |report| {
                let _ = reports.send((number, report));
                wake();
            };
            if worker.is_wanted(number) && worker.answer(number, &request, &mut tell).is_err() {
                // The next request starts it again.
                worker.running = None;
                tell(EngineReport::Failed);
            }
        }
    };
    let spawned = std::thread::Builder::new().name("engine".to_owned()).spawn(work);
    spawned.is_ok().then_some(sender)
}

struct Worker {
    engine: ExternalEngine,
    latest: Arc<AtomicU64>,
    running: Option<Running>,
}

struct Running {
    process: Process,
    rules: Arc<Rules>,
    game: u64,
}

impl Worker {
    fn is_wanted(&self, number: u64) -> bool {
        self.latest.load(Ordering::SeqCst) == number
    }

    fn answer(
        &mut self,
        number: u64,
        request: &EngineRequest,
        tell: &mut dyn FnMut(EngineReport),
    ) -> Result<(), EngineFault> {
        self.prepare(request)?;
        let Some(running) = &mut self.running else { return Err(EngineFault::Ended) };
        let process = &mut running.process;
        let position = request.history.position();
        process.send(&format!("setoption name MultiPV value {}", request.limits.lines.max(1)))?;
        process.send(&uci::position_command(&request.history))?;
        process.send(&go_command(request))?;
        let longest = longest(request);
        let deadline = longest.map(|time| Instant::now() + time + HANG_TIMEOUT);
        let mut best_line: Option<Line> = None;
        let mut stopped: Option<Instant> = None;
        let (mut heard, mut is_pinged) = (Instant::now(), false);
        loop {
            if stopped.is_none() && self.latest.load(Ordering::SeqCst) != number {
                process.send("stop")?;
                stopped = Some(Instant::now() + HANG_TIMEOUT);
            }
            let late = stopped.or(deadline);
            if late.is_some_and(|late| Instant::now() > late) {
                return Err(EngineFault::Silent);
            }
            // Engines answer `isready` even while they search.
            match heard.elapsed() {
                silence if silence > 2 * SILENCE => return Err(EngineFault::Silent),
                silence if silence > SILENCE && !is_pinged => {
                    process.send("isready")?;
                    is_pinged = true;
                }
                _ => {}
            }
            let Some(line) = process.line(CANCEL_POLL_INTERVAL)? else { continue };
            (heard, is_pinged) = (Instant::now(), false);
            if let Some(text) = line.strip_prefix("bestmove") {
                if matches!(request.task, Task::Analysis) {
                    // The search ended or was stopped; its lines were already reported.
                    return Ok(());
                }
                let text = text.split_whitespace().next().unwrap_or_default();
                let best = notation::uci::parse(position, text)
                    .map_err(|_| EngineFault::Illegal(text.to_owned()));
                // The result of a stopped search is not needed.
                let best = if stopped.is_some() { None } else { Some(best?) };
                let line = best_line.filter(|line| line.moves.first().copied() == best);
                let thought = Thought {
                    best,
                    score: line.as_ref().map(|line| line.score),
                    depth: line.as_ref().map(|line| line.depth),
                    line: line.map(|line| line.moves).unwrap_or_default(),
                };
                tell(EngineReport::Chosen(thought));
                return Ok(());
            }
            let Some(found) = parse_line(&line, position) else { continue };
            if found.rank == 0 {
                best_line = Some(found.clone());
            }
            if matches!(request.task, Task::Analysis) {
                tell(EngineReport::Line(found));
            }
        }
    }

    /// Starts the engine, or announces another game.
    fn prepare(&mut self, request: &EngineRequest) -> Result<(), EngineFault> {
        let rules = request.history.position().rules();
        if let Some(running) = &mut self.running
            && Arc::ptr_eq(&running.rules, rules)
        {
            if running.game != request.game {
                running.game = request.game;
                running.process.send("ucinewgame")?;
                running.process.send("isready")?;
                running.process.wait_for("readyok", |_| ())?;
            }
            return Ok(());
        }
        self.running = None;
        let mut process = process::start(&self.engine.path)?;
        let offered = process.introduce()?;
        for (name, value) in &self.engine.options {
            process.send(&format!("setoption name {name} value {value}"))?;
        }
        let variants = offered.options.iter().find(|option| option.name == "UCI_Variant");
        let known = variants.map_or(&[][..], EngineOption::values);
        let plays_960 = offered.options.iter().any(|option| option.name == "UCI_Chess960");
        match known.iter().find(|name| is_name_of(name, rules)) {
            Some(name) => process.send(&format!("setoption name UCI_Variant value {name}"))?,
            None if rules.id() == "standard" || rules.id() == "chess960" && plays_960 => {}
            None => return Err(EngineFault::OtherRules(rules.id().to_owned())),
        }
        if plays_960 && rules.id() == "chess960" {
            process.send("setoption name UCI_Chess960 value true")?;
        }
        process.send("ucinewgame")?;
        process.send("isready")?;
        process.wait_for("readyok", |_| ())?;
        self.running = Some(Running { process, rules: Arc::clone(rules), game: request.game });
        Ok(())
    }
}

fn go_command(request: &EngineRequest) -> String {
    let limits = &request.limits;
    if let Some(clock) = limits.clock {
        let turn = request.history.position().turn();
        return uci::go_by_clocks(turn, clock, request.opponent_clock.unwrap_or(clock));
    }
    match (request.task, limits.move_time) {
        (Task::Analysis, _) => "go infinite".to_owned(),
        (_, time) => format!("go movetime {}", time.unwrap_or(USUAL_TIME).as_millis().max(1)),
    }
}

/// How long an engine thinks at most; nothing if it is to be stopped.
fn longest(request: &EngineRequest) -> Option<Duration> {
    match (request.limits.clock, request.task) {
        (Some(clock), _) => Some(clock.remaining),
        (None, Task::Analysis) => None,
        (None, _) => Some(request.limits.move_time.unwrap_or(USUAL_TIME)),
    }
}

/// Parses an `info` line with a principal variation and its exact score.
fn parse_line(text: &str, position: &Position) -> Option<Line> {
    let (mut line, moves) = uci::parse_info(text)?;
    let mut position = position.clone();
    for step in moves {
        let Ok(step) = notation::uci::parse(&position, step) else { break };
        position.play_unchecked(step);
        line.moves.push(step);
    }
    (line.bound == Bound::Exact && !line.moves.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use engine::{Clock, Score};
    use rules::History;

    use super::*;

    fn start() -> Position {
        Position::start(&notation::ruleset::shipped("standard").expect("it ships"))
    }

    #[test]
    fn lines_of_play_are_read() {
        let text =
            "info depth 9 seldepth 12 multipv 2 score mate -3 nodes 77 time 15 pv e2e4 e7e5 x";
        let line = parse_line(text, &start()).expect("a line");
        assert_eq!((line.rank, line.depth, line.score), (1, 9, Score::MateIn(-3)));
        assert_eq!((line.nodes, line.moves.len()), (77, 2));
        for text in [
            "",
            "info depth 9",
            "info score cp 5",
            "info score cp x pv e2e4",
            "info depth 3 score cp 1 upperbound pv e2e4",
            "info string pv e2e4",
        ] {
            assert!(parse_line(text, &start()).is_none(), "{text}");
        }
    }

    /// A program that speaks UCI as far as its lines go.
    #[cfg(unix)]
    fn program(name: &str, body: &str) -> ExternalEngine {
        use std::os::unix::fs::PermissionsExt;
        let path = std::env::temp_dir().join(format!("xxlchess-{name}-{}.sh", std::process::id()));
        std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("written");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&path, mode).expect("set");
        ExternalEngine { name: name.into(), path: path.display().to_string(), options: vec![] }
    }

    #[cfg(unix)]
    fn ask(engine: ExternalEngine, rules: &str) -> EngineReport {
        let rules = notation::ruleset::shipped(rules).expect("it ships");
        let history = History::new(Position::start(&rules));
        let limits = engine::Limits::move_time(Duration::from_millis(10));
        ask_about(engine, EngineRequest::new(1, history, Task::Move(None), limits))
    }

    #[cfg(unix)]
    fn ask_about(engine: ExternalEngine, request: EngineRequest) -> EngineReport {
        let (sender, reports) = channel();
        let latest = Arc::new(AtomicU64::new(1));
        let path = engine.path.clone();
        let requests = spawn(engine, latest, sender, Arc::new(|| ())).expect("a thread");
        requests.send((1, request)).expect("sent");
        let report = reports.recv_timeout(Duration::from_secs(60)).expect("a report").1;
        let _ = std::fs::remove_file(path);
        report
    }

    #[cfg(unix)]
    const POLITE: &str = r#"while read -r line; do case "$line" in
        uci) echo "id name Polite"; echo uciok;;
        isready) echo readyok;;
        go*) echo "info depth 4 score cp 12 pv e2e4"; echo "bestmove e2e4";;
        quit) exit;;
        esac; done"#;

    #[cfg(unix)]
    #[test]
    fn a_program_answers_and_one_that_cannot_is_told() {
        let EngineReport::Chosen(thought) = ask(program("polite", POLITE), "standard") else {
            panic!("it answers");
        };
        assert_eq!((thought.score, thought.depth), (Some(Score::Centipawns(12)), Some(4)));
        assert!(matches!(ask(program("other", POLITE), "xxl"), EngineReport::Failed));
        let hill = "echo \"option name UCI_Variant type combo default chess var kingofthehill\"";
        let hill = POLITE.replace("echo uciok", &format!("{hill}; echo uciok"));
        let report = ask(program("hill", &hill), "king-of-the-hill");
        assert!(matches!(report, EngineReport::Chosen(_)), "{report:?}");
        let crash = POLITE.replace("echo \"bestmove e2e4\"", "exit 1");
        assert!(matches!(ask(program("crash", &crash), "standard"), EngineReport::Failed));
        let wrong = POLITE.replace("bestmove e2e4", "bestmove e2e5");
        assert!(matches!(ask(program("wrong", &wrong), "standard"), EngineReport::Failed));
        let missing = ExternalEngine { path: "/no/such/program".into(), ..Default::default() };
        assert!(matches!(ask(missing, "standard"), EngineReport::Failed));
        let silent = POLITE.replace("echo \"bestmove e2e4\"", ":");
        assert!(matches!(ask(program("silent", &silent), "standard"), EngineReport::Failed));
    }

    #[cfg(unix)]
    #[test]
    fn garbage_is_passed_over() {
        let noise = r#"go*) head -c 200000 /dev/urandom; echo; head -c 300000 /dev/zero | tr '\0' x; echo
            echo "info score cp"; echo "info depth x pv"; echo "bestmove";"#;
        let lost = POLITE.replace("go*)", noise);
        assert!(matches!(ask(program("lost", &lost), "standard"), EngineReport::Failed));
        let noise = noise.replace("echo \"bestmove\";", "");
        let found = POLITE.replace("go*)", &noise);
        assert!(matches!(ask(program("found", &found), "standard"), EngineReport::Chosen(_)));
    }

    /// An engine with an hour on its clock is not waited for if it has stopped listening.
    #[cfg(unix)]
    #[test]
    fn one_that_hangs_is_not_waited_for() {
        let hangs = POLITE.replace("go*)", "go*) exec sleep 100;");
        let hour = Duration::from_secs(3600);
        let clock = Clock { remaining: hour, increment: Duration::ZERO, moves_to_go: None };
        let limits = engine::Limits { clock: Some(clock), ..Default::default() };
        let request = EngineRequest::new(1, History::new(start()), Task::Move(None), limits);
        assert!(matches!(ask_about(program("hangs", &hangs), request), EngineReport::Failed));
    }

    #[test]
    fn both_clocks_are_told() {
        let clock = |seconds, increment| Clock {
            remaining: Duration::from_secs(seconds),
            increment: Duration::from_secs(increment),
            moves_to_go: None,
        };
        let mut history = History::new(start());
        for expected in [
            "go wtime 60000 btime 90000 winc 1000 binc 2000",
            "go wtime 90000 btime 60000 winc 2000 binc 1000",
        ] {
            let limits = engine::Limits { clock: Some(clock(60, 1)), ..Default::default() };
            let request = EngineRequest::new(1, history.clone(), Task::Move(None), limits);
            let request = EngineRequest { opponent_clock: Some(clock(90, 2)), ..request };
            assert_eq!(go_command(&request), expected);
            history.play(history.position().legal_moves()[0]).expect("legal");
        }
    }

    #[test]
    fn a_game_is_told_from_its_last_pass() {
        let mut history = History::new(start());
        let play = |history: &mut History, text| {
            history
                .play(notation::uci::parse(history.position(), text).expect(text))
                .expect("legal");
        };
        play(&mut history, "e2e4");
        let told = uci::position_command(&history);
        assert!(told == "position startpos moves e2e4", "{told}");
        history.pass();
        let told = uci::position_command(&history);
        assert!(
            told.contains("/4P3/") && told.contains(" w ") && !told.contains("moves"),
            "{told}"
        );
        play(&mut history, "d2d4");
        assert!(uci::position_command(&history).ends_with(" moves d2d4"));
    }
}
