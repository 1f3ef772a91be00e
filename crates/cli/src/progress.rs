//! How far long work has come, for those who wait at a terminal.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that shows itself in terminals only.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

/// Prints a line above the progress bar; fails when standard error is closed.
pub fn tell(bar: &ProgressBar, text: &str) -> io::Result<()> {
    if bar.is_hidden() {
        writeln!(io::stderr(), "{text}")?;
    } else {
        bar.println(text);
    }
    Ok(())
}
