//! The game of a room as the server sends it: open, or the visible part under fog.

use std::time::Duration;

use game::{FogGame, Game, ReplayError, VisibleGame};
use notation::fen;
use protocol::{FogView, NoGame, RoomPhase, RoomState};
use record::{Authority, GameRecord, GameTerms, Player, Players, Seat, UciMove};
use rules::fen::FenError;
use rules::{Colour, Move, MoveKind, Rules, Square, View};

/// The server's messages about a room are inconsistent.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MirrorError {
    #[error(transparent)]
    Options(#[from] NoGame),
    #[error(transparent)]
    Position(#[from] FenError),
    #[error(transparent)]
    Entry(#[from] ReplayError),
    #[error("expected event {expected}, found {found}")]
    Event { expected: u64, found: u64 },
    #[error("expected turn {expected}, found {found}")]
    Turn { expected: usize, found: usize },
}

/// Builds the game of a state.
pub(crate) fn game_of(state: &RoomState, now: Duration) -> Result<VisibleGame, MirrorError> {
    let position = state.options.first_position()?;
    let (first, _) = fen::parse(position.rules(), &state.start)?;
    if !state.options.fog || state.phase == RoomPhase::Over {
        let entries = state.entries.iter().map(|told| told.entry()).collect();
        let record = GameRecord { terms: terms(state), entries };
        return Ok(Game::replay(first, record, now)?.into());
    }
    let mut game = FogGame::replay(first, terms(state), &state.entries, now)?;
    state.view.iter().try_for_each(|view| see(&mut game, view))?;
    Ok(game.into())
}

/// Converts a view from its message.
pub(crate) fn see(game: &mut FogGame, told: &FogView) -> Result<(), MirrorError> {
    let rules = game.start().rules().clone();
    let setup = fen::parse_board(rules.spec(), &told.board)?;
    let is_seen = |square: &Square| {
        let files = told.visible.get(usize::from(square.rank())).copied().unwrap_or_default();
        files >> square.file() & 1 != 0
    };
    let visible = rules.size().squares().filter(is_seen).collect();
    let view = View::told(&rules, told.viewer, told.turn, visible, setup.pieces().collect());
    let moves = told.moves.iter().filter_map(|text| plain_move(&rules, *text)).collect();
    game.see(view, told.last, moves);
    Ok(())
}

/// A move with its squares and what a pawn becomes; whether it castles or takes something in
/// passing is not known.
fn plain_move(rules: &Rules, text: UciMove) -> Option<Move> {
    let kind = match text.promotion {
        Some(letter) => MoveKind::Promotion(rules.piece_type(letter)?),
        None => MoveKind::Plain,
    };
    Some(Move::new(text.from, text.to, kind))
}

/// The terms of the game: players and clocks.
fn terms(state: &RoomState) -> GameTerms {
    let player = |colour: Colour| {
        let player = state.seats[colour.index()].player.as_ref();
        let is_own = state.role.colour() == Some(colour);
        Player {
            name: player.map_or_else(|| "?".to_owned(), |player| player.name.to_string()),
            seat: if is_own { Seat::Human } else { Seat::Remote },
        }
    };
    GameTerms {
        players: Players { white: player(Colour::White), black: player(Colour::Black) },
        clocks: state.options.clock.map(|control| [control; 2]),
        lag_allowance: Duration::ZERO,
        take_backs: state.options.take_backs,
        referee: Authority::Elsewhere,
    }
}
