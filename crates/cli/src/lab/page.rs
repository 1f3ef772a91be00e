//! The results of a laboratory as text, JSON, a chart and a page.

use std::fmt::Write;
use std::sync::Arc;

use notation::uci;
use rules::{PieceType, Position, Rules};
use serde_json::{Value, json};
use study::lab::{Measurement, Opening, PieceReport, Plan, Report, SHOWN_ERRORS};

/// What is said of games that are meant to be played under fog.
const WITHOUT_FOG: &str = "measured without fog: in these games both sides see everything";

/// The most first moves that the text lists.
const MOST_OPENINGS: usize = 10;

pub fn json(rules: &Arc<Rules>, plan: &Plan, report: &Report) -> Value {
    let estimate = |estimate: Option<Measurement>| {
        estimate.map(
            |one| json!({"value": rounded(one.value), "error": rounded(SHOWN_ERRORS * one.error)}),
        )
    };
    let start = Position::start(rules);
    let pieces: Vec<Value> = report
        .pieces
        .iter()
        .map(|piece| {
            let name = &rules.piece_spec(piece.kind).name;
            json!({"name": name, "value": value(rules, piece.kind), "worth": estimate(piece.worth), "in_play": estimate(piece.in_play), "moves": rounded(piece.moves), "losses": rounded(piece.losses)})
        })
        .collect();
    let openings: Vec<Value> = report
        .openings
        .iter()
        .map(|opening| {
            let first = uci::format(&start, opening.first_move);
            json!({"move": first, "games": opening.games, "score": estimate(Some(opening.score))})
        })
        .collect();
    let [wins, draws, losses] = report.results;
    json!({
        "rules": rules.id(),
        "nodes": plan.nodes,
        "seed": plan.seed,
        "games": report.games,
        "white": {"wins": wins, "draws": draws, "losses": losses},
        "first_move_score": estimate(report.white),
        "first_move_elo": estimate(elo(report.white)),
        "draws": estimate(report.draws),
        "length": estimate(report.length),
        "doubling_elo": estimate(elo(report.doubling)),
        "pieces": pieces,
        "openings": openings,
    })
}

/// What the rule set says that a piece is worth.
fn value(rules: &Rules, kind: PieceType) -> Option<f64> {
    Some(rules.piece_spec(kind).value).filter(|value| value.is_finite())
}

fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

pub fn text(rules: &Arc<Rules>, report: &Report) -> String {
    let mut text = format!("{}: {} games\n", rules.id(), report.games);
    for (name, value) in facts(report) {
        let _ = writeln!(text, "{name:24} {value}");
    }
    if rules.spec().fog {
        let _ = writeln!(text, "{WITHOUT_FOG}");
    }
    let _ = writeln!(
        text,
        "\n{:14} {:>8} {:>14} {:>14} {:>8} {:>8}",
        "piece", "table", "worth", "in play", "moves", "losses"
    );
    for [name, table, worth, in_play, moves, losses] in piece_rows(rules, report, "-") {
        let _ =
            writeln!(text, "{name:14} {table:>8} {worth:>14} {in_play:>14} {moves:>8} {losses:>8}");
    }
    if !report.openings.is_empty() {
        let _ = writeln!(
            text,
            "
{:22} {:>16} {:>10}",
            "first move", "White's score", "games"
        );
    }
    for (first, score, games) in opening_rows(rules, report).take(MOST_OPENINGS) {
        let _ = writeln!(text, "{first:22} {score:>14} % {games:>10}");
    }
    text
}

/// Each piece with the value of the table, its worth, its worth in play, its moves and its losses.
fn piece_rows<'a>(
    rules: &'a Rules,
    report: &'a Report,
    unknown: &'a str,
) -> impl Iterator<Item = [String; 6]> + 'a {
    let told = |text: Option<String>| text.unwrap_or_else(|| unknown.to_owned());
    report.pieces.iter().map(move |piece| {
        let [worth, in_play] = [piece.worth, piece.in_play].map(|it| Some(shown(it?, 1.0, 2)));
        let [moves, losses] = [piece.moves, piece.losses].map(|count| format!("{count:.1}"));
        let table = value(rules, piece.kind).map(|value| value.to_string());
        let name = rules.piece_spec(piece.kind).name.clone();
        [name, told(table), told(worth), told(in_play), moves, losses]
    })
}

/// Each first move with White's score in percent, and how often it was played.
fn opening_rows<'a>(
    rules: &Arc<Rules>,
    report: &'a Report,
) -> impl Iterator<Item = (String, String, u32)> + 'a {
    let start = Position::start(rules);
    report.openings.iter().map(move |opening| {
        let first = uci::format(&start, opening.first_move);
        (first, shown(opening.score, 100.0, 1), opening.games)
    })
}

/// What is said in one line each.
fn facts(report: &Report) -> Vec<(&'static str, String)> {
    let [wins, draws, losses] = report.results;
    let said = |estimate: Option<Measurement>, scale, digits, unit: &str| {
        estimate.map(|one| format!("{}{unit}", shown(one, scale, digits)))
    };
    let facts = [
        ("White", Some(format!("+{wins} ={draws} -{losses}"))),
        ("score of White", said(report.white, 100.0, 1, " %")),
        ("worth of the first move", said(elo(report.white), 1.0, 0, " Elo")),
        ("draws", said(report.draws, 100.0, 1, " %")),
        ("length", said(report.length, 1.0, 1, " moves")),
        ("worth of twice the nodes", said(elo(report.doubling), 1.0, 0, " Elo")),
    ];
    facts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn shown(estimate: Measurement, scale: f64, digits: usize) -> String {
    let error = scale * SHOWN_ERRORS * estimate.error;
    format!("{} ± {error:.digits$}", without_minus_zero(scale * estimate.value, digits))
}

/// A number with so many digits, and no sign before a zero.
fn without_minus_zero(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|c| matches!(c, '0' | '.')) => zero.to_owned(),
        _ => text,
    }
}

/// A score as a difference of ratings; a score of 0 or 1 tells none.
fn elo(score: Option<Measurement>) -> Option<Measurement> {
    score.filter(|score| 0.0 < score.value && score.value < 1.0).map(Measurement::elo)
}

fn svg_head(height: f64, font_size: u32, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 {height}\" font-family=\"sans-serif\" font-size=\"{font_size}\">\n\
         <title>{title}</title>\n<rect width=\"640\" height=\"{height}\" fill=\"#fff\"/>\n"
    )
}

/// The worth of the pieces as bars with their errors, a mark for what they are worth in play, and a line for
/// what the rule set says.
pub fn chart(rules: &Rules, report: &Report) -> String {
    let known: Vec<(&PieceReport, Measurement)> =
        report.pieces.iter().filter_map(|piece| Some((piece, piece.worth?))).collect();
    let reach = |one: &Measurement| one.value + SHOWN_ERRORS * one.error;
    let farthest = |(piece, worth): &(&PieceReport, Measurement)| {
        let others = piece.in_play.iter().map(reach).chain(value(rules, piece.kind));
        others.fold(reach(worth), f64::max)
    };
    let most = known.iter().map(farthest).fold(1.0, f64::max);
    let (left, width, line) = (130.0, 440.0, 28.0);
    let height = line * known.len().max(1) as f64 + 16.0;
    let x = |pawns: f64| left + width * pawns.clamp(0.0, most) / most;
    let title = format!("Worth of the pieces of {} in pawns", escaped(rules.id()));
    let mut svg = svg_head(height, 14, &title);
    if known.is_empty() {
        svg += "<text x=\"320\" y=\"27\" text-anchor=\"middle\">no worth is known after so few games</text>\n";
    }
    for (index, (piece, worth)) in known.iter().enumerate() {
        let top = 8.0 + line * index as f64;
        let middle = top + 10.0;
        let low = worth.value - SHOWN_ERRORS * worth.error;
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n\
             <rect x=\"{left}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"20\" fill=\"#6c8fa3\"/>\n\
             <path d=\"M{:.1} {middle:.1}H{:.1}\" stroke=\"#222\" stroke-width=\"2\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\">{:.2}</text>",
            left - 8.0,
            top + 15.0,
            escaped(&rules.piece_spec(piece.kind).name),
            x(worth.value) - left,
            x(low),
            x(reach(worth)),
            x(farthest(&(piece, *worth))) + 6.0,
            top + 15.0,
            worth.value,
        );
        if let Some(value) = value(rules, piece.kind) {
            let _ = writeln!(
                svg,
                "<path d=\"M{:.1} {top:.1}v20\" stroke=\"#b3261e\" stroke-width=\"2\"/>",
                x(value)
            );
        }
        if let Some(in_play) = piece.in_play {
            let low = in_play.value - SHOWN_ERRORS * in_play.error;
            let _ = writeln!(
                svg,
                "<path d=\"M{:.1} {:.1}H{:.1}\" stroke=\"#222\"/>\n\
                 <circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\" fill=\"#fff\" stroke=\"#222\"/>",
                x(low),
                top + 16.0,
                x(reach(&in_play)),
                x(in_play.value),
                top + 16.0,
            );
        }
    }
    svg + "</svg>\n"
}

/// White's score after each first move with its error, the best first, and a line at one half.
pub fn openings_chart(rules: &Arc<Rules>, report: &Report) -> String {
    let start = Position::start(rules);
    let (left, width, line) = (70.0, 500.0, 16.0);
    let height = line * report.openings.len() as f64 + 34.0;
    let reach =
        |sign: f64| move |it: &Opening| it.score.value + sign * SHOWN_ERRORS * it.score.error;
    let most = report.openings.iter().map(reach(1.0)).fold(0.55, f64::max).min(1.0);
    let least = report.openings.iter().map(reach(-1.0)).fold(0.45, f64::min).max(0.0);
    let x = |score: f64| left + width * (score.clamp(least, most) - least) / (most - least);
    let title = format!("White's score by first moves of {}", escaped(rules.id()));
    let mut svg = svg_head(height, 12, &title);
    let _ = writeln!(
        svg,
        "<path d=\"M{:.1} 4V{:.1}\" stroke=\"#b3261e\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">50 %</text>",
        x(0.5),
        height - 24.0,
        x(0.5),
        height - 8.0,
    );
    for (index, opening) in report.openings.iter().enumerate() {
        let middle = 12.0 + line * index as f64;
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n\
             <path d=\"M{:.1} {middle:.1}H{:.1}\" stroke=\"#222\"/>\n\
             <circle cx=\"{:.1}\" cy=\"{middle:.1}\" r=\"4\" fill=\"#6c8fa3\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\">{:.1} %</text>",
            left - 8.0,
            middle + 4.0,
            uci::format(&start, opening.first_move),
            x(reach(-1.0)(opening)),
            x(reach(1.0)(opening)),
            x(opening.score.value),
            left + width + 8.0,
            middle + 4.0,
            100.0 * opening.score.value,
        );
    }
    svg + "</svg>\n"
}

pub fn html(rules: &Arc<Rules>, plan: &Plan, report: &Report, chart: &str) -> String {
    let title = escaped(&rules.spec().title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n\
         <style>body{{font:16px/1.5 sans-serif;max-width:48em;margin:2em auto;padding:0 1em}}\
         td,th{{padding:.1em 1em .1em 0;text-align:left}}svg{{width:100%}}</style></head><body>\n\
         <h1>{title}</h1>\n<p>{} games of the engine against itself, about {} positions a move, seed {}. \
         Errors are those of 95 of 100 measurements.</p>\n<table>\n",
        report.games, plan.nodes, plan.seed
    );
    for (name, value) in facts(report) {
        let _ = writeln!(page, "<tr><th>{name}</th><td>{value}</td></tr>");
    }
    if rules.spec().fog {
        let _ = writeln!(page, "<tr><th>fog</th><td>{WITHOUT_FOG}</td></tr>");
    }
    let _ = write!(page, "</table>\n<h2>Worth of the pieces in pawns</h2>\n{chart}");
    page += "<p>Bars: by games in which chance decided who had the piece from the start. White marks: by who \
             had it in the course of even games. Lines: the values of the rule set. In all three the army of \
             the start is worth the same.</p>\n\
             <table>\n<tr><th>piece</th><th>table</th><th>worth</th><th>in play</th><th>moves a game</th><th>losses a game</th></tr>\n";
    for row in piece_rows(rules, report, "–") {
        let _ = writeln!(
            page,
            "<tr>{}</tr>",
            row.map(|cell| format!("<td>{}</td>", escaped(&cell))).concat()
        );
    }
    let _ = write!(page, "</table>\n<h2>First moves</h2>\n{}", openings_chart(rules, report));
    page += "<table>\n<tr><th>move</th><th>White's score</th><th>games</th></tr>\n";
    for (first, score, games) in opening_rows(rules, report) {
        let _ = writeln!(page, "<tr><td>{first}</td><td>{score} %</td><td>{games}</td></tr>");
    }
    page + "</table>\n</body></html>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use engine::Engine;
    use study::lab::LabGame;

    use super::*;

    #[test]
    fn every_form_shows_the_same_games() {
        let rules = notation::ruleset::shipped("gardner").expect("it ships");
        let plan = Plan { nodes: 20, seed: 2 };
        let mut engine = Engine::new(&rules, 1, 1);
        let games: Vec<LabGame> =
            (0..8).filter_map(|number| plan.play(&mut engine, number, &|| false)).collect();
        let report = Report::new(&rules, &games);
        let json = json(&rules, &plan, &report);
        assert_eq!(json["games"], 8);
        assert_eq!(json["pieces"].as_array().map(Vec::len), Some(6));
        assert!(text(&rules, &report).starts_with("gardner: 8 games\nWhite "));
        let chart = chart(&rules, &report);
        let page = html(&rules, &plan, &report, &chart);
        assert!(page.contains(&chart) && page.contains("Gardner's minichess"));
        let openings = openings_chart(&rules, &report);
        assert!(page.contains(&openings) && openings.contains("50 %"));
        assert_eq!(openings.matches("<circle").count(), report.openings.len());
        let scores = [0.0, 0.5, 1.0].map(|value| elo(Some(Measurement { value, error: 0.1 })));
        assert_eq!(scores.map(|elo| elo.is_some()), [false, true, false]);
        assert_eq!(["0", "-1"].map(str::to_owned), [-0.2, -0.7].map(|n| without_minus_zero(n, 0)));
        let few = super::chart(&rules, &Report::new(&rules, &games[..1]));
        assert!(few.contains("no worth is known"));
        assert!(!page.contains(WITHOUT_FOG));
        let foggy = rules.with_fog(true).expect("each side has a king");
        assert!(text(&foggy, &report).contains(WITHOUT_FOG));
        assert!(html(&foggy, &plan, &report, &chart).contains(WITHOUT_FOG));
        assert_eq!(escaped("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }
}
