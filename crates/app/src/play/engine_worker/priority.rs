//! The window comes first: threads that think give way to the one that draws.

/// Lets the system prefer every ordinary thread to this one, and to those that it will start.
#[cfg(target_os = "linux")]
pub fn lower_priority() {
    /// How much nicer than usual, of at most 19.
    const NICER: libc::c_int = 10;
    // SAFETY: the call reads nothing of ours; 0 means the calling thread.
    #[allow(unsafe_code)]
    let changed = unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICER) };
    // If it is not allowed, the thread thinks as before.
    let _ = changed;
}

/// Elsewhere a processor is left to the window, which is enough.
#[cfg(not(target_os = "linux"))]
pub fn lower_priority() {}
