//! The score sheet: every turn as it is written, and under fog only what each side knows.

use game::{Game, PlayedTurn, VisibleGame};
use notation::san;
use record::{EntryKind, VisibleEntry};
use rules::{Colour, Position, Turn};

/// A turn on the score sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetEntry {
    /// Whose turn it was.
    pub mover: Colour,
    /// How it is written.
    pub text: String,
    /// How those write it who do not see everything.
    seen: Option<[String; 2]>,
    /// The turn itself, if it is known.
    turn: Option<Turn>,
}

impl SheetEntry {
    /// The text as a side sees it under fog, or as a spectator sees it.
    pub fn as_seen_by(&self, viewer: Option<Colour>) -> &str {
        match (viewer, &self.seen) {
            (Some(viewer), Some(seen)) => &seen[viewer.index()],
            _ => &self.text,
        }
    }
}

/// All turns of a game as they are written.
#[derive(Clone, Debug)]
pub struct ScoreSheet {
    entries: Vec<SheetEntry>,
    /// Where the game stands after the entries of which the turn is known.
    position: Position,
}

impl ScoreSheet {
    /// The turns of a game so far.
    pub fn new(game: &VisibleGame) -> ScoreSheet {
        let mut sheet = ScoreSheet { entries: Vec::new(), position: game.start().clone() };
        sheet.follow(game);
        sheet
    }

    /// The turns in their order.
    pub fn entries(&self) -> &[SheetEntry] {
        &self.entries
    }

    /// Who was to move at the start.
    pub fn first_mover(&self) -> Colour {
        self.entries.first().map_or(self.position.turn(), |entry| entry.mover)
    }

    /// Follows a game after turns were played or taken back.
    pub fn follow(&mut self, game: &VisibleGame) {
        match game {
            VisibleGame::Open(game) => self.follow_open(game),
            VisibleGame::Fog(game) => {
                let written = game.turns().iter().enumerate();
                let written = written.map(|(ply, turn)| told(*turn, ply, game.start().turn()));
                self.entries = written.collect();
            }
        }
    }

    fn follow_open(&mut self, game: &Game) {
        let turns = game.turns();
        let is_same = |(entry, turn): &(&SheetEntry, &PlayedTurn)| entry.turn == Some(turn.turn);
        let same = self.entries.iter().zip(turns).take_while(is_same).count();
        if same < self.entries.len() {
            self.entries.truncate(same);
            self.position = game.position_at(same);
        }
        for (number, turn) in turns.iter().enumerate().skip(same) {
            self.add(game, number, turn);
        }
    }

    fn add(&mut self, game: &Game, number: usize, turn: &PlayedTurn) {
        let text = match turn.turn {
            Turn::Move(chess_move) => san::format(&self.position, chess_move),
            Turn::Pass => "–".to_owned(),
        };
        let seen = game.rules().spec().fog.then(|| {
            Colour::BOTH.map(|viewer| match turn.mover == viewer {
                true => text.clone(),
                false => text_in_fog(game, number, viewer),
            })
        });
        self.position.play_turn_unchecked(turn.turn);
        self.entries.push(SheetEntry { mover: turn.mover, text, seen, turn: Some(turn.turn) });
    }
}

/// A turn of a game under fog as a server sends it.
fn told(turn: VisibleEntry, ply: usize, first: Colour) -> SheetEntry {
    SheetEntry {
        mover: if ply.is_multiple_of(2) { first } else { !first },
        text: match turn.entry().kind {
            EntryKind::Move(chess_move) => chess_move.to_string(),
            EntryKind::Pass => "–".to_owned(),
            _ => "?".to_owned(),
        },
        seen: None,
        turn: None,
    }
}

/// What the other side can write down of a turn: what was taken, and what is seen where it went.
fn text_in_fog(game: &Game, number: usize, viewer: Colour) -> String {
    let Some(last) = game.seen_turn(number, viewer) else { return "?".to_owned() };
    let view = game.view_at(number + 1, viewer);
    let piece = last.to.and_then(|to| view.piece_at(to));
    let letter = piece.map(|piece| game.rules().piece_spec(piece.kind()));
    let letter = letter.filter(|spec| spec.role != rules::Role::Pawn);
    let letter = letter.map_or(String::new(), |spec| spec.letter.to_uppercase().to_string());
    match (last.captured, last.to) {
        (Some(capture), _) => format!("{letter}x{}", capture.square),
        (None, Some(to)) => format!("{letter}{to}"),
        (None, None) => "?".to_owned(),
    }
}
