//! Turns what a variant's sections say into a rule set.

use rules::{
    BoardSize, Castling, Colour, DrawRule, Draws, Ends, Extinction, Goal, GoalTime, Later,
    Movement, Path, Piece, PieceSpec, PieceType, Promotion, Purpose, Ray, Restrictions, Role,
    Royals, RuleSpec, Setup, Square, SquareSet, Verdict, Win, Zones, betza,
};

use super::FairyError;
use super::draft::{Draft, FairyPiece};
use crate::fen;
use crate::ruleset::estimated_value;

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
const EXPRESSED: [&str; 62] = [
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
    "doubleStep",
    "doubleStepRank",
    "doubleStepRegionWhite",
    "doubleStepRegionBlack",
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
    let refused: Vec<String> = draft
        .keys
        .iter()
        .filter(|(key, value)| !is_known(key) && !is_nothing(value))
        .map(|(key, _)| key.clone())
        .collect();
    if !refused.is_empty() {
        return Err(FairyError::Refused(refused));
    }
    let size = size(draft)?;
    // The first royal piece is the one that castles.
    let mut draft = draft.clone();
    let castles = draft.list("castlingKingPieceWhite", "king").concat();
    draft.pieces.sort_by_key(|piece| (piece.name != castles, piece.name != "king"));
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
        en_passant_zones: None,
        restrictions: Restrictions {
            must_capture: draft.is_set("mustCapture", false),
            no_check: !draft.is_set("checking", true),
            kings_apart: draft.is_set("flyingGeneral", false),
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
    Ok(spec)
}

/// A FEN of a variant as Fairy-Stockfish writes it, as we write it.
pub(super) fn our_fen(draft: &Draft, text: &str) -> Result<String, FairyError> {
    Variant { draft, size: size(draft)? }.fen(text)
}

fn is_known(key: &str) -> bool {
    IGNORED.contains(&key) || EXPRESSED.contains(&key) || key.starts_with("mobilityRegion")
}

/// Does a value say that there is nothing of the kind?
fn is_nothing(value: &str) -> bool {
    matches!(value, "false" | "none" | "0" | "-" | "")
}

fn title(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn refused(key: &str) -> FairyError {
    FairyError::Refused(vec![key.to_owned()])
}

fn bad(key: &str, value: &str, expected: &'static str) -> FairyError {
    FairyError::BadValue { key: key.to_owned(), value: value.to_owned(), expected }
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

fn verdict(key: &str, value: &str) -> Result<Option<Verdict>, FairyError> {
    match value {
        "win" => Ok(Some(Verdict::Win)),
        "loss" => Ok(Some(Verdict::Loss)),
        "draw" => Ok(Some(Verdict::Draw)),
        "none" => Ok(None),
        _ => Err(bad(key, value, "win, loss, draw or none")),
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
            Some(value) => value.parse().map_err(|_| bad(key, value, "a number")),
            None => Ok(usual),
        }
    }

    /// The squares of a key; `usual` if it is not there.
    fn region(&self, key: &str, usual: SquareSet) -> Result<SquareSet, FairyError> {
        let Some(value) = self.draft.get(key) else { return Ok(usual) };
        let mut squares = SquareSet::EMPTY;
        for term in value.split_ascii_whitespace().filter(|term| *term != "-") {
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

    fn pieces(&self) -> Result<Vec<PieceSpec>, FairyError> {
        self.draft.pieces.iter().map(|piece| self.piece(piece)).collect()
    }

    fn piece(&self, piece: &FairyPiece) -> Result<PieceSpec, FairyError> {
        // J is an old letter for Z, and an `e` is told apart.
        let text = piece.betza.replace('J', "Z").replace('e', "");
        let movement = betza::parse(&text)
            .map_err(|_| refused(&format!("{} = {}", piece.name, piece.betza)))?;
        let takes_in_passing = ["White", "Black"].iter().any(|side| {
            self.draft.list(&format!("enPassantTypes{side}"), "pawn").contains(&piece.name.as_str())
        });
        let movement = match takes_in_passing && piece.name != "pawn" {
            true => with_en_passant(&movement),
            false => movement,
        };
        let mut spec = PieceSpec::new(name(&piece.name), piece.letter, movement);
        spec.value = estimated_value(&spec);
        let region = format!("{}{}", piece.name[..1].to_ascii_uppercase(), &piece.name[1..]);
        let region =
            [format!("mobilityRegionWhite{region}"), format!("mobilityRegionBlack{region}")];
        if region.iter().any(|key| self.draft.get(key).is_some()) {
            let or_all = |squares: SquareSet| if squares.is_empty() { self.all() } else { squares };
            spec.region = Some([
                or_all(self.region(&region[0], SquareSet::EMPTY)?),
                or_all(self.region(&region[1], SquareSet::EMPTY)?),
            ]);
        }
        let river: u8 = self.number("soldierPromotionRank", 1)?;
        if piece.name == "soldier" && river > 1 {
            let straight = betza::parse("fW").unwrap_or_default();
            let movement = std::mem::replace(&mut spec.movement, straight);
            spec.later = Some(Later { rank: river, movement });
        }
        Ok(spec)
    }

    fn promotion(&self, pieces: &mut [PieceSpec]) -> Result<Option<Promotion>, FairyError> {
        let mut pawns = self.kinds("promotionPawnTypesWhite", "pawn");
        pawns.extend(self.kinds("promotionPawnTypesBlack", "pawn"));
        pawns.extend(self.kind("pawn"));
        let choices = ["White", "Black"].map(|side| {
            let mut kinds = self.kinds(&format!("promotionPieceTypes{side}"), "");
            kinds.sort_unstable();
            kinds.dedup();
            kinds
        });
        let has_choices = choices.iter().any(|kinds| !kinds.is_empty());
        let is_optional = !self.draft.is_set("mandatoryPawnPromotion", true);
        let has_pawn = self.kind("pawn").is_some();
        let pawns_stop = has_pawn && !has_choices && !is_optional;
        for kind in pawns.iter().filter(|_| has_choices || has_pawn) {
            pieces[kind.index()].role = Role::Pawn;
        }
        let mut promotes = (has_choices && !pawns.is_empty()) || pawns_stop;
        for (from, to) in self.pairs("promotedPieceType")? {
            if let (Some(from), Some(to)) = (self.lettered(from), self.lettered(to)) {
                pieces[from.index()].becomes = Some(to);
                promotes = true;
            }
        }
        if !promotes {
            return Ok(None);
        }
        let ranks = self.size.ranks();
        let rank: u8 = self.number("promotionRank", 8)?;
        let usual = match self.draft.get("promotionRank") {
            Some(_) => [
                self.size.squares().filter(|square| square.rank() + 1 >= rank).collect(),
                self.size.squares().filter(|square| square.rank() + rank <= ranks).collect(),
            ],
            None => [self.rank(8), self.rank(1)],
        };
        let zones = self.zones("promotionRegion", usual)?;
        let from_rank = |rank: u8| -> Zones {
            Colour::BOTH.map(|colour| {
                let is_far = |square: &Square| square.rank_for(colour, self.size) + 1 >= rank;
                self.size.squares().filter(is_far).collect()
            })
        };
        let plain_rank = (2..=ranks).find(|rank| from_rank(*rank) == zones);
        let mut limits = Vec::new();
        for (letter, most) in self.pairs("promotionLimit")? {
            let most = most.parse().map_err(|_| bad("promotionLimit", most, "a number"))?;
            limits.extend(self.lettered(letter).map(|kind| (kind, most)));
        }
        let [white, black] = choices;
        Ok(Some(Promotion {
            black_choices: (white != black).then_some(black),
            zones: plain_rank.is_none().then_some(zones),
            is_optional,
            pawns_stop,
            pieces_must: self.draft.is_set("mandatoryPiecePromotion", false),
            limits,
            ..Promotion::new(plain_rank.unwrap_or(ranks), white)
        }))
    }

    /// Pairs such as `q:1 r:2`.
    fn pairs(&self, key: &str) -> Result<Vec<(&str, &str)>, FairyError> {
        let Some(value) = self.draft.get(key).filter(|value| *value != "-") else {
            return Ok(Vec::new());
        };
        let pair = |pair: &'_ str| -> Option<()> { pair.contains(':').then_some(()) };
        let mut pairs = Vec::new();
        for text in value.split_ascii_whitespace() {
            pair(text)
                .ok_or_else(|| bad(key, value, "letters and what belongs to them, such as q:1"))?;
            pairs.extend(text.split_once(':'));
        }
        Ok(pairs)
    }

    fn lettered(&self, letter: &str) -> Option<PieceType> {
        let letter = letter.to_ascii_lowercase();
        let is_meant = |piece: &FairyPiece| letter.chars().eq([piece.letter]);
        self.draft.pieces.iter().position(is_meant).and_then(PieceType::from_index)
    }

    fn set_first_moves(&self, spec: &mut RuleSpec) -> Result<(), FairyError> {
        let is_first = |piece: &PieceSpec| piece.movement.paths().iter().any(|path| path.initial);
        let is_pawn =
            |piece: &PieceSpec| piece.movement == Movement::pawn() && piece.role == Role::Pawn;
        let has_pawns = spec.pieces.iter().any(is_pawn);
        let has_first_moves = has_pawns || spec.pieces.iter().any(is_first);
        if !self.draft.is_set("doubleStep", true) || !has_first_moves {
            if spec.pieces.iter().any(is_first) {
                spec.first_moves = Some([SquareSet::EMPTY; 2]);
            }
            return Ok(());
        }
        if self.draft.get("doubleStepRank").is_some() {
            return Err(refused("doubleStepRank"));
        }
        let zones = self.zones("doubleStepRegion", [self.rank(2), self.rank(7)])?;
        let own_rank = |rank: u8| [self.rank(rank), self.rank(self.size.ranks() + 1 - rank)];
        let plain = (1..=self.size.ranks() - 2).find(|rank| own_rank(*rank) == zones);
        match plain {
            Some(rank) if has_pawns => spec.double_step = Some(rank),
            _ => spec.first_moves = Some(zones),
        }
        let squares = self.zones("enPassantRegion", [self.all(); 2])?;
        let types = ["White", "Black"]
            .map(|side| self.draft.list(&format!("enPassantTypes{side}"), "pawn"));
        let anybody_takes = types.iter().any(|names| !names.is_empty());
        spec.en_passant = anybody_takes && squares.iter().any(|zone| !zone.is_empty());
        if spec.en_passant && squares != [self.all(); 2] {
            spec.en_passant_zones = Some(squares);
        }
        Ok(())
    }

    /// The start position as our FEN has it.
    fn start(&self) -> Result<String, FairyError> {
        let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        self.fen(self.draft.get("startFen").unwrap_or(usual))
    }

    /// A FEN of Fairy-Stockfish as ours.
    fn fen(&self, text: &str) -> Result<String, FairyError> {
        let mut fields = text.split_ascii_whitespace();
        let board = fields.next().unwrap_or_default();
        let (board, hand) = board.split_once('[').unwrap_or((board, ""));
        if board.contains('*') || hand.chars().any(|c| c.is_ascii_alphabetic()) {
            return Err(refused("startFen"));
        }
        let board = self.unpromoted(board);
        let mut rest: Vec<&str> = fields.collect();
        if rest.is_empty() {
            rest.push("w");
        }
        // Castling and en passant may be left out, though the numbers are there.
        for place in 1..=2 {
            let is_number = |field: &&str| field.starts_with(|c: char| c.is_ascii_digit());
            if rest.get(place).is_none_or(is_number) {
                rest.insert(place, "-");
            }
        }
        Ok(format!("{board} {}", rest.join(" ")))
    }

    /// The pieces of a FEN with what a promoted piece has become in place of `+` and what it was.
    fn unpromoted(&self, board: &str) -> String {
        let pairs = self.pairs("promotedPieceType").unwrap_or_default();
        let mut text = String::new();
        let mut letters = board.chars();
        while let Some(letter) = letters.next() {
            let Some(was) = (letter == '+').then(|| letters.next()).flatten() else {
                text.push(letter);
                continue;
            };
            let small = was.to_ascii_lowercase().to_string();
            let becomes = pairs.iter().find(|(from, _)| from.to_ascii_lowercase() == small);
            let becomes = becomes.and_then(|(_, to)| to.chars().next()).unwrap_or(was);
            text.push(if was.is_ascii_uppercase() {
                becomes.to_ascii_uppercase()
            } else {
                becomes.to_ascii_lowercase()
            });
        }
        text
    }

    fn set_royals(&self, spec: &mut RuleSpec, start: &Setup) -> Result<(), FairyError> {
        let mut royal: Vec<PieceType> = self.kind("king").into_iter().collect();
        let has_king = !royal.is_empty();
        let pseudo = self.draft.is_set("extinctionPseudoRoyal", false)
            && self.draft.get("extinctionValue").is_some_and(|value| value != "none");
        if pseudo {
            royal.extend(self.kinds("extinctionPieceTypes", ""));
            let count: u8 = self.number("extinctionPieceCount", 0)?;
            spec.royals = match count {
                _ if self.draft.is_set("dupleCheck", false) && !has_king => Royals::NotAll,
                _ if self.draft.is_set("dupleCheck", false) => return Err(refused("dupleCheck")),
                0 => Royals::Last,
                63.. => Royals::All,
                // Nobody ever has more of them than count as royal.
                _ if !self.may_multiply(spec, &royal, start, count) => Royals::All,
                _ => return Err(refused("extinctionPieceCount")),
            };
        }
        // A piece that becomes royal would change what is royal at that moment.
        let comes = |kind: &&PieceType| spec.pieces.iter().any(|p| p.becomes == Some(**kind));
        let is_there = |kind: &PieceType| start.pieces().any(|(_, piece)| piece.kind() == *kind);
        if spec.royals == Royals::Last && royal.iter().filter(comes).any(is_there) {
            return Err(refused("promotedPieceType"));
        }
        for kind in &royal {
            spec.pieces[kind.index()].role = Role::Royal;
            spec.pieces[kind.index()].value = f64::INFINITY;
        }
        if royal.is_empty() {
            return Ok(());
        }
        spec.win = Win::Checkmate;
        let kings = |colour| {
            royal.iter().map(|kind| start.squares_of(Piece::new(*kind, colour)).len()).sum::<u32>()
        };
        if spec.royals == Royals::One && Colour::BOTH.into_iter().any(|colour| kings(colour) != 1) {
            spec.royals = Royals::All;
        }
        Ok(())
    }

    /// Can a side have more royal pieces of a type than one above a number?
    fn may_multiply(&self, spec: &RuleSpec, royal: &[PieceType], start: &Setup, count: u8) -> bool {
        let has_many = |kind: &PieceType| {
            let of = |colour| start.squares_of(Piece::new(*kind, colour)).len();
            Colour::BOTH.into_iter().any(|colour| of(colour) > u32::from(count) + 1)
        };
        let choices =
            |colour| spec.promotion.as_ref().map(|promotion| promotion.choices_of(colour));
        let comes_of_pawns = |kind: &PieceType| {
            Colour::BOTH.into_iter().filter_map(choices).any(|choices| choices.contains(kind))
        };
        let comes_of_others = |kind| spec.pieces.iter().any(|piece| piece.becomes == Some(kind));
        royal.iter().any(|kind| has_many(kind) || comes_of_pawns(kind) || comes_of_others(*kind))
    }

    fn set_castling(
        &self,
        spec: &mut RuleSpec,
        start: &Setup,
        fen: &str,
    ) -> Result<(), FairyError> {
        let rights = fen.split(' ').nth(2).unwrap_or("-");
        if !self.draft.is_set("castling", true) || rights == "-" {
            return Ok(());
        }
        let king = self.draft.list("castlingKingPieceWhite", "king");
        let Some(king) = king.first().and_then(|name| self.kind(name)) else { return Ok(()) };
        if spec.pieces[king.index()].role != Role::Royal && spec.win != Win::Never {
            return Err(refused("castlingKingPiece"));
        }
        spec.pieces[king.index()].role = Role::Royal;
        spec.pieces[king.index()].value = f64::INFINITY;
        let mut rooks = self.kinds("castlingRookPiecesWhite", "rook");
        rooks.extend(self.kinds("castlingRookPiecesBlack", "rook"));
        for rook in rooks {
            if spec.pieces[rook.index()].role == Role::Ordinary {
                spec.pieces[rook.index()].role = Role::CastlingPartner;
            }
        }
        let side = |key: &str, usual: &'static str| {
            let value = self.draft.get(key).unwrap_or(usual);
            file(value)
                .filter(|file| *file < self.size.files())
                .ok_or_else(|| bad(key, value, "a file"))
        };
        let (left, right) =
            (side("castlingQueensideFile", "c")?, side("castlingKingsideFile", "g")?);
        let rank: u8 = self.number("castlingRank", 1)?;
        let home = Colour::BOTH.iter().find_map(|colour| {
            let squares = start.squares_of(Piece::new(king, *colour));
            squares.iter().find(|square| square.rank_for(*colour, self.size) + 1 == rank)
        });
        let Some(home) = home.map(Square::file) else { return Ok(()) };
        let steps = (home.checked_sub(left), right.checked_sub(home));
        let castling = match steps {
            (Some(a), Some(b)) if a == b && a >= 2 && !self.draft.is_set("chess960", false) => {
                Castling::by_steps(a)
            }
            _ => Castling { king_step: 2, files: Some([left, right]) },
        };
        spec.castling = Some(castling);
        let is_unclear =
            |fault: &rules::RuleFault| matches!(fault, rules::RuleFault::CastlingAmbiguous(_));
        if spec.faults().iter().any(is_unclear) {
            spec.castling = Some(Castling { king_step: 2, files: Some([left, right]) });
        }
        Ok(())
    }

    fn draws(&self) -> Result<Draws, FairyError> {
        let idle: u16 = self.number("nMoveRule", 50)?;
        let fold: u8 = self.number("nFoldRule", 3)?;
        let rule = |is_on| if is_on { DrawRule::Automatic } else { DrawRule::Off };
        Ok(Draws {
            stalemate: true,
            repetition: rule(fold > 0),
            perpetual_check: false,
            fifty_moves: rule(idle > 0),
            insufficient_material: false,
            agreement: true,
        })
    }

    /// The types that reset the count of idle moves, where they are not just all pawns.
    fn progress(&self, pieces: &[PieceSpec]) -> Option<Vec<PieceType>> {
        let mut kinds = self.kinds("nMoveRuleTypesWhite", "pawn");
        kinds.extend(self.kinds("nMoveRuleTypesBlack", "pawn"));
        kinds.sort_unstable();
        kinds.dedup();
        let all = (0..pieces.len()).filter_map(PieceType::from_index);
        let pawns: Vec<_> = all.filter(|k| pieces[k.index()].role == Role::Pawn).collect();
        let returns = |kind: &PieceType| goes_back(&pieces[kind.index()].movement);
        (kinds != pawns || kinds.iter().any(returns)).then_some(kinds)
    }

    fn set_ends(&self, spec: &mut RuleSpec, fen: &str) -> Result<(), FairyError> {
        let value =
            |key: &str, usual: &'static str| verdict(key, self.draft.get(key).unwrap_or(usual));
        let ends = &mut spec.ends;
        ends.idle_moves = self.number("nMoveRule", 50)?;
        ends.idle_moves = if ends.idle_moves == 0 { 50 } else { ends.idle_moves };
        ends.repetitions = self.number("nFoldRule", 3)?;
        ends.repetitions = if ends.repetitions == 0 { 3 } else { ends.repetitions };
        ends.repetition = value("nFoldValue", "draw")?.unwrap_or(Verdict::Draw);
        if self.draft.is_set("perpetualCheckIllegal", false) {
            ends.perpetual_check = Verdict::Loss;
        }
        ends.stalemate = value("stalemateValue", "draw")?.unwrap_or(Verdict::Draw);
        if self.draft.is_set("stalematePieceCount", false) {
            ends.stalemate = match ends.stalemate {
                Verdict::Win => Verdict::FewerWins,
                _ => return Err(refused("stalematePieceCount")),
            };
        }
        ends.checkmate = value("checkmateValue", "loss")?.unwrap_or(Verdict::Loss);
        if let Some(verdict) = value("extinctionValue", "none")?
            && !self.draft.is_set("extinctionPseudoRoyal", false)
        {
            let names = self.draft.list("extinctionPieceTypes", "");
            let all = names.contains(&"*");
            if all && names.len() > 1 {
                return Err(refused("extinctionPieceTypes"));
            }
            let kinds = if all { Vec::new() } else { self.kinds("extinctionPieceTypes", "") };
            ends.extinction = (all || !kinds.is_empty()).then_some(Extinction {
                kinds,
                left: self.number("extinctionPieceCount", 0)?,
                opponent: self.number("extinctionOpponentPieceCount", 0)?,
                may_reply: self.draft.is_set("extinctionClaim", false),
                verdict,
            });
        }
        let zones = self.zones("flagRegion", [SquareSet::EMPTY; 2])?;
        if zones.iter().any(|zone| !zone.is_empty()) {
            let kinds = ["White", "Black"]
                .map(|side| self.kinds(&format!("flagPiece{side}"), "").first().copied());
            // A side without squares has no piece of its own either.
            let kinds = match zones.map(|zone| zone.is_empty()) {
                [false, true] => [kinds[0]; 2],
                [true, false] => [kinds[1]; 2],
                _ => kinds,
            };
            let is_king = kinds.iter().flatten().any(|kind| Some(*kind) == self.kind("king"));
            let time = match (self.draft.is_set("flagMove", false), is_king) {
                (false, _) => GoalTime::AtOnce,
                (true, true) => GoalTime::Even,
                (true, false) => GoalTime::Held,
            };
            let count = self.number("flagPieceCount", 1)?;
            let safe = self.draft.is_set("flagPieceSafe", false);
            if safe && time == GoalTime::Even {
                return Err(refused("flagPieceSafe"));
            }
            ends.goal = Some(Goal { kinds, zones, count, time, safe });
        }
        let row: u8 = self.number("connectN", 0)?;
        ends.row = (row > 0).then_some(row);
        ends.progress = self.progress(&spec.pieces);
        if self.draft.is_set("checkCounting", false) {
            let checks = fen.split(' ').find_map(|field| field.split_once('+'));
            let counts = checks.map(|(white, black)| (white.parse::<u8>(), black.parse::<u8>()));
            ends.checks = match counts {
                Some((Ok(white), Ok(black))) => Some(white.max(black)),
                _ => return Err(refused("checkCounting")),
            };
        }
        Ok(())
    }
}

/// Can a piece go back to where it came from with its next move?
fn goes_back(movement: &Movement) -> bool {
    let paths: Vec<Path> = movement.all_paths().collect();
    let moves = |path: &&Path| path.ray.purpose.moves() && !path.initial;
    let step = |path: &Path| (path.ray.files, path.ray.ranks);
    let back = |path: &Path| {
        paths.iter().filter(moves).any(|other| {
            let (files, ranks) = step(other);
            (-files, -ranks) == step(path)
        })
    };
    paths.iter().filter(moves).any(back)
}

/// The same movement, with every leap that only takes also taking in passing.
fn with_en_passant(movement: &Movement) -> Movement {
    let takes = |ray: &Ray| ray.range == 1 && ray.purpose == Purpose::CaptureOnly;
    let (passing, plain): (Vec<Ray>, Vec<Ray>) = movement.rays().iter().partition(|ray| takes(ray));
    let passing = passing.into_iter().map(|ray| Path { en_passant: true, ..Path::of_ray(ray) });
    Movement::new(plain).with_paths(movement.paths().iter().copied().chain(passing))
}

/// A name as rule sets here write it: `shogi-pawn` for `shogiPawn`.
fn name(fairy: &str) -> String {
    let mut name = String::new();
    for letter in fairy.chars() {
        if letter.is_ascii_uppercase() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}
