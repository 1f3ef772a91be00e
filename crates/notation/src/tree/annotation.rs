//! What is said about a move: comments, signs, drawn shapes, an evaluation, times.

use std::fmt;
use std::time::Duration;

use rules::Score;

use super::DrawnShape;
use crate::pgn::{command, without_command};

/// Comments, signs and times of a move, or comments of the start position.
///
/// Shapes and evaluations stay in the comments as the commands of PGN, so that files keep their
/// texts; [`Annotation::shapes`] and [`Annotation::eval`] read them, and their setters write them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// What is said before the first move of a variation.
    pub before: Vec<String>,
    /// What is said about the move, each comment on one line, without clock times.
    pub comments: Vec<String>,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?` and so on; see [`sign_of`](super::sign_of).
    pub nags: Vec<u16>,
    /// What the player's clock showed after the move.
    pub clock: Option<Duration>,
    /// How long the player thought about it.
    pub spent: Option<Duration>,
}

/// How an engine judged the position after a move, from White's point of view: `[%eval 0.17,22]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveEval {
    /// The advantage.
    pub score: Score,
    /// How deep the engine searched, if the file says so.
    pub depth: Option<u32>,
}

const ARROWS: &str = "cal";
const CIRCLES: &str = "csl";
const EVAL: &str = "eval";

impl Annotation {
    /// The arrows and circles; what cannot be read as one is left out.
    pub fn shapes(&self) -> Vec<DrawnShape> {
        let commands = self.comments.iter().flat_map(|comment| {
            [CIRCLES, ARROWS].into_iter().filter_map(|name| command(comment, name))
        });
        commands
            .flat_map(|list| list.split(','))
            .filter_map(|s| DrawnShape::parse(s.trim()))
            .collect()
    }

    /// Draws these arrows and circles in place of those that are there.
    pub fn set_shapes(&mut self, shapes: &[DrawnShape]) {
        let list = |arrows: bool| {
            let drawn = shapes.iter().filter(|shape| shape.is_arrow() == arrows);
            drawn.map(ToString::to_string).collect::<Vec<_>>().join(",")
        };
        self.set_command(ARROWS, &list(true));
        self.set_command(CIRCLES, &list(false));
    }

    /// What people wrote about the move, without the commands for programs.
    pub fn remark(&self) -> String {
        remark(&self.comments)
    }

    /// Sets what people wrote about the move; commands stay.
    pub fn set_remark(&mut self, text: &str) {
        set_remark(&mut self.comments, text);
    }

    /// The evaluation, if there is one that can be read.
    pub fn eval(&self) -> Option<MoveEval> {
        self.comments.iter().find_map(|comment| MoveEval::parse(command(comment, EVAL)?))
    }

    /// Sets or removes the evaluation.
    pub fn set_eval(&mut self, eval: Option<MoveEval>) {
        self.set_command(EVAL, &eval.map_or(String::new(), |eval| eval.to_string()));
    }

    /// Writes a command in front of the comments, in place of those of its name; an empty value
    /// only removes them.
    fn set_command(&mut self, name: &str, value: &str) {
        let kept = self.comments.iter().map(|comment| without_command(comment, name));
        self.comments = kept.filter(|comment| !comment.is_empty()).collect();
        if value.is_empty() {
            return;
        }
        let command = format!("[%{name} {value}]");
        match self.comments.first_mut() {
            Some(first) => *first = format!("{command} {first}"),
            None => self.comments.push(command),
        }
    }
}

/// What people wrote in comments, without the commands for programs.
pub fn remark(comments: &[String]) -> String {
    let mut words = String::new();
    for comment in comments {
        let mut rest = comment.as_str();
        while let Some((before, command)) = rest.split_once("[%") {
            words.push_str(before);
            rest = command.split_once(']').map_or("", |(_, after)| after);
        }
        words.push_str(rest);
        words.push(' ');
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Sets what people wrote in comments; commands stay. Braces and the beginnings of commands are
/// left out, as files could not hold them.
pub fn set_remark(comments: &mut Vec<String>, text: &str) {
    let mut commands = String::new();
    for comment in comments.iter() {
        let mut rest = comment.as_str();
        while let Some((_, command)) = rest.split_once("[%") {
            let Some((command, after)) = command.split_once(']') else { break };
            commands += &format!("[%{command}] ");
            rest = after;
        }
    }
    let text = text.replace(['{', '}'], "").replace("[%", "[");
    let text: Vec<&str> = text.split_whitespace().collect();
    let whole = format!("{commands}{}", text.join(" "));
    *comments =
        Some(whole.trim().to_owned()).filter(|whole| !whole.is_empty()).into_iter().collect();
}

impl MoveEval {
    /// Reads `0.17`, `-1.5,22` or `#-3,12`.
    pub fn parse(text: &str) -> Option<MoveEval> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score, Some(depth.trim().parse().ok()?)),
            None => (text, None),
        };
        let score = match score.trim().strip_prefix('#') {
            Some(moves) => Score::MateIn(moves.parse().ok()?),
            None => {
                let pawns: f64 = score.trim().parse().ok()?;
                let centipawns = (pawns * 100.0).round();
                let is_sane = centipawns.abs() <= 1e8;
                Score::Centipawns(is_sane.then_some(centipawns as i32)?)
            }
        };
        Some(MoveEval { score, depth })
    }
}

impl fmt::Display for MoveEval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Score::Centipawns(score) => write!(f, "{:.2}", f64::from(score) / 100.0)?,
            Score::MateIn(moves) => write!(f, "#{moves}")?,
        }
        self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_written_as_they_are_read() {
        for text in ["0.17", "-1.50,22", "#-3,12", "#4"] {
            assert_eq!(MoveEval::parse(text).map(|eval| eval.to_string()).as_deref(), Some(text));
        }
        for text in ["", "good", "1e99", "nan", "#", "0.1,deep"] {
            assert_eq!(MoveEval::parse(text), None, "{text}");
        }
    }

    #[test]
    fn remarks_are_set_beside_commands() {
        let comments = ["[%eval 0.3] a plan", "and [%csl Gd4] more"].map(str::to_owned);
        let mut said = Annotation { comments: comments.to_vec(), ..Annotation::default() };
        assert_eq!(said.remark(), "a plan and more");
        said.set_remark(" Better {than}  [%cal Ga1a2] it looks ");
        assert_eq!(said.comments, ["[%eval 0.3] [%csl Gd4] Better than [cal Ga1a2] it looks"]);
        said.set_remark("");
        assert_eq!(said.comments, ["[%eval 0.3] [%csl Gd4]"]);
        assert_eq!(said.remark(), "");
    }

    #[test]
    fn shapes_and_evaluations_live_in_the_comments() {
        let comments = ["[%csl Gd4,Rd5][%eval 0.3] a plan", "[%cal Ga10b12]"].map(str::to_owned);
        let mut said = Annotation { comments: comments.to_vec(), ..Annotation::default() };
        let shapes: Vec<_> = said.shapes().iter().map(ToString::to_string).collect();
        assert_eq!(shapes, ["Gd4", "Rd5", "Ga10b12"]);
        let eval = MoveEval { score: Score::Centipawns(30), depth: None };
        assert_eq!(said.eval(), Some(eval));
        said.set_shapes(&said.shapes());
        assert_eq!(said.comments, ["[%csl Gd4,Rd5] [%cal Ga10b12] [%eval 0.3] a plan"]);
        said.set_shapes(&[]);
        said.set_eval(Some(MoveEval { score: Score::MateIn(-2), depth: Some(9) }));
        assert_eq!(said.comments, ["[%eval #-2,9] a plan"]);
        said.set_eval(None);
        assert_eq!((said.comments.as_slice(), said.eval()), (&["a plan".to_owned()][..], None));
    }
}
