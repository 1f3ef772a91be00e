//! Checks comments: none only repeats a name, refers to a paragraph by number, or speaks in riddles.

use std::fs;

use anyhow::{Result, bail};

use crate::project;

/// Words that say nothing by themselves.
const EMPTY_WORDS: [&str; 32] = [
    "a", "an", "the", "its", "it", "this", "that", "of", "is", "are", "was", "be", "to", "in",
    "by", "for", "with", "as", "at", "on", "which", "who", "what", "when", "where", "why", "how",
    "and", "or", "their", "one", "own",
];

/// Phrases that hide what a value is. A comment names the quantity, the effect or the role instead, such
/// as "Maximum number of rooms" or "True to enable".
const RIDDLES: [&str; 11] = [
    "So many ",
    "So often ",
    "For so long",
    "After so long",
    "Whoever ",
    "whoever comes",
    "Yes or no.",
    "On or off.",
    "Makes it so.",
    "Leaves it.",
    "himself",
];

/// Fails on comments that only repeat a name or speak in riddles, and on references to paragraphs by
/// number.
pub fn run() -> Result<()> {
    let files = project::text(project::program("git").args(["ls-files", "*.rs", "*.md"]))?;
    let mut faults = Vec::new();
    for file in files.lines() {
        let text = fs::read_to_string(project::root().join(file)).unwrap_or_default();
        let found =
            if file.ends_with(".rs") { faults_of_code(&text) } else { faults_of_page(&text) };
        faults.extend(found.into_iter().map(|(line, fault)| format!("{file}:{line}: {fault}")));
    }
    if !faults.is_empty() {
        bail!("{} comments:\n  {}", faults.len(), faults.join("\n  "));
    }
    println!("comments of {} files", files.lines().count());
    Ok(())
}

fn faults_of_code(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut faults = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let comment = line.find("//").map_or("", |start| &line[start..]);
        if comment.contains("http") {
            continue;
        }
        if let Some(number) = paragraph_number(comment) {
            faults.push((index + 1, format!("`{number}` names a paragraph of another document")));
        }
        if let Some(riddle) = RIDDLES.iter().find(|riddle| comment.contains(**riddle)) {
            faults.push((index + 1, format!("`{}` hides what is meant", riddle.trim())));
        }
        let name = line.strip_prefix("fn ").unwrap_or_default();
        if name.strip_prefix('r').and_then(|rest| rest.split_once('_')).is_some_and(is_numbered) {
            faults.push((index + 1, "the name of the test begins with a paragraph's".to_owned()));
        }
        let is_alone = |index: usize| !lines.get(index).is_some_and(|line| line.starts_with("///"));
        let before = index.checked_sub(1);
        if let Some(doc) = line.strip_prefix("///")
            && before.is_none_or(is_alone)
            && is_alone(index + 1)
            && let Some(item) = lines[index + 1..].iter().find(|line| !line.starts_with("#["))
            && let Some(name) = name_of(item)
            && only_repeats(doc, name)
        {
            faults.push((index + 1, format!("`{}` only repeats `{name}`", doc.trim())));
        }
    }
    faults
}

fn faults_of_page(text: &str) -> Vec<(usize, String)> {
    let lines = (1..).zip(text.lines());
    let numbered = lines.filter_map(|(line, text)| Some((line, paragraph_number(text)?)));
    numbered
        .map(|(line, n)| (line, format!("`{n}` names a paragraph of another document")))
        .collect()
}

/// A word that is an R, a number, a dot and a number.
fn paragraph_number(text: &str) -> Option<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '.').map(|w| w.trim_matches('.'));
    let is_number =
        |text: &str| matches!(text.len(), 1..=2) && text.bytes().all(|b| b.is_ascii_digit());
    let is_one = |word: &&str| {
        let parts = word.strip_prefix('R').and_then(|rest| rest.split_once('.'));
        parts.is_some_and(|(section, paragraph)| is_number(section) && is_number(paragraph))
    };
    words.into_iter().find(is_one)
}

fn is_numbered((section, rest): (&str, &str)) -> bool {
    let starts_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    section.bytes().all(|b| b.is_ascii_digit()) && !section.is_empty() && starts_with_digit(rest)
}

/// The name that an item, a field or a member of an enum begins with.
fn name_of(item: &str) -> Option<&str> {
    const BEFORE: [&str; 13] = [
        "pub", "async", "const", "unsafe", "static", "struct", "enum", "trait", "type", "fn",
        "mod", "union", "impl",
    ];
    let mut words =
        item.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty());
    words.find(|word| !BEFORE.contains(word) && *word != "crate" && *word != "super")
}

/// Does a comment contain no word that is not in the name?
fn only_repeats(comment: &str, name: &str) -> bool {
    let in_name: Vec<String> = words(name).map(|word| stem(&word).to_owned()).collect();
    let spoken = comment.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    // A sign such as `?!` says something that no name does.
    let has_words = comment.contains(char::is_alphabetic);
    has_words
        && spoken
            .filter(|word| !word.is_empty() && !EMPTY_WORDS.contains(&word.as_str()))
            .all(|word| in_name.iter().any(|known| known == stem(&word)))
}

/// The words that a name is made of: two for `RuleSet` and for `rule_set`.
fn words(name: &str) -> impl Iterator<Item = String> {
    let mut spaced = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            spaced.push('_');
        }
        spaced.extend(letter.to_lowercase());
    }
    spaced.split('_').map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// A word without the ending of a plural or a past.
fn stem(word: &str) -> &str {
    let endings = ["ing", "ies", "es", "ed", "s", "d"];
    let shorter = endings.iter().find_map(|ending| word.strip_suffix(ending));
    shorter.filter(|short| short.len() > 1).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_that_repeat_a_name_are_found() {
        for (code, is_fault) in [
            ("/// Its name.\npub name: String,", true),
            ("/// Which.\nkind: Kind,", true),
            ("/// The rule sets.\n#[derive(Debug)]\npub struct RuleSet;", true),
            ("/// The name in full.\npub name: String,", false),
            ("/// The moves, best first.\nmoves: Vec<Move>,", false),
            ("/// A name\n/// of two lines.\nname: String,", false),
        ] {
            assert_eq!(!faults_of_code(code).is_empty(), is_fault, "{code}");
        }
    }

    #[test]
    fn riddles_are_found() {
        for riddle in RIDDLES {
            let code = format!("/{0} {riddle}of them, or themselves.\nlimit: usize,", "//");
            assert_eq!(faults_of_code(&code).len(), 1, "{code}");
        }
        assert!(faults_of_code("/// The limit, whoever asks.\nlimit: usize,").is_empty());
    }

    #[test]
    fn numbers_of_paragraphs_are_found() {
        let number = format!("R{}.6", 4);
        assert_eq!(paragraph_number(&format!("as ({number}) says.")), Some(number.as_str()));
        for text in ["`R4`", "R4.x", "R123.4", "OR4.6", "7k/8/R7/8 w", "1.2"] {
            assert_eq!(paragraph_number(text), None, "{text}");
        }
        assert_eq!(faults_of_code(&format!("fn r4{}_checkmate() {{", "_8")).len(), 1);
        assert!(faults_of_code("fn r4_d() {}\nfn rook_8() {}").is_empty());
    }
}
