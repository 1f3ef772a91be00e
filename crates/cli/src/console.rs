//! The terminal: whether it shows colours, and the console that Windows opens for a program that was
//! started by a double-click.

use std::env;
use std::ffi::OsString;
use std::io::IsTerminal;

/// Whether colours are wanted there: by a terminal that can show them, and by a user who does not
/// ask for plain text.
pub fn takes_colours(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && allows_colours(&|name| env::var_os(name))
}

/// Whether the environment allows colours: <https://no-color.org>, and terminals that show text alone.
fn allows_colours(variable: &dyn Fn(&str) -> Option<OsString>) -> bool {
    let is_refused = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
    !is_refused && variable("TERM").is_none_or(|term| term != "dumb")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_can_be_asked_for() {
        let check = |variables: &[(&str, &str)], expected: bool| {
            let find = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| OsString::from(value))
            };
            assert_eq!(allows_colours(&find), expected, "{variables:?}");
        };
        check(&[], true);
        check(&[("TERM", "xterm-256color"), ("NO_COLOR", "")], true);
        check(&[("TERM", "dumb")], false);
        check(&[("NO_COLOR", "1")], false);
    }
}
