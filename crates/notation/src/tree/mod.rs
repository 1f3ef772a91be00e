//! A game with its variations: a tree of legal moves with comments, signs, shapes and times.
//!
//! The root is the start position; every other node is a move, or a pass, that is legal after its
//! parent. The first child of a node continues its line, the others are variations. Nodes live in
//! one list and are named by [`NodeId`], so that a tree is cheap to edit and nothing recurses.
//!
//! ```
//! use xxlchess_notation::tree::{GameTree, NodeId};
//! use xxlchess_notation::{ruleset, san};
//! use rules::{Position, Turn};
//!
//! let standard = ruleset::shipped("standard").expect("it ships");
//! let mut tree = GameTree::new(Position::start(&standard));
//! let mut play = |parent, text| {
//!     let position = tree.position(parent).expect("a node");
//!     tree.add(parent, Turn::Move(san::parse(&position, text).expect("legal"))).expect("legal")
//! };
//! let e4 = play(NodeId::ROOT, "e4");
//! let d4 = play(NodeId::ROOT, "d4");
//! let d5 = play(d4, "d5");
//! assert_eq!(tree.main_line().collect::<Vec<_>>(), [e4]);
//! tree.annotation_mut(d5).expect("a node").nags.push(5);
//! tree.make_main_line(d5);
//! assert_eq!(tree.main_line().collect::<Vec<_>>(), [d4, d5]);
//! ```

mod annotation;
mod shape;
mod sign;
#[cfg(test)]
mod tests;
mod walk;

use std::sync::Arc;

use rules::{History, Position, Rules, Turn};
use thiserror::Error;

pub use annotation::{Annotation, MoveEval, remark, set_remark};
pub use shape::{DrawnShape, ShapeColour};
pub use sign::{nag_of, sign_of};
pub(crate) use walk::Cursor;
pub use walk::{TreeLine, TreeStep, TreeWalk};

use crate::pgn::PlayedMove;

/// Names a node of one tree. It stays valid until the node is deleted, and is never given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The start position.
    pub const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A game with its variations.
#[derive(Clone, Debug)]
pub struct GameTree {
    start: Position,
    /// The first is the root. Deleted nodes leave an empty one behind.
    nodes: Vec<TreeNode>,
}

/// A move of a tree, or its root.
#[derive(Clone, Debug, Default)]
pub struct TreeNode {
    parent: Option<NodeId>,
    turn: Option<Turn>,
    children: Vec<NodeId>,
    annotation: Annotation,
}

/// Why a move was not added to a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TreeError {
    /// The parent was deleted, or belongs to another tree.
    #[error("there is no such position in the game")]
    NoSuchNode,
    /// The move is not legal there, or a side that is in check passes.
    #[error("the move is not legal")]
    Illegal,
}

impl TreeNode {
    /// The node before it; none for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The move, or the pass, that leads here; none for the root.
    pub fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// What can follow: first the continuation of the line, then variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Comments, signs and times.
    pub fn annotation(&self) -> &Annotation {
        &self.annotation
    }
}

impl GameTree {
    /// A game without moves.
    pub fn new(start: Position) -> GameTree {
        GameTree { start, nodes: vec![TreeNode::default()] }
    }

    /// The moves of a game that was played.
    pub fn from_history(history: &History) -> GameTree {
        let mut tree = GameTree::new(history.start().clone());
        let mut last = NodeId::ROOT;
        for turn in history.turns() {
            last = tree.push(last, turn, Annotation::default());
        }
        tree
    }

    /// A game without variations.
    ///
    /// # Errors
    /// If a move is not legal after those before it.
    pub fn from_line(
        start: Position,
        moves: impl IntoIterator<Item = PlayedMove>,
    ) -> Result<GameTree, TreeError> {
        let mut tree = GameTree::new(start.clone());
        let (mut last, mut position) = (NodeId::ROOT, start);
        for PlayedMove { turn, annotation } in moves {
            if !is_legal(&position, turn) {
                return Err(TreeError::Illegal);
            }
            position.play_turn_unchecked(turn);
            last = tree.push(last, turn, annotation);
        }
        Ok(tree)
    }

    /// Where the game starts.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The rules by which it is played.
    pub fn rules(&self) -> &Arc<Rules> {
        self.start.rules()
    }

    /// A node, unless it was deleted.
    pub fn node(&self, id: NodeId) -> Option<&TreeNode> {
        self.nodes.get(id.index()).filter(|node| id == NodeId::ROOT || node.parent.is_some())
    }

    /// Comments, signs and times of a node, to be changed.
    pub fn annotation_mut(&mut self, id: NodeId) -> Option<&mut Annotation> {
        self.node(id)?;
        self.nodes.get_mut(id.index()).map(|node| &mut node.annotation)
    }

    /// What is said about the game before its first move.
    pub fn comments(&self) -> &[String] {
        &self.nodes[0].annotation.comments
    }

    /// Comments before the first move, to be changed.
    pub fn comments_mut(&mut self) -> &mut Vec<String> {
        &mut self.nodes[0].annotation.comments
    }

    /// Adds a move or a pass after a node and gives its node, the old one if it is there already.
    ///
    /// # Errors
    /// If there is no such node, or the move is not legal there.
    pub fn add(&mut self, parent: NodeId, turn: Turn) -> Result<NodeId, TreeError> {
        let node = self.node(parent).ok_or(TreeError::NoSuchNode)?;
        let is_known = |id: &&NodeId| self.nodes[id.index()].turn == Some(turn);
        if let Some(known) = node.children.iter().find(is_known) {
            return Ok(*known);
        }
        let position = self.position(parent).ok_or(TreeError::NoSuchNode)?;
        match is_legal(&position, turn) {
            true => Ok(self.push(parent, turn, Annotation::default())),
            false => Err(TreeError::Illegal),
        }
    }

    /// Adds a move that is known to be legal, even if there is such a node already.
    pub(crate) fn push(&mut self, parent: NodeId, turn: Turn, annotation: Annotation) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes[parent.index()].children.push(id);
        let (parent, turn) = (Some(parent), Some(turn));
        self.nodes.push(TreeNode { parent, turn, children: Vec::new(), annotation });
        id
    }

    /// Deletes a move with everything after it. Returns whether it was there; the root stays.
    pub fn delete(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).and_then(TreeNode::parent) else { return false };
        self.nodes[parent.index()].children.retain(|child| *child != id);
        let mut deleted = vec![id];
        while let Some(id) = deleted.pop() {
            deleted.append(&mut std::mem::take(&mut self.nodes[id.index()]).children);
        }
        true
    }

    /// Makes the line of a node the first one where it branches off last. Returns whether anything
    /// changed: a move of the main line cannot be promoted.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let branch = self.ancestors(id).find(|id| !self.is_first(*id));
        branch.is_some_and(|branch| self.put_first(branch))
    }

    /// Makes the line that leads to a node the main line. Returns whether anything changed.
    pub fn make_main_line(&mut self, id: NodeId) -> bool {
        let branches: Vec<_> = self.ancestors(id).filter(|id| !self.is_first(*id)).collect();
        branches.iter().for_each(|branch| _ = self.put_first(*branch));
        !branches.is_empty()
    }

    /// The first move, its first answer and so on.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        let next = |id: &NodeId| self.nodes[id.index()].children.first().copied();
        std::iter::successors(next(&NodeId::ROOT), next)
    }

    /// The moves of the main line with what is said about them.
    pub fn main_moves(&self) -> impl Iterator<Item = PlayedMove> + '_ {
        self.main_line().filter_map(|id| self.played(id))
    }

    /// The move of a node with what is said about it.
    pub fn played(&self, id: NodeId) -> Option<PlayedMove> {
        let node = self.node(id)?;
        Some(PlayedMove { turn: node.turn?, annotation: node.annotation.clone() })
    }

    /// The nodes that lead to a node, itself included, without the root; none if it was deleted.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = self.ancestors(id).collect();
        path.reverse();
        path
    }

    /// The position at a node.
    pub fn position(&self, id: NodeId) -> Option<Position> {
        self.node(id)?;
        let mut position = self.start.clone();
        for turn in self.turns_to(id) {
            position.play_turn_unchecked(turn);
        }
        Some(position)
    }

    /// The game as it would be if the moves to a node had been played.
    pub fn history(&self, id: NodeId) -> Option<History> {
        self.node(id)?;
        let mut history = History::new(self.start.clone());
        for turn in self.turns_to(id) {
            let legal = history.play_turn(turn);
            debug_assert!(legal.is_ok(), "{turn:?} was legal when it was added");
        }
        Some(history)
    }

    /// The game as the main line has it.
    pub fn main_history(&self) -> History {
        let last = self.main_line().last().unwrap_or(NodeId::ROOT);
        self.history(last).unwrap_or_else(|| History::new(self.start.clone()))
    }

    fn turns_to(&self, id: NodeId) -> impl Iterator<Item = Turn> + '_ {
        self.path_to(id).into_iter().filter_map(|id| self.nodes[id.index()].turn)
    }

    /// A node and those before it, without the root.
    fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let parent = |id: &NodeId| self.node(*id)?.parent;
        let is_move = move |id: &NodeId| parent(id).is_some();
        std::iter::successors(Some(id).filter(is_move), move |id| parent(id).filter(is_move))
    }

    fn siblings(&self, id: NodeId) -> Option<&[NodeId]> {
        let parent = self.node(id)?.parent?;
        Some(&self.nodes[parent.index()].children)
    }

    fn is_first(&self, id: NodeId) -> bool {
        self.siblings(id).is_none_or(|siblings| siblings.first() == Some(&id))
    }

    fn put_first(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).and_then(TreeNode::parent) else { return false };
        let siblings = &mut self.nodes[parent.index()].children;
        let Some(place) = siblings.iter().position(|sibling| *sibling == id) else { return false };
        siblings[..=place].rotate_right(1);
        true
    }
}

/// Is a move, or a pass, legal in this position? A side may not pass while a check is announced.
pub(crate) fn is_legal(position: &Position, turn: Turn) -> bool {
    match turn {
        Turn::Move(chess_move) => position.is_legal(chess_move),
        Turn::Pass => may_pass(position),
    }
}

/// May the turn pass? A side whose check is announced loses on time instead.
pub(crate) fn may_pass(position: &Position) -> bool {
    !position.shows_check(position.turn())
}

/// Two trees are equal if they have the same moves and annotations in the same order.
impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let same = |(own, others): (TreeStep, TreeStep)| match (own, others) {
            (TreeStep::Move(own), TreeStep::Move(others)) => {
                let (own, others) = (&self.nodes[own.index()], &other.nodes[others.index()]);
                own.turn == others.turn && own.annotation == others.annotation
            }
            (own, others) => own == others,
        };
        self.start == other.start
            && self.nodes[0].annotation == other.nodes[0].annotation
            && self.walk().count() == other.walk().count()
            && self.walk().zip(other.walk()).all(same)
    }
}

impl Eq for GameTree {}
