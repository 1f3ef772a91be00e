//! Entries of a game as rows of a store: short JSON texts that carry their version.

use std::time::Duration;

use record::{Entry, EntryKind};
use serde::{Deserialize, Serialize};

/// The version of the rows that are written. Rows without one are older.
const VERSION: u32 = 1;

/// Why a row cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// It is no entry.
    #[error("a row is no entry of a game: {0}")]
    Faulty(String),
    /// A newer version of the program wrote it.
    #[error("a row has version {found}; expected {VERSION} or less: a newer program wrote it")]
    Newer {
        /// The version of the row.
        found: u32,
    },
}

/// An entry as a row.
pub(crate) fn write(entry: Entry) -> String {
    let row = Row { version: VERSION, entry };
    serde_json::to_string(&row).expect("every kind of entry serializes to a JSON object")
}

/// The entries of rows.
pub(crate) fn read_all(rows: &[String]) -> Result<Vec<Entry>, RowError> {
    rows.iter().map(|row| read(row)).collect()
}

fn read(row: &str) -> Result<Entry, RowError> {
    let version: Version = parse(row)?;
    match version.version {
        0 => parse::<FirstRow>(row)?.entry(),
        VERSION => parse::<Row>(row).map(|row| row.entry),
        found => Err(RowError::Newer { found }),
    }
}

fn parse<'a, T: Deserialize<'a>>(row: &'a str) -> Result<T, RowError> {
    serde_json::from_str(row).map_err(|why| RowError::Faulty(why.to_string()))
}

#[derive(Deserialize)]
struct Version {
    #[serde(rename = "v", default)]
    version: u32,
}

#[derive(Serialize, Deserialize)]
struct Row {
    #[serde(rename = "v")]
    version: u32,
    #[serde(flatten)]
    entry: Entry,
}

/// A row of a server before rows had a version: a move, or `--` for a pass.
#[derive(Deserialize)]
struct FirstRow {
    turn: String,
    spent_ms: u64,
    #[serde(default)]
    clock_ms: Option<u64>,
}

impl FirstRow {
    fn entry(&self) -> Result<Entry, RowError> {
        let kind = match self.turn.as_str() {
            "--" => EntryKind::Pass,
            text => match text.parse() {
                Ok(chess_move) => EntryKind::Move(chess_move),
                Err(why) => return Err(RowError::Faulty(format!("{why}"))),
            },
        };
        let clock = self.clock_ms.map(Duration::from_millis);
        Ok(Entry { kind, spent: Duration::from_millis(self.spent_ms), clock })
    }
}

#[cfg(test)]
mod tests {
    use record::{ClockTimes, GameEnd};
    use rules::Colour;

    use super::*;

    #[test]
    fn every_kind_of_entry_can_be_written() {
        let second = Duration::from_secs(1);
        for kind in [
            EntryKind::Move("a7a8q".parse().expect("a move")),
            EntryKind::HiddenMove,
            EntryKind::Pass,
            EntryKind::OfferDraw(Colour::White),
            EntryKind::DeclineDraw(Colour::Black),
            EntryKind::AskTakeBack(Colour::White),
            EntryKind::DeclineTakeBack(Colour::Black),
            EntryKind::TakeBack(2),
            EntryKind::PutBack(1),
            EntryKind::Pause,
            EntryKind::Resume,
            EntryKind::SetClocks(ClockTimes { white: second, black: second }),
            EntryKind::End(GameEnd::Aborted),
            EntryKind::Reopen,
            EntryKind::Restart,
        ] {
            let entry = Entry { kind, spent: second, clock: Some(second) };
            assert_eq!(read_all(&[write(entry)]), Ok(vec![entry]));
        }
    }

    #[test]
    fn rows_carry_a_version_and_older_ones_are_read() {
        let kind = EntryKind::Move("e2e4".parse().expect("a move"));
        let second = Duration::from_secs(1);
        let entry = Entry { kind, spent: second, clock: Some(9 * second) };
        let row = write(entry);
        assert_eq!(row, r#"{"v":1,"move":"e2e4","spent_ms":1000,"clock_ms":9000}"#);
        let first = r#"{"turn":"e2e4","spent_ms":1000,"clock_ms":9000}"#;
        let pass = r#"{"turn":"--","spent_ms":0}"#;
        let rows = [row, first.to_owned(), pass.to_owned()];
        let expected = vec![entry, entry, Entry::new(EntryKind::Pass)];
        assert_eq!(read_all(&rows), Ok(expected));
        let newer = [r#"{"v":2,"teleport":"e2"}"#.to_owned()];
        assert_eq!(read_all(&newer), Err(RowError::Newer { found: 2 }));
        for faulty in ["", "7", r#"{"v":1}"#, r#"{"v":1,"move":"x"}"#, r#"{"turn":"?"}"#] {
            assert!(matches!(read_all(&[faulty.to_owned()]), Err(RowError::Faulty(_))), "{faulty}");
        }
    }
}
