//! A game that is over: into the library of both players, rated if it counts; and games as PGN.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use game::Game;
use notation::archive::Archive;
use protocol::{RoomCode, RulesChoice};
use rules::Colour;
use store::{Competitor, EndedGame, EndedRecord, Origin, RatedGame, RulesKey, UnixTime, archives};

use super::Room;
use super::persistence::RETRY;
use super::seat::{Occupant, level_name};
use crate::rated_games;

impl Room {
    /// Puts the game away, once. What it did to the ratings is known afterwards. The room stays in
    /// the store until it is closed, so that nobody misses the end if the server is killed now.
    pub(super) async fn archive(&mut self, now: Duration) {
        if std::mem::replace(&mut self.saving.is_archived, true) {
            return;
        }
        self.server.metrics.games_ended.fetch_add(1, Relaxed);
        let Some(ended) = self.ended_game(now) else { return };
        let room = self.id.to_string();
        // Once, also if the server was killed before it could forget the room.
        let players = self.game.players();
        let names = [players.white.name.clone(), players.black.name.clone()];
        let archived = self.server.storage.with(move |store| {
            let ended = ended();
            let counted = |game| rated_games::counted(store, game, &names);
            let rated = ended.rated.clone().map(counted).transpose()?.flatten();
            store.put_away_room(&room, &EndedGame { rated, ..ended })
        });
        match archived.await {
            Ok(done) => {
                let points = |change: store::RatingChange| i32::try_from(change.points()).ok();
                self.rating_changes = done.changes.map(|change| change.and_then(points));
            }
            Err(error) => {
                self.saving.is_archived = false;
                let retry_at = self.server.clock.now() + RETRY;
                self.saving.set_retry(Some(retry_at), &self.server.metrics);
                self.server.metrics.store_failures.fetch_add(1, Relaxed);
                tracing::error!(room = %self.id, %error, "a game could not be put away");
            }
        }
    }

    /// The game as PGN, if it may be seen now.
    pub(super) fn pgn(&self, code: Option<&RoomCode>, now: Duration) -> Option<String> {
        let is_open = self.game.is_over()
            || (!self.options.fog && self.options.spectator_delay_s == 0 && self.began.is_some());
        if !is_open || !self.opens_to(code) {
            return None;
        }
        let archive = to_archive(&self.game, self.began, &self.server.name, now);
        notation::pgn::format(&archive.to_pgn()).ok()
    }

    /// Does the game count for the ratings? Only by rules that ship, with two moves or more, and if
    /// none was taken back.
    fn is_counted(&self) -> bool {
        self.options.rated
            && matches!(self.options.rules, RulesChoice::Shipped(_))
            && self.game.ply() >= 2
            && !self.has_taken_back
    }

    /// Makes the game for the library, which takes a while: the store's thread has it. None if it
    /// was aborted.
    fn ended_game(&self, now: Duration) -> Option<impl FnOnce() -> EndedGame + Send + use<>> {
        let winner = self.game.end()?.outcome()?.winner;
        let (game, began, site) = (self.game.clone(), self.began, self.server.name.clone());
        let occupants = Colour::BOTH.map(|side| self.seats[side].occupant.clone());
        let is_counted = self.is_counted();
        Some(move || {
            let archive = to_archive(&game, began, &site, now);
            let at = UnixTime::now();
            let record = |side: Colour| match &occupants[side.index()] {
                Some(Occupant::Person { profile, .. }) => {
                    let origin = Origin::Played;
                    let record =
                        archives::to_record(&archive, Some(*profile), Some(side), origin, at);
                    Some(EndedRecord { replaces: None, record })
                }
                _ => None,
            };
            let records = Colour::BOTH.into_iter().filter_map(record).collect();
            let competitor = |occupant: &Option<Occupant>| match occupant {
                Some(Occupant::Person { profile, .. }) => Some(Competitor::Profile(*profile)),
                Some(Occupant::Level(level)) => {
                    Some(Competitor::level(level_name(level), level.rating))
                }
                None => None,
            };
            let [white, black] = occupants.each_ref().map(competitor);
            let rated = white.zip(black).filter(|_| is_counted).map(|(white, black)| RatedGame {
                players: [white, black],
                winner,
                rules: RulesKey::of(game.rules()),
                at,
                game: None,
            });
            EndedGame { slot: None, records, rated }
        })
    }
}

fn to_archive(game: &Game, began: Option<i64>, site: &str, now: Duration) -> Archive {
    let started = began.and_then(|began| UnixTime(began).timestamp());
    let mut archive = archives::to_archive(game, started, now);
    archive.tags.push(("Site".to_owned(), site.to_owned()));
    archive
}
