//! The pieces of a variant: how they move, promote, and move for the first time.

use rules::{
    Colour, Later, Movement, Path, PieceSpec, PieceType, Promotion, Purpose, Ray, Role, RuleSpec,
    Square, SquareSet, Zones,
};

use super::{Variant, bad, refused};
use crate::fairy::draft::FairyPiece;
use crate::fairy::{FairyError, betza};
use crate::ruleset::estimated_value;

impl Variant<'_> {
    pub(super) fn pieces(&self) -> Result<Vec<PieceSpec>, FairyError> {
        self.draft.pieces.iter().map(|piece| self.piece(piece)).collect()
    }

    fn piece(&self, piece: &FairyPiece) -> Result<PieceSpec, FairyError> {
        let movement = betza::read(&piece.betza)
            .ok_or_else(|| refused(&format!("{} = {}", piece.name, piece.betza)))?;
        let takes_in_passing = ["White", "Black"].iter().any(|side| {
            self.draft.list(&format!("enPassantTypes{side}"), "pawn").contains(&piece.name.as_str())
        });
        let movement = match takes_in_passing && piece.name != "pawn" {
            true => with_en_passant(&movement),
            false => movement,
        };
        let mut spec = PieceSpec::new(name(&piece.name), piece.letter, movement);
        spec.value = estimated_value(&spec);
        let region = Colour::BOTH.map(|side| region_key(side, &piece.name));
        if region.iter().any(|key| self.draft.get(key).is_some()) {
            spec.region = Some([self.may_stand(&region[0])?, self.may_stand(&region[1])?]);
        }
        let river: u8 = self.number("soldierPromotionRank", 1)?;
        if piece.name == "soldier" && river > 1 {
            let straight = betza::read("fW").unwrap_or_default();
            let movement = std::mem::replace(&mut spec.movement, straight);
            spec.later = Some(Later { rank: river, movement });
        }
        Ok(spec)
    }

    /// Where a piece may stand; everywhere if no squares are named.
    fn may_stand(&self, key: &str) -> Result<SquareSet, FairyError> {
        let squares = self.region(key, SquareSet::EMPTY)?;
        let value = self.draft.get(key).unwrap_or_default();
        match squares.is_empty() {
            true if value.split_ascii_whitespace().any(|term| term != "-") => {
                Err(bad(key, value, "squares of the board"))
            }
            true => Ok(self.all()),
            false => Ok(squares),
        }
    }

    pub(super) fn promotion(
        &self,
        pieces: &mut [PieceSpec],
    ) -> Result<Option<Promotion>, FairyError> {
        let mut pawns = self.kinds("promotionPawnTypesWhite", "pawn");
        pawns.extend(self.kinds("promotionPawnTypesBlack", "pawn"));
        pawns.extend(self.kind("pawn"));
        let choices = ["White", "Black"].map(|side| {
            let mut kinds = self.kinds(&format!("promotionPieceTypes{side}"), "");
            kinds.sort_unstable();
            kinds.dedup();
            // The first is the usual choice.
            kinds.sort_by(|a, b| pieces[b.index()].value.total_cmp(&pieces[a.index()].value));
            kinds
        });
        let has_choices = choices.iter().any(|kinds| !kinds.is_empty());
        let is_optional = !self.draft.is_set("mandatoryPawnPromotion", true);
        let pawns_stop = !pawns.is_empty() && !has_choices && !is_optional;
        for kind in &pawns {
            pieces[kind.index()].role = Role::Pawn;
        }
        let mut promotes = (has_choices && !pawns.is_empty()) || pawns_stop;
        for (from, to) in self.pairs("promotedPieceType") {
            if let (Some(from), Some(to)) = (self.kind(from), self.kind(to)) {
                // There these would be two moves.
                if pawns.contains(&from) && choices.iter().any(|kinds| kinds.contains(&to)) {
                    return Err(refused("promotedPieceType"));
                }
                pieces[from.index()].becomes = Some(to);
                promotes = true;
            }
        }
        if self.draft.is_set("pieceDemotion", false) {
            self.set_demotions(pieces, &choices)?;
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
        for (name, most) in self.pairs("promotionLimit") {
            let most = most.parse().map_err(|_| bad("promotionLimit", most, "a number"))?;
            limits.extend(self.kind(name).map(|kind| (kind, most)));
        }
        let [white, black] = choices;
        Ok(Some(Promotion {
            black_choices: (white != black).then_some(black),
            zones: plain_rank.is_none().then_some(zones),
            is_optional,
            pawns_stop,
            pieces_must: self.draft.is_set("mandatoryPiecePromotion", false),
            pieces_take: self.draft.is_set("piecePromotionOnCapture", false),
            limits,
            ..Promotion::new(plain_rank.unwrap_or(ranks), white)
        }))
    }

    /// Lets what pieces have become become them again. Here a piece does not know what it was, so
    /// that must be clear.
    fn set_demotions(
        &self,
        pieces: &mut [PieceSpec],
        choices: &[Vec<PieceType>; 2],
    ) -> Result<(), FairyError> {
        let start = self.draft.get("startFen").unwrap_or_default();
        let board = start.split(' ').next().unwrap_or_default().as_bytes();
        let mut demotions = Vec::new();
        for (index, piece) in pieces.iter().enumerate() {
            let (Some(to), Some(from)) = (piece.becomes, PieceType::from_index(index)) else {
                continue;
            };
            let target = &pieces[to.index()];
            let is_sole = pieces.iter().filter(|other| other.becomes == Some(to)).count() == 1;
            // As it stands in the start position, but for one that has become so.
            let stands_there = board.iter().enumerate().any(|(at, letter)| {
                let is_promoted = at > 0 && board[at - 1] == b'+';
                letter.to_ascii_lowercase() == target.letter as u8 && !is_promoted
            });
            let is_chosen = choices.iter().any(|kinds| kinds.contains(&to));
            if !is_sole || stands_there || is_chosen || target.becomes.is_some() {
                return Err(refused("pieceDemotion"));
            }
            demotions.push((to, from));
        }
        for (to, from) in demotions {
            pieces[to.index()].becomes = Some(from);
        }
        Ok(())
    }

    pub(super) fn set_first_moves(&self, spec: &mut RuleSpec) -> Result<(), FairyError> {
        let is_first = |piece: &PieceSpec| piece.movement.paths().iter().any(|path| path.initial);
        let is_pawn =
            |piece: &PieceSpec| piece.movement == Movement::pawn() && piece.role == Role::Pawn;
        let has_pawns = spec.pieces.iter().any(is_pawn);
        let has_first_moves = has_pawns || spec.pieces.iter().any(is_first);
        let triple_steps = self.zones("tripleStepRegion", [SquareSet::EMPTY; 2])?;
        let has_triple_steps = has_pawns && triple_steps.iter().any(|zone| !zone.is_empty());
        spec.triple_steps = has_triple_steps.then_some(triple_steps);
        let has_double_steps = self.draft.is_set("doubleStep", true);
        if !has_first_moves || !(has_double_steps || has_triple_steps) {
            if spec.pieces.iter().any(is_first) {
                spec.first_moves = Some([SquareSet::EMPTY; 2]);
            }
            return Ok(());
        }
        if self.draft.get("doubleStepRank").is_some() {
            return Err(refused("doubleStepRank"));
        }
        let zones = match has_double_steps {
            true => self.zones("doubleStepRegion", [self.rank(2), self.rank(7)])?,
            false => [SquareSet::EMPTY; 2],
        };
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
        self.check_double_steps(spec, zones)?;
        if spec.en_passant {
            self.check_passing(spec, [zones, triple_steps], squares)
        } else {
            Ok(())
        }
    }

    /// There a pawn may go two squares only where it may go one.
    fn check_double_steps(&self, spec: &RuleSpec, zones: Zones) -> Result<(), FairyError> {
        let is_usual =
            |piece: &PieceSpec| piece.role == Role::Pawn && piece.movement == Movement::pawn();
        for (piece, fairy) in spec.pieces.iter().zip(&self.draft.pieces) {
            let Some(region) = piece.region.filter(|_| is_usual(piece)) else { continue };
            for side in Colour::BOTH {
                let ahead = if side == Colour::White { 1 } else { -1 };
                let may_stand = |start: Square, ranks: i32| {
                    let square = self.size.offset(start, 0, ranks * ahead);
                    square.is_some_and(|square| region[side.index()].contains(square))
                };
                let jumps = |start: Square| may_stand(start, 2) && !may_stand(start, 1);
                if zones[side.index()].iter().any(jumps) {
                    return Err(refused(&region_key(side, &fairy.name)));
                }
            }
        }
        Ok(())
    }

    /// Where a piece takes in passing there, neither its region counts nor does it promote.
    fn check_passing(
        &self,
        spec: &RuleSpec,
        first: [Zones; 2],
        squares: Zones,
    ) -> Result<(), FairyError> {
        for taker in Colour::BOTH {
            let ahead = if taker == Colour::White { -1 } else { 1 };
            let mut crossed = SquareSet::EMPTY;
            for (zones, length) in first.iter().zip([2, 3]) {
                for start in zones[(!taker).index()] {
                    let has_room = self.size.offset(start, 0, length * ahead).is_some();
                    let ranks = (1..length).filter(|_| has_room);
                    // Some pawns step aside at the same time.
                    let aside = ranks.flat_map(|n| (-n..=n).map(move |files| (files, n * ahead)));
                    let passed =
                        aside.filter_map(|(files, ranks)| self.size.offset(start, files, ranks));
                    crossed |= passed.collect();
                }
            }
            let crossed = crossed & squares[taker.index()];
            let promotes = spec.promotion.as_ref().is_some_and(|promotion| {
                let is_far =
                    |square: Square| square.rank_for(taker, self.size) + 1 >= promotion.rank;
                crossed.iter().any(|square| match promotion.zones {
                    Some(zones) => zones[taker.index()].contains(square),
                    None => is_far(square),
                })
            });
            for (piece, fairy) in spec.pieces.iter().zip(&self.draft.pieces) {
                let is_usual = piece.role == Role::Pawn && piece.movement == Movement::pawn();
                if !is_usual && !piece.movement.paths().iter().any(|path| path.en_passant) {
                    continue;
                }
                let choices = |promotion: &Promotion| promotion.choices_of(taker).len();
                let has_choices = spec.promotion.as_ref().map(choices).unwrap_or_default() > 0;
                let becomes = (has_choices && piece.role == Role::Pawn) || piece.becomes.is_some();
                if promotes && becomes {
                    return Err(refused("promotionRegion"));
                }
                let region = piece.region.map_or(self.all(), |zones| zones[taker.index()]);
                if !crossed.without(region).is_empty() {
                    return Err(refused(&region_key(taker, &fairy.name)));
                }
            }
        }
        Ok(())
    }
}

/// The key that says where a piece of a side may stand.
fn region_key(side: Colour, piece: &str) -> String {
    let side = if side == Colour::White { "White" } else { "Black" };
    let (first, rest) = piece.split_at(1);
    format!("mobilityRegion{side}{}{rest}", first.to_ascii_uppercase())
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
