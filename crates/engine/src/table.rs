//! The transposition table, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use rules::Move;

use crate::score::{MATE_BOUND, is_mate};

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// It is the true score, as far as the search has looked.
    Exact,
}

/// An entry of the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    pub(crate) best: Option<Move>,
    /// Mate scores are relative to this position.
    pub(crate) score: i32,
    /// The static evaluation; none in check.
    pub(crate) eval: Option<i32>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Was it part of a principal variation?
    pub(crate) was_pv: bool,
}

impl TtEntry {
    /// Does the score cause a cutoff in this window, if the entry is deep enough?
    #[inline]
    pub(crate) fn is_cutoff(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// Is the score a better estimate than a static evaluation?
    #[inline]
    pub(crate) fn improves(&self, eval: i32) -> bool {
        !is_mate(self.score)
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score > eval,
                Bound::Upper => self.score < eval,
            }
    }
}

/// Two words written without a lock. The key is xored with the data, so that a slot torn between
/// two writers matches neither.
#[derive(Default)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

/// Slots that share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The low bits of a slot's key hold the search in which it was written.
const AGE_MASK: u64 = 0x3f;
/// What [`TtEntry::eval`] is in a slot when there is none.
const NO_EVAL: i16 = i16::MIN;
/// Quiescence is stored at depths below 0.
const DEPTH_OFFSET: i32 = 8;

pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU64,
}

impl TranspositionTable {
    /// A table of at most so many mebibytes.
    pub(crate) fn new(mebibytes: usize) -> TranspositionTable {
        let count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::with_capacity(count);
        advise_huge_pages(&mut buckets);
        buckets.extend(std::iter::repeat_with(Bucket::default).take(count));
        TranspositionTable { buckets, age: AtomicU64::new(0) }
    }

    /// The size in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket>()
    }

    /// Clears the table.
    pub(crate) fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.key.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Marks the beginning of a search: what was written before is replaced first.
    pub(crate) fn begin_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    fn age(&self) -> u64 {
        self.age.load(Ordering::Relaxed) & AGE_MASK
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        let index = (u128::from(hash) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(hash);
            // SAFETY: a hint without effect on memory, given the address of a live bucket.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    /// Probes a position; mate scores are relative to the root.
    #[inline]
    pub(crate) fn probe(&self, hash: u64, ply: usize) -> Option<TtEntry> {
        for slot in &self.bucket(hash).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let key = slot.key.load(Ordering::Relaxed) ^ data;
            if (key ^ hash) & !AGE_MASK == 0 && data != 0 {
                let entry = unpack(data);
                return Some(TtEntry { score: from_table(entry.score, ply), ..entry });
            }
        }
        None
    }

    /// Stores a position; mate scores are relative to the root.
    pub(crate) fn store(&self, hash: u64, ply: usize, entry: TtEntry) {
        let age = self.age();
        let mut chosen = None;
        let mut lowest = i32::MAX;
        for slot in &self.bucket(hash).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let key = slot.key.load(Ordering::Relaxed) ^ data;
            if (key ^ hash) & !AGE_MASK == 0 && data != 0 {
                chosen = Some((slot, Some((unpack(data), key & AGE_MASK))));
                break;
            }
            let searches_ago = (age.wrapping_sub(key) & AGE_MASK) as i32;
            let keep_value =
                if data == 0 { i32::MIN } else { stored_depth(data) - 8 * searches_ago };
            if keep_value < lowest {
                lowest = keep_value;
                chosen = Some((slot, None));
            }
        }
        let Some((slot, known)) = chosen else { return };
        let mut entry = TtEntry { score: to_table(entry.score, ply), ..entry };
        if let Some((known, known_age)) = known {
            let keeps = entry.bound != Bound::Exact
                && known_age == age
                && entry.depth + 4 + 2 * i32::from(entry.was_pv) <= known.depth;
            if keeps {
                return;
            }
            entry.best = entry.best.or(known.best);
        }
        let data = pack(entry);
        slot.data.store(data, Ordering::Relaxed);
        slot.key.store((hash & !AGE_MASK | age) ^ data, Ordering::Relaxed);
    }

    /// How full the table is with results of this search, in thousandths.
    pub(crate) fn permille_used(&self) -> u32 {
        let age = self.age();
        let sample = self.buckets.len().min(250);
        let is_used = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && (slot.key.load(Ordering::Relaxed) ^ data) & AGE_MASK == age
        };
        let used = self.buckets[..sample].iter().flat_map(|b| &b.0).filter(is_used).count();
        (used * 1000 / (4 * sample.max(1))) as u32
    }
}

/// Asks the system for huge pages for memory that is not in use yet.
fn advise_huge_pages(memory: &mut Vec<Bucket>) {
    #[cfg(target_os = "linux")]
    {
        let room = memory.spare_capacity_mut();
        let (start, length) = (room.as_mut_ptr().addr(), size_of_val(room));
        const PAGE: usize = 4096;
        let first = start.next_multiple_of(PAGE);
        let length = (start + length).saturating_sub(first) / PAGE * PAGE;
        // SAFETY: whole pages of memory that this vector owns, and a hint that keeps their
        // contents. The search is faster by an eighth with it.
        #[allow(unsafe_code)]
        unsafe {
            let pages = room.as_mut_ptr().with_addr(first).cast();
            libc::madvise(pages, length, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        s if s >= MATE_BOUND => s + ply as i32,
        s if s <= -MATE_BOUND => s - ply as i32,
        s => s,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    if !is_mate(score) {
        score
    } else if score > 0 {
        score - ply as i32
    } else {
        score + ply as i32
    }
}

// No move is 0, as none goes from a square to itself.
const MOVE_MASK: u64 = (1 << Move::BITS) - 1;

// From low to high: move 21, bound 2, pv 1, depth 8, score 16, evaluation 16 bits.
fn pack(entry: TtEntry) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
    entry.best.map_or(0, |best| u64::from(best.bits()))
        | bound << 21
        | u64::from(entry.was_pv) << 23
        | depth << 24
        | u64::from(entry.score as i16 as u16) << 32
        | u64::from(eval as u16) << 48
}

fn stored_depth(data: u64) -> i32 {
    (data >> 24 & 0xff) as i32 - DEPTH_OFFSET
}

fn unpack(data: u64) -> TtEntry {
    let eval = (data >> 48) as u16 as i16;
    TtEntry {
        best: Move::from_bits((data & MOVE_MASK) as u32),
        score: i32::from((data >> 32) as u16 as i16),
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
        depth: stored_depth(data),
        bound: match data >> 21 & 3 {
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => Bound::Upper,
        },
        was_pv: data >> 23 & 1 != 0,
    }
}

#[cfg(test)]
mod tests {
    use rules::{MoveKind, Square};

    use super::*;
    use crate::score::{mate_in, mated_in};

    fn entry(score: i32) -> TtEntry {
        let best = Move::new(Square::new(13, 13), Square::new(0, 15), MoveKind::Plain);
        let bound = Bound::Lower;
        TtEntry { best: Some(best), score, eval: Some(-77), depth: 9, bound, was_pv: true }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = TranspositionTable::new(1);
        for (hash, score) in [(0x1234 << 48, 5), (77 << 40, -5), (99 << 50, 29_999)] {
            table.store(hash, 3, entry(score));
            assert_eq!(table.probe(hash, 3), Some(entry(score)));
        }
        assert_eq!(table.probe(0xdead << 48, 0), None);
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = TranspositionTable::new(1);
        table.store(1 << 60, 4, entry(mate_in(7)));
        assert_eq!(table.probe(1 << 60, 2).map(|e| e.score), Some(mate_in(5)));
        table.store(3 << 60, 4, entry(mated_in(6)));
        assert_eq!(table.probe(3 << 60, 0).map(|e| e.score), Some(mated_in(2)));
    }

    #[test]
    fn it_is_never_larger_than_asked() {
        for mebibytes in [1, 3, 7] {
            let table = TranspositionTable::new(mebibytes);
            for n in 0..200_000_u64 {
                table.store(n.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0, entry(0));
            }
            assert!(table.bytes() <= mebibytes << 20);
            assert_eq!(table.permille_used() > 900, mebibytes < 4);
        }
    }
}
