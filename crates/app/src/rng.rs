//! Random numbers, good enough for ids and coin tosses, not for secrets.

/// Another number each time.
#[cfg(not(target_arch = "wasm32"))]
pub fn random_u64() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish()
}

/// Another number each time. The standard library's hasher is always the same in a browser, so the
/// time decides, and a count of the calls within one tick of it.
#[cfg(target_arch = "wasm32")]
pub fn random_u64() -> u64 {
    use std::hash::{DefaultHasher, Hasher};
    use std::sync::atomic::{AtomicU64, Ordering};
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let now = web_time::SystemTime::now().duration_since(web_time::UNIX_EPOCH);
    let mut hasher = DefaultHasher::new();
    hasher.write_u128(now.unwrap_or_default().as_nanos());
    hasher.write_u64(CALLS.fetch_add(1, Ordering::Relaxed));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_two_are_alike() {
        assert_ne!(super::random_u64(), super::random_u64());
    }
}
