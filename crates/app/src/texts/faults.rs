//! What is wrong with files, positions and moves: in English it says so itself, in other languages in `faults.ftl`.

use notation::diagnostics::Diagnostic;
use record::Perspective;
use rules::message::{Argument, Fault, FaultMessage};

use super::Texts;
use super::messages::Variable;

impl Texts {
    /// What is wrong or odd.
    pub fn fault(&self, fault: impl Fault) -> String {
        self.fault_message(&fault.message())
    }

    /// Several faults, each on its line.
    pub fn faults<'a>(&self, faults: impl IntoIterator<Item = &'a Diagnostic>) -> String {
        let lines: Vec<String> = faults.into_iter().map(|fault| self.fault(fault)).collect();
        lines.join("\n")
    }

    /// A message of a fault, or a part of one.
    pub fn fault_message(&self, message: &FaultMessage) -> String {
        let variables = message.arguments().iter().map(|(name, argument)| {
            let variable: Variable<'_> = match argument {
                Argument::Text(text) => text.into(),
                Argument::Number(number) => (*number).into(),
                Argument::Piece(name) => self.piece(name).into(),
                Argument::Outcome(outcome) => self.outcome(*outcome, Perspective::NEUTRAL).into(),
                Argument::Message(part) => self.fault_message(part).into(),
            };
            (*name, variable)
        });
        let translated = self.messages.find(&fault_key(message.id()), variables);
        translated.unwrap_or_else(|| message.to_string())
    }
}

/// The key of the message with an id.
pub(super) fn fault_key(id: &str) -> String {
    format!("fault-{id}")
}
