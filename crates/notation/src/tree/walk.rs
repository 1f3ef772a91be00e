//! The moves of a tree in the order of PGN: a move, its variations, then what follows it.

use rules::{Position, Turn, Undo};

use super::{GameTree, NodeId};

/// A step of a [`TreeWalk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeStep {
    /// The next move of the line.
    Move(NodeId),
    /// A variation begins, in place of the move before it.
    Open,
    /// It ends; the line from which it branched goes on.
    Close,
}

/// All moves of a tree; see [`GameTree::walk`].
#[derive(Clone, Debug)]
pub struct TreeWalk<'a> {
    tree: &'a GameTree,
    /// What is still to come, the next one last.
    ahead: Vec<Task>,
}

#[derive(Clone, Copy, Debug)]
enum Task {
    Tell(TreeStep),
    /// Go on with what follows a node.
    Follow(NodeId),
}

/// A line of a tree: the main line, or a variation without its own variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeLine {
    /// The line from which it branches, by its index; none for the main line.
    pub of: Option<usize>,
    /// Which turn of the game its first move is, counted from 1.
    pub at: usize,
    /// Its moves.
    pub nodes: Vec<NodeId>,
}

impl GameTree {
    /// Walks through all moves in the order of PGN.
    pub fn walk(&self) -> TreeWalk<'_> {
        TreeWalk { tree: self, ahead: vec![Task::Follow(NodeId::ROOT)] }
    }

    /// The main line and then each variation, in the order of PGN.
    pub fn lines(&self) -> Vec<TreeLine> {
        let mut lines = vec![TreeLine { of: None, at: 1, nodes: Vec::new() }];
        let (mut current, mut outer) = (0, Vec::new());
        for step in self.walk() {
            match step {
                TreeStep::Move(id) => lines[current].nodes.push(id),
                TreeStep::Open => {
                    let at = lines[current].at + lines[current].nodes.len() - 1;
                    outer.push(current);
                    lines.push(TreeLine { of: Some(current), at, nodes: Vec::new() });
                    current = lines.len() - 1;
                }
                TreeStep::Close => current = outer.pop().unwrap_or(0),
            }
        }
        lines
    }
}

impl Iterator for TreeWalk<'_> {
    type Item = TreeStep;

    fn next(&mut self) -> Option<TreeStep> {
        loop {
            let node = match self.ahead.pop()? {
                Task::Tell(step) => return Some(step),
                Task::Follow(node) => node,
            };
            let children = &self.tree.nodes[node.index()].children;
            let Some((first, variations)) = children.split_first() else { continue };
            self.ahead.push(Task::Follow(*first));
            for variation in variations.iter().rev() {
                self.ahead.extend([
                    Task::Tell(TreeStep::Close),
                    Task::Follow(*variation),
                    Task::Tell(TreeStep::Move(*variation)),
                    Task::Tell(TreeStep::Open),
                ]);
            }
            return Some(TreeStep::Move(*first));
        }
    }
}

/// The position on the board along a walk.
pub(crate) struct Cursor {
    position: Position,
    /// The last move of the line at hand; none at its start.
    last: Option<(Turn, Undo)>,
    outer: Vec<(Position, Option<(Turn, Undo)>)>,
}

impl Cursor {
    pub(crate) fn new(start: Position) -> Cursor {
        Cursor { position: start, last: None, outer: Vec::new() }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Has the line at hand no move yet?
    pub(crate) fn is_at_start_of_line(&self) -> bool {
        self.last.is_none()
    }

    /// How many variations are open.
    pub(crate) fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Plays a move that is known to be legal.
    pub(crate) fn play(&mut self, turn: Turn) {
        let undo = self.position.play_turn_unchecked(turn);
        self.last = Some((turn, undo));
    }

    /// Goes back before the last move of the line, if there is one, to begin a variation.
    pub(crate) fn open(&mut self) {
        let last = self.last.take();
        self.outer.push((self.position.clone(), last));
        match last {
            Some((Turn::Move(chess_move), undo)) => self.position.undo(chess_move, undo),
            Some((Turn::Pass, undo)) => self.position.undo_pass(undo),
            None => {}
        }
    }

    /// Ends a variation.
    pub(crate) fn close(&mut self) {
        if let Some(outer) = self.outer.pop() {
            (self.position, self.last) = outer;
        }
    }
}
