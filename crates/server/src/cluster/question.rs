//! The messages of nodes and workers: questions about positions, cancellations and replies.
//!
//! A question carries its whole game, so that any worker can answer any move of it: a worker that has
//! the computer player of the game from an earlier move lets it go on, and another one makes it anew
//! from the same seed and lets it see the game from its start.

use std::time::Duration;

use engine::{Limits, Score};
use protocol::{NoGame, RoomId, RoomOptions, UciMove};
use record::names::milliseconds;
use rules::{History, Position, Turn};
use serde::{Deserialize, Serialize};
use tokio::task::JoinError;

use crate::engine_pool::{Answer, Question};
use crate::quota::Owner;

/// Where questions are asked: one of the free workers gets each.
pub(super) const QUESTIONS: &str = "xxlchess.questions";

/// The workers, who get questions in turn.
pub(super) const GROUP: &str = "workers";

/// Where workers tell what they do.
pub(super) const NOTICES: &str = "xxlchess.workers";

/// The subject on which a worker receives cancellations.
pub(super) fn cancellations(worker: u64) -> String {
    format!("xxlchess.worker.{worker}")
}

/// A question on its way to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WrittenQuestion {
    pub(super) room: RoomId,
    options: RoomOptions,
    /// All turns of the game; one without a move passed.
    turns: Vec<Option<UciMove>>,
    level: String,
    seed: u64,
    move_time_ms: Option<u64>,
}

/// Why a worker cannot think about a question.
#[derive(Debug, thiserror::Error)]
pub(super) enum QuestionError {
    #[error(transparent)]
    Text(#[from] serde_json::Error),
    #[error("there is no level `{0}`")]
    Level(String),
    #[error(transparent)]
    Game(#[from] NoGame),
    #[error("turn {0} is not legal")]
    Turn(usize),
    #[error(transparent)]
    Task(#[from] JoinError),
    #[error("there are no threads")]
    NoThreads,
}

impl WrittenQuestion {
    pub(super) fn of(question: &Question) -> WrittenQuestion {
        let rules = question.history.position().rules();
        let turn = |turn: Turn| turn.chess_move().map(|played| UciMove::of(rules, played));
        WrittenQuestion {
            room: question.room.clone(),
            options: question.options.clone(),
            turns: question.history.turns().map(turn).collect(),
            level: question.level.name.to_owned(),
            seed: question.seed,
            move_time_ms: question.limits.move_time.map(milliseconds::whole),
        }
    }

    /// The options of the game; equal for all questions of a game.
    pub(super) fn options(&self) -> &RoomOptions {
        &self.options
    }

    /// The question itself, about a game from its first position.
    pub(super) fn read(self, first: Position) -> Result<Question, QuestionError> {
        let level = engine::level::find(&self.level)
            .ok_or_else(|| QuestionError::Level(self.level.clone()))?;
        let mut history = History::new(first);
        for (number, turn) in self.turns.iter().enumerate() {
            let found = match turn {
                None => Some(Turn::Pass),
                Some(written) => written.find(history.position()).map(Turn::Move),
            };
            let is_played = found.is_some_and(|turn| history.play_turn(turn).is_ok());
            if !is_played {
                return Err(QuestionError::Turn(number + 1));
            }
        }
        Ok(Question {
            room: self.room,
            owner: Owner { player: None, address: None },
            level,
            seed: self.seed,
            options: self.options,
            history,
            limits: Limits {
                move_time: self.move_time_ms.map(Duration::from_millis),
                ..Limits::default()
            },
        })
    }
}

/// A worker's reply to a question.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Reply {
    /// It thinks about it.
    Taken {
        worker: u64,
    },
    Answered {
        best: Option<UciMove>,
        score: Option<Score>,
    },
    /// It cannot think about it, and says why.
    Refused {
        why: String,
    },
}

impl Reply {
    pub(super) fn of(answer: Answer, position: &Position) -> Reply {
        let best = answer.best.map(|best| UciMove::of(position.rules(), best));
        Reply::Answered { best, score: answer.score }
    }
}

/// The answer to a question, with its move found among the legal ones.
pub(super) fn read_answer(
    question: &Question,
    best: Option<UciMove>,
    score: Option<Score>,
) -> Answer {
    Answer { best: best.and_then(|best| best.find(question.history.position())), score }
}

/// The status of a worker, published several times a second and whenever it becomes free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Notice {
    pub(super) worker: u64,
    /// With none it is gone.
    pub(super) threads: usize,
    /// Threads that wait for a question.
    pub(super) free: usize,
    /// Where answers are wanted to the questions that it thinks about.
    pub(super) thinking: Vec<String>,
}

#[cfg(test)]
mod tests {
    use protocol::RulesChoice;

    use super::*;

    fn question(options: RoomOptions, moves: &[&str]) -> Question {
        let mut history = History::new(options.first_position().expect("a game"));
        for text in moves {
            let written: UciMove = text.parse().expect("a move");
            history.play(written.find(history.position()).expect("legal")).expect("legal");
        }
        Question {
            room: RoomId::from_random(7),
            owner: Owner { player: None, address: None },
            level: engine::level::find("5").expect("a level"),
            seed: u64::MAX - 3,
            options,
            history,
            limits: Limits::move_time(Duration::from_millis(250)),
        }
    }

    #[test]
    fn a_question_arrives_with_its_whole_game() {
        let file = "inherits = \"standard\"\ntitle = \"Mine\"\n".to_owned();
        let own = RulesChoice::Own { id: "mine".to_owned(), file };
        let shuffled = RoomOptions { number: Some(11), ..RoomOptions::friendly("chess960") };
        for (options, moves) in [
            (RoomOptions { fog: true, ..RoomOptions::friendly("standard") }, &["e2e4", "e7e5"][..]),
            (RoomOptions { rules: own, ..RoomOptions::friendly("standard") }, &["g1f3"]),
            (shuffled, &[]),
        ] {
            let mut asked = question(options, moves);
            asked.history.pass();
            let text = protocol::write(&WrittenQuestion::of(&asked));
            let written: WrittenQuestion = serde_json::from_str(&text).expect("it can be read");
            let first = written.options().first_position().expect("a game");
            let read = written.read(first).expect("a question");
            let position = |question: &Question| question.history.position().clone();
            assert_eq!(position(&read).hash(), position(&asked).hash());
            assert_eq!(read.history.len(), asked.history.len());
            assert_eq!((read.level.name, read.seed), (asked.level.name, asked.seed));
            assert_eq!(read.limits.move_time, asked.limits.move_time);
            assert_eq!(position(&read).rules().spec().fog, position(&asked).rules().spec().fog);
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let asked = question(RoomOptions::friendly("standard"), &["e2e4"]);
        let first = asked.history.start().clone();
        let mut written = WrittenQuestion::of(&asked);
        written.turns.push("e2e4".parse().ok());
        let error = written.read(first.clone()).expect_err("there is no pawn any more");
        assert_eq!(error.to_string(), "turn 2 is not legal");
        let mut written = WrittenQuestion::of(&asked);
        written.level = "99".to_owned();
        assert_eq!(
            written.read(first).expect_err("no level").to_string(),
            "there is no level `99`"
        );
    }

    #[test]
    fn answers_are_read_as_they_are_written() {
        let asked = question(RoomOptions::friendly("standard"), &["e2e4"]);
        let best = "e7e5".parse::<UciMove>().ok().and_then(|e| e.find(asked.history.position()));
        for score in [Score::Centipawns(-31), Score::MateIn(3)] {
            let answer = Answer { best, score: Some(score) };
            let text = protocol::write(&Reply::of(answer, asked.history.position()));
            let Ok(Reply::Answered { best, score }) = serde_json::from_str(&text) else {
                panic!("{text}")
            };
            assert_eq!(read_answer(&asked, best, score), answer);
        }
    }
}
