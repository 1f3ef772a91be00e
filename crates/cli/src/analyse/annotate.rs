//! An analysis as comments in a game record, and as a table.

use std::io::{self, Write};

use engine::Score;
use notation::pgn::Game;
use notation::san;
use notation::tree::MoveEval;
use rules::{Colour, Move, Position};
use study::{Grade, Insight, Review};

use super::reason;

/// What stands before the best move, and before a line in place of a bad move.
const BEST: &str = "best is ";
const BETTER: &str = "; better is ";

/// How many moves of a better line are shown.
const SHOWN: usize = 6;

/// The game with evaluations, marks, better moves and reasons.
pub fn with_comments(mut game: Game, review: &Review) -> Game {
    let mut position = game.start().clone();
    let nodes: Vec<_> = game.tree.main_line().collect();
    for ((node, pair), reviewed) in
        nodes.into_iter().zip(review.insights.windows(2)).zip(&review.moves)
    {
        let before = position.clone();
        let Some(played) = game.tree.played(node) else { continue };
        played.play_unchecked(&mut position);
        let Some(said) = game.tree.annotation_mut(node) else { continue };
        let comments = std::mem::take(&mut said.comments);
        said.comments = comments.into_iter().filter_map(without_analysis).collect();
        if let Some(nag) = reviewed.grade.nag()
            && !said.nags.contains(&nag)
        {
            said.nags.push(nag);
        }
        let comment = evaluation(&pair[1], &position).map(|evaluation| {
            let best = pair[0].line().first().copied();
            let mut comment = match best.is_some() && best != played.chess_move() {
                true => format!("{evaluation} {}", instead(&before, reviewed.grade, &pair[0])),
                false => evaluation,
            };
            if let Some(why) = &reviewed.explanation {
                comment.push_str(". ");
                comment.push_str(&reason::sentence(&before, &position, why));
            }
            comment
        });
        said.comments.splice(..0, comment);
    }
    game
}

/// What is left of a comment when an earlier analysis has given way to a new one.
fn without_analysis(comment: String) -> Option<String> {
    let Some((before, (_, after))) = comment
        .split_once("[%eval ")
        .and_then(|(before, rest)| Some((before.trim(), rest.split_once(']')?)))
    else {
        return Some(comment);
    };
    let after = after.trim();
    let is_ours = after.starts_with(BEST) || after.contains(BETTER);
    let rest = if is_ours { before.to_owned() } else { format!("{before} {after}") };
    Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty())
}

/// How good a position is, as other programs read it; nothing where the game is won.
fn evaluation(insight: &Insight, position: &Position) -> Option<String> {
    let eval = match insight {
        Insight::Searched { depth, .. } => {
            let score = insight.score_for(position.turn(), Colour::White)?;
            MoveEval { score, depth: Some(*depth) }
        }
        Insight::Over(outcome) => outcome
            .winner
            .is_none()
            .then_some(MoveEval { score: Score::Centipawns(0), depth: None })?,
    };
    Some(format!("[%eval {eval}]"))
}

/// What should have been played instead: a whole line where the move was a bad one.
fn instead(position: &Position, grade: Grade, insight: &Insight) -> String {
    let Some(verdict) = verdict(grade) else {
        return format!("{BEST}{}", best(position, insight));
    };
    let line = line(position, insight.line());
    format!("{verdict}{BETTER}{line} ({})", standing(insight, position))
}

/// The word for a bad move.
pub fn verdict(grade: Grade) -> Option<&'static str> {
    match grade {
        Grade::Best | Grade::Good => None,
        Grade::Inaccuracy => Some("Inaccuracy"),
        Grade::Mistake => Some("Mistake"),
        Grade::Blunder => Some("Blunder"),
    }
}

/// How a position stands, for White: as people read it.
fn standing(insight: &Insight, position: &Position) -> String {
    match (insight, insight.score_for(position.turn(), Colour::White)) {
        (Insight::Over(outcome), _) => outcome.to_string(),
        (_, score) => score.map_or(String::new(), |score| score.to_string()),
    }
}

/// The best move as people write it.
fn best(position: &Position, insight: &Insight) -> String {
    line(position, insight.line().get(..1).unwrap_or_default())
}

/// Moves as people write them.
pub fn line(position: &Position, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for chess_move in moves.iter().take(SHOWN) {
        if !position.is_legal(*chess_move) {
            break;
        }
        texts.push(san::format(&position, *chess_move));
        position.play_unchecked(*chess_move);
    }
    texts.join(" ")
}

/// Tells each move with the score after it and the best one in its place, then how often each
/// player went wrong.
pub fn table(output: &mut dyn Write, game: &Game, review: &Review) -> io::Result<()> {
    let name = |tag| game.tag(tag).unwrap_or("?");
    writeln!(output, "{} - {} {}", name("White"), name("Black"), game.result)?;
    let mut position = game.start().clone();
    let pairs = review.insights.windows(2).zip(&review.moves);
    for (played, (pair, reviewed)) in game.tree.main_moves().zip(pairs) {
        let number = position.fullmove_number();
        let dots = if position.turn() == Colour::White { "." } else { "..." };
        let text = format!("{number}{dots} {}", played.san(&position));
        let best = best(&position, &pair[0]);
        let expected = standing(&pair[0], &position);
        played.play_unchecked(&mut position);
        let score = standing(&pair[1], &position);
        let verdict = verdict(reviewed.grade).unwrap_or_default();
        let row = format!("{text:<16} {score:>8}   best {best:<10} {expected:>8}   {verdict}");
        writeln!(output, "{}", row.trim_end())?;
    }
    for (colour, tag) in [(Colour::White, "White"), (Colour::Black, "Black")] {
        let [.., inaccuracies, mistakes, blunders] = review.summary(colour).counts;
        writeln!(
            output,
            "{tag} ({}): {inaccuracies} inaccuracies, {mistakes} mistakes, {blunders} blunders",
            name(tag),
        )?;
    }
    writeln!(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_analysis_gives_way() {
        let check = |comment: &str, rest: Option<&str>| {
            assert_eq!(without_analysis(comment.to_owned()).as_deref(), rest, "{comment}");
        };
        check("a remark", Some("a remark"));
        check("[%eval 0.20]", None);
        check("[%eval 0.20,7] best is Nf3", None);
        check("[%eval #-1,7] Blunder; better is Nf3 d5 (+0.20)", None);
        check("[%eval 0.20] a remark", Some("a remark"));
        check("[%csl Rd4] [%eval 0.20,7] a remark", Some("[%csl Rd4] a remark"));
        check("[%eval ", Some("[%eval "));
    }
}
