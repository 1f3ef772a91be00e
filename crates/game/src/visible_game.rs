//! A game as far as a perspective may know it, with a local or a remote referee: what a screen shows.

use std::sync::Arc;
use std::time::Duration;

use record::{
    GameEnd, GameTerms, Perspective, Players, SeenTurn, TimeControl, UciMove, VisibleEntry,
};
use rules::{Colour, Move, Piece, Position, Reason, Rules, Square, SquareSet, View};

use crate::fog_game::hidden_view;
use crate::{
    Event, FogGame, Game, MoveAttempt, OfferState, Phase, PlayError, Premove, PremoveError,
    ReplayError, Status,
};

/// A game as far as a perspective may know it.
#[derive(Clone, Debug)]
pub enum VisibleGame {
    /// All of it: a game at this computer, or one of a remote referee without fog.
    Open(Box<Game>),
    /// What a remote referee sends of a running game under fog.
    Fog(Box<FogGame>),
}

impl From<Game> for VisibleGame {
    fn from(game: Game) -> VisibleGame {
        VisibleGame::Open(Box::new(game))
    }
}

impl From<FogGame> for VisibleGame {
    fn from(game: FogGame) -> VisibleGame {
        VisibleGame::Fog(Box::new(game))
    }
}

impl VisibleGame {
    /// The game itself, if all of it is known.
    pub fn open(&self) -> Option<&Game> {
        match self {
            VisibleGame::Open(game) => Some(game),
            VisibleGame::Fog(_) => None,
        }
    }

    /// The game itself, to change it, if all of it is known.
    pub fn open_mut(&mut self) -> Option<&mut Game> {
        match self {
            VisibleGame::Open(game) => Some(game),
            VisibleGame::Fog(_) => None,
        }
    }

    /// The part that is known, if it is hidden by fog.
    pub fn fog(&self) -> Option<&FogGame> {
        match self {
            VisibleGame::Open(_) => None,
            VisibleGame::Fog(game) => Some(game),
        }
    }

    /// Where the game started.
    pub fn start(&self) -> &Position {
        match self {
            VisibleGame::Open(game) => game.start(),
            VisibleGame::Fog(game) => game.start(),
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        self.start().rules()
    }

    /// What was agreed before the game.
    pub fn terms(&self) -> &GameTerms {
        match self {
            VisibleGame::Open(game) => game.terms(),
            VisibleGame::Fog(game) => game.terms(),
        }
    }

    /// Who plays.
    pub fn players(&self) -> &Players {
        &self.terms().players
    }

    /// Names the player of a side, who may come when the game is already there.
    pub fn set_name(&mut self, side: Colour, name: impl Into<String>) {
        let players = match self {
            VisibleGame::Open(game) => game.players_mut(),
            VisibleGame::Fog(game) => game.players_mut(),
        };
        let player = match side {
            Colour::White => &mut players.white,
            Colour::Black => &mut players.black,
        };
        player.name = name.into();
    }

    /// What the game is doing.
    pub fn phase(&self) -> Phase {
        match self {
            VisibleGame::Open(game) => game.phase(),
            VisibleGame::Fog(game) => game.phase(),
        }
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<GameEnd> {
        self.open().and_then(Game::end)
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// Is anything hidden by fog?
    pub fn is_foggy(&self) -> bool {
        self.open().is_none_or(Game::is_foggy)
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        match self {
            VisibleGame::Open(game) => game.turn(),
            VisibleGame::Fog(game) => game.turn(),
        }
    }

    /// How many turns were played, also where they are hidden.
    pub fn ply(&self) -> usize {
        match self {
            VisibleGame::Open(game) => game.ply(),
            VisibleGame::Fog(game) => game.turns().len(),
        }
    }

    /// The player for whom the hidden board waits, if it does.
    pub fn hand_over(&self) -> Option<Colour> {
        self.open().and_then(Game::hand_over)
    }

    /// The side that a person at this screen is to move now, if any.
    pub fn human_to_move(&self) -> Option<Colour> {
        let turn = self.turn();
        (self.phase() == Phase::Playing && self.players().is_human(turn)).then_some(turn)
    }

    /// The draw that the side to move can claim, if any.
    pub fn claimable_draw(&self) -> Option<Reason> {
        self.open().and_then(Game::claimable_draw)
    }

    /// The status of the position, if there is one to show.
    pub fn status(&self, to: Perspective) -> Option<Status> {
        self.open().and_then(|game| game.status(to))
    }

    /// The time control of a side, if there are clocks.
    pub fn time_control(&self, colour: Colour) -> Option<TimeControl> {
        self.terms().clocks.map(|clocks| clocks[colour.index()])
    }

    /// What a side's clock shows, if there are clocks.
    pub fn remaining(&self, colour: Colour, now: Duration) -> Option<Duration> {
        match self {
            VisibleGame::Open(game) => game.remaining(colour, now),
            VisibleGame::Fog(game) => game.clock.remaining(colour, now),
        }
    }

    /// Does the clock of the side to move run?
    pub fn clock_runs(&self) -> bool {
        match self {
            VisibleGame::Open(game) => game.clock_runs(),
            VisibleGame::Fog(game) => game.clock.is_running(),
        }
    }

    /// When [`VisibleGame::tick`] has something to do, if nothing happens before.
    pub fn next_tick(&self) -> Option<Duration> {
        match self {
            VisibleGame::Open(game) => game.next_tick(),
            VisibleGame::Fog(game) => game.clock.warning(),
        }
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Duration) {
        match self {
            VisibleGame::Open(game) => game.tick(now),
            VisibleGame::Fog(game) => game.tick(now),
        }
    }

    /// What is on offer now.
    pub fn offers(&self) -> OfferState {
        match self {
            VisibleGame::Open(game) => game.offers(),
            VisibleGame::Fog(game) => game.offers(),
        }
    }

    /// Follows an entry that a referee elsewhere has made after `ply` turns.
    ///
    /// # Errors
    /// If it cannot come next; nothing has changed then.
    pub fn follow(
        &mut self,
        now: Duration,
        ply: usize,
        entry: VisibleEntry,
    ) -> Result<(), ReplayError> {
        match self {
            VisibleGame::Open(game) => game.follow(now, ply, entry.entry()),
            VisibleGame::Fog(game) => game.follow(now, entry),
        }
    }

    /// Sets the clocks to what a referee elsewhere says they show now.
    pub fn sync_clocks(&mut self, now: Duration, remaining: [Duration; 2], runs: bool) {
        match self {
            VisibleGame::Open(game) => game.sync_clocks(now, remaining, runs),
            VisibleGame::Fog(game) => game.sync_clocks(now, remaining, runs),
        }
    }

    /// Takes the place of an older state of the same game, as a remote referee has sent it anew.
    pub fn resync(&mut self, new: VisibleGame) {
        let ended = new.end().filter(|_| !self.is_over());
        let older = std::mem::replace(self, new);
        let mut events = vec![Event::Resynced];
        events.extend(ended.map(Event::Ended));
        match (&mut *self, older) {
            (VisibleGame::Open(game), VisibleGame::Open(older)) => {
                game.clock.keep_warnings(&older.clock);
                events.splice(0..0, older.events);
            }
            (VisibleGame::Fog(game), VisibleGame::Fog(mut older)) => {
                game.clock.keep_warnings(&older.clock);
                events.splice(0..0, std::mem::take(&mut older.events));
                game.remember(*older);
            }
            _ => {}
        }
        self.events().extend(events);
    }

    /// Takes all events since the last time, in order.
    pub fn drain_events(&mut self) -> Vec<Event> {
        std::mem::take(self.events())
    }

    /// What a side sees at a ply, or everything if no side is meant and it may be
    /// seen.
    pub fn view_at(&self, ply: usize, viewer: Option<Colour>) -> View {
        match (self, viewer) {
            (VisibleGame::Open(game), Some(viewer)) => game.view_at(ply, viewer),
            (VisibleGame::Open(game), None) => {
                game.open_view(ply).unwrap_or_else(|| hidden_view(self.rules(), game.turn()))
            }
            (VisibleGame::Fog(game), _) => game.view_at(ply),
        }
    }

    /// What a side knows of a turn, numbered from 0, or how it was if no side is meant and
    /// it may be known.
    pub fn seen_turn(&self, number: usize, viewer: Option<Colour>) -> Option<SeenTurn> {
        match (self, viewer) {
            (VisibleGame::Open(game), Some(viewer)) => game.seen_turn(number, viewer),
            (VisibleGame::Open(game), None) if game.is_foggy() => None,
            (VisibleGame::Open(game), None) => game.open_turn(number),
            (VisibleGame::Fog(game), _) => game.seen_turn(number),
        }
    }

    /// The squares that a piece seen by a side at a ply could go to if it were its turn,
    /// as far as that side knows.
    pub fn premove_targets_at(&self, ply: usize, square: Square, viewer: Colour) -> SquareSet {
        match self {
            VisibleGame::Open(game) => game.premove_targets_at(ply, square, viewer),
            VisibleGame::Fog(game) => game.premove_targets_at(ply, square),
        }
    }

    /// The legal moves of the side to move, as far as they are known, each with whether it takes
    /// something.
    pub fn legal_moves(&self) -> Vec<(Move, bool)> {
        match self {
            VisibleGame::Open(game) => {
                let is_capture = |found| (found, game.position().is_capture(found));
                game.legal_moves().into_iter().map(is_capture).collect()
            }
            VisibleGame::Fog(game) => {
                let view = game.view_at(game.turns().len());
                let is_capture = |found: &Move| (*found, view.piece_at(found.to()).is_some());
                game.moves().iter().map(is_capture).collect()
            }
        }
    }

    /// The legal move that is written so.
    pub fn find(&self, text: UciMove) -> Option<Move> {
        match self {
            VisibleGame::Open(game) => text.find(game.position()),
            VisibleGame::Fog(game) => {
                let moves = game.moves().iter();
                moves.copied().find(|found| UciMove::of(self.rules(), *found) == text)
            }
        }
    }

    /// What comes of carrying a piece of the side to move from one square to another.
    pub fn attempt(&self, from: Square, to: Square) -> MoveAttempt {
        match self {
            VisibleGame::Open(game) => game.attempt(from, to),
            VisibleGame::Fog(game) => game.attempt(from, to),
        }
    }

    /// Plays a move of the side to move. Under fog it is only checked: the remote referee says
    /// what is seen after it.
    ///
    /// # Errors
    /// Why the move was refused.
    pub fn play(&mut self, now: Duration, chess_move: Move) -> Result<(), PlayError> {
        match self {
            VisibleGame::Open(game) => game.play(now, chess_move),
            VisibleGame::Fog(game) => game.check_move(chess_move),
        }
    }

    /// The premoves of a side, the next one first.
    pub fn premoves(&self, side: Colour) -> &[Premove] {
        match self {
            VisibleGame::Open(game) => game.premoves(side),
            VisibleGame::Fog(game) => game.premoves(),
        }
    }

    /// The board as a side sees it with its premoves made.
    pub fn pieces_with_premoves(&self, side: Colour) -> Vec<(Square, Piece)> {
        match self {
            VisibleGame::Open(game) => game.pieces_with_premoves(side),
            VisibleGame::Fog(game) => game.pieces_with_premoves(),
        }
    }

    /// Where a piece could go as a premove after those that wait already.
    pub fn premove_targets(&self, side: Colour, from: Square) -> SquareSet {
        match self {
            VisibleGame::Open(game) => game.premove_targets(side, from),
            VisibleGame::Fog(game) => game.premove_targets(from),
        }
    }

    /// Queues a premove.
    ///
    /// # Errors
    /// Why it was refused.
    pub fn queue_premove(
        &mut self,
        now: Duration,
        side: Colour,
        premove: Premove,
    ) -> Result<(), PremoveError> {
        match self {
            VisibleGame::Open(game) => game.queue_premove(now, side, premove),
            VisibleGame::Fog(game) => game.queue_premove(premove),
        }
    }

    /// Drops all premoves.
    pub fn cancel_premoves(&mut self) {
        match self {
            VisibleGame::Open(game) => {
                for side in Colour::BOTH {
                    game.cancel_premoves(side);
                }
            }
            VisibleGame::Fog(game) => game.cancel_premoves(),
        }
    }

    fn events(&mut self) -> &mut Vec<Event> {
        match self {
            VisibleGame::Open(game) => &mut game.events,
            VisibleGame::Fog(game) => &mut game.events,
        }
    }
}
