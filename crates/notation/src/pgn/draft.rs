//! A game while it is read: tags first, then moves that must be legal.

use rules::{Move, Position, SetupWarning, Turn};

use super::comment::take_times;
use super::variant::{Asked, Variants};
use super::{Game, GameResult, PgnErrorKind, PgnToken, PgnWarningKind};
use crate::diagnostics::{TextPosition, excerpt};
use crate::fen;
use crate::san::{self, SanError};
use crate::tree::{Annotation, Cursor, GameTree, NodeId, TreeNode, may_pass};

/// The most memory that tags, moves and comments of one game may take, in MiB.
const LARGEST: usize = 64;

/// What a tag, a move, a comment or a glyph weighs besides its text, in bytes.
const OVERHEAD: usize = 96;

/// What the node of a move weighs besides that.
const NODE: usize = size_of::<TreeNode>();

/// Maximum number of warnings that are kept for a game.
const MOST_WARNINGS: usize = 10;

/// The most tags of a game.
const MOST_TAGS: usize = 1000;

/// What is wrong with a game, and where.
pub(super) type Fault = (TextPosition, PgnErrorKind);

/// A game while it is read.
#[derive(Default)]
pub(super) struct Draft {
    tags: Vec<(String, String)>,
    variant: Option<(TextPosition, String)>,
    fog: Option<(TextPosition, String)>,
    fen: Option<(TextPosition, String)>,
    result: Option<(TextPosition, GameResult)>,
    comments: Vec<String>,
    first_comment: Option<TextPosition>,
    /// From the first move on, and then the tags are settled.
    play: Option<Box<Play>>,
    /// Signs before the first move of a line.
    nags: Vec<u16>,
    weight: usize,
    warnings: Vec<(TextPosition, PgnWarningKind)>,
}

/// The moves so far.
struct Play {
    tree: GameTree,
    cursor: Cursor,
    /// The last move, or where the line at hand branches off.
    node: NodeId,
    /// Is the rest of the line at hand skipped?
    is_skipped: bool,
    /// The same for the lines around the one at hand.
    outer: Vec<(NodeId, bool)>,
    /// What is said before the first move of a variation.
    before: Vec<String>,
}

impl Draft {
    /// Where the first comment before the moves stands.
    pub(super) fn first_comment(&self) -> Option<TextPosition> {
        self.first_comment
    }

    /// Adds a part of the game.
    pub(super) fn add(
        mut self,
        (place, token): (TextPosition, PgnToken<'_>),
        variants: &mut Variants,
        legal: &mut Vec<Move>,
    ) -> Result<Draft, Fault> {
        match token {
            PgnToken::Tag { name, value } => {
                self.weigh(place, name.len() + value.len())?;
                self.add_tag(place, name.into_owned(), value.into_owned())?;
            }
            PgnToken::Move(text) => {
                self.weigh(place, NODE)?;
                self.play_move(place, &text, variants, legal)?;
            }
            PgnToken::Comment(text) => {
                self.weigh(place, text.len())?;
                self.add_comment(place, text.into_owned());
            }
            PgnToken::Nag(number) => {
                self.weigh(place, 0)?;
                self.add_nag(number);
            }
            PgnToken::Open => {
                self.weigh(place, 0)?;
                self.nags.clear();
                let mut play = self.take_play(variants)?;
                play.open();
                self.play = Some(play);
            }
            PgnToken::Close => {
                self.nags.clear();
                if let Some(play) = &mut self.play {
                    play.close();
                }
            }
            PgnToken::End(_) => {}
        }
        Ok(self)
    }

    /// The whole game, and what is odd about it; its result stands at this place.
    pub(super) fn finish(
        mut self,
        (place, result): (TextPosition, Option<GameResult>),
        variants: &mut Variants,
    ) -> Result<(Game, Vec<(TextPosition, PgnWarningKind)>), Fault> {
        let play = self.take_play(variants)?;
        let is_settled = |result: &GameResult| *result != GameResult::Unfinished;
        let in_tag = self.result.filter(|(_, result)| is_settled(result));
        if let (Some((_, tag)), Some(moves)) = (in_tag, result.filter(is_settled))
            && tag != moves
        {
            self.warn(place, PgnWarningKind::TwoResults { tag, moves });
        }
        let (place, result) = in_tag
            .or(result.map(|result| (place, result)))
            .unwrap_or((place, GameResult::Unfinished));
        if is_settled(&result)
            && let Some(outcome) = play.cursor.position().outcome()
            && outcome.reason.is_on_the_board()
            && outcome.winner != result.winner()
        {
            self.warn(place, PgnWarningKind::Result { result, outcome });
        }
        Ok((Game { tags: self.tags, tree: play.tree, result }, self.warnings))
    }

    fn warn(&mut self, place: TextPosition, kind: PgnWarningKind) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push((place, kind));
        }
    }

    fn weigh(&mut self, place: TextPosition, text: usize) -> Result<(), Fault> {
        self.weight += OVERHEAD + text;
        let is_too_large = self.weight > LARGEST << 20;
        if is_too_large { Err((place, PgnErrorKind::TooLarge(LARGEST))) } else { Ok(()) }
    }

    fn add_tag(&mut self, place: TextPosition, name: String, value: String) -> Result<(), Fault> {
        let said = || match value.trim() {
            "" | "?" => None,
            text => Some((place, text.to_owned())),
        };
        match name.to_ascii_lowercase().as_str() {
            "variant" => self.variant = said(),
            "fog" => self.fog = said(),
            "fen" => self.fen = said(),
            "result" => {
                self.result = GameResult::from_text(value.trim()).map(|result| (place, result));
            }
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

    fn add_comment(&mut self, place: TextPosition, text: String) {
        self.first_comment.get_or_insert(place);
        let text = Some(text).filter(|text| !text.is_empty());
        match &mut self.play {
            Some(play) => text.into_iter().for_each(|text| play.comment(text)),
            None => self.comments.extend(text),
        }
    }

    fn add_nag(&mut self, number: u16) {
        match &mut self.play {
            Some(play) if play.is_skipped => {}
            Some(play) if !play.cursor.is_at_start_of_line() => {
                let said = play.tree.annotation_mut(play.node);
                said.into_iter().for_each(|said| said.nags.push(number));
            }
            _ => self.nags.push(number),
        }
    }

    /// The moves so far; before the first, the tags settle from where and by which rules.
    fn take_play(&mut self, variants: &mut Variants) -> Result<Box<Play>, Fault> {
        if let Some(play) = self.play.take() {
            return Ok(play);
        }
        let mut tree = GameTree::new(self.start(variants)?);
        *tree.comments_mut() = std::mem::take(&mut self.comments);
        Ok(Box::new(Play {
            cursor: Cursor::new(tree.start().clone()),
            tree,
            node: NodeId::ROOT,
            is_skipped: false,
            outer: Vec::new(),
            before: Vec::new(),
        }))
    }

    /// The start position that the tags ask for.
    fn start(&mut self, variants: &mut Variants) -> Result<Position, Fault> {
        let fog = match &self.fog {
            Some((place, text)) => Some(
                read_switch(text).ok_or((*place, PgnErrorKind::Fog(excerpt(text).into_owned())))?,
            ),
            None => None,
        };
        let variant = self.variant.as_ref().map(|(_, name)| name.clone());
        let start = variants.start(Asked { variant, fog }).map_err(|why| {
            let (place, name) = self.variant.clone().unwrap_or((START, String::new()));
            (place, PgnErrorKind::Variant { name: excerpt(&name).into_owned(), why: why.message })
        })?;
        let Some((place, text)) = self.fen.clone() else { return Ok(start) };
        let (start, odd) =
            fen::parse(start.rules(), &text).map_err(|error| (place, error.into()))?;
        // Rights that mean nothing stand in many files and do no harm.
        let is_told = |odd: &SetupWarning| {
            use SetupWarning::{CastlingIgnored, EnPassantIgnored};
            !matches!(odd, CastlingIgnored { .. } | EnPassantIgnored { .. })
        };
        for odd in odd.into_iter().filter(is_told) {
            self.warn(place, PgnWarningKind::Fen(odd));
        }
        Ok(start)
    }

    fn play_move(
        &mut self,
        place: TextPosition,
        text: &str,
        variants: &mut Variants,
        legal: &mut Vec<Move>,
    ) -> Result<(), Fault> {
        let mut play = self.take_play(variants)?;
        let is_first = self.says_nothing() && play.tree.main_line().next().is_none();
        match play.play_move(text, legal, &mut self.nags) {
            Ok(Some(Turn::Pass))
            | Err(
                PgnErrorKind::Move { why: SanError::Syntax(_), .. }
                | PgnErrorKind::PassInCheck { .. },
            ) if is_first => return Err((place, PgnErrorKind::NotPgn)),
            Ok(_) => {}
            // The variations of many files were never checked.
            Err(why) if play.cursor.depth() > 0 => {
                play.is_skipped = true;
                self.warn(place, PgnWarningKind::Variation(Box::new(why)));
            }
            Err(why) => return Err((place, why)),
        }
        self.play = Some(play);
        Ok(())
    }

    /// Is there no tag at all?
    fn says_nothing(&self) -> bool {
        let special = [&self.variant, &self.fog, &self.fen];
        self.tags.is_empty() && self.result.is_none() && special.iter().all(|tag| tag.is_none())
    }
}

impl Play {
    /// Plays a move of the line at hand, unless that is skipped.
    fn play_move(
        &mut self,
        text: &str,
        legal: &mut Vec<Move>,
        nags: &mut Vec<u16>,
    ) -> Result<Option<Turn>, PgnErrorKind> {
        if self.is_skipped {
            return Ok(None);
        }
        let position = self.cursor.position();
        legal.clear();
        position.legal_moves_into(legal);
        let (number, colour) = (position.fullmove_number(), position.turn());
        let turn = match san::parse_among(position, text, legal) {
            Ok(chess_move) => Turn::Move(chess_move),
            Err(SanError::NullMove(_)) if may_pass(position) => Turn::Pass,
            Err(SanError::NullMove(text)) => {
                return Err(PgnErrorKind::PassInCheck { number, colour, text });
            }
            Err(why) => return Err(PgnErrorKind::Move { number, colour, why }),
        };
        let annotation = Annotation {
            before: std::mem::take(&mut self.before),
            nags: std::mem::take(nags),
            ..Annotation::default()
        };
        self.cursor.play(turn);
        self.node = self.tree.push(self.node, turn, annotation);
        Ok(Some(turn))
    }

    fn comment(&mut self, text: String) {
        if self.is_skipped {
            return;
        }
        match (self.cursor.is_at_start_of_line(), self.outer.is_empty()) {
            (true, true) => self.tree.comments_mut().push(text),
            (true, false) => self.before.push(text),
            (false, _) => {
                let Some(said) = self.tree.annotation_mut(self.node) else { return };
                let text = take_times(text, &mut said.clock, &mut said.spent);
                said.comments.extend(Some(text).filter(|text| !text.is_empty()));
            }
        }
    }

    /// Begins a variation in place of the last move; without one it is skipped.
    fn open(&mut self) {
        self.before.clear();
        self.outer.push((self.node, self.is_skipped));
        self.is_skipped |= self.cursor.is_at_start_of_line();
        let parent = self.tree.node(self.node).and_then(TreeNode::parent);
        self.node = parent.unwrap_or(NodeId::ROOT);
        self.cursor.open();
    }

    /// Ends a variation. A comment in one without moves is about the move it stands behind.
    fn close(&mut self) {
        let Some(outer) = self.outer.pop() else { return };
        (self.node, self.is_skipped) = outer;
        self.cursor.close();
        std::mem::take(&mut self.before).into_iter().for_each(|text| self.comment(text));
    }
}

/// The start of a file.
const START: TextPosition = TextPosition { line: 1, column: 1 };

fn read_switch(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" | "yes" | "on" => Some(true),
        "0" | "false" | "no" | "off" => Some(false),
        _ => None,
    }
}
