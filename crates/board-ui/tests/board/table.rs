//! A table with a board on it, for the tests to play at.

use std::collections::HashMap;

use egui::{Color32, Event, Key, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use rules::{BoardSize, Colour, Piece, PieceType, Square, SquareSet};
use xxlchess_board_ui::{
    A11yLabels, BoardAction, BoardGeometry, BoardPoint, BoardState, BoardStyle, BoardView, Glide,
    Letters, Marks, PieceLetters, Placement, PromotionChoice, RemotePointer, SquareContent,
    SquareRemark, Targets,
};

/// The side of the window in points.
pub const WINDOW: f32 = 640.0;

pub fn square(name: &str) -> Square {
    Square::parse_prefix(name).expect("a square").0
}

pub fn squares(names: &str) -> SquareSet {
    names.split_whitespace().map(square).collect()
}

const KINDS: [(char, &str); 4] = [('p', "pawn"), ('n', "knight"), ('q', "queen"), ('k', "king")];

pub fn kind(letter: char) -> PieceType {
    let index = KINDS.iter().position(|(known, _)| *known == letter).expect("a known letter");
    PieceType::from_index(index).expect("a small number")
}

/// Capital letters are White's, as in FEN.
pub fn piece(letter: char) -> Piece {
    let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
    Piece::new(kind(letter.to_ascii_lowercase()), colour)
}

/// Labels in English.
struct English;

impl A11yLabels for English {
    fn board(&self) -> String {
        "Board".to_owned()
    }

    fn square(&self, square: Square, content: SquareContent, remarks: &[SquareRemark]) -> String {
        let content = match content {
            SquareContent::Piece(piece) => {
                format!("{} {}", piece.colour().name(), KINDS[piece.kind().index()].1)
            }
            SquareContent::Empty => "empty".to_owned(),
            SquareContent::Hidden => "hidden".to_owned(),
        };
        let mut label = format!("{square} {content}");
        for remark in remarks {
            label += match remark {
                SquareRemark::Selected => ", selected",
                SquareRemark::Inspected => ", looked at",
                SquareRemark::PointedAt => ", pointed at",
                SquareRemark::InHand => ", in another player's hand",
                SquareRemark::InCheck => ", in check",
                SquareRemark::Mated => ", checkmated",
                SquareRemark::CanBeTaken => ", can be taken",
                SquareRemark::CanMoveHere => ", can move here",
                SquareRemark::CouldGoHere => ", it could go here",
            };
        }
        label
    }

    fn promote_to(&self, kind: PieceType) -> String {
        format!("Promote to {}", KINDS[kind.index()].1)
    }
}

/// What stands on the table and what has been done so far.
pub struct Table {
    pub size: BoardSize,
    pub bottom: Colour,
    pub pieces: Placement,
    pub movable: SquareSet,
    pub targets: HashMap<Square, Targets>,
    pub marks: Marks,
    pub premoves: Vec<(Square, Square)>,
    pub visible: Option<SquareSet>,
    pub remote: Vec<RemotePointer>,
    pub promotion: Option<(Square, Square, Vec<PieceType>)>,
    pub glide: Option<Glide>,
    pub style: BoardStyle,
    pub state: BoardState,
    pub actions: Vec<BoardAction>,
    pub geometry: Option<BoardGeometry>,
    pub moving: bool,
    /// Moves are played as they come.
    pub plays: bool,
    letters: PieceLetters,
}

impl Table {
    /// White's pawn on e2, knight on g1 and king on e1 against a pawn on d3, a knight on f3 and
    /// the king on e8.
    pub fn new() -> Table {
        let pieces = [("e2", 'P'), ("g1", 'N'), ("e1", 'K'), ("d3", 'p'), ("f3", 'n'), ("e8", 'k')];
        let targets = [
            ("e2", "e3 e4", "d3 f3"),
            ("g1", "h3", "f3"),
            ("e1", "d1 f1", ""),
            ("f3", "d4 h4 d2", "e1 g1"),
        ];
        let targets = targets.map(|(from, moves, captures)| {
            (square(from), Targets { moves: squares(moves), captures: squares(captures) })
        });
        Table {
            size: BoardSize::new(8, 8).expect("a valid size"),
            bottom: Colour::White,
            pieces: pieces
                .map(|(name, letter)| (square(name), piece(letter)))
                .into_iter()
                .collect(),
            movable: squares("e2 g1 e1"),
            targets: targets.into_iter().collect(),
            marks: Marks::default(),
            premoves: Vec::new(),
            visible: None,
            remote: Vec::new(),
            promotion: None,
            glide: None,
            style: BoardStyle::default(),
            state: BoardState::default(),
            actions: Vec::new(),
            geometry: None,
            moving: false,
            plays: false,
            letters: KINDS.iter().map(|(letter, _)| *letter).collect(),
        }
    }

    fn show(&mut self, ui: &mut egui::Ui) {
        let space = Rect::from_min_size(ui.max_rect().min, vec2(WINDOW, WINDOW));
        let targets = |from: Square| self.targets.get(&from).copied().unwrap_or(Targets::EMPTY);
        let mut view =
            BoardView::new(self.size, self.bottom, &self.pieces, &self.letters, &self.style);
        view.labels = &English;
        view.movable = self.movable;
        view.targets = &targets;
        view.marks = self.marks;
        view.premoves = &self.premoves;
        view.visible = self.visible;
        view.remote = &self.remote;
        view.glide = self.glide;
        view.promotion = self.promotion.as_ref().map(|(from, to, choices)| PromotionChoice {
            from: *from,
            to: *to,
            colour: Colour::White,
            choices,
        });
        let builder = egui::UiBuilder::new().max_rect(space);
        let output =
            ui.scope_builder(builder, |ui| view.show(ui, &mut self.state, &mut Letters)).inner;
        for action in &output.actions {
            if let (BoardAction::Move { from, to }, true) = (action, self.plays) {
                let piece = self.pieces.get(*from);
                self.pieces.set(*from, None);
                self.pieces.set(*to, piece);
                self.marks.last_move = Some((*from, *to));
            }
        }
        self.actions.extend(output.actions);
        self.geometry = Some(output.geometry);
        self.moving = output.moving;
    }
}

/// The table in a window that runs at 60 frames a second.
pub struct Game {
    pub harness: Harness<'static, Table>,
}

impl Game {
    pub fn new(table: Table) -> Game {
        let harness = Harness::builder()
            .with_size(vec2(WINDOW, WINDOW + 60.0))
            .with_step_dt(1.0 / 60.0)
            .with_max_steps(1000)
            .build_ui_state(
                |ui, table: &mut Table| {
                    // The board lies over this button, but Tab still finds it.
                    let _ = ui.button("above");
                    table.show(ui);
                    let below = Rect::from_min_size(
                        ui.max_rect().min + vec2(0.0, WINDOW + 4.0),
                        vec2(100.0, 20.0),
                    );
                    ui.put(below, egui::Button::new("below"));
                },
                table,
            );
        let mut game = Game { harness };
        game.table().actions.clear();
        game
    }

    pub fn table(&mut self) -> &mut Table {
        self.harness.state_mut()
    }

    /// What has been done since the last call, without the plain pointing.
    pub fn actions(&mut self) -> Vec<BoardAction> {
        let mut actions = std::mem::take(&mut self.table().actions);
        actions.retain(|action| {
            !matches!(action, BoardAction::Hovered(_) | BoardAction::DragMoved(_))
        });
        actions
    }

    pub fn centre(&self, name: &str) -> Pos2 {
        self.harness.state().geometry.expect("shown").centre(square(name))
    }

    pub fn run(&mut self) {
        self.harness.run();
    }

    /// Runs so many frames of a sixtieth of a second.
    pub fn frames(&mut self, count: usize) {
        self.harness.run_steps(count);
    }

    pub fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.run();
    }

    pub fn has(&self, label: &str) -> bool {
        self.harness.query_by_label(label).is_some()
    }

    pub fn is_focused(&self, label: &str) -> bool {
        self.harness.get_by_label(label).is_focused()
    }

    pub fn key(&mut self, key: Key) {
        self.harness.key_press(key);
        self.run();
    }

    pub fn shift(&mut self, key: Key) {
        self.harness.key_press_modifiers(Modifiers::SHIFT, key);
        self.run();
    }

    pub fn press(&mut self, pos: Pos2, button: PointerButton, modifiers: Modifiers) {
        self.harness.event(Event::PointerMoved(pos));
        self.harness.event(Event::ModifiersChanged(modifiers));
        self.harness.event(Event::PointerButton { pos, button, pressed: true, modifiers });
        self.run();
    }

    pub fn move_to(&mut self, pos: Pos2) {
        self.harness.event(Event::PointerMoved(pos));
        self.run();
    }

    pub fn release(&mut self, pos: Pos2, button: PointerButton) {
        let modifiers = Modifiers::NONE;
        self.harness.event(Event::PointerButton { pos, button, pressed: false, modifiers });
        self.harness.event(Event::ModifiersChanged(modifiers));
        self.run();
    }

    /// Presses on a square, goes to a point and lets go.
    pub fn drag(&mut self, from: &str, to: Pos2, button: PointerButton, modifiers: Modifiers) {
        let start = self.centre(from);
        self.press(start, button, modifiers);
        self.move_to(start + (to - start) * 0.5);
        self.move_to(to);
        self.release(to, button);
    }

    pub fn drag_piece(&mut self, from: &str, to: &str) {
        let to = self.centre(to);
        self.drag(from, to, PointerButton::Primary, Modifiers::NONE);
    }
}

pub fn remote_hand(from: &str, file: f32, rank: f32) -> RemotePointer {
    RemotePointer {
        colour: Color32::LIGHT_BLUE,
        hover: Some(square("b4")),
        selected: Some(square("c4")),
        drag: Some((square(from), BoardPoint { file, rank })),
    }
}
