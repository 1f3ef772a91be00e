//! Workers that think for the nodes of a cluster, as processes that can be killed.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use protocol::{Action, ColourChoice, Opponent, RoomId, RoomOptions, RoomPhase, RulesChoice};
use xxlchess_server::{Server, ServerConfig, ServerLimits, Worker, WorkerConfig, WorkerHost};

use crate::cluster::Setting;
use crate::common::{Tester, as_white, generous, minutes};

/// Says to a test program of ours that it is to be a worker, and of which broker.
const BROKER: &str = "XXLCHESS_TEST_WORKER";

/// A node with a number of threads of its own, and a limit of the computer's thinking time.
async fn node(setting: &Setting, engine_threads: usize, thinking_time: Duration) -> Server {
    let limits = ServerLimits { thinking_time, ..generous() };
    setting.node_as(ServerConfig { limits, engine_threads, ..ServerConfig::default() }).await
}

async fn worker(setting: &Setting) -> Worker {
    let broker = setting.broker.address();
    Worker::start(WorkerConfig { broker, ..WorkerConfig::default() }).await.expect("a worker")
}

/// Waits until a count reaches a value.
async fn until_counted(metrics: impl Fn() -> String, name: &str, expected: u64) {
    let line = format!("xxlchess_{name} {expected}\n");
    for _ in 0..1500 {
        if metrics().contains(&line) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{line} never came to be: {}", metrics());
}

fn against(level: &str) -> RoomOptions {
    RoomOptions { opponent: Opponent::Level(level.to_owned()), ..as_white("standard") }
}

/// A game against the computer, in which the person has made the first move.
async fn begin(node: &Server, options: RoomOptions, first: &str) -> (Tester, RoomId) {
    let mut tester = Tester::connect(node.address(), "Anna").await;
    let room = tester.create(RoomOptions { colour: ColourChoice::White, ..options }).await;
    tester.until_phase(&room, RoomPhase::Playing).await;
    tester.play(&room, first).await;
    (tester, room)
}

/// This test program again, started as a worker that can be killed.
struct WorkerProcess(Child);

impl WorkerProcess {
    fn start(setting: &Setting) -> WorkerProcess {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["--exact", "cluster_workers::a_worker_process", "--nocapture"]);
        command.env(BROKER, setting.broker.address());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let is_ready = |line: &Result<String, _>| line.as_ref().is_ok_and(|l| l.contains("ready"));
        assert!(lines.any(|line| is_ready(&line)), "it takes questions");
        WorkerProcess(child)
    }

    fn kill(&mut self) {
        self.0.kill().expect("it runs");
        self.0.wait().expect("it ends");
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// No test of its own: the worker that other tests start, which ends with them.
#[test]
fn a_worker_process() {
    let Ok(broker) = std::env::var(BROKER) else { return };
    let host = WorkerHost::start(WorkerConfig { broker, ..WorkerConfig::default() });
    println!("ready");
    let _closed = std::io::stdin().read_to_end(&mut Vec::new());
    drop(host);
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_answer_for_nodes_that_do_not_think() {
    let Some(setting) = Setting::start("workers") else { return };
    let node = node(&setting, 0, Duration::from_secs(1)).await;
    let nobody = Tester::connect(node.address(), "Early").await;
    assert!(nobody.client.server().is_some_and(|server| server.levels.is_empty()));
    let worker = worker(&setting).await;
    until_counted(|| node.metrics(), "cluster_workers", 1).await;

    // Also by rules that only the room knows, and under fog, where the computer has a memory.
    let file = "inherits = \"standard\"\ntitle = \"Mine\"\n".to_owned();
    let own = RulesChoice::Own { id: "mine".to_owned(), file };
    for options in [
        RoomOptions { clock: minutes(5), ..against("3") },
        RoomOptions { rules: own, ..against("careful") },
        RoomOptions { fog: true, ..against("5") },
    ] {
        let is_foggy = options.fog;
        let (mut tester, room) = begin(&node, options, "e2e4").await;
        tester.until_ply(&room, 2).await;
        if is_foggy {
            tester.play(&room, "a2a3").await;
            tester.until_ply(&room, 4).await;
        }
        tester.act(&room, Action::Resign).await;
        tester.until_phase(&room, RoomPhase::Over).await;
    }
    until_counted(|| worker.metrics(), "worker_answers_total", 4).await;
    until_counted(|| node.metrics(), "cluster_worker_answers_total", 4).await;
    until_counted(|| node.metrics(), "cluster_worker_losses_total", 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_killed_while_it_thinks_is_answered_for() {
    let Some(setting) = Setting::start("killed-worker") else { return };
    let node = node(&setting, 1, Duration::from_secs(2)).await;
    let mut first = WorkerProcess::start(&setting);
    until_counted(|| node.metrics(), "cluster_workers", 1).await;
    // Without a clock this level thinks as long as it may.
    let (mut tester, room) = begin(&node, against("18"), "e2e4").await;
    until_counted(|| node.metrics(), "cluster_worker_questions", 1).await;
    first.kill();
    // The node is alone now, and thinks itself.
    tester.until_ply(&room, 2).await;
    until_counted(|| node.metrics(), "cluster_worker_losses_total", 1).await;
    until_counted(|| node.metrics(), "cluster_worker_answers_total", 0).await;

    // With another worker there, that one is asked.
    let mut second = WorkerProcess::start(&setting);
    until_counted(|| node.metrics(), "cluster_workers", 1).await;
    tester.play(&room, "a2a3").await;
    until_counted(|| node.metrics(), "cluster_worker_questions", 1).await;
    let _third = WorkerProcess::start(&setting);
    until_counted(|| node.metrics(), "cluster_workers", 2).await;
    second.kill();
    tester.until_ply(&room, 4).await;
    until_counted(|| node.metrics(), "cluster_worker_losses_total", 2).await;
    until_counted(|| node.metrics(), "cluster_worker_answers_total", 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_wait_for_a_free_worker_and_can_be_cancelled() {
    let Some(setting) = Setting::start("busy-worker") else { return };
    let node = node(&setting, 0, Duration::from_secs(600)).await;
    let worker = worker(&setting).await;
    until_counted(|| node.metrics(), "cluster_workers", 1).await;
    let (mut tester, endless) = begin(&node, against("18"), "e2e4").await;
    until_counted(|| node.metrics(), "cluster_worker_questions", 1).await;
    let options = RoomOptions { clock: minutes(1), ..against("random") };
    let mut other = Tester::connect(node.address(), "Ben").await;
    let room = other.create(options).await;
    other.until_phase(&room, RoomPhase::Playing).await;
    other.play(&room, "e2e4").await;
    until_counted(|| node.metrics(), "engine_questions", 1).await;
    assert_eq!(other.game(&room).ply(), 1);

    // The one is cancelled, and the other's turn comes.
    tester.act(&endless, Action::Resign).await;
    other.until_ply(&room, 2).await;
    until_counted(|| worker.metrics(), "worker_cancelled_total", 1).await;
    until_counted(|| worker.metrics(), "worker_free_threads", 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_stopped_answers_what_it_has() {
    let Some(setting) = Setting::start("stopped-worker") else { return };
    let node = node(&setting, 1, Duration::from_secs(1)).await;
    let worker = worker(&setting).await;
    until_counted(|| node.metrics(), "cluster_workers", 1).await;
    let (mut tester, room) = begin(&node, against("18"), "e2e4").await;
    until_counted(|| node.metrics(), "cluster_worker_questions", 1).await;
    tokio::join!(worker.stop(), tester.until_ply(&room, 2));
    until_counted(|| node.metrics(), "cluster_worker_answers_total", 1).await;
    until_counted(|| node.metrics(), "cluster_workers", 0).await;
    tester.play(&room, "a2a3").await;
    tester.until_ply(&room, 4).await;
    until_counted(|| node.metrics(), "cluster_worker_losses_total", 0).await;
}
