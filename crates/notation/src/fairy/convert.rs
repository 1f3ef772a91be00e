//! Turns what a variant's sections say into a rule set.

mod ends;
mod pieces;
mod start;

use rules::{
    BoardSize, Ends, Piece, PieceType, Restrictions, Role, Royals, RuleSpec, Setup, Square,
    SquareSet, Win, Zones,
};

use super::draft::{Draft, PIECES};
use super::{FairyError, bad};
use crate::fen;

/// Keys that say nothing about the rules that are played here.
const IGNORED: [&str; 6] = [
    "variantTemplate",
    "pieceToCharTable",
    "pieceValueMg",
    "pieceValueEg",
    "pocketSize",
    "nnueAlias",
];

/// Keys that are expressed, apart from the regions of pieces.
const EXPRESSED: [&str; 67] = [
    "nMoveRuleTypesWhite",
    "nMoveRuleTypesBlack",
    "flagPieceSafe",
    "connectN",
    "maxRank",
    "maxFile",
    "chess960",
    "startFen",
    "promotionRegionWhite",
    "promotionRegionBlack",
    "promotionRank",
    "promotionPawnTypesWhite",
    "promotionPawnTypesBlack",
    "promotionPieceTypesWhite",
    "promotionPieceTypesBlack",
    "promotionLimit",
    "promotedPieceType",
    "mandatoryPawnPromotion",
    "mandatoryPiecePromotion",
    "pieceDemotion",
    "piecePromotionOnCapture",
    "doubleStep",
    "doubleStepRank",
    "doubleStepRegionWhite",
    "doubleStepRegionBlack",
    "tripleStepRegionWhite",
    "tripleStepRegionBlack",
    "enPassantRegionWhite",
    "enPassantRegionBlack",
    "enPassantTypesWhite",
    "enPassantTypesBlack",
    "castling",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingRank",
    "castlingKingFile",
    "castlingKingPieceWhite",
    "castlingKingPieceBlack",
    "castlingRookPiecesWhite",
    "castlingRookPiecesBlack",
    "checking",
    "mustCapture",
    "immobilityIllegal",
    "flyingGeneral",
    "soldierPromotionRank",
    "nMoveRule",
    "nFoldRule",
    "nFoldValue",
    "perpetualCheckIllegal",
    "chasingRule",
    "stalemateValue",
    "stalematePieceCount",
    "checkmateValue",
    "extinctionValue",
    "extinctionClaim",
    "extinctionPseudoRoyal",
    "dupleCheck",
    "extinctionPieceTypes",
    "extinctionPieceCount",
    "extinctionOpponentPieceCount",
    "flagPieceWhite",
    "flagPieceBlack",
    "flagRegionWhite",
    "flagRegionBlack",
    "flagPieceCount",
    "flagMove",
    "checkCounting",
];

/// The rule set that a variant describes.
pub(super) fn rule_set(name: &str, draft: &Draft) -> Result<RuleSpec, FairyError> {
    let unknown: Vec<String> = draft
        .keys
        .iter()
        .filter(|(key, value)| !is_known(key) && !says_nothing(key, value))
        .map(|(key, _)| key.clone())
        .collect();
    if !unknown.is_empty() {
        return Err(FairyError::Refused(unknown));
    }
    if draft.pieces.is_empty() {
        return Err(FairyError::Unsound("it has no pieces".to_owned()));
    }
    let size = size(draft)?;
    // The first royal piece is the one that castles; what pieces become comes after them.
    let mut draft = draft.clone();
    let castles = draft.list("castlingKingPieceWhite", "king").concat();
    let pairs = draft.get("promotedPieceType").unwrap_or_default().to_owned();
    let targets: Vec<&str> = pairs.split([' ', ':']).skip(1).step_by(2).collect();
    draft.pieces.sort_by_key(|piece| {
        (piece.name != castles, piece.name != "king", targets.contains(&&*piece.name))
    });
    let draft = &draft;
    let variant = Variant { draft, size };
    let mut spec = RuleSpec {
        id: name.to_owned(),
        title: title(name),
        description: String::new(),
        size,
        pieces: variant.pieces()?,
        start: Setup::default(),
        promotion: None,
        castling: None,
        double_step: None,
        en_passant: false,
        win: Win::Never,
        draws: variant.draws()?,
        fog: false,
        royals: Royals::One,
        first_moves: None,
        triple_steps: None,
        en_passant_zones: None,
        restrictions: Restrictions {
            must_capture: draft.is_set("mustCapture", false),
            no_check: !draft.is_set("checking", true),
            // Without a king it says nothing there.
            kings_apart: draft.is_set("flyingGeneral", false) && variant.kind("king").is_some(),
            no_dead_ends: draft.is_set("immobilityIllegal", false),
        },
        ends: Ends::default(),
        shuffle: None,
    };
    spec.promotion = variant.promotion(&mut spec.pieces)?;
    variant.set_first_moves(&mut spec)?;
    let start = variant.start()?;
    let board = start.split(' ').next().unwrap_or_default();
    let pieces =
        fen::parse_board(&spec, board).map_err(|error| FairyError::Unsound(error.to_string()))?;
    variant.set_royals(&mut spec, &pieces)?;
    variant.set_ends(&mut spec, &start)?;
    variant.set_castling(&mut spec, &pieces, &start)?;
    spec.start =
        fen::parse_setup(&spec, &start).map_err(|error| FairyError::Unsound(error.to_string()))?;
    if spec.restrictions.no_check && spec.royals != Royals::One {
        return Err(refused("checking"));
    }
    if spec.restrictions.kings_apart && spec.with_role(Role::Royal) != variant.kind("king") {
        return Err(refused("flyingGeneral"));
    }
    if has_castling_piece_beside_king(&spec) {
        return Err(refused("castlingRookPieces"));
    }
    Ok(spec)
}

/// Is a piece with a right to castle nearer to the king than he goes?
fn has_castling_piece_beside_king(spec: &RuleSpec) -> bool {
    let Some(castling) = spec.castling.filter(|castling| castling.files.is_none()) else {
        return false;
    };
    let is_king = |piece: Piece| spec.pieces[piece.kind().index()].role == Role::Royal;
    let kings: Vec<Square> = spec
        .start
        .pieces()
        .filter(|(_, piece)| is_king(*piece))
        .map(|(square, _)| square)
        .collect();
    let is_near = |rook: Square, king: &Square| {
        king.rank() == rook.rank() && king.file().abs_diff(rook.file()) <= castling.king_step
    };
    spec.start.castling.iter().any(|rook| kings.iter().any(|king| is_near(rook, king)))
}

/// A FEN of a variant as Fairy-Stockfish writes it, as we write it.
pub(super) fn our_fen(draft: &Draft, text: &str) -> Result<String, FairyError> {
    Variant { draft, size: size(draft)? }.fen(text)
}

fn is_known(key: &str) -> bool {
    IGNORED.contains(&key) || EXPRESSED.contains(&key) || is_region(key)
}

/// Does a key say where the pieces of a side may stand?
fn is_region(key: &str) -> bool {
    let sides = ["mobilityRegionWhite", "mobilityRegionBlack"];
    let Some(piece) = sides.iter().find_map(|side| key.strip_prefix(side)) else { return false };
    let customs = (1..=25).map(|number| format!("customPiece{number}"));
    let names = PIECES.iter().map(|(name, _)| (*name).to_owned()).chain(customs);
    let mut names = names.chain(["king".to_owned()]);
    // The first letter is a capital one here.
    names.any(|name| {
        name[1..] == *piece.get(1..).unwrap_or_default() && {
            piece.starts_with(|first: char| {
                first.is_ascii_uppercase() && name.starts_with(first.to_ascii_lowercase())
            })
        }
    })
}

/// Does a value say what is usual: mostly that there is nothing of the kind?
fn says_nothing(key: &str, value: &str) -> bool {
    match key {
        "connectHorizontal" | "connectVertical" | "connectDiagonal" => value == "true",
        _ => matches!(value, "false" | "none" | "0" | "-" | ""),
    }
}

fn title(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn refused(key: &str) -> FairyError {
    FairyError::Refused(vec![key.to_owned()])
}

fn size(draft: &Draft) -> Result<BoardSize, FairyError> {
    let files = draft.get("maxFile").unwrap_or("h");
    let files = match file(files) {
        Some(file) => file + 1,
        None => return Err(bad("maxFile", files, "a file")),
    };
    let ranks = draft.get("maxRank").unwrap_or("8");
    let ranks: u8 = ranks.parse().map_err(|_| bad("maxRank", ranks, "a rank"))?;
    BoardSize::new(files, ranks)
        .ok_or_else(|| FairyError::Refused(vec!["maxFile".into(), "maxRank".into()]))
}

/// A file by its letter or its number, counted from 0.
fn file(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [letter @ b'a'..=b'p'] => Some(letter - b'a'),
        _ => text.parse::<u8>().ok().filter(|n| (1..=16).contains(n)).map(|n| n - 1),
    }
}

/// A variant on a board of known size.
struct Variant<'a> {
    draft: &'a Draft,
    size: BoardSize,
}

impl Variant<'_> {
    fn number<T: std::str::FromStr>(&self, key: &str, usual: T) -> Result<T, FairyError> {
        match self.draft.get(key) {
            Some(value) => value.parse().map_err(|_| match size_of::<T>() {
                1 => bad(key, value, "a number from 0 to 255"),
                _ => bad(key, value, "a number from 0 to 65535"),
            }),
            None => Ok(usual),
        }
    }

    /// The squares of a key; `usual` if it is not there.
    fn region(&self, key: &str, usual: SquareSet) -> Result<SquareSet, FairyError> {
        let Some(value) = self.draft.get(key) else { return Ok(usual) };
        let mut squares = SquareSet::EMPTY;
        for term in value.split_ascii_whitespace().filter(|term| *term != "-") {
            let is_square = Square::parse_prefix(term).is_some_and(|(_, rest)| rest.is_empty());
            if !term.starts_with('*') && !term.ends_with('*') && !is_square {
                return Err(bad(key, value, "squares such as d4, *8 or d*"));
            }
            let has = |square: &Square| match (term.strip_prefix('*'), term.strip_suffix('*')) {
                (Some(rank), _) => rank.parse() == Ok(square.rank() + 1),
                (None, Some(file)) => self::file(file) == Some(square.file()),
                (None, None) => square.to_string() == term,
            };
            squares |= self.size.squares().filter(has).collect();
        }
        Ok(squares)
    }

    fn zones(&self, key: &str, usual: Zones) -> Result<Zones, FairyError> {
        Ok([
            self.region(&format!("{key}White"), usual[0])?,
            self.region(&format!("{key}Black"), usual[1])?,
        ])
    }

    fn rank(&self, rank: u8) -> SquareSet {
        self.size.squares().filter(|square| square.rank() + 1 == rank).collect()
    }

    fn all(&self) -> SquareSet {
        self.size.squares().collect()
    }

    fn kind(&self, name: &str) -> Option<PieceType> {
        let index = self.draft.pieces.iter().position(|piece| piece.name == name)?;
        PieceType::from_index(index)
    }

    fn kinds(&self, key: &str, usual: &'static str) -> Vec<PieceType> {
        self.draft.list(key, usual).into_iter().filter_map(|name| self.kind(name)).collect()
    }

    /// Names of pieces, each with what belongs to it.
    fn pairs(&self, key: &str) -> Vec<(&str, &str)> {
        let pairs = self.draft.get(key).unwrap_or_default().split(' ');
        pairs.filter_map(|pair| pair.split_once(':')).collect()
    }
}
