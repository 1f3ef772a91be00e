//! The choice of a piece at the square where a pawn arrives.

use egui::{Pos2, Rect};
use rules::{PieceType, Square};

use crate::action::BoardAction;
use crate::geometry::BoardGeometry;
use crate::keyboard::BoardKey;
use crate::placement::PieceLetters;
use crate::view::PromotionChoice;

/// Which choice is open and what is about to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenChoice {
    pub from: Square,
    pub to: Square,
    pub index: usize,
}

impl OpenChoice {
    /// The open choice, kept while it is the same one.
    pub fn keep(before: Option<OpenChoice>, choice: &PromotionChoice<'_>) -> OpenChoice {
        let same = |open: &OpenChoice| {
            (open.from, open.to) == (choice.from, choice.to) && open.index < choice.choices.len()
        };
        before.filter(same).unwrap_or(OpenChoice { from: choice.from, to: choice.to, index: 0 })
    }
}

/// The choices with their places on the screen.
pub(crate) struct Chooser {
    pub cards: Vec<(PieceType, Rect)>,
}

impl Chooser {
    /// A stack from the pawn's square towards the middle of the board, as many columns as it needs.
    pub fn new(choice: &PromotionChoice<'_>, geometry: &BoardGeometry) -> Chooser {
        let (column, row) = geometry.column_and_row(choice.to);
        let (column, row) = (i32::from(column), i32::from(row));
        let size = geometry.size();
        let (columns, rows) = (i32::from(size.files()), i32::from(size.ranks()));
        let down = if row * 2 < rows { 1 } else { -1 };
        let aside = if column * 2 < columns { 1 } else { -1 };
        let height = if down == 1 { rows - row } else { row + 1 };
        let place = |index: i32| {
            geometry.on_screen(column + aside * (index / height), row + down * (index % height))
        };
        let cards = choice.choices.iter().zip(0..).filter_map(|(kind, index)| {
            let square = place(index)?;
            Some((*kind, geometry.square_rect(square)))
        });
        Chooser { cards: cards.collect() }
    }

    /// Which choice is under a point.
    pub fn at(&self, pos: Pos2) -> Option<usize> {
        self.cards.iter().position(|(_, rect)| rect.contains(pos))
    }

    /// What a click on the board means.
    pub fn click(&self, pos: Pos2) -> BoardAction {
        self.at(pos).map_or(BoardAction::PromotionCancelled, |index| self.choose(index))
    }

    /// What choosing this card means.
    pub fn choose(&self, index: usize) -> BoardAction {
        let card = self.cards.get(index);
        card.map_or(BoardAction::PromotionCancelled, |(kind, _)| BoardAction::Promote(*kind))
    }

    /// What a key means; arrows only move the choice.
    pub fn key(
        &self,
        key: BoardKey,
        open: &mut OpenChoice,
        letters: &PieceLetters,
    ) -> Option<BoardAction> {
        match key {
            BoardKey::Act => Some(self.choose(open.index)),
            BoardKey::Cancel => Some(BoardAction::PromotionCancelled),
            BoardKey::Letter(letter) => {
                let is_meant =
                    |kind: PieceType| letters.letter(kind).to_ascii_lowercase() == letter;
                let index = self.cards.iter().position(|(kind, _)| is_meant(*kind))?;
                Some(self.choose(index))
            }
            BoardKey::Step { columns, rows, .. } => {
                let here = self.cards.get(open.index)?.1;
                let step = egui::vec2(columns as f32, rows as f32) * here.width();
                if let Some(index) = self.at(here.center() + step) {
                    open.index = index;
                }
                None
            }
        }
    }
}
