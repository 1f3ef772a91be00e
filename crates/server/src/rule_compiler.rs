//! Compiles the rules of new rooms, away from the threads that serve others.

use protocol::{Refusal, RoomOptions, RulesChoice};
use rules::Position;
use tokio::sync::Semaphore;

use crate::identity::random_bits;

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

fn compile(mut options: RoomOptions) -> Result<(RoomOptions, Position), Refusal> {
    let first = |options: &RoomOptions| {
        options.first_position().map_err(|fault| Refusal::Options(fault.to_string()))
    };
    let usual = first(&options)?;
    let count = usual.rules().spec().start_count();
    if count < 2 || options.start.is_some() || options.number.is_some() {
        return Ok((options, usual));
    }
    options.number = random_bits().ok().map(|bits| bits % count);
    let drawn = first(&options)?;
    Ok((options, drawn))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn numbered_start_positions_are_drawn() {
        let chess960 = RoomOptions { rated: true, ..RoomOptions::friendly("chess960") };
        let draw = |options: &RoomOptions| {
            let (options, first) = compile(options.clone()).expect("a game");
            assert_eq!(options.first_position().as_ref(), Ok(&first), "everybody knows it");
            options.number
        };
        let drawn: BTreeSet<_> = (0..40).map(|_| draw(&chess960)).collect();
        assert!(drawn.len() > 10 && !drawn.contains(&None));
        assert_eq!(draw(&RoomOptions { number: Some(7), ..chess960 }), Some(7));
        assert_eq!(draw(&RoomOptions::friendly("standard")), None);
    }
}
