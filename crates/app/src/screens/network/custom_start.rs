//! Rules and a start of one's own for a game over the network: they travel as text, so that
//! no one else needs the files.

use std::sync::Arc;

use notation::{archive, fen, ruleset};
use protocol::RulesChoice;
use rules::{Position, Rules};
use serde::{Deserialize, Serialize};

use crate::open_file::Opened;

/// The longest id that a server takes.
const LONGEST_ID: usize = 40;

/// Rules, and where the game starts, from a user's files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomStart {
    /// What the list of rules calls it.
    pub title: String,
    /// The rules, without fog.
    pub rules: RulesChoice,
    /// The start as FEN, if it is not that of the rules.
    pub start: Option<String>,
    /// Did the file ask for fog?
    pub fog: bool,
}

impl CustomStart {
    /// What a file holds; nothing if it holds several games.
    pub fn from_file(opened: &Opened, file_name: &str) -> Option<CustomStart> {
        match opened {
            Opened::Rules(rules, _) => Some(CustomStart::new(&Position::start(rules), file_name)),
            Opened::Game(game) => Some(CustomStart::new(&game.start, file_name)),
            Opened::Games(_) => None,
        }
    }

    /// A game from a position by its rules; what has no title of its own is called by a name.
    pub fn new(position: &Position, name: &str) -> CustomStart {
        let rules = position.rules();
        let fog = rules.spec().fog;
        let plain = rules.with_fog(false).unwrap_or_else(|_| Arc::clone(rules));
        let start = fen::format(position);
        let is_usual = start == fen::format(&Position::start(rules));
        let title = &plain.spec().title;
        let has_own_title = is_usual && !title.is_empty();
        CustomStart {
            title: if has_own_title { title.clone() } else { name.to_owned() },
            rules: choice(&plain),
            start: (!is_usual).then_some(start),
            fog,
        }
    }

    /// Is it nothing but rules that ship?
    pub fn shipped_id(&self) -> Option<&str> {
        match (&self.rules, &self.start) {
            (RulesChoice::Shipped(id), None) => Some(id),
            _ => None,
        }
    }
}

/// Rules as they are sent to a server.
fn choice(rules: &Arc<Rules>) -> RulesChoice {
    if archive::is_shipped(rules) {
        return RulesChoice::Shipped(rules.id().to_owned());
    }
    RulesChoice::Own { id: id(rules.id()), file: ruleset::format(rules.spec()) }
}

/// An id of small letters, digits and hyphens, as servers want it.
fn id(name: &str) -> String {
    let letter = |c: char| match c.to_ascii_lowercase() {
        c if c.is_ascii_lowercase() || c.is_ascii_digit() => c,
        _ => '-',
    };
    let id: String = name.chars().map(letter).take(LONGEST_ID).collect();
    let id = id.trim_matches('-');
    if id.is_empty() { "own".to_owned() } else { id.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use protocol::RoomOptions;

    use super::*;
    use crate::open_file;
    use crate::services::{Files, MemoryFiles};

    fn read(name: &str, text: &str) -> CustomStart {
        let files = MemoryFiles::default();
        let path = Path::new("/").join(name);
        files.write(&path, text.as_bytes()).expect("written");
        let opened = open_file::open(&path, &files).expect("it opens");
        CustomStart::from_file(&opened, name).expect("one game")
    }

    /// The position that the game starts from.
    fn first(own: &CustomStart) -> Position {
        let options = RoomOptions {
            rules: own.rules.clone(),
            start: own.start.clone(),
            fog: own.fog,
            ..RoomOptions::friendly("xxl")
        };
        options.check().expect("the server takes it");
        options.first_position().expect("a game")
    }

    #[test]
    fn rules_travel_as_text() {
        let wild = "inherits = 'standard'\ntitle = 'Wild'\n\
                    start = 'rubqkbur/pppppppp/8/8/8/8/PPPPPPPP/RUBQKBUR w KQkq - 0 1'\n\
                    [[pieces]]\nname = 'unicorn'\nsymbol = 'u'\nbetza = 'NZ'\nvalue = 4\n";
        let own = read("My Wild_Rules.toml", wild);
        assert_eq!((own.title.as_str(), own.rules.id()), ("Wild", "my-wild-rules"));
        assert!(own.shipped_id().is_none() && own.start.is_none());
        assert!(first(&own).rules().piece_named("unicorn").is_some());
    }

    #[test]
    fn layouts_and_positions_travel_as_text() {
        let own = read("small.fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(own.title, "small.fen");
        assert_eq!(first(&own).pieces().count(), 3);
        let own = read("two.txt", "K............r\n..............\nk");
        assert!(matches!(&own.rules, RulesChoice::Shipped(id) if id == "xxl"));
        assert_eq!(first(&own).pieces().count(), 3);
    }

    #[test]
    fn a_config_is_a_game_too() {
        let pieces = r#"{"name": "unicorn", "symbol": "u", "combines": ["knight", "camel"]}"#;
        let own = read("c.json", &format!(r#"{{"fog": true, "pieces": [{pieces}]}}"#));
        let position = first(&own);
        assert!(position.rules().spec().fog);
        assert!(position.rules().piece_named("unicorn").is_some());
        let usual = read("usual.json", r#"{"rules": "standard"}"#);
        assert_eq!(usual.shipped_id(), Some("standard"));
    }

    #[test]
    fn every_id_is_one_that_servers_take() {
        for (name, expected) in
            [("Große Partie", "gro-e-partie"), ("---", "own"), ("", "own"), ("x77", "x77")]
        {
            assert_eq!(id(name), expected);
        }
        assert_eq!(id(&"a".repeat(60)).len(), LONGEST_ID);
    }
}
