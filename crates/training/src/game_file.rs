//! Self-play games in a compact binary file: five bytes a move, with the score of its search.
//!
//! A file holds the games of one rule set. It begins with [`MAGIC`], the format's version and the
//! rule set's fingerprint. Each game is its number, its result, the number of its moves, and each
//! move as three bytes and a score of two; all numbers are little-endian. Games begin at the rule
//! set's start position. A file that ends in the middle of a game is read up to there.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;

use engine::nnue::fingerprint;
use rules::{Colour, Move, Position, Rules};

/// The first bytes of a file of games.
pub const MAGIC: [u8; 4] = *b"XXLG";
/// The version of the format.
pub const VERSION: u32 = 1;

const HEADER_LENGTH: usize = 16;
const GAME_HEADER_LENGTH: usize = 7;
const MOVE_LENGTH: usize = 5;
/// Written in place of the score of a move that was not searched.
const NO_SCORE: i16 = i16::MIN;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameMove {
    pub chess_move: Move,
    /// The score of its search in hundredths of a pawn for the side to move; nothing for a random
    /// move of the opening.
    pub score: Option<i16>,
}

/// A game of the engine against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlayGame {
    /// Its number among the games of its seed.
    pub number: u32,
    /// Who has won; nobody, if it was drawn.
    pub winner: Option<Colour>,
    /// Its moves from the start position.
    pub moves: Vec<GameMove>,
}

/// What a side got: 2 for a win, 1 for a draw, 0 for a loss.
pub fn half_points(winner: Option<Colour>, side: Colour) -> u8 {
    winner.map_or(1, |winner| if winner == side { 2 } else { 0 })
}

/// Why a file of games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("it is no file of self-play games")]
    WrongMagic,
    /// A later program has written it.
    #[error("it has version {found} of the format; expected {VERSION}")]
    WrongVersion {
        /// The version that it names.
        found: u32,
    },
    /// Its games were played by other rules.
    #[error("its games were played by other rules than `{rules}`")]
    WrongRules {
        /// The rule set that was expected.
        rules: String,
    },
    /// A game holds a move that is not legal.
    #[error("game {number} has an illegal move at ply {ply}")]
    IllegalMove {
        /// The game's number.
        number: u32,
        /// The ply, from 1.
        ply: usize,
    },
}

fn header(rules: &Rules) -> [u8; HEADER_LENGTH] {
    let mut header = [0; HEADER_LENGTH];
    header[..4].copy_from_slice(&MAGIC);
    header[4..8].copy_from_slice(&VERSION.to_le_bytes());
    header[8..].copy_from_slice(&fingerprint(rules).to_le_bytes());
    header
}

/// Reads the games of a file one after the other.
pub struct GameReader<R> {
    input: R,
    /// Up to where whole games were read.
    length: u64,
}

impl GameReader<BufReader<File>> {
    /// Opens the file of a rule set's games.
    pub fn open(path: &Path, rules: &Rules) -> Result<Self, GameFileError> {
        GameReader::new(BufReader::with_capacity(1 << 20, File::open(path)?), rules)
    }
}

impl<R: Read> GameReader<R> {
    /// Checks that the games are those of a rule set.
    pub fn new(mut input: R, rules: &Rules) -> Result<GameReader<R>, GameFileError> {
        let mut found = [0; HEADER_LENGTH];
        match input.read_exact(&mut found) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(GameFileError::WrongMagic);
            }
            other => other?,
        }
        let expected = header(rules);
        if found[..4] != expected[..4] {
            return Err(GameFileError::WrongMagic);
        }
        if found[4..8] != expected[4..8] {
            let found = u32::from_le_bytes([found[4], found[5], found[6], found[7]]);
            return Err(GameFileError::WrongVersion { found });
        }
        if found != expected {
            return Err(GameFileError::WrongRules { rules: rules.id().to_owned() });
        }
        Ok(GameReader { input, length: HEADER_LENGTH as u64 })
    }

    /// The next game; nothing at the end, or where the file breaks off.
    pub fn read(&mut self) -> io::Result<Option<SelfPlayGame>> {
        let mut head = [0; GAME_HEADER_LENGTH];
        if !self.fill(&mut head)? {
            return Ok(None);
        }
        let winner = match head[4] {
            0 => Some(Colour::Black),
            1 => None,
            2 => Some(Colour::White),
            _ => return Ok(None),
        };
        let count = usize::from(u16::from_le_bytes([head[5], head[6]]));
        let mut bytes = vec![0; count * MOVE_LENGTH];
        if !self.fill(&mut bytes)? {
            return Ok(None);
        }
        let moves: Option<Vec<GameMove>> = bytes.chunks_exact(MOVE_LENGTH).map(read_move).collect();
        let number = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
        let Some(moves) = moves else { return Ok(None) };
        self.length += (head.len() + bytes.len()) as u64;
        Ok(Some(SelfPlayGame { number, winner, moves }))
    }

    /// Reads bytes; false if there are not so many.
    fn fill(&mut self, bytes: &mut [u8]) -> io::Result<bool> {
        match self.input.read_exact(bytes) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = io::Result<SelfPlayGame>;

    fn next(&mut self) -> Option<io::Result<SelfPlayGame>> {
        self.read().transpose()
    }
}

fn read_move(bytes: &[u8]) -> Option<GameMove> {
    let bits = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]);
    let score = i16::from_le_bytes([bytes[3], bytes[4]]);
    let score = (score != NO_SCORE).then_some(score);
    Some(GameMove { chess_move: Move::from_bits(bits)?, score })
}

/// Appends games to a file.
pub struct GameWriter {
    output: BufWriter<File>,
}

impl GameWriter {
    /// Goes on with the file of a rule set's games, or begins one; tells which games it has.
    pub fn open(path: &Path, rules: &Rules) -> Result<(GameWriter, Vec<u32>), GameFileError> {
        if !fs::exists(path)? {
            let mut output = BufWriter::new(File::create(path)?);
            output.write_all(&header(rules))?;
            return Ok((GameWriter { output }, Vec::new()));
        }
        let mut reader = GameReader::open(path, rules)?;
        let mut numbers = Vec::new();
        while let Some(game) = reader.read()? {
            numbers.push(game.number);
        }
        // What was cut off in the middle of a game is overwritten.
        let file = File::options().append(true).open(path)?;
        file.set_len(reader.length)?;
        Ok((GameWriter { output: BufWriter::new(file) }, numbers))
    }

    /// Appends a game.
    pub fn write(&mut self, game: &SelfPlayGame) -> io::Result<()> {
        let count = game.moves.len().min(usize::from(u16::MAX));
        let mut bytes = Vec::with_capacity(GAME_HEADER_LENGTH + count * MOVE_LENGTH);
        bytes.extend(game.number.to_le_bytes());
        bytes.push(half_points(game.winner, Colour::White));
        bytes.extend((count as u16).to_le_bytes());
        for GameMove { chess_move, score } in &game.moves[..count] {
            bytes.extend(&chess_move.bits().to_le_bytes()[..3]);
            bytes.extend(score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        self.output.write_all(&bytes)?;
        self.output.flush()
    }
}

/// Plays a game again and shows each position with the move that follows.
pub fn replay(
    rules: &Arc<Rules>,
    game: &SelfPlayGame,
    mut visit: impl FnMut(&Position, GameMove),
) -> Result<(), GameFileError> {
    let mut position = Position::start(rules);
    for (index, game_move) in game.moves.iter().enumerate() {
        if !position.is_legal(game_move.chess_move) {
            return Err(GameFileError::IllegalMove { number: game.number, ply: index + 1 });
        }
        visit(&position, *game_move);
        position.play_unchecked(game_move.chess_move);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(id: &str) -> Arc<Rules> {
        notation::ruleset::shipped(id).expect("it ships")
    }

    fn game(number: u32) -> SelfPlayGame {
        let position = Position::start(&rules("standard"));
        let chess_move = *position.legal_moves().first().expect("a move");
        let moves = vec![GameMove { chess_move, score: None }; 1];
        SelfPlayGame { number, winner: None, moves }
    }

    fn path(name: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("xxlchess-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn a_file_that_breaks_off_is_continued_after_its_last_whole_game() {
        let (path, rules) = (path("games"), rules("standard"));
        let (mut writer, numbers) = GameWriter::open(&path, &rules).expect("a new file");
        assert!(numbers.is_empty());
        (0..3).for_each(|number| writer.write(&game(number)).expect("written"));
        drop(writer);
        let length = fs::metadata(&path).expect("a file").len();
        let file = File::options().write(true).open(&path).expect("a file");
        file.set_len(length - 2).expect("cut off");
        let (mut writer, numbers) = GameWriter::open(&path, &rules).expect("an old file");
        assert_eq!(numbers, [0, 1]);
        writer.write(&game(7)).expect("written");
        drop(writer);
        let mut reader = GameReader::open(&path, &rules).expect("a file");
        for number in [0, 1, 7] {
            assert_eq!(reader.read().expect("read"), Some(game(number)));
        }
        assert_eq!(reader.read().expect("read"), None);
        fs::remove_file(&path).expect("removed");
    }

    #[test]
    fn files_of_other_kinds_are_refused() {
        let open = |bytes: &[u8]| match GameReader::new(bytes, &rules("standard")) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        assert_eq!(open(&header(&rules("standard"))), "");
        assert!(open(b"XXLG").contains("no file of self-play games"));
        assert!(open(&[7; 100]).contains("no file of self-play games"));
        let mut later = header(&rules("standard"));
        later[4] = 9;
        assert!(open(&later).contains("version 9"));
        assert!(open(&header(&rules("xxl"))).contains("other rules than `standard`"));
    }
}
