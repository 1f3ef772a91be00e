//! The records of a match's games, written in the order of the games.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::Path;

use notation::archive::Timestamp;
use notation::pgn::{self, Game};
use store::UnixTime;

use crate::files;

/// Writes games to a file; those that end too early wait for those before them.
pub struct Records {
    output: Option<Box<dyn Write>>,
    /// The day on which the match began, as PGN writes it.
    date: Option<String>,
    waiting: BTreeMap<usize, Game>,
    next: usize,
}

impl Records {
    /// A new file; without one, nothing is written.
    pub fn new(path: Option<&Path>) -> anyhow::Result<Records> {
        let file = path.map(files::create).transpose()?;
        let output = file.map(|file| Box::new(BufWriter::new(file)) as Box<dyn Write>);
        let date = UnixTime::now().timestamp().map(Timestamp::pgn_date);
        Ok(Records { output, date, waiting: BTreeMap::new(), next: 0 })
    }

    /// Adds the game with this number, counted from 0.
    pub fn add(&mut self, number: usize, mut game: Game) -> anyhow::Result<()> {
        let Some(output) = &mut self.output else { return Ok(()) };
        self.date.iter().for_each(|date| game.set_tag("Date", date));
        self.waiting.insert(number, game);
        while let Some(game) = self.waiting.remove(&self.next) {
            pgn::write(output, &game)?;
            self.next += 1;
        }
        Ok(output.flush()?)
    }

    /// Writes what is left, though games before it never ended.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        let Some(output) = &mut self.output else { return Ok(()) };
        for game in std::mem::take(&mut self.waiting).values() {
            pgn::write(output, game)?;
        }
        Ok(output.flush()?)
    }
}
