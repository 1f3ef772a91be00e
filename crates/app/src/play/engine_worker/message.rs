//! Engine requests and reports as JSON, for a web worker that shares no memory with the page.

use engine::Limits;
use engine::level::{self, Level};
use notation::archive::{self, Archive};
use rules::{History, Position, Turn};
use serde::{Deserialize, Serialize};

use super::worker::{EngineReport, EngineRequest, Task};

/// A request to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub struct RequestMessage {
    /// Comes back with every answer.
    pub number: u64,
    game: u64,
    /// Rules and start of the game, as an archive.
    start: String,
    turns: Vec<Turn>,
    task: Task,
    limits: Limits,
}

/// A message from a worker.
#[derive(Debug, Serialize, Deserialize)]
pub struct ResponseMessage {
    /// The number of the request.
    pub number: u64,
    /// Nothing if no more reports follow for this request.
    pub report: Option<EngineReport>,
}

impl RequestMessage {
    /// Encodes a request.
    pub fn new(number: u64, request: &EngineRequest) -> RequestMessage {
        let EngineRequest { game, history, task, limits, .. } = request;
        RequestMessage {
            number,
            game: *game,
            start: archive::format(&Archive::new(history.start().clone())),
            turns: history.turns().collect(),
            task: *task,
            limits: limits.clone(),
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
        turns.into_iter().try_for_each(|turn| history.play_turn(turn)).ok()?;
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

/// A level by its name, for serde; null for the engine at full strength.
pub(super) mod level_name {
    use serde::de::{Deserializer, Error};
    use serde::ser::Serializer;

    use super::*;

    type Choice = Option<&'static Level>;

    pub fn serialize<S: Serializer>(level: &Choice, to: S) -> Result<S::Ok, S::Error> {
        level.map(|level| level.name).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Choice, D::Error> {
        let find = |name: String| level::find(&name).ok_or_else(|| D::Error::custom(name));
        Option::<String>::deserialize(from)?.map(find).transpose()
    }
}
