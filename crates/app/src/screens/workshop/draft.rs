//! A game that is being invented: its file, what the file says, and the way back.

use std::rc::Rc;
use std::sync::Arc;

use notation::diagnostics::Diagnostics;
use notation::ruleset::{self, Inspection};
use rules::{
    BoardSize, Colour, Ends, Piece, PieceType, Restrictions, Role, Royals, RuleSpec, Rules, Setup,
    Square, Win,
};

use crate::own_rules;
use crate::services::Storage;

/// The document with the game that was last worked on.
const DOCUMENT: &str = "workshop.toml";

/// How many changes can be taken back.
const MOST_STEPS: usize = 200;

/// The longest id.
const LONGEST_ID: usize = 40;

/// A game that is being invented. Its file is all there is; everything else follows from it.
pub struct GameDraft {
    storage: Rc<dyn Storage>,
    text: String,
    undone: Vec<String>,
    done: Vec<String>,
    /// Changes of one kind in a row are taken back together.
    kind: Option<&'static str>,
    seen: Inspection,
    /// What the file says, or last said when it could be read.
    spec: RuleSpec,
    /// Rules with these pieces, whatever else is wrong with the game.
    shown: Arc<Rules>,
}

impl GameDraft {
    /// The game that was last worked on, or ordinary chess under another title.
    pub fn open(storage: &Rc<dyn Storage>, title: &str) -> Option<GameDraft> {
        let standard = ruleset::shipped("standard")?;
        let kept = storage.read(DOCUMENT).ok().flatten();
        let first = || {
            let (title, description) = (title.to_owned(), String::new());
            ruleset::format(&RuleSpec { title, description, ..standard.spec().clone() })
        };
        let text = kept.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_else(first);
        let mut draft = GameDraft {
            storage: Rc::clone(storage),
            seen: Inspection { spec: None, rules: None, faults: Diagnostics::new() },
            text,
            undone: Vec::new(),
            done: Vec::new(),
            kind: None,
            spec: standard.spec().clone(),
            shown: standard,
        };
        draft.inspect();
        Some(draft)
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the file says, or last said when it could be read.
    pub fn spec(&self) -> &RuleSpec {
        &self.spec
    }

    /// The rules, if nothing is wrong with them.
    pub fn rules(&self) -> Option<&Arc<Rules>> {
        self.seen.rules.as_ref()
    }

    /// Rules with these pieces, whatever else is wrong.
    pub fn shown(&self) -> &Arc<Rules> {
        &self.shown
    }

    /// What is wrong or odd.
    pub fn faults(&self) -> &Diagnostics {
        &self.seen.faults
    }

    /// Can it be changed by anything but typing?
    pub fn is_readable(&self) -> bool {
        self.seen.spec.is_some()
    }

    /// Changes the game, and its file only where it has to be. Changes of one `kind` in a row are taken back
    /// together.
    pub fn change(&mut self, kind: Option<&'static str>, change: impl FnOnce(&mut RuleSpec)) {
        let mut new = self.spec.clone();
        change(&mut new);
        new.start.castling = new.unmoved_rooks(&new.start);
        if self.is_readable() && new != self.spec {
            let storage = Rc::clone(&self.storage);
            let find = |name: &str| own_rules::text(&*storage, name);
            self.set_text(kind, ruleset::edit(&self.text, &self.spec, &new, &find));
        }
    }

    /// Makes a text the file.
    pub fn set_text(&mut self, kind: Option<&'static str>, text: String) {
        if text == self.text {
            return;
        }
        let last = std::mem::replace(&mut self.text, text);
        if kind.is_none() || kind != self.kind {
            self.done.push(last);
            let most = self.done.len().saturating_sub(MOST_STEPS);
            self.done.drain(..most);
        }
        self.kind = kind;
        self.undone.clear();
        self.keep();
    }

    /// The next change is one of its own, whatever its kind.
    pub fn end_step(&mut self) {
        self.kind = None;
    }

    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    pub fn undo(&mut self) {
        if let Some(text) = self.done.pop() {
            self.undone.push(std::mem::replace(&mut self.text, text));
            self.end_step();
            self.keep();
        }
    }

    pub fn redo(&mut self) {
        if let Some(text) = self.undone.pop() {
            self.done.push(std::mem::replace(&mut self.text, text));
            self.end_step();
            self.keep();
        }
    }

    /// Looks at the file, and keeps it for the next time the program starts.
    fn keep(&mut self) {
        self.inspect();
        // That it can be kept is not worth a message with every change.
        let _ = self.storage.write(DOCUMENT, self.text.as_bytes());
    }

    fn inspect(&mut self) {
        let find = |name: &str| own_rules::text(&*self.storage, name);
        let id = id_of(&self.spec.title);
        self.seen = ruleset::inspect(&self.text, &id, &find);
        let Some(spec) = &self.seen.spec else { return };
        if id_of(&spec.title) != id {
            self.seen = ruleset::inspect(&self.text, &id_of(&spec.title), &find);
        }
        let Some(spec) = &self.seen.spec else { return };
        self.spec = spec.clone();
        if let Some(rules) = self.seen.rules.clone().or_else(|| pieces_alone(spec)) {
            self.shown = rules;
        }
    }
}

/// An id of small letters, digits and hyphens.
pub fn id_of(title: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let letters: String = title.chars().map(letter).collect();
    let words: Vec<&str> = letters.split('-').filter(|word| !word.is_empty()).collect();
    let id: String = words.join("-").chars().take(LONGEST_ID).collect();
    if id.is_empty() { "own".to_owned() } else { id.trim_end_matches('-').to_owned() }
}

/// Rules of which only the pieces are meant.
fn pieces_alone(spec: &RuleSpec) -> Option<Arc<Rules>> {
    let mut bare = RuleSpec {
        start: Setup::default(),
        promotion: None,
        castling: None,
        double_step: None,
        en_passant: false,
        fog: false,
        win: Win::Checkmate,
        royals: Royals::All,
        restrictions: Restrictions::default(),
        ends: Ends::default(),
        shuffle: None,
        ..spec.clone()
    };
    bare.pieces.iter_mut().for_each(|piece| piece.becomes = None);
    if bare.with_role(Role::Royal).is_none() {
        (bare.win, bare.royals) = (Win::Never, Royals::One);
    }
    Rules::compile(bare).ok()
}

/// Puts pieces on the start board in place of those that stand there.
pub fn set_start(spec: &mut RuleSpec, pieces: impl IntoIterator<Item = (Square, Piece)>) {
    let mut start = Setup::default();
    start.turn = spec.start.turn;
    pieces.into_iter().for_each(|(square, piece)| start.put(square, piece));
    spec.start = start;
}

/// Gives the board another size; Black's pieces stay at their end of it.
pub fn resize(spec: &mut RuleSpec, size: BoardSize) {
    let old = spec.size;
    let place = |(square, piece): (Square, Piece)| {
        let rank = match piece.colour() {
            Colour::White => i32::from(square.rank()),
            Colour::Black => i32::from(size.ranks()) - i32::from(old.ranks() - square.rank()),
        };
        Some((size.square(square.file().into(), rank)?, piece))
    };
    let pieces: Vec<_> = spec.start.pieces().filter_map(place).collect();
    spec.size = size;
    set_start(spec, pieces);
    if let Some(promotion) = &mut spec.promotion {
        let was_last = promotion.rank == old.ranks();
        promotion.rank = if was_last { size.ranks() } else { promotion.rank.min(size.ranks()) };
    }
}

/// Takes a piece type away, wherever it is named.
pub fn remove_piece(spec: &mut RuleSpec, gone: PieceType) {
    let moved = |kind: PieceType| {
        let index = kind.index();
        let left = index - usize::from(index > gone.index());
        (kind != gone).then(|| PieceType::from_index(left)).flatten()
    };
    let keep = |kinds: &mut Vec<PieceType>| {
        *kinds = kinds.iter().filter_map(|kind| moved(*kind)).collect();
    };
    let piece =
        |(at, piece): (Square, Piece)| Some((at, Piece::new(moved(piece.kind())?, piece.colour())));
    let start: Vec<_> = spec.start.pieces().filter_map(piece).collect();
    set_start(spec, start);
    spec.pieces.remove(gone.index());
    spec.pieces.iter_mut().for_each(|piece| piece.becomes = piece.becomes.and_then(moved));
    if let Some(promotion) = &mut spec.promotion {
        keep(&mut promotion.choices);
        promotion.black_choices.iter_mut().for_each(keep);
        let limit = |(kind, most): &(PieceType, u8)| Some((moved(*kind)?, *most));
        promotion.limits = promotion.limits.iter().filter_map(limit).collect();
    }
    if let Some(goal) = &mut spec.ends.goal {
        goal.kinds = goal.kinds.map(|kind| kind.and_then(moved));
    }
    spec.ends.extinction.iter_mut().for_each(|rule| keep(&mut rule.kinds));
    spec.ends.progress.iter_mut().for_each(keep);
    spec.shuffle.iter_mut().for_each(|shuffle| keep(&mut shuffle.both_shades));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::MemoryStorage;

    fn draft() -> GameDraft {
        let storage: Rc<dyn Storage> = Rc::new(MemoryStorage::default());
        GameDraft::open(&storage, "My game").expect("a draft")
    }

    #[test]
    fn a_draft_is_kept_and_its_changes_are_taken_back() {
        let mut draft = draft();
        assert_eq!(draft.rules().map(|rules| rules.id()), Some("my-game"));
        draft.change(None, |spec| spec.title = "Another".to_owned());
        draft.change(None, |spec| spec.fog = true);
        assert_eq!(draft.rules().map(|rules| rules.id()), Some("another"));
        draft.undo();
        assert!(!draft.spec().fog && draft.can_redo());
        let kept = GameDraft::open(&draft.storage, "My game").expect("a draft");
        assert_eq!(kept.text(), draft.text());
        draft.undo();
        assert!(draft.spec().title == "My game" && !draft.can_undo());
        draft.redo();
        assert_eq!(draft.spec().title, "Another");
    }

    #[test]
    fn what_is_typed_in_a_row_is_one_step() {
        let mut draft = draft();
        for letters in ["M", "My", "My 2"] {
            draft.change(Some("title"), |spec| spec.title = letters.to_owned());
        }
        draft.undo();
        assert_eq!(draft.spec().title, "My game");
    }

    #[test]
    fn a_faulty_text_is_shown_as_it_last_was() {
        let mut draft = draft();
        let text = draft.text().replace("board = \"8x8\"", "board = ");
        draft.set_text(None, text);
        assert!(!draft.is_readable() && draft.rules().is_none());
        assert!(draft.faults().has_errors() && draft.spec().size.files() == 8);
        draft.change(None, |spec| spec.fog = true);
        assert!(!draft.text().contains("fog = true"), "it has to be mended first");
        draft.undo();
        assert!(draft.rules().is_some());
    }

    #[test]
    fn boards_grow_and_shrink_with_their_pieces() {
        let mut draft = draft();
        let size = |files, ranks| BoardSize::new(files, ranks).expect("a size");
        draft.change(None, |spec| resize(spec, size(10, 9)));
        assert!(draft.rules().is_some(), "{}", draft.faults());
        assert!(draft.text().contains("rnbqkbnr2/pppppppp2/10/10/10/10/10/PPPPPPPP2/RNBQKBNR2"));
        assert_eq!(draft.spec().promotion.as_ref().map(|promotion| promotion.rank), Some(9));
        draft.change(None, |spec| resize(spec, size(4, 4)));
        assert!(draft.text().contains("rnbq/pppp/PPPP/RNBQ"), "{}", draft.text());
        assert!(draft.rules().is_none() && draft.shown().size() == size(4, 4), "no kings");
    }

    #[test]
    fn a_piece_goes_from_everywhere() {
        let mut draft = draft();
        let knight = draft.shown().piece_named("knight").expect("a knight");
        draft.change(None, |spec| remove_piece(spec, knight));
        assert!(draft.rules().is_some(), "{}", draft.faults());
        assert!(!draft.text().contains("knight"), "{}", draft.text());
        assert!(draft.text().contains("r1bqkb1r/pppppppp"), "{}", draft.text());
    }
}
