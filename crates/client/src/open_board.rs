//! An open game as the server tells it, as a [`Game`] whose referee is elsewhere.

use std::time::Duration;

use game::{Game, Offers, SavedTurn, Snapshot};
use notation::fen;
use protocol::{RoomOptions, RoomPhase, RoomState, TurnRecord};
use record::{GameTerms, Player, Players, Referee, Seat};
use rules::{Colour, Position};

/// Builds the game that a state tells, or says what in it makes no sense.
pub(crate) fn game_of(state: &RoomState, now: Duration) -> Result<Game, String> {
    let first = first_position(&state.options, &state.start)?;
    let snapshot = Snapshot {
        start: first.to_setup(),
        turns: saved_turns(&first, &state.turns)?,
        terms: terms(state),
        remaining: state
            .clocks
            .map(|clocks| [clocks.white_ms, clocks.black_ms].map(Duration::from_millis)),
        thinking_time: Duration::ZERO,
        is_paused: matches!(state.phase, RoomPhase::Waiting | RoomPhase::Paused),
        offers: Offers {
            draw: state.offers.draw,
            take_back: state.offers.take_back,
            ..Offers::default()
        },
        end: state.end,
    };
    Game::from_snapshot(first.rules(), snapshot, now).map_err(|error| error.to_string())
}

/// The position that a game by some options starts from.
pub(crate) fn first_position(options: &RoomOptions, start: &str) -> Result<Position, String> {
    let position = options.first_position().map_err(|error| error.to_string())?;
    let told = fen::parse(position.rules(), start).map_err(|error| error.to_string())?;
    Ok(told.0)
}

fn saved_turns(first: &Position, turns: &[TurnRecord]) -> Result<Vec<SavedTurn>, String> {
    let mut position = first.clone();
    let mut saved = Vec::with_capacity(turns.len());
    for record in turns {
        saved.push(SavedTurn {
            turn: record.turn.play(&mut position)?,
            spent: Duration::from_millis(record.spent_ms),
            clock_after: record.clock_ms.map(Duration::from_millis),
        });
    }
    Ok(saved)
}

/// Who plays, and by which clocks.
pub(crate) fn terms(state: &RoomState) -> GameTerms {
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
        referee: Referee::Elsewhere,
    }
}
