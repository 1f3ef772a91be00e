//! Names and sentences for puzzles, composed from what they are about.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use notation::config::PuzzleGoal;

use super::found_puzzle::FoundPuzzle;
use super::theme::Theme;

/// Gives each puzzle of a set a name of its own, and a sentence that tells the goal and hints at
/// the way without showing it.
pub(super) struct PuzzleWriter {
    rng: Rng,
    names: HashSet<String>,
    /// How often each pattern was used.
    uses: HashMap<&'static str, usize>,
}

impl PuzzleWriter {
    /// A writer whose words depend on the seed.
    pub(super) fn new(seed: u64) -> PuzzleWriter {
        PuzzleWriter { rng: Rng::with_seed(seed), names: HashSet::new(), uses: HashMap::new() }
    }

    /// A name that no other puzzle has.
    pub(super) fn name(&mut self, find: &FoundPuzzle) -> String {
        let themes = find.themes.iter().map(|theme| titles(*theme));
        let patterns: Vec<_> = themes.chain([PLAIN_TITLES]).flatten().copied().collect();
        let hero = hero(find);
        let is_free =
            |writer: &PuzzleWriter, pattern: &str| !writer.names.contains(&fill(pattern, &hero));
        let free: Vec<_> = patterns.into_iter().filter(|p| is_free(self, p)).collect();
        let name = match self.least_used(&free) {
            Some(pattern) => fill(pattern, &hero),
            None => format!("{} {}", capital(&hero), self.names.len() + 1),
        };
        self.names.insert(name.clone());
        name
    }

    /// Whose move it is, the goal, and a hint.
    pub(super) fn sentence(&mut self, find: &FoundPuzzle) -> String {
        let side = find.side().title();
        let task = match find.goal {
            PuzzleGoal::MateIn(1) => format!("{side} mates at once."),
            PuzzleGoal::MateIn(moves) => format!("{side} mates in {}.", number(moves)),
            PuzzleGoal::Win => format!("{side} to move and win."),
            PuzzleGoal::Draw => format!("{side} is lost, it seems: reach a draw."),
            PuzzleGoal::Capture(square) => {
                let prize = find.position.piece_at(square).map(|piece| piece.kind());
                let name = prize
                    .map_or("piece", |kind| find.position.rules().piece_spec(kind).name.as_str());
                format!("{side} wins the {name} on {square}.")
            }
        };
        let hints: Vec<_> = find.themes.iter().flat_map(|theme| hints(*theme)).copied().collect();
        let hints = if hints.is_empty() { PLAIN_HINTS.to_vec() } else { hints };
        match self.least_used(&hints) {
            Some(hint) => format!("{task} {}", fill(hint, &hero(find))),
            None => task,
        }
    }

    /// One of the patterns that were used least; among those, the earlier ones are likelier.
    fn least_used(&mut self, patterns: &[&'static str]) -> Option<&'static str> {
        let uses = |pattern: &&str| self.uses.get(*pattern).copied().unwrap_or(0);
        let least = patterns.iter().map(uses).min()?;
        let rare: Vec<_> = patterns.iter().filter(|pattern| uses(pattern) == least).collect();
        let (one, other) = (self.rng.usize(..rare.len()), self.rng.usize(..rare.len()));
        let pattern = **rare.get(one.min(other))?;
        *self.uses.entry(pattern).or_default() += 1;
        Some(pattern)
    }
}

fn hero(find: &FoundPuzzle) -> String {
    let name = |kind| find.position.rules().piece_spec(kind).name.clone();
    find.hero().map_or_else(|| "piece".to_owned(), |piece| name(piece.kind()))
}

fn fill(pattern: &str, hero: &str) -> String {
    let article = if hero.starts_with(['a', 'e', 'i', 'o', 'u']) { "An" } else { "A" };
    let small = article.to_lowercase();
    let text = pattern.replace("{A hero}", &format!("{article} {hero}"));
    let text = text.replace("{a hero}", &format!("{small} {hero}"));
    text.replace("{Hero}", &capital(hero)).replace("{hero}", hero)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn number(count: u8) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    words.get(usize::from(count)).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

const PLAIN_TITLES: &[&str] = &[
    "{Hero} at the gate",
    "The {hero} knows",
    "{A hero} on duty",
    "Enter the {hero}",
    "One {hero} too many",
    "The {hero}'s turn",
    "{A hero} arrives",
    "Make way for the {hero}",
    "The {hero} decides",
    "{Hero} and company",
    "The right {hero}",
    "Where the {hero} belongs",
];

const PLAIN_HINTS: &[&str] = &[
    "Look at every check before you choose.",
    "All the pieces that you need are in place.",
    "Which squares can the king still reach?",
];

fn titles(theme: Theme) -> &'static [&'static str] {
    match theme {
        Theme::Underpromotion => &["Less is more", "A modest wish"],
        Theme::EnPassant => &["In passing", "Before it is too late"],
        Theme::Castling => &["The fortress strikes", "Two at one stroke"],
        Theme::Smothered => &["No air", "Too many friends", "Walled in"],
        Theme::DoubleCheck => &["Two voices", "From both sides", "Twice called"],
        Theme::DiscoveredCheck => {
            &["The curtain", "Out of the way", "Behind the {hero}", "Step aside"]
        }
        Theme::Sacrifice => &[
            "The price of the {hero}",
            "{A hero} for the king",
            "Take it or leave it",
            "A gift with a string",
            "Farewell, {hero}",
            "The poisoned {hero}",
        ],
        Theme::Quiet => &[
            "The silent {hero}",
            "A whisper",
            "Without haste",
            "The {hero} holds its breath",
            "Calm before the storm",
            "The net is drawn",
        ],
        Theme::Promotion => &["A new queen", "The last step", "Coronation"],
        Theme::KingMarch => &["The king lends a hand", "His own hands", "A royal step"],
        Theme::Hunt => &["The long hunt", "Nowhere to hide", "Driven", "Hounds and hare"],
        Theme::Stalemate => &["Nothing left to move", "The empty cupboard"],
        Theme::Repetition => &["Round and round", "No end in sight"],
        Theme::Fork => &["Two debts at once", "The {hero} asks twice", "King first"],
        Theme::Trap => &["No way home", "The {hero} sets a trap", "Caught far out"],
        Theme::Corner => &["Cornered", "The last corner", "End of the road"],
        Theme::BackRank => &["Along the edge", "The open back door", "A narrow ledge"],
        Theme::OpenField => &["In the open field", "Mate at noon", "Far from home"],
        Theme::LongWay => &["The long arm", "{Hero} from afar", "Across the board"],
        Theme::Leap => &["Over their heads", "The {hero} jumps", "A knight in disguise"],
    }
}

fn hints(theme: Theme) -> &'static [&'static str] {
    match theme {
        Theme::Underpromotion => &["The strongest piece is not the best choice here."],
        Theme::EnPassant => &["A pawn has just gone two squares: look at what that allows."],
        Theme::Castling => &["One move can bring two pieces into play."],
        Theme::Smothered => &["The king's own pieces leave it no room."],
        Theme::DoubleCheck => &["Two checks at once are hard to answer."],
        Theme::DiscoveredCheck => &["Move one piece, and another one behind it attacks."],
        Theme::Sacrifice => &[
            "A sacrifice is needed.",
            "A sacrifice is worth its price here.",
            "The right square is guarded; go there all the same.",
        ],
        Theme::Quiet => &[
            "The first move gives no check.",
            "Take away the last escape square before you give check.",
            "A threat can be stronger than a check.",
        ],
        Theme::Promotion => &["A pawn can promote.", "Mind the eighth rank."],
        Theme::KingMarch => &["The king takes part, too."],
        Theme::Hunt => &["Check follows check.", "Give check with every move."],
        Theme::Stalemate => &["A side without legal moves has not lost."],
        Theme::Repetition => &["Repeating moves is a draw."],
        Theme::Fork => &["A check wins the move that is needed."],
        Theme::Trap => &["The piece has no safe square left."],
        Theme::Corner => &["A king in the corner has only three neighbouring squares."],
        Theme::BackRank => &["The king cannot leave the edge of the board."],
        Theme::OpenField => {
            &["Even in the middle of the board every escape square can be guarded."]
        }
        Theme::LongWay => &["Look at the whole board.", "Help comes from far away."],
        Theme::Leap => &["Some pieces that slide can also jump."],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_filled() {
        assert_eq!(fill("{A hero} for the {hero}", "amazon"), "An amazon for the amazon");
        assert_eq!(fill("{Hero} and {a hero}", "camel"), "Camel and a camel");
    }
}
