//! What only the archive of a game of the library has: rules of the user's own, and what a review has
//! left, winning chances and accuracy.

use std::collections::HashMap;
use std::sync::Arc;

use egui::epaint::{PathShape, PathStroke};
use egui::{CornerRadius, Rect, Stroke, Ui, pos2, vec2};
use engine::win_chance;
use notation::archive::{self, Archive};
use rules::{Colour, Rules};
use store::{GameId, LibraryGame};
use study::{accuracy_of_move, game_accuracy};

use crate::analysis::ACCURACY_TAGS;
use crate::persistence::{Pending, StoreHandle};
use crate::style::{faded, of, radius};

/// Number of games in the cache.
const MOST: usize = 2000;

/// What a review has left in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewed {
    /// White's chances at the start and after each turn, from -1 to 1.
    chances: Vec<f64>,
    /// The accuracy of White and Black in percent.
    pub accuracy: [f64; 2],
}

impl Reviewed {
    /// Reads the evaluations of a game; nothing if some are missing.
    pub fn of(text: &str) -> Option<Reviewed> {
        // Most games were never reviewed, and need not be replayed.
        if !text.contains("[%eval ") {
            return None;
        }
        let (archive, _): (Archive, _) = archive::parse(text).ok()?;
        let last = archive.moves().len().checked_sub(1)?;
        let mut chances = vec![0.0];
        for (index, played) in archive.moves().iter().enumerate() {
            let chance = match played.annotation.eval() {
                Some(eval) => win_chance(eval.score, archive.rules().size()),
                // Where the game is over there is nothing to evaluate.
                None if index == last => match archive.ending?.winner() {
                    Some(Colour::White) => 1.0,
                    Some(Colour::Black) => -1.0,
                    None => 0.0,
                },
                None => return None,
            };
            chances.push(chance);
        }
        let first = archive.start().turn();
        let accuracy = Colour::BOTH.map(|side| {
            let sign = if side == Colour::White { 1.0 } else { -1.0 };
            let own = chances.windows(2).skip(usize::from(side != first)).step_by(2);
            game_accuracy(own.map(|pair| accuracy_of_move(sign * pair[0], sign * pair[1])))
        });
        let [Some(white), Some(black)] = accuracy else { return None };
        // What the review itself has found; evaluations alone do not say which moves were best.
        let told = ACCURACY_TAGS.map(|tag| {
            let (_, value) = archive.tags.iter().find(|(name, _)| name == tag)?;
            value.parse::<f64>().ok().filter(|percent| (0.0..=100.0).contains(percent))
        });
        let accuracy = [told[0].unwrap_or(white), told[1].unwrap_or(black)];
        Some(Reviewed { chances, accuracy })
    }

    /// Paints White's chances as a small graph.
    pub fn paint(&self, ui: &Ui, rect: Rect) {
        let colours = of(ui).colours;
        ui.painter().rect_filled(rect, CornerRadius::same(radius::S), colours.sunken);
        let plot = rect.shrink2(vec2(4.0, 3.0));
        let last = (self.chances.len() - 1).max(1) as f32;
        let x = |turn: usize| plot.left() + plot.width() * turn as f32 / last;
        let y = |chance: f64| egui::remap(chance as f32, -1.0..=1.0, plot.bottom()..=plot.top());
        let line = Stroke::new(1.0, faded(colours.outline, 0.9));
        ui.painter().hline(plot.x_range(), y(0.0), line);
        let points = self.chances.iter().enumerate();
        let points = points.map(|(turn, chance)| pos2(x(turn), y(*chance))).collect();
        ui.painter().add(PathShape::line(points, PathStroke::new(1.5, colours.accent)));
    }
}

/// What the archive of a game has.
#[derive(Clone, Debug, Default)]
pub struct Details {
    /// What a review has left.
    pub reviewed: Option<Reviewed>,
    /// The rules, where the list knows only their id.
    pub rules: Option<Arc<Rules>>,
}

impl Details {
    fn of(text: &str, has_own_rules: bool) -> Details {
        let read = || archive::parse(text).ok().map(|(archive, _)| Arc::clone(archive.rules()));
        let rules = has_own_rules.then(read).flatten();
        Details { reviewed: Reviewed::of(text), rules }
    }
}

/// The details of the games that were looked at.
#[derive(Default)]
pub struct GameDetails {
    known: HashMap<GameId, Details>,
    asked: HashMap<GameId, Pending<Option<Details>>>,
}

impl GameDetails {
    /// Games may have changed.
    pub fn forget(&mut self) {
        self.known.clear();
        self.asked.clear();
    }

    /// What the archive of a game has, as soon as it is read.
    pub fn of(&mut self, game: &LibraryGame, store: &StoreHandle) -> Option<&Details> {
        let (id, has_own_rules) = (game.id, game.summary.rules.is_own());
        if self.known.len() > MOST {
            self.forget();
        }
        if !self.known.contains_key(&id) {
            let asked = self.asked.entry(id).or_insert_with(|| {
                store.query(move |store| {
                    Ok(store.game(id)?.map(|(_, text)| Details::of(&text, has_own_rules)))
                })
            });
            if !asked.is_ready() {
                return None;
            }
            let read = self.asked.remove(&id).and_then(|asked| asked.take());
            self.known.insert(id, read.and_then(Result::ok).flatten().unwrap_or_default());
        }
        self.known.get(&id)
    }
}

#[cfg(test)]
mod tests {
    use notation::pgn::Reader;

    use super::*;

    fn archive(text: &str) -> String {
        let game = Reader::new(text.as_bytes()).next().expect("a game").expect("it is sound");
        archive::format(&Archive::from_pgn(game))
    }

    #[test]
    fn a_reviewed_game_has_its_accuracy() {
        let text = "1. f3 {[%eval -0.3]} e5 {[%eval -0.3]} 2. g4 {[%eval #-1]} Qh4# 0-1";
        let found = Reviewed::of(&archive(text)).expect("it is reviewed");
        assert_eq!(found.chances.len(), 5);
        let [white, black] = found.accuracy;
        assert!(white < 60.0 && black > 95.0, "{white} {black}");
        assert_eq!(Reviewed::of(&archive("1. f3 {[%eval -0.3]} e5 2. g4 Qh4# 0-1")), None);
        assert_eq!(Reviewed::of(&archive("1. f3 e5 *")), None);
        let told = Reviewed::of(&archive(&format!("[BlackAccuracy \"87.5\"]\n\n{text}")));
        assert_eq!(told.expect("it is reviewed").accuracy, [white, 87.5]);
    }
}
