//! The terminal: whether it shows colours, and the console that Windows opens for a program that was
//! started by a double-click.

use std::io::IsTerminal;

/// Whether colours are wanted there: by a terminal that can show them, and by a user who does not
/// ask for plain text.
pub fn takes_colours(stream: &impl IsTerminal) -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stream.is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

/// Whether a console was opened for this program alone, so that it closes with it.
pub fn is_own() -> bool {
    system::processes_in_console() == 1
}

/// Closes such a console: there is a window now.
pub fn leave_own() {
    if is_own() {
        system::leave_console();
    }
}

#[cfg(windows)]
#[allow(unsafe_code)]
mod system {
    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetConsoleProcessList(list: *mut u32, length: u32) -> u32;
        fn FreeConsole() -> i32;
    }

    /// How many programs share the console; 0 without one.
    pub fn processes_in_console() -> u32 {
        let mut list = [0; 2];
        // SAFETY: the system writes at most as many numbers as the list has.
        unsafe { GetConsoleProcessList(list.as_mut_ptr(), 2) }
    }

    pub fn leave_console() {
        // SAFETY: no pointers are involved; that there is no console is not an error for us.
        unsafe { FreeConsole() };
    }
}

#[cfg(not(windows))]
mod system {
    pub fn processes_in_console() -> u32 {
        0
    }

    pub fn leave_console() {}
}
