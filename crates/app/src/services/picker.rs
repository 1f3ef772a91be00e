//! The platform's own way of choosing files, where a program cannot look into folders.

use std::path::PathBuf;

use egui::DroppedFileHandle;

use super::Wake;

/// Chooses files in the platform's own way, as a browser does. What was chosen can then be read by
/// its path; what is saved goes where the platform puts it.
pub trait Picker {
    /// Lets the user choose files whose names end in one of these ways; `wake` is called when that
    /// is done.
    fn pick(&self, endings: &[&str], wake: Wake);

    /// Takes files that were dropped on the window, as if they had been chosen.
    fn take_dropped(&self, files: &[DroppedFileHandle], wake: Wake);

    /// The file that was chosen last, once.
    fn picked(&self) -> Option<PathBuf>;
}
