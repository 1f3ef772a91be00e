//! A game as the server tells it: open, or what is seen of it under fog.

use std::time::Duration;

use game::{FogGame, Game, VisibleGame};
use notation::fen;
use protocol::{FogView, RoomPhase, RoomState};
use record::{
    Authority, ClockTimes, Entry, EntryKind, GameRecord, GameTerms, Player, Players, Seat, UciMove,
};
use rules::{Colour, Move, MoveKind, Position, Rules, Square, View};

/// Builds the game that a state tells, or says what in it makes no sense.
pub(crate) fn game_of(state: &RoomState, now: Duration) -> Result<VisibleGame, String> {
    let is_paused = matches!(state.phase, RoomPhase::Waiting | RoomPhase::Paused);
    let position = state.options.first_position().map_err(|error| error.to_string())?;
    let (first, _) =
        fen::parse(position.rules(), &state.start).map_err(|error| error.to_string())?;
    if !state.options.fog || state.phase == RoomPhase::Over {
        return open_game(state, first, is_paused, now).map(VisibleGame::from);
    }
    let mut game = FogGame::new(first, terms(state), state.turns.clone(), now);
    game.set_paused(now, is_paused);
    state.view.iter().try_for_each(|view| see(&mut game, view))?;
    Ok(game.into())
}

/// Takes over a view as it is told.
pub(crate) fn see(game: &mut FogGame, told: &FogView) -> Result<(), String> {
    let rules = game.start().rules().clone();
    let setup = fen::parse_board(rules.spec(), &told.board).map_err(|error| error.to_string())?;
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

fn open_game(
    state: &RoomState,
    first: Position,
    is_paused: bool,
    now: Duration,
) -> Result<Game, String> {
    let mut entries: Vec<Entry> = state.turns.iter().map(|turn| turn.entry()).collect();
    let mut add = |kind| entries.push(Entry::new(kind));
    if let Some(clocks) = state.clocks {
        let [white, black] = [clocks.white_ms, clocks.black_ms].map(Duration::from_millis);
        add(EntryKind::SetClocks(ClockTimes { white, black }));
    }
    state.offers.draw.into_iter().for_each(|by| add(EntryKind::OfferDraw(by)));
    state.offers.take_back.into_iter().for_each(|by| add(EntryKind::AskTakeBack(by)));
    if is_paused {
        add(EntryKind::Pause);
    }
    state.end.into_iter().for_each(|end| add(EntryKind::End(end)));
    let record = GameRecord { terms: terms(state), entries };
    Game::replay(first, record, now).map_err(|error| error.to_string())
}

/// Who plays, and by which clocks.
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
