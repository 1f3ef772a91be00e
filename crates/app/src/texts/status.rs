//! The status messages of the game, in words.

use game::Status;
use record::Perspective;
use rules::{Colour, Outcome, Reason};

use super::Texts;

impl Texts {
    /// A status message of the game.
    pub fn game_status(&self, message: Status) -> String {
        let words = &self.game;
        match message {
            Status::Check => words.check.to_owned(),
            Status::DefendYourKing => words.defend_your_king.to_owned(),
            Status::NoMove { side, to } => words.no_move(who(side, to)),
            Status::TurnPassed { side, to } => words.turn_passed(who(side, to)),
            Status::DrawOffered { by, to } => words.draw_offered(who(by, to)),
            Status::DrawDeclined { by, to } => words.draw_declined(who(by, to)),
            Status::TakeBackAsked { by, to } => words.take_back_asked(who(by, to)),
            Status::HandOver { to } => words.hand_over(to.name()),
            Status::Over { end, to } => match end.outcome() {
                Some(outcome) => self.outcome(outcome, to),
                None => words.aborted.to_owned(),
            },
        }
    }

    pub(super) fn outcome(&self, outcome: Outcome, to: Perspective) -> String {
        let (words, reason) = (&self.game, outcome.reason.name());
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

/// A side in a message for a perspective.
fn who(side: Colour, to: Perspective) -> &'static str {
    if to == Perspective::Player(side) { "you" } else { side.name() }
}

#[cfg(test)]
mod tests {
    use record::GameEnd;

    use super::*;
    use crate::texts::Language;

    /// White, Black and an onlooker.
    const TO: [Perspective; 3] = [
        Perspective::Player(Colour::White),
        Perspective::Player(Colour::Black),
        Perspective::NEUTRAL,
    ];

    /// What is said to each of them.
    fn said(message: impl Fn(Perspective) -> Status) -> [String; 3] {
        let texts = Language::english().texts();
        TO.map(|to| texts.game_status(message(to)))
    }

    #[test]
    fn in_english_everybody_is_told_what_happens_from_their_side() {
        let (side, by) = (Colour::White, Colour::White);
        let no_move = said(|to| Status::NoMove { side, to });
        assert_eq!(no_move[..2], ["You have no move", "White has no move"]);
        let passed = said(|to| Status::TurnPassed { side, to });
        assert_eq!(
            passed[..2],
            ["Time is up – your turn passed", "Time is up – White's turn passed"]
        );
        let offered = said(|to| Status::DrawOffered { by, to });
        assert_eq!(offered[..2], ["You offered a draw", "White offers a draw"]);
        let declined = said(|to| Status::DrawDeclined { by, to });
        assert_eq!(declined[..2], ["You declined the draw", "White declined the draw"]);
        let asked = said(|to| Status::TakeBackAsked { by, to });
        assert_eq!(asked[..2], ["You asked to take a move back", "White asks to take a move back"]);
        for told in [no_move, passed, offered, declined, asked] {
            assert_eq!(told[1], told[2], "an onlooker is told what Black is told of White");
        }
        for (message, text) in [
            (Status::Check, "Check!"),
            (Status::DefendYourKing, "You must defend your king!"),
            (Status::HandOver { to: Colour::White }, "White, it is your turn"),
            (Status::HandOver { to: Colour::Black }, "Black, it is your turn"),
            (Status::over(GameEnd::Aborted, Perspective::NEUTRAL), "The game was aborted"),
        ] {
            assert_eq!(Language::english().texts().game_status(message), text);
        }
    }

    #[test]
    fn in_english_every_end_is_told_from_both_sides() {
        for (reason, by, drawn) in [
            (Reason::Checkmate, "by checkmate", "Draw"),
            (Reason::KingCapture, "by king capture", "Draw"),
            (Reason::Time, "on time", "Time is up – draw"),
            (Reason::Resignation, "by resignation", "Draw"),
            (Reason::Abandonment, "by abandonment", "Draw"),
            (Reason::Stalemate, "by stalemate", "Stalemate – draw"),
            (Reason::ThreefoldRepetition, "by threefold repetition", "Threefold repetition – draw"),
            (Reason::PerpetualCheck, "by perpetual check", "Perpetual check – draw"),
            (Reason::PerpetualChase, "by perpetual chase", "Perpetual chase – draw"),
            (Reason::FiftyMoves, "by the fifty-move rule", "Fifty-move rule – draw"),
            (
                Reason::InsufficientMaterial,
                "by insufficient material",
                "Insufficient material – draw",
            ),
            (Reason::CheckCount, "by checks", "Draw"),
            (Reason::Goal, "by reaching the goal", "Both reached the goal – draw"),
            (Reason::Extinction, "by extinction", "Extinction – draw"),
            (Reason::Agreement, "by agreement", "Draw by agreement"),
        ] {
            let told = |winner| {
                let end = GameEnd::Decided { winner, reason: Some(reason) };
                said(|to| Status::over(end, to))
            };
            let lost = match reason {
                Reason::Resignation => "You resigned".to_owned(),
                Reason::Abandonment => "You lost by leaving the game".to_owned(),
                _ => format!("You lost {by}"),
            };
            let won = |winner: &str, loser: &str| match reason {
                Reason::Abandonment => format!("{winner} won – {loser} left the game"),
                _ => format!("{winner} won {by}"),
            };
            let by_white = [won("You", "Black"), lost.clone(), won("White", "Black")];
            assert_eq!(told(Some(Colour::White)), by_white);
            let by_black = [lost, won("You", "White"), won("Black", "White")];
            assert_eq!(told(Some(Colour::Black)), by_black);
            assert_eq!(told(None), [drawn; 3]);
        }
    }
}
