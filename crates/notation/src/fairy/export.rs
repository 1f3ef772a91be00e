//! Writes a rule set as a section of Fairy-Stockfish's `variants.ini`.

use std::fmt::Write;

use rules::{
    Castling, Colour, DrawRule, GoalTime, Movement, Piece, PieceSpec, PieceType, Promotion, Role,
    Royals, RuleSpec, Rules, Square, SquareSet, Verdict, Win, Zones, betza,
};
use thiserror::Error;

use super::betza::without_en_passant;
use super::draft::PIECES;
use crate::fen;

/// What of a rule set cannot be written as a section.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("it cannot be written for Fairy-Stockfish because of {}", super::list(.0))]
pub struct ExportError(pub Vec<String>);

/// The largest board of Fairy-Stockfish.
const MOST_FILES: u8 = 12;
const MOST_RANKS: u8 = 10;

/// A rule set as a section of a `variants.ini`, which inherits from nothing.
///
/// # Errors
/// If rules cannot be written in that format, by their names.
pub fn section(rules: &std::sync::Arc<Rules>) -> Result<String, ExportError> {
    let mut section = Section::new(rules.spec());
    section.write_board();
    section.write_pieces();
    section.write_promotion();
    section.write_first_moves();
    section.write_castling();
    section.write_restrictions();
    section.write_ends();
    let start = fen::format(&rules::Position::start(rules));
    section.key("startFen", with_promoted(rules.spec(), &start));
    match section.refused.is_empty() {
        true => Ok(format!("[{}]\n{}", rules.id(), section.text)),
        false => Err(ExportError(section.refused)),
    }
}

/// A section while it is written.
struct Section<'a> {
    spec: &'a RuleSpec,
    text: String,
    refused: Vec<String>,
    /// The piece that Fairy-Stockfish calls the king, if there is one.
    king: Option<PieceType>,
}

impl<'a> Section<'a> {
    fn new(spec: &'a RuleSpec) -> Section<'a> {
        let mut section = Section { spec, text: String::new(), refused: Vec::new(), king: None };
        let royal = section.kinds(|piece| piece.role == Role::Royal);
        // A side may do without a king, but has no two.
        let is_single = |kind: PieceType| {
            let of = |colour| spec.start.squares_of(Piece::new(kind, colour)).len();
            let comes = spec.promotion.as_ref().is_some_and(|promotion| {
                Colour::BOTH.iter().any(|colour| promotion.choices_of(*colour).contains(&kind))
            });
            Colour::BOTH.into_iter().all(|colour| of(colour) <= 1) && !comes
        };
        section.king = match (royal.as_slice(), spec.royals) {
            _ if spec.win != Win::Checkmate => None,
            (_, Royals::One) => royal.first().copied(),
            ([kind], Royals::All) if is_single(*kind) => Some(*kind),
            _ => None,
        };
        section
    }

    fn key(&mut self, key: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{key} = {value}");
    }

    fn refuse_if(&mut self, is_there: bool, what: impl Into<String>) {
        if is_there {
            self.refused.push(what.into());
        }
    }

    fn letter(&self, kind: PieceType) -> char {
        self.spec.pieces[kind.index()].letter
    }

    fn letters(&self, kinds: impl IntoIterator<Item = PieceType>) -> String {
        let mut letters: Vec<char> = kinds.into_iter().map(|kind| self.letter(kind)).collect();
        letters.sort_unstable();
        if letters.is_empty() { "-".to_owned() } else { letters.into_iter().collect() }
    }

    fn kinds(&self, is_meant: impl Fn(&PieceSpec) -> bool) -> Vec<PieceType> {
        let all = (0..self.spec.pieces.len()).filter_map(PieceType::from_index);
        all.filter(|kind| is_meant(&self.spec.pieces[kind.index()])).collect()
    }

    fn squares(&self, zone: SquareSet) -> String {
        let size = self.spec.size;
        let is_whole =
            |rank: u8| (0..size.files()).all(|file| zone.contains(Square::new(file, rank)));
        let mut terms: Vec<String> = Vec::new();
        for rank in 0..size.ranks() {
            match is_whole(rank) {
                true => terms.push(format!("*{}", rank + 1)),
                false => {
                    let here = zone.iter().filter(|square| square.rank() == rank);
                    terms.extend(here.map(|square| square.to_string()));
                }
            }
        }
        if terms.is_empty() { "-".to_owned() } else { terms.join(" ") }
    }

    fn zones(&mut self, key: &str, zones: Zones) {
        let [white, black] = zones.map(|zone| self.squares(zone));
        self.key(&format!("{key}White"), white);
        self.key(&format!("{key}Black"), black);
    }

    fn write_board(&mut self) {
        let size = self.spec.size;
        let is_large = size.files() > MOST_FILES || size.ranks() > MOST_RANKS;
        self.refuse_if(is_large, format!("board = {}x{}", size.files(), size.ranks()));
        self.refuse_if(self.spec.fog, "fog");
        self.key("maxFile", char::from(b'a' + size.files() - 1));
        self.key("maxRank", size.ranks());
    }

    fn write_pieces(&mut self) {
        let mut own = 0;
        let mut used: Vec<&str> = Vec::new();
        let mut kinds = self.kinds(|_| true);
        kinds.sort_by_key(|kind| self.letter(*kind));
        for kind in kinds {
            let piece = &self.spec.pieces[kind.index()];
            let movement = writable(&piece.movement);
            self.refuse_if(movement.is_none(), format!("{} = {}", piece.name, text(piece)));
            let betza = movement.unwrap_or_default();
            let known = name_of(piece, &used);
            let name = match (known, Some(kind) == self.king) {
                (_, true) if betza == "K" => {
                    self.key("king", piece.letter);
                    "king".to_owned()
                }
                (_, true) => {
                    self.key("king", format_args!("{}:{betza}", piece.letter));
                    "king".to_owned()
                }
                (Some(known), false) => {
                    used.push(known);
                    self.key(known, piece.letter);
                    known.to_owned()
                }
                (None, false) => {
                    own += 1;
                    let name = format!("customPiece{own}");
                    self.key(&name, format_args!("{}:{betza}", piece.letter));
                    name
                }
            };
            if let Some(later) = &piece.later {
                match name.as_str() {
                    "soldier" => self.key("soldierPromotionRank", later.rank),
                    _ => self.refuse_if(true, format!("{}.later", piece.name)),
                }
            }
            if let Some(zones) = piece.region {
                let name = format!("{}{}", name[..1].to_ascii_uppercase(), &name[1..]);
                for (side, zone) in ["White", "Black"].into_iter().zip(zones) {
                    self.refuse_if(zone.is_empty(), format!("{}.region", piece.name));
                    let squares = self.squares(zone);
                    self.key(&format!("mobilityRegion{side}{name}"), squares);
                }
            }
        }
    }

    fn write_promotion(&mut self) {
        let pawns = self.kinds(|piece| piece.role == Role::Pawn);
        let letters = self.letters(pawns.iter().copied());
        let is_usual = |kind: &PieceType| {
            self.spec.pieces[kind.index()].movement == Movement::pawn() && pawns.len() == 1
        };
        let are_usual = pawns.first().is_some_and(is_usual);
        if !are_usual {
            self.key("promotionPawnTypes", &letters);
        }
        if !are_usual || self.spec.ends.progress.is_some() {
            let progress = self.spec.ends.progress.clone().unwrap_or(pawns);
            let progress = self.letters(progress);
            self.key("nMoveRuleTypes", progress);
        }
        let Some(promotion) = &self.spec.promotion else {
            self.key("promotionPieceTypes", "-");
            self.key("mandatoryPawnPromotion", false);
            return;
        };
        let zones = Colour::BOTH.map(|colour| promotion_zone(self.spec, promotion, colour));
        self.zones("promotionRegion", zones);
        for (side, colour) in [("White", Colour::White), ("Black", Colour::Black)] {
            let choices = self.letters(promotion.choices_of(colour).iter().copied());
            self.key(&format!("promotionPieceTypes{side}"), choices);
        }
        self.key("mandatoryPawnPromotion", !promotion.is_optional);
        let demoted = demotions(self.spec);
        let promoting = self.kinds(|piece| piece.becomes.is_some());
        let mut pairs: Vec<_> = promoting
            .into_iter()
            .filter(|kind| demoted.iter().all(|(to, _)| to != kind))
            .filter_map(|kind| {
                let becomes = self.spec.pieces[kind.index()].becomes?;
                Some(format!("{}:{}", self.letter(kind), self.letter(becomes)))
            })
            .collect();
        // Either all pieces go back or none.
        let is_mixed = !demoted.is_empty() && demoted.len() != pairs.len();
        let is_chosen = |kind: PieceType| {
            Colour::BOTH.iter().any(|colour| promotion.choices_of(*colour).contains(&kind))
        };
        let is_unclear = is_mixed || demoted.iter().any(|(to, _)| is_chosen(*to));
        self.refuse_if(is_unclear, "pieces that become each other beside others");
        if !pairs.is_empty() {
            pairs.sort_unstable();
            self.key("promotedPieceType", pairs.join(" "));
            self.key("mandatoryPiecePromotion", promotion.pieces_must);
        }
        if !demoted.is_empty() {
            self.key("pieceDemotion", true);
        }
        if promotion.pieces_take && !pairs.is_empty() {
            self.key("piecePromotionOnCapture", true);
        }
        let limits = promotion.limits.iter();
        let mut limits: Vec<_> =
            limits.map(|(kind, most)| format!("{}:{most}", self.letter(*kind))).collect();
        limits.sort_unstable();
        if !limits.is_empty() {
            self.key("promotionLimit", limits.join(" "));
        }
    }

    fn write_first_moves(&mut self) {
        let spec = self.spec;
        let zones = spec.first_moves.or_else(|| {
            let rank = spec.double_step?;
            Some(Colour::BOTH.map(|colour| ranks(spec, colour, |own| own == rank)))
        });
        if let Some(zones) = spec.triple_steps {
            self.zones("tripleStepRegion", zones);
        }
        match zones.filter(|zones| zones.iter().any(|zone| !zone.is_empty())) {
            Some(zones) => self.zones("doubleStepRegion", zones),
            None => self.key("doubleStep", false),
        }
        if zones.is_none() && spec.triple_steps.is_none() {
            return;
        }
        if !spec.en_passant {
            return self.key("enPassantRegion", "-");
        }
        if let Some(zones) = spec.en_passant_zones {
            self.zones("enPassantRegion", zones);
        }
        let takes = |piece: &PieceSpec| {
            let is_pawn = piece.role == Role::Pawn && piece.movement == Movement::pawn();
            is_pawn || piece.movement.paths().iter().any(|path| path.en_passant)
        };
        let takers = self.letters(self.kinds(takes));
        self.key("enPassantTypes", takers);
    }

    fn write_castling(&mut self) {
        let spec = self.spec;
        let home = |colour| {
            let royal = spec.with_role(Role::Royal)?;
            let kings = spec.start.squares_of(Piece::new(royal, colour));
            let has_rook =
                |king: &Square| spec.start.castling.iter().any(|rook| rook.rank() == king.rank());
            kings.iter().find(has_rook)
        };
        let homes = Colour::BOTH.map(home);
        let (Some(castling), Some(home)) = (spec.castling, homes[0].or(homes[1])) else {
            return self.key("castling", false);
        };
        self.refuse_if(spec.win == Win::KingCapture, "castling where kings are taken");
        let step = castling.king_step;
        let files = castling.files.or_else(|| {
            let right = home.file() + step;
            Some([home.file().checked_sub(step)?, right])
        });
        let right = spec.size.files();
        let Some([left, right]) = files.filter(|files| files[1] < right) else {
            return self.refuse_if(true, "castling");
        };
        let is_even = home.file().checked_sub(left) == right.checked_sub(home.file());
        if castling.takes_rook || castling.files.is_some() && is_even {
            self.key("chess960", true);
        }
        let is_elsewhere = |other: Square| other.file() != home.file();
        let differs = homes[1].is_some_and(is_elsewhere) && castling == Castling::by_steps(step);
        self.refuse_if(differs, "castling of kings on different files");
        self.key("castlingQueensideFile", char::from(b'a' + left));
        self.key("castlingKingsideFile", char::from(b'a' + right));
        let colour = if homes[0].is_some() { Colour::White } else { Colour::Black };
        self.key("castlingRank", home.rank_for(colour, spec.size) + 1);
        if self.king.is_none()
            && let Some(royal) = spec.with_role(Role::Royal)
        {
            self.key("castlingKingPiece", self.letter(royal));
        }
        let rooks = self.letters(self.kinds(|piece| piece.role == Role::CastlingPartner));
        self.key("castlingRookPieces", rooks);
    }

    fn write_restrictions(&mut self) {
        let restrictions = self.spec.restrictions;
        for (key, is_set, value) in [
            ("mustCapture", restrictions.must_capture, true),
            ("checking", restrictions.no_check, false),
            ("flyingGeneral", restrictions.kings_apart, true),
            ("immobilityIllegal", restrictions.no_dead_ends, true),
        ] {
            if is_set {
                self.key(key, value);
            }
        }
    }

    fn write_ends(&mut self) {
        let (spec, ends) = (self.spec, &self.spec.ends);
        let idle = if spec.draws.fifty_moves == DrawRule::Off { 0 } else { ends.idle_moves };
        self.key("nMoveRule", idle);
        let fold = if spec.draws.repetition == DrawRule::Off { 0 } else { ends.repetitions };
        self.key("nFoldRule", fold);
        self.verdict("nFoldValue", ends.repetition);
        match ends.perpetual_check {
            Verdict::Draw => {}
            Verdict::Loss => self.key("perpetualCheckIllegal", true),
            _ => self.refuse_if(true, "ends.perpetual_check"),
        }
        match ends.perpetual_chase {
            Verdict::Draw => {}
            Verdict::Loss => self.key("chasingRule", "axf"),
            _ => self.refuse_if(true, "ends.perpetual_chase"),
        }
        let is_stuck = !spec.draws.stalemate && ends.stalemate == Verdict::Draw;
        self.refuse_if(is_stuck, "draws.stalemate = false");
        match ends.stalemate {
            Verdict::FewerWins => {
                self.key("stalemateValue", "win");
                self.key("stalematePieceCount", true);
            }
            verdict => self.verdict("stalemateValue", verdict),
        }
        if ends.checkmate != Verdict::Loss {
            self.verdict("checkmateValue", ends.checkmate);
        }
        if ends.checks.is_some() {
            self.key("checkCounting", true);
        }
        if let Some(length) = ends.row {
            self.key("connectN", length);
        }
        self.write_goal();
        self.write_royals_and_extinction();
    }

    fn verdict(&mut self, key: &str, verdict: Verdict) {
        match verdict {
            Verdict::Draw => self.key(key, "draw"),
            Verdict::Loss => self.key(key, "loss"),
            Verdict::Win => self.key(key, "win"),
            Verdict::FewerWins => self.refuse_if(true, format!("fewer-pieces-win ({key})")),
        }
    }

    fn write_goal(&mut self) {
        let Some(goal) = &self.spec.ends.goal else { return };
        let is_king = goal.kinds.iter().flatten().any(|kind| Some(*kind) == self.king);
        let fits = match goal.time {
            GoalTime::AtOnce => true,
            GoalTime::Held => !is_king,
            GoalTime::Even => is_king && !goal.safe,
        };
        self.refuse_if(!fits, "ends.goal.time");
        for (side, kind) in ["White", "Black"].into_iter().zip(goal.kinds) {
            if let Some(kind) = kind {
                self.key(&format!("flagPiece{side}"), self.letter(kind));
            }
        }
        self.refuse_if(goal.kinds[0].is_some() != goal.kinds[1].is_some(), "ends.goal.piece");
        self.zones("flagRegion", goal.zones);
        self.key("flagPieceCount", goal.count);
        self.key("flagMove", goal.time != GoalTime::AtOnce);
        self.key("flagPieceSafe", goal.safe);
    }

    fn write_royals_and_extinction(&mut self) {
        let spec = self.spec;
        let extinction = spec.ends.extinction.as_ref();
        let royal = self.kinds(|piece| piece.role == Role::Royal);
        let royals = self.letters(royal.iter().copied());
        let is_pseudo = spec.win == Win::Checkmate && self.king.is_none();
        let is_taken = spec.win == Win::KingCapture;
        if is_pseudo || is_taken {
            self.refuse_if(extinction.is_some(), "ends.extinction beside kings");
            self.key("extinctionValue", "loss");
            self.key("extinctionPieceTypes", royals);
            self.key("extinctionPseudoRoyal", is_pseudo);
            let count = if spec.royals == Royals::All { 64 } else { 0 };
            self.key("extinctionPieceCount", count);
            if spec.royals == Royals::NotAll {
                self.key("dupleCheck", true);
            }
        } else if let Some(rule) = extinction {
            self.verdict("extinctionValue", rule.verdict);
            let kinds = match rule.kinds.as_slice() {
                [] => "*".to_owned(),
                kinds => self.letters(kinds.iter().copied()),
            };
            self.key("extinctionPieceTypes", kinds);
            self.key("extinctionPieceCount", rule.left);
            self.key("extinctionOpponentPieceCount", rule.opponent);
            self.key("extinctionClaim", rule.may_reply);
        }
    }
}

/// Pairs of pieces that become each other: the second of a pair in the rule set, and the first.
pub(super) fn demotions(spec: &RuleSpec) -> Vec<(PieceType, PieceType)> {
    let kinds = (0..spec.pieces.len()).filter_map(PieceType::from_index);
    let back = |kind: PieceType| {
        let was = spec.pieces[kind.index()].becomes.filter(|was| *was < kind)?;
        (spec.pieces[was.index()].becomes == Some(kind)).then_some((kind, was))
    };
    kinds.filter_map(back).collect()
}

/// A FEN in which pieces that can go back are written as what they were, with a `+`.
fn with_promoted(spec: &RuleSpec, fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let demotions = demotions(spec);
    let mut text = String::new();
    for letter in board.chars() {
        let piece = spec.piece(letter).filter(|_| letter.is_ascii_alphabetic());
        let was = piece.and_then(|piece| {
            let pair = demotions.iter().find(|(to, _)| *to == piece.kind());
            pair.map(|(_, was)| Piece::new(*was, piece.colour()))
        });
        match was {
            Some(was) => text.extend(['+', spec.letter(was)]),
            None => text.push(letter),
        }
    }
    format!("{text} {rest}")
}

/// The squares of a side's own ranks.
fn ranks(spec: &RuleSpec, colour: Colour, is_meant: impl Fn(u8) -> bool) -> SquareSet {
    let own = |square: &Square| is_meant(square.rank_for(colour, spec.size) + 1);
    spec.size.squares().filter(own).collect()
}

fn promotion_zone(spec: &RuleSpec, promotion: &Promotion, colour: Colour) -> SquareSet {
    match promotion.zones {
        Some(zones) => zones[colour.index()],
        None => ranks(spec, colour, |own| own >= promotion.rank),
    }
}

/// Fairy-Stockfish's own name of a piece that moves so, if it is not used yet.
fn name_of(piece: &PieceSpec, used: &[&str]) -> Option<&'static str> {
    let reads_so = |betza: &str| betza::parse(betza).is_ok_and(|known| known == piece.movement);
    let is_pawn = piece.role == Role::Pawn && piece.movement == Movement::pawn();
    if is_pawn {
        return Some("pawn").filter(|name| !used.contains(name));
    }
    if let Some(later) = &piece.later {
        let is_soldier = betza::parse("fsW").is_ok_and(|known| known == later.movement);
        return (reads_so("fW") && is_soldier).then_some("soldier");
    }
    let plain = PIECES.iter().filter(|(name, _)| !matches!(*name, "pawn" | "soldier"));
    let known = plain.filter(|(name, betza)| reads_so(betza) && !used.contains(name));
    known.map(|(name, _)| *name).next()
}

fn text(piece: &PieceSpec) -> String {
    betza::format(&piece.movement)
}

/// The movement as Fairy-Stockfish reads it, if it can.
fn writable(movement: &Movement) -> Option<String> {
    let text = betza::format(movement);
    let read = super::betza::read(&text);
    (read == Some(without_en_passant(movement))).then_some(text)
}
