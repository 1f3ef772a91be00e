//! Words used all over the program.

super::section! {
    /// Words used all over the program.
    Common {
        program: "XXL Chess",
        back: "Back",
        cancel: "Cancel",
        close: "Close",
        copy: "Copy",
        copied: "Copied",
        save: "Save",
        open: "Open",
        white: "White",
        black: "Black",
        computer: "Computer",
        level: "Level {0}",
        settings: "Settings",
        mute: "Turn sounds off",
        unmute: "Turn sounds on",
        themes: "Themes",
    }
}
