//! The lease protocol of `docs/scaling.md` as a small model whose every state is visited: whatever is
//! delayed, frozen or taken over, a write is made only by who knows all writes before it.

use std::collections::{HashMap, HashSet};

const NODES: usize = 3;

/// For how long a lease holds, and how far time goes.
const LEASE: u8 = 2;
const LAST_MOMENT: u8 = 5;

/// This number of writes and changes of the owner is enough for every order of them.
const MOST_WRITES: usize = 3;
const LAST_EPOCH: u8 = 4;

/// A shard, and the nodes that want it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
struct State {
    /// The time of the database; nodes' clocks are not part of the protocol.
    now: u8,
    epoch: u8,
    owner: Option<usize>,
    expires: u8,
    /// The epoch and the writer of each write that was committed.
    log: Vec<(u8, usize)>,
    nodes: [Node; NODES],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
struct Node {
    /// The epoch in which it believes to own the shard.
    held: Option<u8>,
    /// How many writes it knows.
    known: usize,
    /// A statement on its way to the database: its epoch, and how many writes its sender knew.
    sent: Option<(u8, usize)>,
}

impl State {
    /// Every state that can follow, or what went wrong. Does the database check the epoch?
    fn next(&self, is_fenced: bool) -> Result<Vec<State>, String> {
        let mut next = Vec::new();
        if self.now < LAST_MOMENT {
            next.push(State { now: self.now + 1, ..self.clone() });
        }
        for node in 0..NODES {
            next.extend(self.acquire(node));
            next.extend(self.renew(node));
            next.extend(self.release(node));
            next.extend(self.send(node));
            next.extend(self.execute(node, is_fenced)?);
        }
        Ok(next)
    }

    /// Takes a shard without a holder, and reads it in the same transaction.
    fn acquire(&self, node: usize) -> Option<State> {
        let is_free = self.owner.is_none() || self.expires <= self.now;
        let mut state = self.clone();
        if !is_free || self.epoch == LAST_EPOCH {
            return None;
        }
        state.epoch += 1;
        (state.owner, state.expires) = (Some(node), self.now + LEASE);
        // A statement of an earlier epoch may still be on its way.
        let sent = self.nodes[node].sent;
        state.nodes[node] = Node { held: Some(state.epoch), known: self.log.len(), sent };
        Some(state)
    }

    fn renew(&self, node: usize) -> Option<State> {
        let held = self.nodes[node].held?;
        let mut state = self.clone();
        match held == self.epoch && self.owner == Some(node) {
            true => state.expires = self.now + LEASE,
            false => state.nodes[node].held = None,
        }
        Some(state)
    }

    /// Hands the shard over when the node is stopped in order, after its last write.
    fn release(&self, node: usize) -> Option<State> {
        let held = self.nodes[node].held.filter(|_| self.nodes[node].sent.is_none())?;
        let mut state = self.clone();
        if held == self.epoch {
            state.owner = None;
        }
        state.nodes[node].held = None;
        Some(state)
    }

    fn send(&self, node: usize) -> Option<State> {
        let Node { held, known, sent } = self.nodes[node];
        let held = held.filter(|_| sent.is_none() && self.log.len() < MOST_WRITES)?;
        let mut state = self.clone();
        state.nodes[node].sent = Some((held, known));
        Some(state)
    }

    /// The statement arrives, perhaps long after its sender was frozen or lost the shard.
    fn execute(&self, node: usize, is_fenced: bool) -> Result<Option<State>, String> {
        let Some((epoch, known)) = self.nodes[node].sent else { return Ok(None) };
        let mut state = self.clone();
        state.nodes[node].sent = None;
        if is_fenced && epoch != self.epoch {
            // A node that has the shard again since then keeps it.
            state.nodes[node].held = self.nodes[node].held.filter(|held| *held != epoch);
            return Ok(Some(state));
        }
        if known != self.log.len() {
            return Err(format!("node {node} did not know the last write: {self:?}"));
        }
        if self
            .log
            .iter()
            .any(|(other, writer)| *other > epoch || (*other == epoch && *writer != node))
        {
            return Err(format!("two owners in one epoch, or an old one: {self:?}"));
        }
        state.log.push((epoch, node));
        state.nodes[node].known += 1;
        Ok(Some(state))
    }
}

/// Visits every state, and gives how many there are.
fn visit(is_fenced: bool) -> Result<HashMap<usize, usize>, String> {
    let mut known = HashSet::from([State::default()]);
    let mut waiting = vec![State::default()];
    let mut by_writes = HashMap::new();
    while let Some(state) = waiting.pop() {
        *by_writes.entry(state.log.len()).or_default() += 1;
        for next in state.next(is_fenced)? {
            if known.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    Ok(by_writes)
}

#[test]
fn no_two_owners_write_in_one_epoch() {
    let visited = visit(true).expect("no state is wrong");
    assert!(visited[&MOST_WRITES] > 1000, "the model goes far enough: {visited:?}");
}

#[test]
fn without_the_fence_the_model_finds_the_fault() {
    let fault = visit(false).expect_err("a frozen node writes late");
    assert!(fault.contains("did not know") || fault.contains("two owners"), "{fault}");
}
