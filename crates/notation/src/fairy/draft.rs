//! A variant while its sections are laid over each other.

use std::collections::BTreeMap;

use super::{FairyError, bad};

/// How the pieces of Fairy-Stockfish move, in the order of their names there. The cannon of janggi is not
/// among them: it neither hops over cannons nor takes them.
pub(super) const PIECES: [(&str, &str); 35] = [
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

/// Keys that are true or false.
const SWITCHES: [&str; 22] = [
    "castling",
    "checkCounting",
    "checking",
    "chess960",
    "connectDiagonal",
    "connectHorizontal",
    "connectVertical",
    "doubleStep",
    "dupleCheck",
    "extinctionClaim",
    "extinctionPseudoRoyal",
    "flagMove",
    "flagPieceSafe",
    "flyingGeneral",
    "immobilityIllegal",
    "mandatoryPawnPromotion",
    "mandatoryPiecePromotion",
    "mustCapture",
    "perpetualCheckIllegal",
    "pieceDemotion",
    "piecePromotionOnCapture",
    "stalematePieceCount",
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
        self.apply_aliases(section)?;
        for key in BY_SIDE {
            if let Some(value) = section.get(key) {
                handled.push(key.to_owned());
                self.set_sides(key, key, value)?;
            }
        }
        for (key, value) in section {
            if !handled.contains(key) && !ALIASES.contains(&key.as_str()) {
                let value = self.value(key, value)?;
                self.keys.insert(key.clone(), value);
            }
        }
        // Without double steps a section forgets where they are made, for those that inherit too.
        if !self.is_set("doubleStep", true) {
            for side in ["White", "Black"] {
                self.keys.insert(format!("doubleStepRegion{side}"), "-".to_owned());
            }
        }
        Ok(())
    }

    fn apply_aliases(&mut self, section: &BTreeMap<String, String>) -> Result<(), FairyError> {
        if let Some(value) = section.get("pawnTypes") {
            for key in ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"] {
                self.set_sides("pawnTypes", key, value)?;
            }
        }
        if let Some(value) = section.get("castlingRookPiece") {
            self.set_sides("castlingRookPiece", "castlingRookPieces", value)?;
        }
        for (old, new) in [("whiteFlag", "flagRegionWhite"), ("blackFlag", "flagRegionBlack")] {
            if let Some(value) = section.get(old) {
                self.keys.insert(new.to_owned(), value.clone());
            }
        }
        Ok(())
    }

    /// Sets what both sides have; `written` is the key that the section gives.
    fn set_sides(&mut self, written: &str, key: &str, value: &str) -> Result<(), FairyError> {
        let value = if is_letters(key) { self.names(written, value)? } else { value.to_owned() };
        for side in ["White", "Black"] {
            self.keys.insert(format!("{key}{side}"), value.clone());
        }
        Ok(())
    }

    /// A value as it is kept: letters of pieces as their names.
    fn value(&self, key: &str, value: &str) -> Result<String, FairyError> {
        if SWITCHES.contains(&key) && !matches!(value, "true" | "false") {
            return Err(bad(key, value, "true or false"));
        }
        match key {
            "promotedPieceType" | "promotionLimit" => self.pairs(key, value),
            _ if is_letters(key) => self.names(key, value),
            _ => Ok(value.to_owned()),
        }
    }

    /// Pairs such as `q:1`, with names of pieces for letters, laid over those that there are.
    fn pairs(&self, key: &str, value: &str) -> Result<String, FairyError> {
        let wrong = || bad(key, value, "letters of pieces and what belongs to them, such as q:1");
        let mut pairs: Vec<(&str, &str)> = match self.get(key).filter(|_| value != "-") {
            Some(before) => before.split(' ').filter_map(|pair| pair.split_once(':')).collect(),
            None => Vec::new(),
        };
        for text in value.split_ascii_whitespace().filter(|text| *text != "-") {
            let (letter, what) = text.split_once(':').ok_or_else(wrong)?;
            let name = self.name_of(letter).ok_or_else(wrong)?;
            pairs.retain(|(other, _)| *other != name);
            match what {
                "-" => {}
                _ if key == "promotionLimit" => pairs.push((name, what)),
                _ => pairs.push((name, self.name_of(what).ok_or_else(wrong)?)),
            }
        }
        let pairs = pairs.iter().map(|(name, what)| format!("{name}:{what}"));
        Ok(pairs.collect::<Vec<_>>().join(" "))
    }

    /// The name of the piece with a letter.
    fn name_of(&self, letter: &str) -> Option<&str> {
        let letter = letter.to_ascii_lowercase();
        let piece = self.pieces.iter().find(|piece| letter.chars().eq([piece.letter]))?;
        Some(&piece.name)
    }

    /// Adds, changes or removes a piece.
    fn set_piece(&mut self, name: &str, value: &str) -> Result<(), FairyError> {
        self.pieces.retain(|piece| piece.name != name);
        if value == "-" {
            self.forget_promotion(name);
            return Ok(());
        }
        let Some(letter) = value.chars().next().filter(char::is_ascii_alphabetic) else {
            return Err(bad(name, value, "a letter, or `-` to remove the piece"));
        };
        let own = value.get(1..).and_then(|rest| rest.strip_prefix(':'));
        let known = PIECES.iter().find(|(known, _)| *known == name).map(|(_, betza)| *betza);
        let betza = match (own, known, name) {
            (Some(betza), None, _) => betza,
            (_, Some(betza), _) => betza,
            (None, None, "king") => "K",
            (None, None, _) => {
                return Err(bad(name, value, "a letter, a colon and a movement"));
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
                let others = types.split_ascii_whitespace().filter(|other| *other != name);
                *types = others.map(|other| format!("{other} ")).collect();
            }
        }
    }

    /// The names of the pieces with these letters, each followed by a blank; `*` stays.
    fn names(&self, key: &str, letters: &str) -> Result<String, FairyError> {
        let name = |letter: char| match letter {
            '*' => Some("* ".to_owned()),
            _ => {
                let letter = letter.to_ascii_lowercase();
                let piece = self.pieces.iter().find(|piece| piece.letter == letter)?;
                Some(format!("{} ", piece.name))
            }
        };
        let names = letters.chars().filter(|letter| !matches!(letter, '-' | ' ')).map(name);
        let names: Option<String> = names.collect();
        names.ok_or_else(|| bad(key, letters, "letters of pieces that the variant has"))
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
