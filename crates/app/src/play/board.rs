//! The game on the board: what is marked and what can be done, and what the player did.

use std::sync::Arc;
use std::time::Duration;

use board_ui::{
    BoardAction, BoardArrow, BoardOutput, BoardState, BoardStyle, BoardView, Glide, Ink, Marks,
    Placement, PromotionChoice, RemotePointer, Targets,
};
use egui::{Color32, Ui};
use protocol::{Drag, LiveState, MOST_ARROWS};
use rules::{Colour, Square, SquareSet};

use super::board_labels::BoardLabels;
use super::piece_atlases::PieceAtlases;
use super::session::{Pace, Promotion, Scene, Session, Stage};
use crate::context::Context;
use crate::new_game;
use crate::picture::board_style;

/// Moves that are taken back or looked through are over so soon, in seconds.
const BROWSING: f32 = 0.16;

/// Pointers and arrows of others at the same board.
#[derive(Clone, Debug, Default)]
pub struct RemoteInput {
    pub hands: Vec<RemotePointer>,
    pub arrows: Vec<BoardArrow>,
}

/// The board of a game, and what it remembers from frame to frame.
pub struct Board {
    state: BoardState,
    pieces: Placement,
    version: Option<u64>,
    glide: new_game::GlideSettings,
    /// Is the last move still on its way? What comes of it is shown when it has arrived.
    is_gliding: bool,
    /// The square whose piece is explained.
    pub hovered: Option<Square>,
    /// Our pointer, for others to see.
    live: LiveState,
    /// Has the pointer come to its square to do something there, and not to look?
    is_busy: bool,
}

impl Board {
    /// A board on which pieces glide like this.
    pub fn new(glide: new_game::GlideSettings) -> Board {
        Board {
            state: BoardState::default(),
            pieces: Placement::EMPTY,
            version: None,
            glide,
            is_gliding: false,
            hovered: None,
            live: LiveState::default(),
            is_busy: false,
        }
    }

    /// Shows the board and does what the player did on it.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        art: &mut PieceAtlases,
        cx: &Context,
        others: &RemoteInput,
        now: Duration,
    ) -> BoardOutput {
        self.follow(session);
        let scene = session.scene();
        let letters = art.letters().clone();
        let labels = BoardLabels { texts: cx.texts, rules: Arc::clone(session.game().rules()) };
        let style = style(cx);
        let targets = |square: Square| targets(session, square);
        let premoves = session.premoves();
        let mut arrows: Vec<BoardArrow> = session.hint().into_iter().filter_map(arrow).collect();
        arrows.extend(&others.arrows);
        let promotion = session.promotion().map(|promotion| promotion.shown(scene.turn));
        let (size, bottom) = (session.game().rules().size(), session.bottom());
        let view = BoardView {
            movable: movable(session, &self.pieces),
            targets: &targets,
            marks: marks(session, self.is_gliding),
            premoves: &premoves,
            visible: scene.is_foggy.then_some(scene.view.visible()),
            arrows: &arrows,
            remote: &others.hands,
            promotion,
            coordinates: cx.settings.coordinates,
            glide: self.pace(session, cx),
            labels: &labels,
            ..BoardView::new(size, bottom, &self.pieces, &letters, &style)
        };
        let output = view.show(ui, &mut self.state, art);
        if std::mem::replace(&mut self.is_gliding, output.moving) && !output.moving {
            ui.ctx().request_repaint();
        }
        for action in &output.actions {
            self.act(*action, session, now);
        }
        self.follow_hand(&output.actions);
        if !output.actions.is_empty() {
            // A finger that stays on a piece wants to know about it.
            let is_finger = ui.input(|input| input.any_touches());
            self.is_busy = !is_finger && !output.actions.iter().all(is_look);
        }
        output
    }

    /// Another game is on the board: nothing glides.
    pub fn forget(&mut self) {
        self.state = BoardState::default();
        self.version = None;
    }

    fn follow(&mut self, session: &mut Session) {
        let scene = session.scene();
        if self.version != Some(scene.version) {
            self.is_gliding = self.version.is_some();
            self.version = Some(scene.version);
            self.pieces = scene.view.pieces().iter().copied().collect();
            self.hovered = None;
        }
        if let Some(square) = session.take_highlight() {
            self.state.highlight(square);
        }
        if let Some(selection) = session.take_selection() {
            self.state.select(selection);
        }
    }

    /// Our pointer, for others to see.
    pub fn live(&self) -> &LiveState {
        &self.live
    }

    /// Records what others may see of our pointer.
    fn follow_hand(&mut self, actions: &[BoardAction]) {
        for action in actions {
            match *action {
                BoardAction::Hovered(square) => self.live.hover = square,
                BoardAction::DragStarted(from) => {
                    let (x, y) = (f32::from(from.file()) + 0.5, f32::from(from.rank()) + 0.5);
                    self.live.drag = Some(Drag { from, x, y });
                }
                BoardAction::DragMoved(place) => {
                    if let Some(drag) = &mut self.live.drag {
                        // Two digits are finer than anybody sees, and shorter to send.
                        let rounded = |place: f32| (place * 100.0).round() / 100.0;
                        let within = |place: f32| rounded(place + 0.5).clamp(-1.0, 17.0);
                        (drag.x, drag.y) = (within(place.file), within(place.rank));
                    }
                }
                BoardAction::DragEnded => self.live.drag = None,
                _ => {}
            }
        }
        self.live.selected = self.state.selected();
        if self.state.dragged().is_none() {
            self.live.drag = None;
        }
        let drawings = &self.state.drawings;
        let arrows = drawings.arrows.iter().map(|arrow| (arrow.from, arrow.to));
        let circles = drawings.circles.iter().map(|circle| (circle.square, circle.square));
        let drawn = arrows.chain(circles).map(|(from, to)| protocol::Arrow { from, to });
        self.live.arrows = drawn.take(MOST_ARROWS).collect();
    }

    fn pace(&self, session: &Session, cx: &Context) -> Option<Glide> {
        Some(glide_of(self.glide, cx.settings.animation.factor()?, session.pace()))
    }

    fn act(&mut self, action: BoardAction, session: &mut Session, now: Duration) {
        match action {
            BoardAction::Move { from, to } => session.try_move(from, to, now),
            // While a hint is shown in full, a click on another square dismisses it.
            BoardAction::AttemptElsewhere { .. } if shows_target(session) => session.cancel_hint(),
            BoardAction::AttemptElsewhere { from, to } => {
                session.cancel_hint();
                session.try_move(from, to, now);
            }
            // The piece of a hint is selected by the hint itself: who clicks it plays the move.
            BoardAction::Deselect if shows_target(session) => session.play_hint(now),
            BoardAction::Select(square) => {
                self.hovered = None;
                let is_hinted = session.hint().is_some_and(|hint| hint.chess_move.from() == square);
                if !is_hinted {
                    session.cancel_hint_only();
                }
            }
            BoardAction::Inspect(_) => session.cancel_hint(),
            BoardAction::Promote(kind) => session.promote(kind, now),
            BoardAction::PromotionCancelled => session.cancel_promotion(),
            BoardAction::CancelPremoves => session.cancel_premoves(),
            // A card would hide where the selected piece can go.
            BoardAction::HoverLong(square) if self.state.selected().is_none() && !self.is_busy => {
                self.hovered = Some(square);
            }
            BoardAction::HoverLong(_) | BoardAction::Hovered(_) | BoardAction::DragStarted(_) => {
                self.hovered = None;
            }
            BoardAction::Deselect
            | BoardAction::StopInspecting
            | BoardAction::DrawingsChanged
            | BoardAction::DragMoved(_)
            | BoardAction::DragEnded => {}
        }
    }
}

/// The style of the board; marks of legal moves are transparent when they are switched off.
fn style(cx: &Context) -> BoardStyle {
    let mut style = board_style(&cx.settings, &cx.theme);
    if !cx.settings.show_moves {
        let colours = &mut style.colours;
        for colour in
            [&mut colours.moves, &mut colours.captures, &mut colours.dots, &mut colours.rings]
        {
            *colour = Color32::TRANSPARENT;
        }
    }
    style
}

/// Did the pointer only look at something?
fn is_look(action: &BoardAction) -> bool {
    matches!(action, BoardAction::Hovered(_) | BoardAction::HoverLong(_))
}

/// How pieces glide: as the config says, times what the user likes.
fn glide_of(wanted: new_game::GlideSettings, factor: f32, pace: Pace) -> Glide {
    let longest = wanted.longest.as_secs_f32();
    match pace {
        Pace::Playing => Glide {
            pixels_per_frame: wanted.speed as f32 * factor,
            max_seconds: longest.min(longest / factor),
        },
        Pace::Browsing => Glide { pixels_per_frame: 16.0, max_seconds: BROWSING.min(longest) },
    }
}

fn shows_target(session: &Session) -> bool {
    session.hint().is_some_and(|hint| hint.stage == Stage::Target)
}

fn arrow(hint: super::session::Hint) -> Option<BoardArrow> {
    let (from, to) = (hint.chess_move.from(), hint.chess_move.to());
    (hint.stage == Stage::Target).then_some(BoardArrow { from, to, ink: Ink::Blue })
}

/// The squares whose pieces can be picked up.
fn movable(session: &Session, pieces: &Placement) -> SquareSet {
    if let Some(side) = session.premover() {
        let own = session.pieces_with_premoves(side).into_iter();
        return own.filter(|(_, piece)| piece.colour() == side).map(|(square, _)| square).collect();
    }
    let Some(turn) = session.can_move() else { return SquareSet::EMPTY };
    pieces.iter().filter(|(_, piece)| piece.colour() == turn).map(|(square, _)| square).collect()
}

/// Where the piece on a square can go.
fn targets(session: &Session, square: Square) -> Targets {
    let scene = session.scene();
    let is_enemy = |target: Square, own| {
        scene.view.piece_at(target).is_some_and(|piece| piece.colour() != own)
    };
    if let Some(side) = session.premover() {
        let reach = session.premove_targets(side, square);
        if !reach.is_empty() {
            return split(reach, |target| is_enemy(target, side));
        }
    } else if let Some(side) = session.can_move()
        && scene.view.piece_at(square).is_some_and(|piece| piece.colour() == side)
    {
        return legal_targets(session, scene, square);
    }
    let Some(piece) = scene.view.piece_at(square) else { return Targets::EMPTY };
    split(session.reach_of(square), |target| is_enemy(target, piece.colour()))
}

fn split(reach: SquareSet, is_capture: impl Fn(Square) -> bool) -> Targets {
    let captures: SquareSet = reach.iter().filter(|target| is_capture(*target)).collect();
    Targets { moves: reach.without(captures), captures }
}

fn legal_targets(session: &Session, scene: &Scene, square: Square) -> Targets {
    let mut targets = Targets::EMPTY;
    // While a hint is shown in full, its own target is the only one.
    let hinted = session
        .hint()
        .filter(|hint| hint.stage == Stage::Target && hint.chess_move.from() == square);
    for (chess_move, is_capture) in &scene.moves {
        let fits = hinted.is_none_or(|hint| hint.chess_move.to() == chess_move.to());
        if chess_move.from() == square && fits {
            let set = if *is_capture { &mut targets.captures } else { &mut targets.moves };
            set.insert(chess_move.to());
        }
    }
    targets
}

fn marks(session: &Session, is_gliding: bool) -> Marks {
    let scene = session.scene();
    if is_gliding && scene.mated.is_some() {
        return Marks { last_move: scene.last_move, ..Marks::default() };
    }
    Marks {
        last_move: scene.last_move,
        check: match scene.mated {
            Some(_) => SquareSet::EMPTY,
            None => scene.in_check,
        },
        mated: scene.mated,
        contributing: scene.contributing,
        hint: session.hint().map_or(SquareSet::EMPTY, |hint| hint.squares()),
    }
}

impl Promotion {
    /// The choice as the board shows it to the side to move.
    pub fn shown(&self, colour: Colour) -> PromotionChoice<'_> {
        PromotionChoice { from: self.from, to: self.to, colour, choices: &self.choices }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_config_says_how_pieces_glide() {
        let frames = |longest: f32, factor: f32| {
            let wanted =
                new_game::GlideSettings { speed: 6.0, longest: Duration::from_secs_f32(longest) };
            (60.0 * glide_of(wanted, factor, Pace::Playing).seconds(10.0)).round()
        };
        assert_eq!((frames(5.0, 1.0), frames(1.0, 1.0)), (80.0, 60.0));
        assert_eq!((frames(5.0, 2.0), frames(1.0, 2.0)), (40.0, 30.0));
        assert_eq!(frames(1.0, 0.5), 60.0, "slow, but never longer than the config says");
    }
}
