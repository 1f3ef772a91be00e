//! Engine threads run at a lower priority than the UI thread.

/// Lowers the priority of this thread and of the threads that it starts.
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

/// On other platforms it is enough that one processor stays free.
#[cfg(not(target_os = "linux"))]
pub fn lower_priority() {}
