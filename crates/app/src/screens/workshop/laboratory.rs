//! The laboratory: what games of the computer against itself say about the game, as charts.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use egui::{ProgressBar, ScrollArea, Ui};
use engine::Limits;
use notation::uci;
use rules::{History, Position, RuleSpec, Rules};
use study::lab::{LabGame, Measurement, PieceReport, Plan, Report, SHOWN_ERRORS, record};

use super::choice_row;
use crate::context::Context;
use crate::play::{EngineHandle, EngineReport, EngineRequest, Task, spare_threads};
use crate::services::{Storage, Wake, WebWorkers, repaint};
use crate::style::widgets::plot::{CurvePoint, measured_bar, share_bar};
use crate::style::widgets::{Button, Dropdown, card, group, note};
use crate::style::{Icon, faded, of, space, text};
use crate::texts::{Texts, capital};

/// The document with the games of the game that was last measured.
const DOCUMENT: &str = "laboratory.jsonl";

/// How many games can be asked for.
const GAMES: [u32; 4] = [100, 300, 1000, 3000];

/// About how many positions can be looked at for each move.
const NODES: [u64; 4] = [100, 300, 1000, 3000];

/// The least number of games after which results are computed and kept.
const BATCH: usize = 10;

/// The most first moves that are shown.
const MOST_OPENINGS: usize = 12;

/// Measures a game; results stay until another one is measured.
pub struct Laboratory {
    storage: Rc<dyn Storage>,
    workers: Option<Rc<dyn WebWorkers>>,
    wake: Wake,
    rules: Arc<Rules>,
    games: BTreeMap<u32, LabGame>,
    report: Report,
    /// How many games are asked for, by which plan.
    wanted: u32,
    nodes: u64,
    /// Engines at work, each with the number of its game.
    at_work: Vec<(EngineHandle, Option<u32>)>,
}

impl Laboratory {
    /// A laboratory with the games that were kept, if they are by these rules.
    pub fn new(rules: &Arc<Rules>, egui: &egui::Context, cx: &Context) -> Laboratory {
        let mut laboratory = Laboratory {
            storage: Rc::clone(&cx.services.storage),
            workers: cx.services.workers.clone(),
            wake: repaint(egui),
            report: Report::new(rules, &[]),
            rules: Arc::clone(rules),
            games: BTreeMap::new(),
            wanted: GAMES[1],
            nodes: NODES[1],
            at_work: Vec::new(),
        };
        let usual = laboratory.nodes;
        for nodes in NODES.into_iter().filter(|nodes| *nodes != usual).chain([usual]) {
            laboratory.nodes = nodes;
            laboratory.load();
            if !laboratory.games.is_empty() {
                break;
            }
        }
        laboratory
    }

    fn plan(&self) -> Plan {
        Plan { nodes: self.nodes, seed: 1 }
    }

    fn is_running(&self) -> bool {
        !self.at_work.is_empty()
    }

    /// Takes the games that were kept for these rules and this plan.
    fn load(&mut self) {
        let text = self.storage.read(DOCUMENT).ok().flatten();
        let text = text.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        let mut lines = text.lines();
        let is_ours = lines.next() == Some(record::head(&self.rules, &self.plan()).as_str());
        let games = lines.filter(|_| is_ours).filter_map(|line| record::parse(line, &self.rules));
        self.games = games.map(|game| (game.number, game)).collect();
        self.work_out();
    }

    fn work_out(&mut self) {
        let games: Vec<LabGame> = self.games.values().cloned().collect();
        self.report = Report::new(&self.rules, &games);
    }

    fn keep(&mut self) {
        self.work_out();
        let mut text = record::head(&self.rules, &self.plan()) + "\n";
        for game in self.games.values() {
            text += &record::format(game, &self.rules);
            text.push('\n');
        }
        // A store that is full or locked is no reason to stop measuring.
        let _ = self.storage.write(DOCUMENT, text.as_bytes());
    }

    fn start(&mut self) {
        let count = if self.workers.is_some() { 1 } else { spare_threads() };
        let handle = |_| (EngineHandle::new(1, self.wake.clone(), self.workers.as_ref()), None);
        self.at_work = (0..count).map(handle).collect();
    }

    /// Ends the games that are being played; those that were played stay.
    pub fn stop(&mut self) {
        if self.is_running() {
            self.at_work.clear();
            self.keep();
        }
    }

    /// Takes games that were played, and asks for more; to be called in each frame.
    pub fn poll(&mut self, rules: Option<&Arc<Rules>>) {
        if let Some(rules) = rules.filter(|rules| !is_same_game(rules.spec(), self.rules.spec())) {
            self.stop();
            self.rules = Arc::clone(rules);
            self.load();
        }
        for (engine, number) in &mut self.at_work {
            while let Some(report) = engine.report() {
                match report {
                    EngineReport::LabGame(line) => {
                        let game = record::parse(&line, &self.rules);
                        if let Some(game) = game.filter(|game| Some(game.number) == *number) {
                            self.games.insert(game.number, game);
                            *number = None;
                        }
                    }
                    // It is played again.
                    EngineReport::Failed => *number = None,
                    _ => {}
                }
            }
        }
        // The more games there are, the longer it takes to work out what they say.
        let known = self.report.games;
        if self.games.len() >= known + BATCH.max(known / 10) {
            self.keep();
        }
        let missing = |number: &u32| {
            !self.games.contains_key(number)
                && self.at_work.iter().all(|(_, asked)| asked.as_ref() != Some(number))
        };
        let free = self.at_work.iter().filter(|(_, number)| number.is_none()).count();
        let mut next: Vec<u32> = (0..self.wanted).filter(missing).take(free).collect();
        let plan = self.plan();
        for (engine, number) in self.at_work.iter_mut().filter(|(_, number)| number.is_none()) {
            *number = next.pop();
            if let Some(number) = *number {
                let (history, limits) =
                    (History::new(Position::start(&self.rules)), Limits::default());
                engine.ask(EngineRequest::new(0, history, Task::LabGame(plan, number), limits));
            }
        }
        if self.at_work.iter().all(|(_, number)| number.is_none()) {
            self.stop();
        }
    }

    /// What is measured, and how far it is.
    pub fn side(&mut self, ui: &mut Ui, is_sound: bool, texts: &Texts) {
        let words = &texts.workshop;
        card(ui, |ui| {
            note(ui, words.lab_about);
            ui.add_space(space::XS);
            choice_row(ui, words.lab_games, "", |ui| {
                let games = GAMES.map(|count| (count, count.to_string()));
                Dropdown::new(words.lab_games).width(96.0).pick(ui, &mut self.wanted, games);
            });
            let mut nodes = self.nodes;
            choice_row(ui, words.lab_nodes, "", |ui| {
                let choices = NODES.map(|count| (count, count.to_string()));
                Dropdown::new(words.lab_nodes).width(96.0).pick(ui, &mut nodes, choices);
            });
            if nodes != self.nodes {
                self.stop();
                self.nodes = nodes;
                self.load();
            }
            let played = self.games.len();
            let part = played as f32 / self.wanted as f32;
            ui.label(text::strong(words.lab_played(played, self.wanted)));
            ui.add(ProgressBar::new(part.min(1.0)).desired_height(8.0));
            ui.add_space(space::XS);
            let width = ui.available_width();
            if self.is_running() {
                let stop = Button::secondary(words.lab_stop).icon(Icon::Pause).width(width);
                if ui.add(stop).clicked() {
                    self.stop();
                }
            } else {
                let start = Button::primary(words.lab_start).icon(Icon::Play).width(width);
                let is_done = played >= self.wanted as usize;
                if ui.add(start.enabled(is_sound && !is_done)).clicked() {
                    self.start();
                }
            }
            if self.workers.is_some() {
                note(ui, words.lab_one_thread);
            }
        });
    }

    /// Draws what was measured so far, each figure with its error.
    pub fn charts(&self, ui: &mut Ui, texts: &Texts) {
        let words = &texts.workshop;
        ScrollArea::vertical().id_salt("charts").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            group(ui, words.lab_results, |ui| self.results(ui, texts));
            group(ui, words.lab_worth, |ui| self.worth(ui, |piece| piece.worth, texts));
            group(ui, words.lab_in_play, |ui| self.worth(ui, |piece| piece.in_play, texts));
            group(ui, words.lab_moves, |ui| self.moves(ui, texts));
            group(ui, words.lab_openings, |ui| self.openings(ui, texts));
        });
    }

    fn results(&self, ui: &mut Ui, texts: &Texts) {
        let (words, report) = (&texts.workshop, &self.report);
        let colours = of(ui).colours;
        let [wins, draws, losses] = report.results;
        let inks = [colours.accent, faded(colours.muted, 0.6), colours.danger];
        let shares: Vec<_> = report.results.iter().map(|n| *n as f32).zip(inks).collect();
        let total = (wins + draws + losses) as f32;
        share_bar(ui, texts.common.white, &format!("+{wins} ={draws} −{losses}"), &shares, total);
        let facts = [
            (words.lab_first_move, report.white.map(Measurement::elo), 1.0, 0, " Elo"),
            (words.lab_draws, report.draws, 100.0, 1, " %"),
            (words.lab_length, report.length, 1.0, 1, ""),
            (words.lab_doubling, report.doubling.map(Measurement::elo), 1.0, 0, " Elo"),
        ];
        for (name, estimate, scale, digits, unit) in facts {
            choice_row(ui, name, "", |ui| {
                let said = estimate.map(|it| shown(it, scale, digits, texts) + unit);
                ui.label(text::body(said.unwrap_or_else(|| "–".to_owned())));
            });
        }
    }

    fn worth(
        &self,
        ui: &mut Ui,
        worth: impl Fn(&PieceReport) -> Option<Measurement>,
        texts: &Texts,
    ) {
        let known: Vec<_> =
            self.report.pieces.iter().filter_map(|it| Some((it.kind, worth(it)?))).collect();
        if known.is_empty() {
            note(ui, texts.workshop.lab_more);
        }
        let reach = |it: &Measurement| it.value + SHOWN_ERRORS * it.error;
        let most = known.iter().map(|(_, it)| reach(it)).fold(1.0, f64::max) as f32;
        for (kind, worth) in known {
            let name = capital(&texts.piece(&self.rules.piece_spec(kind).name));
            measured_bar(ui, &name, &shown(worth, 1.0, 2, texts), point(worth), most);
        }
    }

    fn moves(&self, ui: &mut Ui, texts: &Texts) {
        let colours = of(ui).colours;
        let most = self.report.pieces.iter().map(|it| it.moves.max(it.losses)).fold(0.1, f64::max);
        for piece in &self.report.pieces {
            let name = capital(&texts.piece(&self.rules.piece_spec(piece.kind).name));
            let (moves, losses) = (texts.decimal(piece.moves, 1), texts.decimal(piece.losses, 1));
            let about = texts.workshop.lab_moved(losses, moves);
            share_bar(ui, &name, &about, &[(piece.moves as f32, colours.accent)], most as f32);
        }
    }

    fn openings(&self, ui: &mut Ui, texts: &Texts) {
        let start = Position::start(&self.rules);
        for opening in self.report.openings.iter().take(MOST_OPENINGS) {
            let name = uci::format(&start, opening.first_move);
            let about = shown(opening.score, 100.0, 0, texts) + " %";
            measured_bar(ui, &name, &about, point(opening.score), 1.0);
        }
    }
}

impl Drop for Laboratory {
    /// What was played stays when the page is left.
    fn drop(&mut self) {
        self.stop();
    }
}

/// Are both played alike, whatever they are called and however they look?
fn is_same_game(one: &RuleSpec, other: &RuleSpec) -> bool {
    let bare = |spec: &RuleSpec| {
        let mut bare = spec.clone();
        bare.pieces.iter_mut().for_each(|piece| piece.drawing = None);
        RuleSpec { id: String::new(), title: String::new(), description: String::new(), ..bare }
    };
    bare(one) == bare(other)
}

fn point(estimate: Measurement) -> CurvePoint {
    let doubt = (SHOWN_ERRORS * estimate.error) as f32;
    CurvePoint { value: estimate.value as f32, doubt }
}

fn shown(estimate: Measurement, scale: f64, digits: usize, texts: &Texts) -> String {
    let (value, error) = (scale * estimate.value, scale * SHOWN_ERRORS * estimate.error);
    format!("{} ± {}", texts.decimal(value, digits), texts.decimal(error, digits))
}
