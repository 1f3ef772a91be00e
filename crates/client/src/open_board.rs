//! An open game as the server tells it, as a [`Game`] whose referee is elsewhere.

use std::time::Duration;

use game::Game;
use notation::fen;
use protocol::{RoomOptions, RoomPhase, RoomState};
use record::{ClockTimes, Entry, EntryKind, GameRecord, GameTerms, Player, Players, Referee, Seat};
use rules::{Colour, Position};

/// Builds the game that a state tells, or says what in it makes no sense.
pub(crate) fn game_of(state: &RoomState, now: Duration) -> Result<Game, String> {
    let first = first_position(&state.options, &state.start)?;
    let mut entries: Vec<Entry> = state.turns.iter().map(|turn| turn.entry()).collect();
    let mut add = |kind| entries.push(Entry::new(kind));
    if let Some(clocks) = state.clocks {
        let [white, black] = [clocks.white_ms, clocks.black_ms].map(Duration::from_millis);
        add(EntryKind::SetClocks(ClockTimes { white, black }));
    }
    state.offers.draw.into_iter().for_each(|by| add(EntryKind::OfferDraw(by)));
    state.offers.take_back.into_iter().for_each(|by| add(EntryKind::AskTakeBack(by)));
    if matches!(state.phase, RoomPhase::Waiting | RoomPhase::Paused) {
        add(EntryKind::Pause);
    }
    state.end.into_iter().for_each(|end| add(EntryKind::End(end)));
    let record = GameRecord { terms: terms(state), entries };
    Game::replay(first, record, now).map_err(|error| error.to_string())
}

/// The position that a game by some options starts from.
pub(crate) fn first_position(options: &RoomOptions, start: &str) -> Result<Position, String> {
    let position = options.first_position().map_err(|error| error.to_string())?;
    let told = fen::parse(position.rules(), start).map_err(|error| error.to_string())?;
    Ok(told.0)
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
