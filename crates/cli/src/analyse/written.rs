//! An analysis as comments in a game record, and as a table.

use std::io::{self, Write};

use engine::Score;
use notation::pgn::Game;
use notation::san;
use rules::{Colour, Move, Position};

use super::verdict::{Verdict, for_white, standing};
use super::{Insight, Thought};
use crate::tournament::move_eval;

/// What stands before the best move, and before a line in place of a bad move.
const BEST: &str = "best is ";
const BETTER: &str = "; better is ";

/// How many moves of a better line are shown.
const SHOWN: usize = 6;

/// The game with evaluations, marks and better moves.
pub fn with_comments(mut game: Game, insights: &[Insight], verdicts: &[Option<Verdict>]) -> Game {
    let mut position = game.start().clone();
    let nodes: Vec<_> = game.tree.main_line().collect();
    for ((node, pair), verdict) in nodes.into_iter().zip(insights.windows(2)).zip(verdicts) {
        let before = position.clone();
        let Some(played) = game.tree.played(node) else { continue };
        played.play_unchecked(&mut position);
        let Some(said) = game.tree.annotation_mut(node) else { continue };
        let comments = std::mem::take(&mut said.comments);
        said.comments = comments.into_iter().filter_map(without_analysis).collect();
        if let Some(nag) = verdict.map(Verdict::nag)
            && !said.nags.contains(&nag)
        {
            said.nags.push(nag);
        }
        let comment = evaluation(&pair[1], &position).map(|evaluation| match &pair[0] {
            Insight::Open(thought) if thought.line.first().copied() != played.chess_move() => {
                format!("{evaluation} {}", instead(&before, *verdict, thought))
            }
            _ => evaluation,
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
    match insight {
        Insight::Open(thought) => {
            let evaluation = for_white(thought.evaluation, position.turn());
            Some(format!("[%eval {}]", move_eval(evaluation, Some(thought.depth))))
        }
        Insight::Over(outcome) => {
            let is_drawn = outcome.winner.is_none();
            is_drawn.then(|| format!("[%eval {}]", move_eval(Score::Centipawns(0), None)))
        }
    }
}

/// What should have been played instead: a whole line where the move was a bad one.
fn instead(position: &Position, verdict: Option<Verdict>, thought: &Thought) -> String {
    let Some(verdict) = verdict else {
        return format!("{BEST}{}", best(position, thought));
    };
    let score = for_white(thought.evaluation, position.turn());
    let line = line(position, &thought.line);
    format!("{}{BETTER}{line} ({score})", verdict.name())
}

/// The best move as people write it.
fn best(position: &Position, thought: &Thought) -> String {
    line(position, thought.line.get(..1).unwrap_or_default())
}

/// Moves as people write them.
fn line(position: &Position, moves: &[Move]) -> String {
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
pub fn table(
    output: &mut dyn Write,
    game: &Game,
    insights: &[Insight],
    verdicts: &[Option<Verdict>],
) -> io::Result<()> {
    let name = |tag| game.tag(tag).unwrap_or("?");
    writeln!(output, "{} - {} {}", name("White"), name("Black"), game.result)?;
    let mut position = game.start().clone();
    for ((played, pair), verdict) in game.tree.main_moves().zip(insights.windows(2)).zip(verdicts) {
        let number = position.fullmove_number();
        let dots = if position.turn() == Colour::White { "." } else { "..." };
        let text = format!("{number}{dots} {}", played.san(&position));
        let best = match &pair[0] {
            Insight::Open(thought) => best(&position, thought),
            Insight::Over(_) => String::new(),
        };
        let expected = standing(&pair[0], &position);
        played.play_unchecked(&mut position);
        let score = standing(&pair[1], &position);
        let verdict = verdict.map_or("", Verdict::name);
        let row = format!("{text:<16} {score:>8}   best {best:<10} {expected:>8}   {verdict}");
        writeln!(output, "{}", row.trim_end())?;
    }
    for (colour, tag) in [(Colour::White, "White"), (Colour::Black, "Black")] {
        let own = || {
            let first = usize::from(game.start().turn() != colour);
            verdicts.iter().skip(first).step_by(2).flatten()
        };
        let count = |wanted: Verdict| own().filter(|verdict| **verdict == wanted).count();
        writeln!(
            output,
            "{tag} ({}): {} inaccuracies, {} mistakes, {} blunders",
            name(tag),
            count(Verdict::Inaccuracy),
            count(Verdict::Mistake),
            count(Verdict::Blunder),
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
