//! An analysis as comments in a game record, and as a table.

use std::io::{self, Write};

use notation::pgn::Game;
use notation::san;
use rules::{Colour, Move, Position};

use super::verdict::{Verdict, for_white, standing};
use super::{Insight, Thought};
use crate::tournament::evaluation_comment;

/// How many moves of a better line are shown.
const SHOWN: usize = 6;

/// The game with evaluations, marks and better moves.
pub fn with_comments(mut game: Game, insights: &[Insight], verdicts: &[Option<Verdict>]) -> Game {
    let mut position = game.start.clone();
    for ((played, pair), verdict) in game.moves.iter_mut().zip(insights.windows(2)).zip(verdicts) {
        let before = position.clone();
        played.play_unchecked(&mut position);
        // An earlier analysis gives way.
        played.comments.retain(|comment| !comment.starts_with("[%eval "));
        let mut comment = String::new();
        if let Insight::Open(thought) = &pair[1] {
            let evaluation = for_white(thought.evaluation, position.turn());
            comment += &evaluation_comment(evaluation, Some(thought.depth));
        }
        if let (Some(verdict), Insight::Open(thought)) = (verdict, &pair[0]) {
            if !played.nags.contains(&verdict.nag()) {
                played.nags.push(verdict.nag());
            }
            comment += &better(&before, *verdict, thought);
        }
        if !comment.is_empty() {
            played.comments.insert(0, comment);
        }
    }
    game
}

/// What should have been played instead.
fn better(position: &Position, verdict: Verdict, thought: &Thought) -> String {
    let score = for_white(thought.evaluation, position.turn());
    let line = line(position, &thought.line);
    format!(" {}; better is {line} ({score})", verdict.name())
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
    let mut position = game.start.clone();
    for ((played, pair), verdict) in game.moves.iter().zip(insights.windows(2)).zip(verdicts) {
        let number = position.fullmove_number();
        let dots = if position.turn() == Colour::White { "." } else { "..." };
        let text = format!("{number}{dots} {}", played.san(&position));
        let best = match &pair[0] {
            Insight::Open(thought) => line(&position, &thought.line[..1.min(thought.line.len())]),
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
            let first = usize::from(game.start.turn() != colour);
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
