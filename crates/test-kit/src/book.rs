//! The project's Markdown pages: their blocks of code, headings and links.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that have no pages of the project's own.
const PASSED_OVER: [&str; 3] = ["target", "dist", "node_modules"];

#[derive(Debug)]
pub struct Page {
    /// Its path below the root of the project.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
}

/// A fenced block of a page. Its opening fence says what it is: ```` ```language word word ````.
#[derive(Debug)]
pub struct Block<'a> {
    /// Where it begins, for messages.
    pub line: usize,
    /// The first word of the fence; empty if it has none.
    pub language: &'a str,
    /// The other words of the fence.
    pub words: Vec<&'a str>,
    /// What stands in it.
    pub text: String,
}

impl Block<'_> {
    /// Does this word stand after the language?
    pub fn is(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// The name of the file that the block shows: `file=NAME`.
    pub fn file(&self) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix("file="))
    }
}

/// A link of a page.
#[derive(Debug)]
pub struct Link<'a> {
    /// Where it stands, for messages.
    pub line: usize,
    /// Where it leads.
    pub target: &'a str,
}

/// The folder of the whole project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// One page, by its path below the root.
///
/// # Panics
/// When there is no such page.
pub fn page(path: &str) -> Page {
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    Page { path: PathBuf::from(path), text }
}

/// Every page of the project, in the order of their paths.
///
/// # Panics
/// When a folder cannot be read.
pub fn pages() -> Vec<Page> {
    let mut paths = Vec::new();
    collect(Path::new(""), &mut paths);
    paths.sort();
    paths.iter().map(|path| page(&path.to_string_lossy())).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root().join(folder)).expect("a readable folder") {
        let entry = entry.expect("a readable folder");
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = folder.join(&name);
        let kind = entry.file_type().expect("a readable folder");
        if kind.is_dir() && !name.starts_with('.') && !PASSED_OVER.contains(&name.as_str()) {
            collect(&path, paths);
        } else if kind.is_file() && name.ends_with(".md") {
            paths.push(path);
        }
    }
}

impl Page {
    /// The blocks of code, from the top down.
    ///
    /// # Panics
    /// When a block is not closed.
    pub fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut lines = (1..).zip(self.text.lines());
        while let Some((line, opening)) = lines.next() {
            let Some(info) = opening.trim_start().strip_prefix("```") else { continue };
            let indent = opening.len() - opening.trim_start().len();
            let mut text = String::new();
            loop {
                let (_, inside) = lines.next().unwrap_or_else(|| {
                    panic!("{}, line {line}: the block is not closed", self.path.display())
                });
                if inside.trim() == "```" {
                    break;
                }
                text += inside.get(indent..).unwrap_or_default();
                text.push('\n');
            }
            let mut words = info.split_whitespace();
            let language = words.next().unwrap_or_default();
            blocks.push(Block { line, language, words: words.collect(), text });
        }
        blocks
    }

    /// The texts of the blocks of a language, with a word after it if one is given.
    pub fn texts_of(&self, language: &str, word: Option<&str>) -> Vec<String> {
        let blocks = self.blocks().into_iter();
        let wanted = blocks
            .filter(|block| block.language == language && word.is_none_or(|word| block.is(word)));
        wanted.map(|block| block.text).collect()
    }

    /// The lines that are no code, with their numbers.
    fn prose(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut is_code = false;
        (1..).zip(self.text.lines()).filter(move |(_, line)| {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            !is_code && !is_fence
        })
    }

    /// What links can name after `#`: one for each heading.
    pub fn anchors(&self) -> Vec<String> {
        let mut anchors: Vec<String> = Vec::new();
        for (_, line) in self.prose() {
            let Some((_, heading)) = line
                .split_once("# ")
                .filter(|(hashes, _)| hashes.chars().all(|letter| letter == '#'))
            else {
                continue;
            };
            let kept = heading
                .trim()
                .chars()
                .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
            let anchor: String =
                kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect();
            let anchor = anchor.to_lowercase();
            let before = anchors.iter().filter(|known| **known == anchor).count();
            anchors.push(if before == 0 { anchor } else { format!("{anchor}-{before}") });
        }
        anchors
    }

    /// Where the links and pictures of the page lead.
    pub fn links(&self) -> Vec<Link<'_>> {
        let mut links = Vec::new();
        for (line, text) in self.prose() {
            // Every second part stands between backquotes, where nothing is a link.
            for part in text.split('`').step_by(2) {
                let in_brackets = part.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
                let in_quotes = ["src=\"", "href=\""].into_iter().flat_map(|attribute| {
                    part.split(attribute).skip(1).filter_map(|rest| rest.split_once('"'))
                });
                let targets = in_brackets.chain(in_quotes).map(|(target, _)| target);
                links.extend(targets.map(|target| Link { line, target }));
            }
        }
        links
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# A page\n\nSee [this](b.md#two), `[no](link)` and ![that](c.png).\n\n\
        ## Two: of *them*\n\n- item\n\n  ```toml rules file=a.toml\n  x = 1\n    y\n  ```\n\n\
        ## Two of them\n\n```\n# no heading\n```\n<img src=\"d.gif\">\n";

    fn example() -> Page {
        Page { path: PathBuf::from("a.md"), text: TEXT.to_owned() }
    }

    #[test]
    fn blocks_are_found_with_their_words() {
        let page = example();
        let blocks = page.blocks();
        assert_eq!(blocks.len(), 2);
        assert_eq!((blocks[0].line, blocks[0].language), (9, "toml"));
        assert!(blocks[0].is("rules"));
        assert_eq!(blocks[0].file(), Some("a.toml"));
        assert_eq!(blocks[0].text, "x = 1\n  y\n");
        assert_eq!((blocks[1].language, blocks[1].text.as_str()), ("", "# no heading\n"));
        assert_eq!(page.texts_of("toml", None).len(), 1);
        assert!(page.texts_of("toml", Some("theme")).is_empty());
    }

    #[test]
    fn links_and_their_targets_are_found() {
        let page = example();
        assert_eq!(page.anchors(), ["a-page", "two-of-them", "two-of-them-1"]);
        let targets: Vec<_> = page.links().iter().map(|link| link.target).collect();
        assert_eq!(targets, ["b.md#two", "c.png", "d.gif"]);
    }

    #[test]
    fn the_pages_of_the_project_are_found() {
        let pages = pages();
        assert!(pages.iter().any(|page| page.path == Path::new("README.md")));
        assert!(pages.iter().any(|page| page.path == Path::new("docs/config.md")));
    }
}
