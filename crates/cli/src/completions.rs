//! `xxlchess completions`: what a shell needs to complete commands and options with the Tab key.

use std::io::Write;

use clap::Args;
use clap_complete::Shell;

use crate::{NAME, definition};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The shell that is to know the command.
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess completions bash > ~/.local/share/bash-completion/completions/xxlchess
  xxlchess completions zsh > ~/.zfunc/_xxlchess
  xxlchess completions fish > ~/.config/fish/completions/xxlchess.fish

The folder must be there. For zsh it must be in `fpath` before `compinit` is called. The next shell
that is started knows the command.";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    // A pipe may be closed at any time, which the generator would not forgive; memory may not.
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut definition(), NAME, &mut script);
    output.write_all(&script)?;
    Ok(())
}
