//! Engine requests and reports as JSON, for a web worker that shares no memory with the page.

use std::time::Duration;

use engine::level::{self, Thought};
use engine::{Bound, Clock, Limits, Line, Score};
use notation::{archive, uci};
use rules::{History, Move, Position, Turn};
use serde::{Deserialize, Serialize};
use study::lab::{Plan, record};

use super::worker::{EngineReport, EngineRequest, Task};

/// A turn that passed without a move.
const PASS: &str = "0000";

/// A request to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub struct RequestMessage {
    /// Comes back with every answer.
    pub number: u64,
    game: u64,
    /// Rules and start of the game, as an archive.
    start: String,
    turns: Vec<String>,
    task: TaskMessage,
    limits: LimitsMessage,
}

#[derive(Debug, Serialize, Deserialize)]
enum TaskMessage {
    Move(Option<String>),
    Analysis,
    Judgement,
    Refutation(usize),
    LabGame { nodes: u64, seed: u64, number: u32 },
}

/// The limits that the window sets; the others are defaults.
#[derive(Debug, Serialize, Deserialize)]
struct LimitsMessage {
    nodes: Option<u64>,
    move_time: Option<Duration>,
    clock: Option<(Duration, Duration)>,
    infinite: bool,
    lines: usize,
}

/// A message from a worker.
#[derive(Debug, Serialize, Deserialize)]
pub struct ResponseMessage {
    /// The number of the request.
    pub number: u64,
    pub report: ReportMessage,
}

/// The content of a report.
#[derive(Debug, Serialize, Deserialize)]
pub enum ReportMessage {
    /// A move was chosen.
    Chosen {
        /// The move.
        best: Option<String>,
        /// How good it is.
        score: Option<Score>,
        /// How far ahead it has looked.
        depth: Option<u32>,
        /// The moves that it expects.
        line: Vec<String>,
    },
    /// The best line so far.
    Line {
        /// 0 for the best line, 1 for the second and so on.
        rank: usize,
        /// How far ahead it goes.
        depth: u32,
        /// Nodes searched so far, and the time they took.
        nodes: u64,
        time: Duration,
        /// How good it is.
        score: Score,
        moves: Vec<String>,
    },
    /// The reply to a move in a puzzle.
    Reply {
        reply: Option<String>,
        /// Can the win still be forced?
        is_lost: Option<bool>,
    },
    /// A game of the laboratory, as a line of its record.
    LabGame(String),
    /// Something went wrong.
    Failed,
    /// No more reports follow for this request.
    Done,
}

impl RequestMessage {
    /// Encodes a request.
    pub fn new(number: u64, request: &EngineRequest) -> RequestMessage {
        let EngineRequest { game, history, task, limits, .. } = request;
        RequestMessage {
            number,
            game: *game,
            start: archive::format(&archive::Archive::new(history.start().clone())),
            turns: format_turns(history),
            task: match task {
                Task::Move(level) => TaskMessage::Move(level.map(|level| level.name.to_owned())),
                Task::Analysis => TaskMessage::Analysis,
                Task::Judgement => TaskMessage::Judgement,
                Task::Refutation(moves) => TaskMessage::Refutation(*moves),
                Task::LabGame(Plan { nodes, seed }, number) => {
                    TaskMessage::LabGame { nodes: *nodes, seed: *seed, number: *number }
                }
            },
            limits: LimitsMessage {
                nodes: limits.nodes,
                move_time: limits.move_time,
                clock: limits.clock.map(|clock| (clock.remaining, clock.increment)),
                infinite: limits.infinite,
                lines: limits.lines,
            },
        }
    }
}

/// Decodes requests. It caches the start position of the last game, so that the worker finds
/// the same rules again, and with them its transposition table.
#[derive(Default)]
pub struct RequestReader {
    known: Option<(String, Position)>,
}

impl RequestReader {
    /// The request; nothing if it is invalid.
    pub fn request(&mut self, asked: RequestMessage) -> Option<EngineRequest> {
        let RequestMessage { game, start, turns, task, limits, .. } = asked;
        let mut history = History::new(self.start(start)?);
        for turn in turns {
            match turn.as_str() {
                PASS => history.pass(),
                text => history.play(uci::parse(history.position(), text).ok()?).ok()?,
            }
        }
        let task = match task {
            TaskMessage::Move(Some(name)) => Task::Move(Some(level::find(&name)?)),
            TaskMessage::Move(None) => Task::Move(None),
            TaskMessage::Analysis => Task::Analysis,
            TaskMessage::Judgement => Task::Judgement,
            TaskMessage::Refutation(moves) => Task::Refutation(moves),
            TaskMessage::LabGame { nodes, seed, number } => {
                Task::LabGame(Plan { nodes, seed }, number)
            }
        };
        let clock = limits.clock.map(|(remaining, increment)| Clock {
            remaining,
            increment,
            moves_to_go: None,
        });
        let LimitsMessage { nodes, move_time, infinite, lines, .. } = limits;
        let limits = Limits { nodes, move_time, clock, infinite, lines, ..Limits::default() };
        Some(EngineRequest::new(game, history, task, limits))
    }

    fn start(&mut self, text: String) -> Option<Position> {
        if let Some((known, start)) = &self.known
            && *known == text
        {
            return Some(start.clone());
        }
        let (archive, _) = archive::parse(&text).ok()?;
        let start = archive.start().clone();
        self.known = Some((text, start.clone()));
        Some(start)
    }
}

impl ReportMessage {
    /// Encodes a report about a position; nothing if the window would ignore it.
    pub fn new(position: &Position, report: &EngineReport) -> Option<ReportMessage> {
        let one = |chess_move: Option<Move>| {
            chess_move.map(|chess_move| uci::format(position, chess_move))
        };
        Some(match report {
            EngineReport::Chosen(Thought { best, score, depth, line }) => ReportMessage::Chosen {
                best: one(*best),
                score: *score,
                depth: *depth,
                line: format_line(position, line),
            },
            EngineReport::Line(line) if line.bound != Bound::Exact => {
                return None;
            }
            EngineReport::Line(line) => ReportMessage::Line {
                rank: line.rank,
                depth: line.depth,
                nodes: line.nodes,
                time: line.time,
                score: line.score,
                moves: format_line(position, &line.moves),
            },
            EngineReport::Reply { reply, is_lost } => {
                ReportMessage::Reply { reply: one(*reply), is_lost: *is_lost }
            }
            EngineReport::LabGame(game) => {
                ReportMessage::LabGame(record::format(game, position.rules()))
            }
            EngineReport::Failed => ReportMessage::Failed,
        })
    }

    /// Decodes a report about a position; nothing if it is the last message.
    pub fn report(self, position: &Position) -> Option<EngineReport> {
        let one = |text: Option<String>| text.and_then(|text| uci::parse(position, &text).ok());
        Some(match self {
            ReportMessage::Chosen { best, score, depth, line } => EngineReport::Chosen(Thought {
                best: one(best),
                score,
                depth,
                line: parse_line(position, &line),
            }),
            ReportMessage::Line { rank, depth, nodes, time, score, moves } => {
                EngineReport::Line(Line {
                    rank,
                    depth,
                    selective_depth: depth,
                    score,
                    bound: Bound::Exact,
                    moves: parse_line(position, &moves),
                    nodes,
                    table_permille: 0,
                    time,
                })
            }
            ReportMessage::Reply { reply, is_lost } => {
                EngineReport::Reply { reply: one(reply), is_lost }
            }
            ReportMessage::LabGame(line) => match record::parse(&line, position.rules()) {
                Some(game) => EngineReport::LabGame(game),
                None => EngineReport::Failed,
            },
            ReportMessage::Failed => EngineReport::Failed,
            ReportMessage::Done => return None,
        })
    }
}

fn format_turns(history: &History) -> Vec<String> {
    let text = |turn| match turn {
        Turn::Move(chess_move) => uci::format(history.start(), chess_move),
        Turn::Pass => PASS.to_owned(),
    };
    history.turns().map(text).collect()
}

fn format_line(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|chess_move| uci::format(position, *chess_move)).collect()
}

/// The moves up to the first that is not legal.
fn parse_line(position: &Position, texts: &[String]) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for text in texts {
        let Ok(chess_move) = uci::parse(&position, text) else { break };
        moves.push(chess_move);
        position.play_unchecked(chess_move);
    }
    moves
}
