//! A game while it is read: tags first, then moves that must be legal.

use rules::{Move, Position, Turn};

use super::comment::take_times;
use super::game::may_pass;
use super::variant::{Asked, Variants};
use super::{Game, GameResult, PgnErrorKind, PlayedMove, Token};
use crate::diagnostics::{Place, excerpt};
use crate::fen;
use crate::san::{self, SanError};

/// The most memory that tags, moves and comments of one game may take, in MiB.
const LARGEST: usize = 64;

/// What a tag, a move, a comment or a glyph weighs besides its text, in bytes.
const OVERHEAD: usize = 96;

/// The most tags of a game.
const MOST_TAGS: usize = 1000;

/// What is wrong with a game, and where.
pub(super) type Fault = (Place, PgnErrorKind);

/// A game while it is read.
#[derive(Default)]
pub(super) struct Draft {
    tags: Vec<(String, String)>,
    variant: Option<(Place, String)>,
    fog: Option<(Place, String)>,
    fen: Option<(Place, String)>,
    result: Option<GameResult>,
    comments: Vec<String>,
    first_comment: Option<Place>,
    /// From the first move on, and then the tags are settled.
    play: Option<Box<Play>>,
    weight: usize,
}

/// The moves so far.
struct Play {
    start: Position,
    position: Position,
    moves: Vec<PlayedMove>,
}

impl Draft {
    /// Where the first comment before the moves stands.
    pub(super) fn first_comment(&self) -> Option<Place> {
        self.first_comment
    }

    /// Adds a part of the game.
    pub(super) fn add(
        mut self,
        (place, token): (Place, Token<'_>),
        variants: &mut Variants,
        legal: &mut Vec<Move>,
    ) -> Result<Draft, Fault> {
        match token {
            Token::Tag { name, value } => {
                self.weigh(place, name.len() + value.len())?;
                self.add_tag(place, name.into_owned(), value.into_owned())?;
            }
            Token::Move(text) => {
                self.weigh(place, 0)?;
                self.play_move(place, &text, variants, legal)?;
            }
            Token::Comment(text) => {
                self.weigh(place, text.len())?;
                self.add_comment(place, text.into_owned());
            }
            Token::Nag(number) => {
                self.weigh(place, 0)?;
                let last = self.play.as_mut().and_then(|play| play.moves.last_mut());
                last.into_iter().for_each(|played| played.nags.push(number));
            }
            Token::End(_) => {}
        }
        Ok(self)
    }

    /// The whole game.
    pub(super) fn finish(
        mut self,
        result: Option<GameResult>,
        variants: &mut Variants,
    ) -> Result<Game, Fault> {
        let play = match self.play.take() {
            Some(play) => play,
            None => self.begin(variants)?,
        };
        let in_tag = self.result.filter(|result| *result != GameResult::Unfinished);
        Ok(Game {
            tags: self.tags,
            start: play.start,
            comments: self.comments,
            moves: play.moves,
            result: in_tag.or(result).unwrap_or(GameResult::Unfinished),
        })
    }

    fn weigh(&mut self, place: Place, text: usize) -> Result<(), Fault> {
        self.weight += OVERHEAD + text;
        let is_too_large = self.weight > LARGEST << 20;
        if is_too_large { Err((place, PgnErrorKind::TooLarge(LARGEST))) } else { Ok(()) }
    }

    fn add_tag(&mut self, place: Place, name: String, value: String) -> Result<(), Fault> {
        let said = || match value.trim() {
            "" | "?" => None,
            text => Some((place, text.to_owned())),
        };
        match name.to_ascii_lowercase().as_str() {
            "variant" => self.variant = said(),
            "fog" => self.fog = said(),
            "fen" => self.fen = said(),
            "result" => self.result = GameResult::from_text(value.trim()),
            "setup" => {}
            _ => match self.tags.iter().position(|(known, _)| *known == name) {
                Some(index) => self.tags[index].1 = value,
                None if self.tags.len() == MOST_TAGS => {
                    return Err((place, PgnErrorKind::TooManyTags(MOST_TAGS)));
                }
                None => self.tags.push((name, value)),
            },
        }
        Ok(())
    }

    fn add_comment(&mut self, place: Place, text: String) {
        self.first_comment.get_or_insert(place);
        let Some(played) = self.play.as_mut().and_then(|play| play.moves.last_mut()) else {
            self.comments.extend(Some(text).filter(|text| !text.is_empty()));
            return;
        };
        let text = take_times(text, &mut played.clock, &mut played.spent);
        played.comments.extend(Some(text).filter(|text| !text.is_empty()));
    }

    /// Settles by which rules and from where the game is played.
    fn begin(&self, variants: &mut Variants) -> Result<Box<Play>, Fault> {
        let fog = match &self.fog {
            Some((place, text)) => Some(
                read_switch(text).ok_or((*place, PgnErrorKind::Fog(excerpt(text).into_owned())))?,
            ),
            None => None,
        };
        let variant = self.variant.as_ref().map(|(_, name)| name.clone());
        let start = variants.start(Asked { variant, fog }).map_err(|why| {
            let (place, name) = self.variant.clone().unwrap_or((START, String::new()));
            (place, PgnErrorKind::Variant { name: excerpt(&name).into_owned(), why })
        })?;
        let start = match &self.fen {
            Some((place, text)) => {
                fen::parse(start.rules(), text).map_err(|error| (*place, error.into()))?.0
            }
            None => start,
        };
        Ok(Box::new(Play { position: start.clone(), start, moves: Vec::new() }))
    }

    fn play_move(
        &mut self,
        place: Place,
        text: &str,
        variants: &mut Variants,
        legal: &mut Vec<Move>,
    ) -> Result<(), Fault> {
        let mut play = match self.play.take() {
            Some(play) => play,
            None => self.begin(variants)?,
        };
        legal.clear();
        play.position.legal_moves_into(legal);
        let is_no_pgn = play.moves.is_empty() && self.says_nothing();
        let read = match san::parse_among(&play.position, text, legal) {
            Ok(chess_move) => Ok(Turn::Move(chess_move)),
            Err(SanError::NullMove(_)) if may_pass(&play.position) && !is_no_pgn => Ok(Turn::Pass),
            Err(why) => Err(why),
        };
        let (number, colour) = (play.position.fullmove_number(), play.position.turn());
        match read {
            Ok(turn) => {
                let played = PlayedMove::of(turn);
                played.play_unchecked(&mut play.position);
                play.moves.push(played);
                self.play = Some(play);
                Ok(())
            }
            Err(SanError::Syntax(_) | SanError::NullMove(_)) if is_no_pgn => {
                Err((place, PgnErrorKind::NotPgn))
            }
            Err(SanError::NullMove(text)) => {
                Err((place, PgnErrorKind::PassInCheck { number, colour, text }))
            }
            Err(why) => Err((place, PgnErrorKind::Move { number, colour, why })),
        }
    }

    /// Is there no tag at all?
    fn says_nothing(&self) -> bool {
        let special = [&self.variant, &self.fog, &self.fen];
        self.tags.is_empty() && self.result.is_none() && special.iter().all(|tag| tag.is_none())
    }
}

/// The start of a file.
const START: Place = Place { line: 1, column: 1 };

fn read_switch(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" | "yes" | "on" => Some(true),
        "0" | "false" | "no" | "off" => Some(false),
        _ => None,
    }
}
