//! Questions, messages and the choice of files.

super::section! {
    /// Questions, messages and the choice of files.
    Dialogs {
        place_current: "Here",
        place_home: "Home",
        place_documents: "Documents",
        place_downloads: "Downloads",
        place_desktop: "Desktop",
        place_disk: "Disk",
        up: "One folder up",
        path: "File name or path",
        all_files: "All files",
        kind: "Kind of file",
        kind_game: "Saved game",
        kind_config: "Config",
        kind_layout: "Layout",
        kind_pgn: "PGN",
        kind_fen: "FEN",
        kind_rule_set: "Rule set",
        empty_folder: "Nothing here that can be opened.",
        no_such_file: "There is no {0}.",
        no_such_folder: "There is no folder {0}.",
        no_name: "Type a name.",
        overwrite: "{0} is already there. Saving replaces it.",
        replace: "Replace",
        keep: "Keep it",
        cannot_list: "This folder cannot be shown: {0}",
        cannot_read: "{0} cannot be read",
        cannot_save: "{0} cannot be saved",
        file_faulty: "{0} cannot be opened",
        settings_damaged: "The settings could not be read",
        settings_moved: "The file was put aside as {0}, and everything is as it was at first.",
        settings_not_kept: "The settings cannot be kept",
        theme_faulty: "The theme {0} cannot be used",
    }
}
