//! How much of the machine the engine may use, within what the machine has.

use std::fs;
use std::num::NonZeroUsize;
use std::str::FromStr;

/// The largest table of positions, in mebibytes.
pub const MOST_HASH: usize = 1 << 17;
pub const MOST_THREADS: usize = 256;

/// Reads the size of a table of positions, in mebibytes.
pub fn hash(text: &str) -> Result<usize, String> {
    let hash = number(text, MOST_HASH)?;
    match free_memory().filter(|free| hash > *free) {
        Some(free) => Err(format!("{free} MiB of memory are free")),
        None => Ok(hash),
    }
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    number(text, MOST_THREADS)
}

/// As many threads as are asked for, or as there are processors.
pub fn threads_or_all(threads: Option<usize>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    threads.unwrap_or_else(all)
}

/// Reads a number of which none would make no sense.
pub fn positive<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| *number >= T::from(1));
    number.ok_or_else(|| "expected a number, 1 or more".to_owned())
}

fn number(text: &str, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {most}"))
}

/// The free memory in mebibytes, where the system tells it.
pub fn free_memory() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes >> 10)
}
