//! What a rule set's file says, before it is known whether it makes sense.

use rules::message::FaultMessage;
use rules::{
    BoardSize, Castling, DrawRule, Draws, Ends, PieceSpec, PieceType, Promotion, Restrictions,
    Royals, RuleFault, RuleSpec, Setup, Win, message,
};

use super::pieces::{self, PieceDraft};
use super::wider::WiderDraft;
use super::zone::ZoneDraft;
use super::{contradiction, explain};
use crate::diagnostics::{Diagnostic, Diagnostics, TextPosition, about_key, nearest, with_hint};
use crate::document::{Node, Value};
use crate::reader::missing;
use crate::{Field, TableReader, fen};

/// Changes what is inherited, field by field, where a file says something itself.
macro_rules! change {
    ($inherited:expr, $own:expr; $($field:ident),+) => {
        $(if $own.$field.is_some() {
            $inherited.$field = $own.$field;
        })+
    };
}
pub(super) use change;

/// What a file says about a rule; each part may be left out and is then inherited.
#[derive(Clone, Debug, Default)]
pub struct RuleDraft {
    title: Option<String>,
    description: Option<String>,
    board: Option<BoardSize>,
    pieces: Vec<PieceDraft>,
    remove: Vec<Removal>,
    start: Option<Start>,
    win: Option<Win>,
    fog: Option<bool>,
    double_step: Option<DoubleStep>,
    en_passant: Option<bool>,
    promotion: Option<Switch<PromotionDraft>>,
    castling: Option<Switch<Castling>>,
    draws: DrawsDraft,
    wider: WiderDraft,
    /// Where the keys of the file stand.
    keys: Vec<(String, TextPosition)>,
}

/// An inherited piece that a file does without.
#[derive(Clone, Debug)]
struct Removal {
    name: String,
    place: Option<TextPosition>,
}

/// Something that a file can give or switch off with `false`.
#[derive(Clone, Debug)]
enum Switch<T> {
    Off,
    On(T),
}

impl<T> Switch<T> {
    fn on(self) -> Option<T> {
        match self {
            Switch::Off => None,
            Switch::On(value) => Some(value),
        }
    }
}

/// The start position as FEN, or its board alone.
#[derive(Clone, Debug)]
pub(super) struct Start {
    fen: String,
    place: Option<TextPosition>,
}

#[derive(Clone, Copy, Debug)]
enum DoubleStep {
    Off,
    FromRank(u8),
}

#[derive(Clone, Debug, Default)]
struct PromotionDraft {
    rank: Option<u8>,
    choices: Vec<String>,
    black_choices: Option<Vec<String>>,
    squares: Option<ZoneDraft>,
    is_optional: bool,
    pieces_must: bool,
    pieces_take: bool,
    pawns_stop: bool,
    limits: Vec<(String, u8)>,
    place: Option<TextPosition>,
}

#[derive(Clone, Copy, Debug, Default)]
struct DrawsDraft {
    stalemate: Option<bool>,
    repetition: Option<DrawRule>,
    perpetual_check: Option<bool>,
    fifty_moves: Option<DrawRule>,
    insufficient_material: Option<bool>,
    agreement: Option<bool>,
}

impl RuleDraft {
    /// Reads everything but `inherits`.
    pub(super) fn read(file: &mut TableReader<'_>, faults: &mut Diagnostics) -> RuleDraft {
        let mut draft = RuleDraft::read_board_and_pieces(file, faults);
        draft.title = contradiction::read_words(&file.get("title"), faults);
        draft.description = contradiction::read_words(&file.get("description"), faults);
        draft.remove = read_removals(&file.get("remove"), faults);
        let start = file.get("start");
        draft.start =
            start.text(faults).map(|fen| Start { fen: fen.to_owned(), place: start.place() });
        draft.win = file.get("win").choice(&Win::NAMES, faults);
        draft.fog = file.get("fog").bool(faults);
        draft.double_step = read_double_step(&file.get("double_step"), faults);
        draft.en_passant = file.get("en_passant").bool(faults);
        draft.castling = read_switch(&file.get("castling"), faults, read_castling);
        draft.promotion = read_switch(&file.get("promotion"), faults, read_promotion);
        draft.draws = read_draws(&file.get("draws"), faults);
        draft.wider = WiderDraft::read(file, faults);
        contradiction::refuse_unknown_rules(file, faults);
        let says_twice = [
            ("stalemate", draft.draws.stalemate == Some(false) && draft.wider.decides_stalemate()),
            (
                "perpetual_check",
                draft.draws.perpetual_check == Some(true) && draft.wider.decides_perpetual(),
            ),
        ];
        let twice = says_twice.iter().filter(|(_, is_twice)| *is_twice);
        twice.for_each(|(key, _)| faults.push(contradiction::told_twice(key)));
        draft
    }

    fn read_board_and_pieces(file: &mut TableReader<'_>, faults: &mut Diagnostics) -> RuleDraft {
        RuleDraft {
            board: {
                let expected = message!("expected-size", "a size from \"4x4\" to \"16x16\"");
                file.get("board").parsed(expected, parse_size, faults)
            },
            pieces: read_pieces(&file.get("pieces"), faults),
            ..RuleDraft::default()
        }
    }

    /// Reads what a config file can change: `board`, `pieces`, `promotion` (a list) and `fog`.
    pub(crate) fn read_changes(file: &mut TableReader<'_>, faults: &mut Diagnostics) -> RuleDraft {
        let mut draft = RuleDraft::read_board_and_pieces(file, faults);
        let promotion = file.get("promotion");
        let choices = names(&promotion, faults);
        if matches!(promotion.node(), Some(node) if node.value == Value::List(Vec::new())) {
            let words =
                message!("empty-promotion", "is empty; expected at least one name of a piece");
            promotion.error(words, faults);
        }
        if !choices.is_empty() {
            let place = promotion.place();
            let promotion = PromotionDraft { choices, place, ..PromotionDraft::default() };
            draft.promotion = Some(Switch::On(promotion));
        }
        draft.fog = file.get("fog").bool(faults);
        draft
    }

    /// Does it say anything that a config file can say?
    pub(crate) fn changes_anything(&self) -> bool {
        self.board.is_some()
            || !self.pieces.is_empty()
            || self.promotion.is_some()
            || self.fog.is_some()
    }

    /// The pictures of pieces: the name of the piece, and the file that it names.
    pub fn sprites(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pieces.iter().filter_map(|piece| Some((piece.name.as_str(), piece.sprite.as_deref()?)))
    }

    /// Remembers where the keys of the file stand.
    pub(super) fn set_keys(&mut self, file: &Node) {
        if let Value::Table(entries) = &file.value {
            let places = entries.iter().map(|(key, node)| (key.name.clone(), node.place));
            self.keys = places.collect();
        }
    }

    /// Where the file says what the rules are wrong about.
    pub(super) fn places(&self) -> Places {
        let piece = |piece: &PieceDraft| Some((piece.name.clone(), piece.place?));
        Places { keys: self.keys.clone(), pieces: self.pieces.iter().filter_map(piece).collect() }
    }

    /// Drops the places, which mean nothing in a file that inherits from this one.
    pub(super) fn forget_places(&mut self) {
        self.keys.clear();
        self.pieces.iter_mut().for_each(|piece| piece.place = None);
        if let Some(start) = &mut self.start {
            start.place = None;
        }
        if let Some(Switch::On(promotion)) = &mut self.promotion {
            promotion.place = None;
        }
    }

    /// Moves promotion with a board of another size: from the last rank to the last, and onto the
    /// last if its own rank is no more.
    fn fit_promotion(&mut self, old: BoardSize, new: BoardSize) {
        if let Some(Switch::On(promotion)) = &mut self.promotion {
            let fits = |rank: &u8| *rank != old.ranks() && *rank <= new.ranks();
            promotion.rank = promotion.rank.filter(fits);
        }
    }

    /// Lets `own` change what is inherited.
    pub(super) fn inherit_into(&mut self, own: RuleDraft, faults: &mut Diagnostics) {
        if own.board.is_some() && own.board != self.board && own.start.is_none() {
            self.start = None;
        }
        if let (Some(old), Some(new)) = (self.board, own.board)
            && old != new
        {
            self.fit_promotion(old, new);
        }
        change!(self, own; title, description, board, start, win, fog);
        change!(self, own; double_step, en_passant, castling);
        self.change_promotion(own.promotion);
        change!(self.draws, own.draws; stalemate, repetition, perpetual_check, fifty_moves);
        change!(self.draws, own.draws; insufficient_material, agreement);
        self.wider.inherit_into(own.wider);
        self.keys.extend(own.keys);
        for removal in own.remove {
            self.remove_piece(removal, faults);
        }
        for piece in own.pieces {
            match self.pieces.iter_mut().find(|known| known.name == piece.name) {
                Some(known) => *known = known.clone().changed_by(piece),
                None => self.pieces.push(piece),
            }
        }
    }

    fn remove_piece(&mut self, removal: Removal, faults: &mut Diagnostics) {
        let Removal { name, place } = removal;
        let before = self.pieces.len();
        self.pieces.retain(|piece| piece.name != name);
        if self.pieces.len() == before {
            let near = nearest(&name, self.pieces.iter().map(|piece| piece.name.as_str()));
            let near = near.map(|near| format!("`{near}`"));
            let message =
                message!("not-inherited", "`remove` names `{name}`, which is not inherited", name);
            faults.push(Diagnostic::error(with_hint(message, near)).at(place).about("remove"));
        }
    }

    fn change_promotion(&mut self, own: Option<Switch<PromotionDraft>>) {
        let inherited_rank = match &self.promotion {
            Some(Switch::On(promotion)) => promotion.rank,
            _ => None,
        };
        match own {
            Some(Switch::On(mut promotion)) => {
                promotion.rank = promotion.rank.or(inherited_rank);
                self.promotion = Some(Switch::On(promotion));
            }
            Some(Switch::Off) => self.promotion = Some(Switch::Off),
            None => {}
        }
    }

    /// The rule set, if enough is said and all names are known.
    pub(super) fn into_spec(self, id: &str, faults: &mut Diagnostics) -> Option<RuleSpec> {
        let places = self.places();
        let (spec, start) = self.into_spec_and_start(id, faults)?;
        let pieces_are_known = !has_fault_about("pieces", faults);
        spec.faults().iter().for_each(|fault| faults.push(places.explain(fault)));
        let start = pieces_are_known.then(|| start_setup(&spec, start.as_ref(), faults))?;
        let spec = RuleSpec { start: start?, ..spec };
        contradiction::warn(&spec, faults);
        Some(spec)
    }

    /// The rule set, and what it says about its start position: it may be another's.
    pub(super) fn into_spec_and_start(
        self,
        id: &str,
        faults: &mut Diagnostics,
    ) -> Option<(RuleSpec, Option<Start>)> {
        let Some(size) = self.board else {
            if !has_fault_about("board", faults) {
                let expected = message!("board-missing", "a size such as \"14x14\"");
                faults.push(about_key("board", missing(expected)));
            }
            return None;
        };
        let pieces = pieces::resolve(&self.pieces, size, faults);
        // Without all pieces, names and letters would be called unknown that are not.
        let mut silent = Diagnostics::new();
        let told = if has_fault_about("pieces", faults) { &mut silent } else { &mut *faults };
        let promotion = self.promotion.and_then(Switch::on).map(|draft| Promotion {
            black_choices: draft
                .black_choices
                .as_ref()
                .map(|names| choices(names, draft.place, &pieces, told)),
            zones: draft.squares.as_ref().map(|squares| squares.on(size)),
            is_optional: draft.is_optional,
            pieces_must: draft.pieces_must,
            pieces_take: draft.pieces_take,
            pawns_stop: draft.pawns_stop,
            limits: limits(&draft, &pieces, told),
            ..Promotion::new(
                draft.rank.unwrap_or(size.ranks()),
                choices(&draft.choices, draft.place, &pieces, told),
            )
        });
        let double_step = match self.double_step.unwrap_or(DoubleStep::Off) {
            DoubleStep::Off => None,
            DoubleStep::FromRank(rank) => Some(rank),
        };
        let draws = self.draws;
        if draws.stalemate == Some(false)
            && !self.wider.decides_stalemate()
            && self.win.unwrap_or(Win::Checkmate) == Win::Checkmate
        {
            faults.push(Diagnostic::warning(message!(
                "no-stalemate",
                "`draws.stalemate` is false: a side that is not in check and has no legal move is \
                 stuck, and the game has no result until the players end it"
            )));
        }
        let mut spec = RuleSpec {
            id: id.to_owned(),
            title: self.title.unwrap_or_else(|| id.to_owned()),
            description: self.description.unwrap_or_default(),
            size,
            pieces,
            start: Setup::default(),
            promotion,
            castling: self.castling.and_then(Switch::on),
            double_step,
            en_passant: self.en_passant.unwrap_or(false),
            win: self.win.unwrap_or(Win::Checkmate),
            draws: Draws {
                stalemate: draws.stalemate.unwrap_or(true),
                repetition: draws.repetition.unwrap_or(DrawRule::Off),
                perpetual_check: draws.perpetual_check.unwrap_or(false),
                fifty_moves: draws.fifty_moves.unwrap_or(DrawRule::Off),
                insufficient_material: draws.insufficient_material.unwrap_or(false),
                agreement: draws.agreement.unwrap_or(true),
            },
            fog: self.fog.unwrap_or(false),
            royals: Royals::One,
            first_moves: None,
            triple_steps: None,
            en_passant_zones: None,
            restrictions: Restrictions::default(),
            ends: Ends::default(),
            shuffle: None,
        };
        let told = if has_fault_about("pieces", faults) { &mut silent } else { faults };
        self.wider.apply(&mut spec, told);
        Some((spec, self.start))
    }
}

/// Where a file names its keys and its pieces.
#[derive(Default)]
pub(super) struct Places {
    keys: Vec<(String, TextPosition)>,
    pieces: Vec<(String, TextPosition)>,
}

impl Places {
    /// A fault of the rules, at the piece or else the key that it is about.
    pub(super) fn explain(&self, fault: &RuleFault) -> Diagnostic {
        let explained = explain(fault);
        let place = match explained.key.as_deref() {
            Some("pieces") => piece_of(fault).and_then(|name| place_of(name, &self.pieces)),
            Some(key) => self.of(key),
            None => None,
        };
        explained.at(place)
    }

    /// The place of a key.
    pub(super) fn of(&self, key: &str) -> Option<TextPosition> {
        place_of(key, &self.keys)
    }
}

fn place_of(name: &str, places: &[(String, TextPosition)]) -> Option<TextPosition> {
    places.iter().find(|(known, _)| known == name).map(|(_, place)| *place)
}

/// The piece that a fault is about.
fn piece_of(fault: &RuleFault) -> Option<&str> {
    match fault {
        RuleFault::BadLetter { name, .. }
        | RuleFault::SameLetter { second: name, .. }
        | RuleFault::SameName(name)
        | RuleFault::NoMoves(name)
        | RuleFault::TooManyRays { name, .. }
        | RuleFault::BadValue(name)
        | RuleFault::SeveralRoyals { second: name, .. }
        | RuleFault::NowhereToPromote(name)
        | RuleFault::BecomesItself(name)
        | RuleFault::BecomesKing { name, .. } => Some(name),
        _ => None,
    }
}

pub(super) fn start_setup(
    spec: &RuleSpec,
    start: Option<&Start>,
    faults: &mut Diagnostics,
) -> Option<Setup> {
    let Some(start) = start else {
        let expected = message!("start-missing", "the start position as FEN");
        faults.push(about_key("start", missing(expected)));
        return None;
    };
    let is_whole = start.fen.split_ascii_whitespace().nth(1).is_some();
    let fen = if is_whole { start.fen.clone() } else { format!("{} w", start.fen) };
    match fen::parse_setup(spec, &fen) {
        Ok(mut setup) => {
            if !is_whole {
                setup.castling = spec.unmoved_rooks(&setup);
            }
            Some(setup)
        }
        Err(error) => {
            let words =
                message!("no-start-position", "is no start position: {error}", error = &error);
            let fault = about_key("start", words).at(start.place);
            faults.push(Diagnostic { code: error.code(), ..fault });
            None
        }
    }
}

/// The piece type with this name or letter.
pub(super) fn kind_named(name: &str, pieces: &[PieceSpec]) -> Option<PieceType> {
    let is_called = |piece: &PieceSpec| piece.name == name || name.chars().eq([piece.letter]);
    pieces.iter().position(is_called).and_then(PieceType::from_index)
}

fn choices(
    names: &[String],
    place: Option<TextPosition>,
    pieces: &[PieceSpec],
    faults: &mut Diagnostics,
) -> Vec<PieceType> {
    let mut kinds = Vec::new();
    for name in names {
        match kind_named(name, pieces) {
            Some(kind) => kinds.push(kind),
            None => faults.push(unknown_piece(name, "promotion").at(place).about("promotion")),
        }
    }
    kinds
}

/// A key names a piece that there is not.
pub(super) fn unknown_piece(name: &str, key: &str) -> Diagnostic {
    let words =
        message!("names-no-piece", "names `{name}`, which is no piece of this rule set", name);
    about_key(key, words)
}

fn limits(
    draft: &PromotionDraft,
    pieces: &[PieceSpec],
    faults: &mut Diagnostics,
) -> Vec<(PieceType, u8)> {
    let known = |(name, most): &(String, u8)| {
        let kinds = choices(std::slice::from_ref(name), draft.place, pieces, faults);
        kinds.first().map(|kind| (*kind, *most))
    };
    draft.limits.iter().filter_map(known).collect()
}

fn read_promotion(table: &mut TableReader<'_>, faults: &mut Diagnostics) -> Option<PromotionDraft> {
    let rank = table.get("rank").integer(A_RANK, 2..=16, faults);
    let choices = table.need("choices");
    let black = table.get("black_choices");
    let mut limits = table.get("limits").table(faults);
    let mut draft = PromotionDraft {
        rank,
        black_choices: black.node().map(|_| names(&black, faults)),
        squares: ZoneDraft::read(&table.get("squares"), faults),
        is_optional: table.get("optional").bool(faults).unwrap_or(false),
        pieces_must: table.get("pieces_must").bool(faults).unwrap_or(false),
        pieces_take: table.get("pieces_take").bool(faults).unwrap_or(false),
        pawns_stop: table.get("pawns_stop").bool(faults).unwrap_or(false),
        choices: names(&choices, faults),
        limits: Vec::new(),
        place: choices.place(),
    };
    for (name, most) in limits.entries() {
        let most = most.integer(NUMBER_OF_PIECES, 1..=64, faults);
        draft.limits.extend(most.map(|most| (name.name.clone(), most)));
    }
    Some(draft)
}

fn read_castling(table: &mut TableReader<'_>, faults: &mut Diagnostics) -> Option<Castling> {
    let files = table.get("files");
    if files.node().is_some() {
        let expected = message!("expected-files", "two letters of files such as \"cg\"");
        let files = files.parsed(expected, two_files, faults);
        let takes_rook = table.get("takes_rook").bool(faults).unwrap_or(false);
        if let Some(step) = table.given("king_step") {
            let words = message!(
                "files-and-king-step",
                "and `castling.files` both tell where the king ends; expected one"
            );
            step.error(words, faults);
        }
        return files.map(|files| Castling::onto_files(files, takes_rook));
    }
    let expected = message!("number-of-squares", "a number of squares");
    let step = table.need("king_step").integer(expected, 2..=14, faults);
    step.map(Castling::by_steps)
}

fn two_files(text: &str) -> Result<[u8; 2], FaultMessage> {
    match text.as_bytes() {
        [left @ b'a'..=b'p', right @ b'a'..=b'p'] => Ok([left - b'a', right - b'a']),
        _ => Err(message!("files-meaning", "the king ends on the first or on the second")),
    }
}

fn read_double_step(field: &Field<'_>, faults: &mut Diagnostics) -> Option<DoubleStep> {
    match &field.node()?.value {
        Value::Bool(false) => Some(DoubleStep::Off),
        Value::Bool(true) => Some(DoubleStep::FromRank(2)),
        Value::Number(_) => field.integer(A_RANK, 1..=16, faults).map(DoubleStep::FromRank),
        _ => {
            let expected = message!("expected-double-step", "true, false or the number of a rank");
            field.report(expected, faults);
            None
        }
    }
}

fn read_draws(field: &Field<'_>, faults: &mut Diagnostics) -> DrawsDraft {
    field.whole_table(faults, |table, faults| DrawsDraft {
        stalemate: table.get("stalemate").bool(faults),
        repetition: table.get("repetition").choice(&DrawRule::NAMES, faults),
        perpetual_check: table.get("perpetual_check").bool(faults),
        fifty_moves: table.get("fifty_moves").choice(&DrawRule::NAMES, faults),
        insufficient_material: table.get("insufficient_material").bool(faults),
        agreement: table.get("agreement").bool(faults),
    })
}

/// A table, or `false` to switch something off.
fn read_switch<T>(
    field: &Field<'_>,
    faults: &mut Diagnostics,
    read: impl FnOnce(&mut TableReader<'_>, &mut Diagnostics) -> Option<T>,
) -> Option<Switch<T>> {
    match field.node()?.value {
        Value::Bool(false) => Some(Switch::Off),
        Value::Table(_) => field.whole_table(faults, read).map(Switch::On),
        _ => {
            let expected = message!("expected-table-or-false", "a table `{{...}}`, or false");
            field.report(expected, faults);
            None
        }
    }
}

/// Was a fault reported about a key, or about something below it?
fn has_fault_about(key: &str, faults: &Diagnostics) -> bool {
    let is_about =
        |fault: &Diagnostic| fault.key.as_deref().is_some_and(|about| about.starts_with(key));
    faults.errors().any(is_about)
}

fn read_pieces(field: &Field<'_>, faults: &mut Diagnostics) -> Vec<PieceDraft> {
    let mut pieces: Vec<PieceDraft> = Vec::new();
    for entry in field.list(faults) {
        let Some(piece) = PieceDraft::read(&entry, faults) else { continue };
        if pieces.iter().any(|known| known.name == piece.name) {
            let words =
                message!("piece-twice", "describes `{name}` a second time", name = &piece.name);
            entry.error(words, faults);
        }
        pieces.push(piece);
    }
    pieces
}

fn read_removals(field: &Field<'_>, faults: &mut Diagnostics) -> Vec<Removal> {
    let entries = field.list(faults);
    let removal = |entry: &Field<'_>| {
        Some(Removal { name: entry.text(faults)?.to_owned(), place: entry.place() })
    };
    entries.iter().filter_map(removal).collect()
}

/// What is expected where a rule names a rank.
pub(super) const A_RANK: FaultMessage = message!("a-rank", "a rank");

/// What is expected where a rule counts pieces.
pub(super) const NUMBER_OF_PIECES: FaultMessage =
    message!("number-of-pieces", "a number of pieces");

/// A list of names.
pub(super) fn names(field: &Field<'_>, faults: &mut Diagnostics) -> Vec<String> {
    let entries = field.list(faults);
    entries.iter().filter_map(|entry| entry.text(faults)).map(str::to_owned).collect()
}

fn parse_size(text: &str) -> Result<BoardSize, FaultMessage> {
    let size =
        |(files, ranks): (&str, &str)| BoardSize::new(files.parse().ok()?, ranks.parse().ok()?);
    text.split_once('x').and_then(size).ok_or(message!("size-meaning", "files by ranks"))
}
