//! A review as one JSON object.

use engine::Score;
use notation::pgn::Game;
use rules::Colour;
use serde_json::{Value, json};
use study::{Grade, Insight, Review};

use super::{annotate, reason};

/// The review of a game for programs: accuracy and grades of both sides, then every move.
pub fn of(game: &Game, review: &Review) -> Value {
    let mut position = game.start().clone();
    let mut moves = Vec::new();
    let pairs = review.insights.windows(2).zip(&review.moves);
    for (played, (pair, reviewed)) in game.tree.main_moves().zip(pairs) {
        let before = position.clone();
        played.play_unchecked(&mut position);
        let explanation = reviewed.explanation.as_ref().map(|why| {
            let squares: Vec<_> = why.targets().iter().map(ToString::to_string).collect();
            json!({
                "kind": reason::kind(&why.motif),
                "text": reason::sentence(&before, &position, why),
                "squares": squares,
            })
        });
        moves.push(json!({
            "move": played.san(&before),
            "side": reviewed.side.to_string(),
            "grade": reviewed.grade.name(),
            "accuracy": rounded(reviewed.accuracy),
            "eval": eval(&pair[1], position.turn()),
            "best": annotate::line(&before, pair[0].line()),
            "explanation": explanation,
        }));
    }
    let side = |side| {
        let summary = review.summary(side);
        let counts = Grade::ALL.into_iter().zip(summary.counts);
        let counts: serde_json::Map<_, _> =
            counts.map(|(g, count)| (g.name().to_owned(), count.into())).collect();
        json!({ "accuracy": summary.accuracy.map(rounded), "grades": counts })
    };
    json!({
        "white": game.tag("White"),
        "black": game.tag("Black"),
        "rules": game.rules().id(),
        "result": game.result.to_string(),
        "sides": { "white": side(Colour::White), "black": side(Colour::Black) },
        "moves": moves,
    })
}

/// The evaluation for White: hundredths of a pawn or moves to mate; null where the game is over.
fn eval(insight: &Insight, turn: Colour) -> Value {
    match insight.score_for(turn, Colour::White) {
        Some(Score::Centipawns(score)) => json!({ "cp": score }),
        Some(Score::MateIn(moves)) => json!({ "mate": moves }),
        None => Value::Null,
    }
}

/// With one digit after the point.
fn rounded(percent: f64) -> f64 {
    (percent * 10.0).round() / 10.0
}
