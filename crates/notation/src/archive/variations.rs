//! The variations of an archive: a flat list, so that files and memory need no nesting.

use std::collections::BTreeMap;

use rules::{Position, message};

use super::read::read_move;
use super::{Archive, Variation};
use crate::Field;
use crate::diagnostics::Diagnostics;
use crate::pgn::{DEEPEST, PlayedMove};
use crate::tree::{GameTree, NodeId, TreeNode};

impl Archive {
    /// The moves and variations of a tree.
    pub fn from_tree(tree: &GameTree) -> Archive {
        let mut archive = Archive::new(tree.start().clone());
        archive.comments = tree.comments().to_vec();
        for (index, line) in tree.lines().into_iter().enumerate() {
            let moves = line.nodes.iter().filter_map(|id| tree.played(*id));
            if index == 0 {
                moves.for_each(|played| archive.add(played));
            } else {
                // The first line is the game itself and no variation.
                let of = line.of.and_then(|of| of.checked_sub(1));
                archive.variations.push(Variation { of, at: line.at, moves: moves.collect() });
            }
        }
        archive
    }

    /// The moves and variations as a tree.
    pub fn tree(&self) -> GameTree {
        let mut tree = GameTree::new(self.start.clone());
        *tree.comments_mut() = self.comments.clone();
        let mut lines: Vec<Vec<NodeId>> = Vec::with_capacity(1 + self.variations.len());
        lines.push(add_line(&mut tree, NodeId::ROOT, &self.moves));
        for Variation { of, at, moves } in &self.variations {
            let first = of.map_or(1, |of| self.variations[of].at);
            let replaced = lines[of.map_or(0, |of| of + 1)][at - first];
            let parent = tree.node(replaced).and_then(TreeNode::parent).unwrap_or(NodeId::ROOT);
            lines.push(add_line(&mut tree, parent, moves));
        }
        tree
    }

    /// Reads the variations of the game whose moves are already there; nothing if they are faulty.
    pub(super) fn read_variations(
        &mut self,
        field: &Field<'_>,
        faults: &mut Diagnostics,
    ) -> Option<()> {
        let mut drafts: Vec<Draft<'_>> = Vec::new();
        for item in field.list(faults) {
            let draft = Draft::read(&item, &drafts, self.moves.len(), faults)?;
            drafts.push(draft);
        }
        if drafts.is_empty() {
            return Some(());
        }
        self.variations = replay(&self.start, &self.moves, &drafts, faults)?;
        Some(())
    }
}

/// A variation whose moves are not checked yet.
struct Draft<'a> {
    of: Option<usize>,
    at: usize,
    moves: Vec<Field<'a>>,
    /// How many variations lie around it, itself included.
    depth: usize,
}

impl<'a> Draft<'a> {
    /// Reads a variation that stands behind others.
    fn read(
        field: &Field<'a>,
        earlier: &[Draft<'a>],
        turns: usize,
        faults: &mut Diagnostics,
    ) -> Option<Draft<'a>> {
        let mut table = field.table(faults);
        let (of, at, moves) = (table.get("of"), table.need("at"), table.need("moves"));
        table.finish(faults);
        let of = match of.node() {
            Some(_) => {
                let expected = message!("variation-number", "the number of a variation above");
                Some(of.integer(expected, 1..=earlier.len(), faults)? - 1)
            }
            None => None,
        };
        let (first, length, depth) = match of.map(|of| &earlier[of]) {
            Some(line) => (line.at, line.moves.len(), line.depth + 1),
            None => (1, turns, 1),
        };
        let expected = message!("turn-number", "the number of a turn of that line");
        let at = at.integer(expected, first..=first + length - 1, faults)?;
        let (list, moves) = (moves.list(faults), moves);
        if list.is_empty() {
            let words = message!("empty-variation", "is empty; expected at least one move");
            moves.error(words, faults);
            return None;
        }
        if depth > DEEPEST {
            let words =
                message!("archived-too-deep", "lies in more than {most} others", most = DEEPEST);
            field.error(words, faults);
            return None;
        }
        Some(Draft { of, at, moves: list, depth })
    }
}

/// A line that is being played, and where it stands.
struct Frame {
    /// 0 for the game itself, then the variations.
    line: usize,
    played: usize,
    position: Position,
}

/// Checks the moves of all variations, each in the position where it branches off.
fn replay(
    start: &Position,
    game: &[PlayedMove],
    drafts: &[Draft<'_>],
    faults: &mut Diagnostics,
) -> Option<Vec<Variation>> {
    let mut branches: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, draft) in drafts.iter().enumerate() {
        let of = draft.of.map_or(0, |of| of + 1);
        branches.entry((of, draft.at)).or_default().push(index);
    }
    let empty = |draft: &Draft<'_>| Variation { of: draft.of, at: draft.at, moves: Vec::new() };
    let mut variations: Vec<Variation> = drafts.iter().map(empty).collect();
    let mut open = vec![Frame { line: 0, played: 0, position: start.clone() }];
    while let Some(frame) = open.last_mut() {
        let first = frame.line.checked_sub(1).map_or(1, |index| drafts[index].at);
        let at = first + frame.played;
        if let Some(index) = branches.get_mut(&(frame.line, at)).and_then(Vec::pop) {
            let position = frame.position.clone();
            open.push(Frame { line: index + 1, played: 0, position });
            continue;
        }
        let turn = match frame.line.checked_sub(1) {
            None => game.get(frame.played).map(|played| played.turn),
            Some(index) => match drafts[index].moves.get(frame.played) {
                Some(field) => {
                    let played = read_move(field, &frame.position, faults)?;
                    let turn = played.turn;
                    variations[index].moves.push(played);
                    Some(turn)
                }
                None => None,
            },
        };
        match turn {
            Some(turn) => {
                frame.position.play_turn_unchecked(turn);
                frame.played += 1;
            }
            None => _ = open.pop(),
        }
    }
    Some(variations)
}

fn add_line(tree: &mut GameTree, parent: NodeId, moves: &[PlayedMove]) -> Vec<NodeId> {
    let mut last = parent;
    let add = |played: &PlayedMove| {
        last = tree.push(last, played.turn, played.annotation.clone());
        last
    };
    moves.iter().map(add).collect()
}
