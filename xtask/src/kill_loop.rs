//! Kills the program again and again while it plays, to see that nothing is lost.

use anyhow::{Context, Result, bail};

use crate::project::{self, Outcome};

/// The arguments of the command, for the help page.
pub const ARGUMENTS: &str = "[--times N]";

/// How often, unless it is said.
const TIMES: u64 = 200;

/// The tests that are repeated: the store alone, and the whole window.
const TESTS: [[&str; 4]; 2] = [
    ["--package", "xxlchess-store", "--test", "store"],
    ["--package", "xxlchess-app", "--test", "persistence"],
];

/// Runs the tests that kill, each so many times.
pub fn run(arguments: &[String]) -> Result<Outcome> {
    let times = match arguments {
        [] => TIMES,
        [flag, times] if flag == "--times" => {
            times.parse().with_context(|| format!("`{times}`; expected a number"))?
        }
        _ => bail!("expected {ARGUMENTS}, but was given `{}`", arguments.join(" ")),
    };
    for test in TESTS {
        let mut command = project::cargo();
        command.arg("test").args(test).args(["killed", "--", "--nocapture"]);
        project::run(command.env("XXLCHESS_KILLS", times.to_string()))?;
    }
    Ok(Outcome::Done)
}
