//! Trees that are built, edited and walked through.

use rules::Turn;

use super::*;
use crate::{ruleset, san};

fn start() -> Position {
    Position::start(&ruleset::shipped("standard").expect("it ships"))
}

/// Plays moves after a node and gives the last.
fn play(tree: &mut GameTree, mut node: NodeId, moves: &str) -> NodeId {
    for text in moves.split_whitespace() {
        let position = tree.position(node).expect("a node");
        let step = san::parse(&position, text).expect("a legal move");
        node = tree.add(node, Turn::Move(step)).expect("a legal move");
    }
    node
}

/// The moves of a tree as a short text.
fn shown(tree: &GameTree) -> String {
    let word = |step| match step {
        TreeStep::Open => "(".to_owned(),
        TreeStep::Close => ")".to_owned(),
        TreeStep::Move(id) => {
            let parent = tree.node(id).and_then(TreeNode::parent).expect("a move");
            let played = tree.played(id).expect("a move");
            played.san(&tree.position(parent).expect("a node"))
        }
    };
    tree.walk().map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_are_added_once() {
    let mut tree = GameTree::new(start());
    let e5 = play(&mut tree, NodeId::ROOT, "e4 e5");
    assert_eq!(play(&mut tree, NodeId::ROOT, "e4 e5"), e5);
    play(&mut tree, NodeId::ROOT, "e4 c5 Nf3");
    play(&mut tree, NodeId::ROOT, "d4");
    assert_eq!(shown(&tree), "e4 ( d4 ) e5 ( c5 Nf3 )");
    let history = tree.history(e5).expect("a node");
    assert_eq!(Some(history.position()), tree.position(e5).as_ref());
    assert_eq!(history.len(), 2);
}

#[test]
fn illegal_moves_are_refused() {
    let mut tree = GameTree::new(start());
    let check = play(&mut tree, NodeId::ROOT, "e4 f6 Qh5");
    let e4 = tree.main_line().next().and_then(|id| tree.node(id)?.turn()).expect("a move");
    assert_eq!(tree.add(check, e4), Err(TreeError::Illegal));
    assert_eq!(tree.add(check, Turn::Pass), Err(TreeError::Illegal));
    let moves: Vec<_> = tree.main_moves().collect();
    assert_eq!(GameTree::from_line(start(), moves.clone()).as_ref(), Ok(&tree));
    let twice = [moves[0].clone(), moves[0].clone()];
    assert_eq!(GameTree::from_line(start(), twice), Err(TreeError::Illegal));
    assert_eq!(GameTree::from_history(&tree.history(check).expect("a node")), tree);
}

#[test]
fn lines_are_promoted() {
    let mut tree = GameTree::new(start());
    play(&mut tree, NodeId::ROOT, "e4 e5");
    play(&mut tree, NodeId::ROOT, "d4 d5 c4");
    let deep = play(&mut tree, NodeId::ROOT, "d4 Nf6 c4");
    assert_eq!(shown(&tree), "e4 ( d4 d5 ( Nf6 c4 ) c4 ) e5");
    assert!(tree.promote(deep));
    assert_eq!(shown(&tree), "e4 ( d4 Nf6 ( d5 c4 ) c4 ) e5");
    assert!(tree.make_main_line(deep));
    assert_eq!(shown(&tree), "d4 ( e4 e5 ) Nf6 ( d5 c4 ) c4");
    assert!(!tree.promote(deep) && !tree.make_main_line(deep));
    assert!(!tree.promote(NodeId::ROOT));
    assert_eq!(tree.path_to(deep), tree.main_line().collect::<Vec<_>>());
}

#[test]
fn deleted_moves_are_gone() {
    let mut tree = GameTree::new(start());
    let e5 = play(&mut tree, NodeId::ROOT, "e4 e5");
    let nf3 = play(&mut tree, e5, "Nf3");
    let c5 = play(&mut tree, NodeId::ROOT, "e4 c5");
    assert!(tree.delete(e5));
    assert_eq!(shown(&tree), "e4 c5");
    for gone in [e5, nf3] {
        assert!(tree.node(gone).is_none() && tree.position(gone).is_none());
        assert!(tree.annotation_mut(gone).is_none() && !tree.delete(gone) && !tree.promote(gone));
        assert_eq!(tree.add(gone, Turn::Pass), Err(TreeError::NoSuchNode));
        assert!(tree.path_to(gone).is_empty());
    }
    assert!(!tree.delete(NodeId::ROOT));
    let again = play(&mut tree, NodeId::ROOT, "e4 e5");
    assert!(![e5, nf3, c5].contains(&again), "a name is never given again");
    let mut other = GameTree::new(start());
    play(&mut other, NodeId::ROOT, "e4 c5");
    play(&mut other, NodeId::ROOT, "e4 e5");
    assert_eq!(tree, other, "what was deleted does not count");
}

#[test]
fn lines_know_where_they_branch() {
    let mut tree = GameTree::new(start());
    play(&mut tree, NodeId::ROOT, "e4 e5 Nf3");
    play(&mut tree, NodeId::ROOT, "e4 c5 c3");
    play(&mut tree, NodeId::ROOT, "e4 c5 d4");
    play(&mut tree, NodeId::ROOT, "d4");
    let lines = tree.lines().into_iter().map(|line| (line.of, line.at, line.nodes.len()));
    let expected = [(None, 1, 3), (Some(0), 1, 1), (Some(0), 2, 2), (Some(2), 3, 1)];
    assert_eq!(lines.collect::<Vec<_>>(), expected);
}
