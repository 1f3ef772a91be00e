//! Compiles the rules of new rooms, away from the threads that serve others.

use protocol::{Refusal, RoomOptions, RulesChoice};
use rules::Position;
use tokio::sync::Semaphore;

/// Compiles one rule set at a time.
#[derive(Debug)]
pub(crate) struct RuleCompiler {
    turns: Semaphore,
}

impl RuleCompiler {
    pub(crate) fn new() -> RuleCompiler {
        RuleCompiler { turns: Semaphore::new(1) }
    }

    /// The first position of a game, with its compiled rules.
    pub(crate) async fn first_position(
        &self,
        options: RoomOptions,
    ) -> Result<(RoomOptions, Position), Refusal> {
        // Rules that ship are compiled already.
        if matches!(options.rules, RulesChoice::Shipped(_)) && !options.fog {
            return compile(options);
        }
        let failed = |error: &dyn std::fmt::Display| {
            tracing::error!(%error, "rules cannot be compiled");
            Refusal::Failed
        };
        let _turn = self.turns.acquire().await.map_err(|error| failed(&error))?;
        let compiled = tokio::task::spawn_blocking(|| compile(options)).await;
        compiled.map_err(|error| failed(&error))?
    }
}

fn compile(options: RoomOptions) -> Result<(RoomOptions, Position), Refusal> {
    match options.first_position() {
        Ok(first) => Ok((options, first)),
        Err(fault) => Err(Refusal::Options(fault.to_string())),
    }
}
