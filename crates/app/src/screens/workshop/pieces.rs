//! The pieces of the game: a list, how each moves, and how it is drawn.

use std::io;

use board_ui::PieceRenderer;
use board_ui::pieces::{MEDALLION, drawing_names};
use egui::{Color32, CornerRadius, Rect, Sense, Ui, Vec2, vec2};
use notation::ruleset::estimated_value;
use rules::{Colour, Later, Movement, Piece, PieceSpec, PieceType, Purpose, Role, betza};

use super::draft::{GameDraft, remove_piece};
use super::movement_grid::{GridTool, Symmetry, Way};
use super::piece_grid::way_text;
use super::{Bench, choice_row};
use crate::context::Context;
use crate::dialogs::{Answer, FileKind, FileRequest, Ticket};
use crate::screens::palette::piece_button;
use crate::style::widgets::{
    Button, Dropdown, Segmented, Stepper, TextField, Toggle, card, note, paragraph,
};
use crate::style::{Icon, of, space, text};
use crate::texts::capital;

/// The most piece types that a game has: one for each letter.
const MOST_PIECES: usize = 26;

/// The tools of the pieces.
pub struct PieceTools {
    /// The piece type that is worked on.
    pub(super) chosen: usize,
    pub(super) tool: GridTool,
    choosing_drawing: Option<Ticket>,
    /// The piece type that was just added: what is clicked first takes the place of how it moves.
    pub(super) fresh: Option<usize>,
}

impl Default for PieceTools {
    fn default() -> PieceTools {
        let (way, purpose, symmetry) = (Way::Leap, Purpose::Both, Symmetry::All);
        PieceTools {
            chosen: 0,
            tool: GridTool { way, purpose, symmetry, initial: false },
            choosing_drawing: None,
            fresh: None,
        }
    }
}

impl PieceTools {
    /// The piece type that is worked on.
    pub(super) fn piece<'d>(&mut self, draft: &'d GameDraft) -> Option<&'d PieceSpec> {
        let pieces = &draft.spec().pieces;
        self.chosen = self.chosen.min(pieces.len().saturating_sub(1));
        pieces.get(self.chosen)
    }

    /// Changes the piece type that is worked on.
    fn change(
        &self,
        draft: &mut GameDraft,
        kind: Option<&'static str>,
        change: impl FnOnce(&mut PieceSpec),
    ) {
        let chosen = self.chosen;
        draft.change(kind, |spec| {
            if let Some(piece) = spec.pieces.get_mut(chosen) {
                change(piece);
            }
        });
    }

    /// Changes how the piece type moves, and its value unless one was entered.
    pub(super) fn set_movement(
        &self,
        draft: &mut GameDraft,
        kind: Option<&'static str>,
        movement: Movement,
    ) {
        self.change(draft, kind, |piece| {
            let is_estimated = piece.value == estimated_value(piece);
            piece.movement = movement;
            if is_estimated {
                piece.value = estimated_value(piece);
            }
        });
    }

    /// Takes the SVG that was chosen for a piece.
    pub fn take_drawing(&mut self, draft: &mut GameDraft, cx: &mut Context) {
        let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.choosing_drawing) else {
            return;
        };
        let no_text = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        let read = cx.services.files.read(&path);
        let text = read.and_then(|bytes| String::from_utf8(bytes).map_err(no_text));
        match text {
            Ok(svg) => {
                // A heading would stand before the tag that distinguishes an SVG from a name.
                let start = svg.find("<svg").unwrap_or(0);
                let svg = svg[start..].trim().to_owned();
                self.change(draft, None, |piece| piece.drawing = Some(svg));
            }
            Err(error) => {
                let title = cx.texts.dialogs.cannot_read(&path.display());
                cx.dialogs.error(title, cx.texts.io_error(&error));
            }
        }
    }

    /// The list of pieces, and everything about the one that is chosen.
    pub fn side(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let parts = [
            PieceTools::list,
            PieceTools::about,
            PieceTools::movement,
            PieceTools::changes,
            PieceTools::drawing,
        ];
        for part in parts {
            card(ui, |ui| part(self, ui, bench));
        }
    }

    fn list(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let (draft, art, cx) = (&mut *bench.draft, bench.art, &mut *bench.cx);
        let (texts, words) = (cx.texts, &cx.texts.workshop);
        let names: Vec<String> =
            draft.spec().pieces.iter().map(|piece| capital(&texts.piece(&piece.name))).collect();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(2.0);
            for (index, name) in names.iter().enumerate() {
                let Some(kind) = PieceType::from_index(index) else { continue };
                let piece = Piece::new(kind, Colour::White);
                let is_on = index == self.chosen;
                if piece_button(ui, piece, name, is_on, art, cx.theme.board.dark).clicked() {
                    self.chosen = index;
                    draft.end_step();
                }
            }
        });
        ui.add_space(space::XS);
        let half = (ui.available_width() - space::S) / 2.0;
        ui.horizontal(|ui| {
            let add = Button::secondary(words.add).icon(Icon::Plus).small().width(half);
            if ui.add(add.enabled(names.len() < MOST_PIECES)).clicked() {
                draft.change(None, |spec| spec.pieces.extend(new_piece(&spec.pieces)));
                self.chosen = names.len();
                self.fresh = Some(self.chosen);
                self.tool = PieceTools::default().tool;
            }
            let remove = Button::secondary(words.remove).icon(Icon::Trash).small().width(half);
            if ui.add(remove.enabled(names.len() > 1)).clicked()
                && let Some(kind) = PieceType::from_index(self.chosen)
            {
                draft.change(None, |spec| remove_piece(spec, kind));
            }
        });
    }

    fn about(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let (draft, cx) = (&mut *bench.draft, &mut *bench.cx);
        let (texts, words) = (cx.texts, &cx.texts.workshop);
        let Some(piece) = self.piece(draft).cloned() else { return };
        let others: Vec<PieceSpec> = draft.spec().pieces.clone();
        let others = || others.iter().filter(|other| other.name != piece.name);
        ui.horizontal(|ui| {
            let width = ui.available_width() - 52.0 - space::S;
            let free_name = |typed: &str| {
                let name = Some(typed.trim().to_owned()).filter(|name| !name.is_empty())?;
                others().all(|other| other.name != name).then_some(name)
            };
            let field = TextField::new(words.piece_name).width(width);
            let (response, name) = field.edit(ui, &piece.name, |typed| free_name(typed).is_none());
            let changed = response.on_hover_text(words.piece_name).changed();
            if let Some(name) = free_name(&name).filter(|_| changed) {
                self.change(draft, Some("name"), |piece| piece.name = name);
            }
            let free_letter = |typed: &str| {
                one_letter(typed).filter(|it| others().all(|other| other.letter != *it))
            };
            let field = TextField::new(words.piece_letter).width(52.0);
            let kept = piece.letter.to_string();
            let (response, letter) = field.edit(ui, &kept, |typed| free_letter(typed).is_none());
            let changed = response.on_hover_text(words.piece_letter).changed();
            if let Some(letter) = free_letter(&letter).filter(|_| changed) {
                self.change(draft, Some("letter"), |piece| piece.letter = letter);
            }
        });
        let roles = [
            (Role::Ordinary, words.role_ordinary),
            (Role::Royal, words.role_royal),
            (Role::Pawn, words.role_pawn),
            (Role::CastlingPartner, words.role_castling),
        ];
        let mut role = piece.role;
        let list = Dropdown::new(words.role).width(ui.available_width());
        if list.pick(ui, &mut role, roles) {
            self.change(draft, None, |piece| {
                piece.role = role;
                piece.value = match piece.role {
                    Role::Royal => f64::INFINITY,
                    _ if piece.value.is_infinite() => 3.0,
                    _ => piece.value,
                };
            });
        }
        if piece.role != Role::Royal {
            choice_row(ui, words.value, "", |ui| {
                let mut halves = (piece.value * 2.0).round() as usize;
                let written = texts.decimal(piece.value, 1);
                let stepper =
                    Stepper::new(words.value, texts.new_game.fewer, texts.new_game.further);
                if stepper.width(112.0).show(ui, &mut halves, 0..=2000, &written) {
                    self.change(draft, Some("value"), |piece| piece.value = halves as f64 / 2.0);
                }
            });
        }
    }

    /// How it moves: in Betza notation, and what a click on the grid means.
    fn movement(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let (draft, cx) = (&mut *bench.draft, &mut *bench.cx);
        let words = &cx.texts.workshop;
        let Some(piece) = self.piece(draft).cloned() else { return };
        ui.label(text::strong(words.betza));
        match betza_field(ui, words.betza, &piece.movement) {
            Ok(Some(movement)) => self.set_movement(draft, Some("betza"), movement),
            Ok(None) => {}
            Err(error) => {
                let ink = of(ui).colours.danger;
                paragraph(ui, text::body(cx.texts.fault(error)).color(ink));
            }
        }
        ui.add_space(space::XS);
        ui.label(text::strong(words.click));
        let ways = Way::ALL.map(|way| (way, way_text(way, cx.texts).0));
        Dropdown::new(words.click).width(ui.available_width()).pick(ui, &mut self.tool.way, ways);
        note(ui, way_text(self.tool.way, cx.texts).1);
        let purposes = [
            (Purpose::Both, words.purpose_both),
            (Purpose::MoveOnly, words.purpose_moves),
            (Purpose::CaptureOnly, words.purpose_takes),
        ];
        Segmented::new(words.purpose, purposes).show(ui, &mut self.tool.purpose);
        let symmetries = [
            (Symmetry::All, words.symmetry_all),
            (Symmetry::Sides, words.symmetry_sides),
            (Symmetry::One, words.symmetry_one),
        ];
        Segmented::new(words.symmetry, symmetries).show(ui, &mut self.tool.symmetry);
        choice_row(ui, words.initial, words.initial_about, |ui| {
            ui.add(Toggle::new(&mut self.tool.initial, words.initial));
        });
    }

    /// What it becomes, and how it moves further ahead.
    fn changes(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let (draft, cx) = (&mut *bench.draft, &mut *bench.cx);
        let (texts, words) = (cx.texts, &cx.texts.workshop);
        let Some(piece) = self.piece(draft).cloned() else { return };
        ui.label(text::strong(words.becomes));
        let others = draft.spec().pieces.iter().enumerate();
        let others = others.filter(|(index, _)| *index != self.chosen).filter_map(|(index, it)| {
            let kind = PieceType::from_index(index)?;
            Some((Some(kind), words.becomes_piece(texts.piece(&it.name))))
        });
        let nothing = (None, words.becomes_nothing.to_owned());
        let mut becomes = piece.becomes;
        let list = Dropdown::new(words.becomes).width(ui.available_width());
        if list.pick(ui, &mut becomes, [nothing].into_iter().chain(others)) {
            self.change(draft, None, |piece| piece.becomes = becomes);
        }
        note(ui, words.becomes_about);
        let ranks = usize::from(draft.spec().size.ranks());
        let mut changes = piece.later.is_some();
        choice_row(ui, words.later, words.later_about, |ui| {
            ui.add(Toggle::new(&mut changes, words.later));
        });
        if changes != piece.later.is_some() {
            let rank = draft.spec().size.ranks() / 2 + 1;
            let later = changes.then(|| Later { rank, movement: piece.movement.clone() });
            self.change(draft, None, |piece| piece.later = later);
        }
        let Some(later) = &piece.later else { return };
        choice_row(ui, words.promotion_rank, words.promotion_rank_about, |ui| {
            let (mut rank, written) = (usize::from(later.rank), later.rank.to_string());
            let stepper = Stepper::new(words.later, texts.new_game.fewer, texts.new_game.further);
            if stepper.width(110.0).show(ui, &mut rank, 1..=ranks, &written) {
                let rank = rank as u8;
                self.change(draft, Some("later-rank"), |piece| {
                    piece.later.iter_mut().for_each(|later| later.rank = rank);
                });
            }
        });
        if let Ok(Some(movement)) = betza_field(ui, words.later_betza, &later.movement) {
            self.change(draft, Some("later-betza"), |piece| {
                piece.later.iter_mut().for_each(|later| later.movement = movement.clone());
            });
        }
    }

    /// How it is drawn: a body, a badge, or an SVG.
    fn drawing(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let (draft, art, cx) = (&mut *bench.draft, bench.art, &mut *bench.cx);
        let (texts, words) = (cx.texts, &cx.texts.workshop);
        let Some(piece) = self.piece(draft).cloned() else { return };
        ui.horizontal(|ui| {
            ui.label(text::strong(words.drawing));
            let (rect, _) = ui.allocate_exact_size(vec2(2.0 * 44.0, 44.0), Sense::hover());
            for (index, colour) in Colour::BOTH.into_iter().enumerate() {
                let corner = rect.min + vec2(44.0 * index as f32, 0.0);
                let tile = Rect::from_min_size(corner, Vec2::splat(44.0));
                let ground = [cx.theme.board.light, cx.theme.board.dark][index];
                ui.painter().rect_filled(tile, CornerRadius::ZERO, ground);
                let kind = PieceType::from_index(self.chosen);
                let found = kind.and_then(|kind| art.picture(Piece::new(kind, colour)));
                if let Some(found) = found {
                    let place = tile.shrink(3.0);
                    ui.painter().image(found.texture, place, found.uv, Color32::WHITE);
                }
            }
        });
        let current = piece.drawing.clone().unwrap_or_default();
        let is_svg = current.starts_with('<');
        let (body, badge) = match is_svg {
            true => ("", ""),
            false => current.split_once('+').unwrap_or((&current, "")),
        };
        let usual = if is_svg { words.drawing_own } else { words.drawing_usual };
        let first = [(Some(""), usual), (Some(MEDALLION), words.drawing_medallion)];
        let first = first.map(|(name, shown)| (name, shown.to_owned()));
        let drawn = drawing_names().map(|name| (Some(name), capital(&texts.piece(name))));
        let choices = first.into_iter().chain(drawn);
        let choices = choices.chain([(None, words.drawing_file.to_owned())]);
        let mut chosen = Some(body);
        let list = Dropdown::new(words.body).width(ui.available_width()).footer();
        if list.pick(ui, &mut chosen, choices) {
            match chosen {
                Some(name) => {
                    let name = Some(name.to_owned()).filter(|name| !name.is_empty());
                    self.change(draft, None, |piece| piece.drawing = name);
                }
                None => {
                    let request = FileRequest::open(words.drawing_file, &[FileKind::Drawing]);
                    self.choosing_drawing = Some(cx.dialogs.choose_file(request, &cx.services));
                }
            }
        }
        if body.is_empty() || body == MEDALLION {
            return;
        }
        let badges = drawing_names().map(|name| (name, words.badge_of(texts.piece(name))));
        let badges = [("", words.badge_none.to_owned())].into_iter().chain(badges);
        let mut chosen = badge;
        let list = Dropdown::new(words.badge).width(ui.available_width());
        if list.pick(ui, &mut chosen, badges) {
            let both = match chosen {
                "" => body.to_owned(),
                badge => format!("{body}+{badge}"),
            };
            self.change(draft, None, |piece| piece.drawing = Some(both));
        }
    }
}

/// A line for a movement in Betza notation; gives the one that was typed, if it has changed.
fn betza_field(
    ui: &mut Ui,
    name: &str,
    kept: &Movement,
) -> Result<Option<Movement>, betza::BetzaError> {
    let field = TextField::new(name).hint(name).width(ui.available_width());
    let is_wrong = |typed: &str| betza::parse(typed).is_err();
    let (response, typed) = field.edit(ui, &betza::format(kept), is_wrong);
    let changed = response.on_hover_text(name).changed();
    betza::parse(&typed).map(|movement| changed.then_some(movement))
}

fn one_letter(typed: &str) -> Option<char> {
    let mut letters = typed.trim().chars();
    let letter = letters.next().filter(|_| letters.clone().next().is_none())?;
    Some(letter.to_ascii_lowercase()).filter(char::is_ascii_lowercase)
}

/// How a new piece moves until something is said about that: a square along a file or a rank.
pub fn step() -> Movement {
    betza::parse("W").unwrap_or_default()
}

/// A piece under a letter that is free.
fn new_piece(pieces: &[PieceSpec]) -> Option<PieceSpec> {
    let letter = ('a'..='z').find(|letter| pieces.iter().all(|piece| piece.letter != *letter))?;
    let piece = PieceSpec::new(format!("new-{letter}"), letter, step());
    Some(PieceSpec { value: estimated_value(&piece), ..piece })
}
