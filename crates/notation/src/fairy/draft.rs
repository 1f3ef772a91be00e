//! A variant while its sections are laid over each other.

use std::collections::BTreeMap;

use super::FairyError;

/// How the pieces of Fairy-Stockfish move, in the order of their names there.
pub(super) const PIECES: [(&str, &str); 37] = [
    ("pawn", "fmWfcF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("dragon", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// Keys of which each side has its own, and the key that sets both.
const BY_SIDE: [&str; 10] = [
    "promotionPawnTypes",
    "promotionPieceTypes",
    "promotionRegion",
    "enPassantTypes",
    "enPassantRegion",
    "flagPiece",
    "flagRegion",
    "castlingKingPiece",
    "castlingRookPieces",
    "nMoveRuleTypes",
];

/// Keys whose value is a set of letters.
const LETTERS: [&str; 8] = [
    "nMoveRuleTypes",
    "promotionPawnTypes",
    "promotionPieceTypes",
    "enPassantTypes",
    "flagPiece",
    "castlingKingPiece",
    "castlingRookPieces",
    "extinctionPieceTypes",
];

/// A piece of a variant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FairyPiece {
    /// Its name in Fairy-Stockfish.
    pub(super) name: String,
    pub(super) letter: char,
    /// How it moves, in Fairy-Stockfish's Betza notation.
    pub(super) betza: String,
}

/// What all sections so far say. Letters of pieces are kept as names, each followed by a blank.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) pieces: Vec<FairyPiece>,
    pub(super) keys: BTreeMap<String, String>,
}

impl Draft {
    /// Lays a section over what there is.
    pub(super) fn apply(&mut self, section: &BTreeMap<String, String>) -> Result<(), FairyError> {
        let custom = (1..=25).map(|number| format!("customPiece{number}"));
        let names = PIECES.iter().map(|(name, _)| (*name).to_owned());
        let mut handled = Vec::new();
        for name in names.chain(custom).chain(["king".to_owned()]) {
            if let Some(value) = section.get(&name) {
                self.set_piece(&name, value)?;
                handled.push(name);
            }
        }
        self.apply_aliases(section);
        for key in BY_SIDE {
            if let Some(value) = section.get(key) {
                handled.push(key.to_owned());
                self.set_sides(key, value);
            }
        }
        for (key, value) in section {
            if !handled.contains(key) && !ALIASES.contains(&key.as_str()) {
                let value = match is_letters(key) {
                    true => self.names(value),
                    false => value.clone(),
                };
                self.keys.insert(key.clone(), value);
            }
        }
        Ok(())
    }

    fn apply_aliases(&mut self, section: &BTreeMap<String, String>) {
        if let Some(value) = section.get("pawnTypes") {
            self.set_sides("promotionPawnTypes", value);
            self.set_sides("enPassantTypes", value);
            self.set_sides("nMoveRuleTypes", value);
        }
        if let Some(value) = section.get("castlingRookPiece") {
            self.set_sides("castlingRookPieces", value);
        }
        for (old, new) in [("whiteFlag", "flagRegionWhite"), ("blackFlag", "flagRegionBlack")] {
            if let Some(value) = section.get(old) {
                self.keys.insert(new.to_owned(), value.clone());
            }
        }
    }

    fn set_sides(&mut self, key: &str, value: &str) {
        let value = if is_letters(key) { self.names(value) } else { value.to_owned() };
        for side in ["White", "Black"] {
            self.keys.insert(format!("{key}{side}"), value.clone());
        }
    }

    /// Adds, changes or removes a piece.
    fn set_piece(&mut self, name: &str, value: &str) -> Result<(), FairyError> {
        self.pieces.retain(|piece| piece.name != name);
        let Some(letter) = value.chars().next().filter(char::is_ascii_alphabetic) else {
            self.forget_promotion(name);
            return Ok(());
        };
        let own = value.get(1..).and_then(|rest| rest.strip_prefix(':'));
        let known = PIECES.iter().find(|(known, _)| *known == name).map(|(_, betza)| *betza);
        let betza = match (own, known, name) {
            (Some(betza), None, _) => betza,
            (_, Some(betza), _) => betza,
            (None, None, "king") => "K",
            (None, None, _) => {
                return Err(FairyError::BadValue {
                    key: name.to_owned(),
                    value: value.to_owned(),
                    expected: "a letter, a colon and a movement",
                });
            }
        };
        let letter = letter.to_ascii_lowercase();
        let replaced: Vec<String> = self
            .pieces
            .iter()
            .filter(|piece| piece.letter == letter)
            .map(|piece| piece.name.clone())
            .collect();
        self.pieces.retain(|piece| piece.letter != letter);
        replaced.iter().for_each(|name| self.forget_promotion(name));
        // An `e` makes a whole piece take in passing.
        if betza.contains('e') {
            for side in ["White", "Black"] {
                let key = format!("enPassantTypes{side}");
                let types = self.keys.entry(key).or_insert_with(|| "pawn ".to_owned());
                *types += &format!("{name} ");
            }
        }
        let betza = betza.to_owned();
        self.pieces.push(FairyPiece { name: name.to_owned(), letter, betza });
        Ok(())
    }

    fn forget_promotion(&mut self, name: &str) {
        for side in ["White", "Black"] {
            if let Some(types) = self.keys.get_mut(&format!("promotionPieceTypes{side}")) {
                *types = types.replace(&format!("{name} "), "");
            }
        }
    }

    /// The names of the pieces with these letters, each followed by a blank; `*` stays.
    fn names(&self, letters: &str) -> String {
        let name = |letter: char| match letter {
            '*' => Some("* ".to_owned()),
            _ => {
                let letter = letter.to_ascii_lowercase();
                let piece = self.pieces.iter().find(|piece| piece.letter == letter)?;
                Some(format!("{} ", piece.name))
            }
        };
        letters.chars().filter_map(name).collect()
    }

    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.keys.get(key).map(String::as_str)
    }

    pub(super) fn is_set(&self, key: &str, usual: bool) -> bool {
        self.get(key).map_or(usual, |value| value == "true")
    }

    /// The names of pieces that a key lists.
    pub(super) fn list(&self, key: &str, usual: &'static str) -> Vec<&str> {
        self.get(key).unwrap_or(usual).split_ascii_whitespace().collect()
    }
}

const ALIASES: [&str; 4] = ["pawnTypes", "castlingRookPiece", "whiteFlag", "blackFlag"];

fn is_letters(key: &str) -> bool {
    let key = key.strip_suffix("White").or(key.strip_suffix("Black")).unwrap_or(key);
    LETTERS.contains(&key)
}
