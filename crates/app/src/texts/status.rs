//! What the players are told about the game.

use game::Message;
use record::Perspective;
use rules::{Colour, Outcome, Reason};

use super::Texts;

impl Texts {
    /// A message of the referee.
    pub fn game_message(&self, message: Message) -> String {
        let words = &self.game;
        match message {
            Message::Check => words.check.to_owned(),
            Message::DefendYourKing => words.defend_your_king.to_owned(),
            Message::NoMove { side, to } => words.no_move(who(side, to)),
            Message::TurnPassed { side, to } => words.turn_passed(who(side, to)),
            Message::DrawOffered { by, to } => words.draw_offered(who(by, to)),
            Message::DrawDeclined { by, to } => words.draw_declined(who(by, to)),
            Message::TakeBackAsked { by, to } => words.take_back_asked(who(by, to)),
            Message::HandOver { to } => words.hand_over(to.name()),
            Message::Over { end, to } => match end.outcome() {
                Some(outcome) => self.outcome(outcome, to),
                None => words.aborted.to_owned(),
            },
        }
    }

    fn outcome(&self, outcome: Outcome, to: Perspective) -> String {
        let (words, reason) = (&self.game, reason(outcome.reason));
        let Some(winner) = outcome.winner else { return words.drawn(reason) };
        let is_lost = to == Perspective::Player(!winner);
        match outcome.reason {
            Reason::Resignation if is_lost => words.resigned.to_owned(),
            Reason::Abandonment if is_lost => words.left.to_owned(),
            Reason::Abandonment => words.abandoned((!winner).name(), who(winner, to)),
            _ if is_lost => words.lost(reason),
            _ => words.won(reason, who(winner, to)),
        }
    }
}

/// A side as somebody is told of it.
fn who(side: Colour, to: Perspective) -> &'static str {
    if to == Perspective::Player(side) { "you" } else { side.name() }
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "checkmate",
        Reason::KingCapture => "king-capture",
        Reason::Time => "time",
        Reason::Resignation => "resignation",
        Reason::Abandonment => "abandonment",
        Reason::Stalemate => "stalemate",
        Reason::ThreefoldRepetition => "threefold-repetition",
        Reason::PerpetualCheck => "perpetual-check",
        Reason::PerpetualChase => "perpetual-chase",
        Reason::FiftyMoves => "fifty-moves",
        Reason::InsufficientMaterial => "insufficient-material",
        Reason::CheckCount => "check-count",
        Reason::Goal => "goal",
        Reason::Extinction => "extinction",
        Reason::Agreement => "agreement",
    }
}

#[cfg(test)]
mod tests {
    use record::GameEnd;

    use super::*;
    use crate::texts::Language;

    /// The referee speaks English too, on the command line; both must say the same.
    #[test]
    fn in_english_everything_is_said_as_the_referee_says_it() {
        let texts = Language::english().texts();
        let to = [
            Perspective::Player(Colour::White),
            Perspective::Player(Colour::Black),
            Perspective::NEUTRAL,
        ];
        let reasons = [
            Reason::Checkmate,
            Reason::KingCapture,
            Reason::Time,
            Reason::Resignation,
            Reason::Abandonment,
            Reason::Stalemate,
            Reason::ThreefoldRepetition,
            Reason::PerpetualCheck,
            Reason::PerpetualChase,
            Reason::FiftyMoves,
            Reason::InsufficientMaterial,
            Reason::CheckCount,
            Reason::Goal,
            Reason::Extinction,
            Reason::Agreement,
        ];
        let mut messages = vec![
            Message::Check,
            Message::DefendYourKing,
            Message::HandOver { to: Colour::White },
            Message::HandOver { to: Colour::Black },
        ];
        for to in to {
            for side in Colour::BOTH {
                messages.extend([
                    Message::NoMove { side, to },
                    Message::TurnPassed { side, to },
                    Message::DrawOffered { by: side, to },
                    Message::DrawDeclined { by: side, to },
                    Message::TakeBackAsked { by: side, to },
                ]);
            }
            messages.push(Message::over(GameEnd::Aborted, to));
            for winner in [None, Some(Colour::White), Some(Colour::Black)] {
                let ends = reasons.map(|reason| GameEnd::Decided { winner, reason: Some(reason) });
                messages.extend(ends.map(|end| Message::over(end, to)));
            }
        }
        for message in messages {
            assert_eq!(texts.game_message(message), message.to_string(), "{message:?}");
        }
    }
}
