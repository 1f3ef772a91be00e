//! What `docs/rulesets.md` shows of the program is what the program prints.

use std::path::Path;

use crate::program::{file, program};

const PAGE: &str = include_str!("../../../../docs/rulesets.md");

/// The text of the first block that opens with this fence.
fn block(kind: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("\n```{kind}\n")).expect(kind);
    rest.split_once("```").expect("a closing fence").0
}

#[test]
fn the_whole_game_is_drawn_and_counted_as_shown() {
    let path = file("docs/wizards.toml", block("toml game"));
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut shown = 0;
    for part in block("console").split("$ xxlchess ").skip(1) {
        let (arguments, expected) = part.split_once('\n').expect("a command and its output");
        let mut command = program();
        let output = command.current_dir(folder).args(arguments.split(' ')).output();
        let output = output.expect("the program starts").stdout;
        let printed = String::from_utf8(output).expect("UTF-8");
        let trimmed =
            |text: &str| text.lines().map(|l| l.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(trimmed(&printed), trimmed(expected), "{arguments}");
        shown += 1;
    }
    assert_eq!(shown, 4);
}
