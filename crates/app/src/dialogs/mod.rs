//! What lies over a screen: messages, questions, the choice of a file, and short notices.

mod file;
mod message;
mod notice;
mod prompt;

use std::path::PathBuf;

use egui::{Rect, Ui};

use crate::services::{Picker, Services, repaint};
use crate::texts::Texts;

pub use file::{FileKind, FileRequest};
pub use message::Confirmation;
pub use prompt::TextPrompt;

use file::FileDialog;
use message::Message;
use notice::Notices;
use prompt::PromptDialog;

/// Stands for an answer that is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket(u64);

/// What the user has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    /// No, or the dialog was closed.
    No,
    /// This file. Where it is to be saved, overwriting was already asked about.
    File(PathBuf),
    /// This line.
    Text(String),
}

/// Everything that lies over a screen, and the answers that were not fetched yet.
#[derive(Default)]
pub struct Dialogs {
    open: Vec<(Ticket, Dialog)>,
    answers: Vec<(Ticket, Answer)>,
    notices: Notices,
    /// Where notices are shown in this frame, so that they do not cover a board.
    notice_place: Option<Rect>,
    next: u64,
    /// The folder that was looked in last, so that the next choice begins there.
    last_folder: Option<PathBuf>,
    /// A file that the user chooses in the platform's own way.
    picking: Option<Picking>,
}

/// A choice in the platform's own file dialog.
struct Picking {
    ticket: Ticket,
    endings: Vec<&'static str>,
    has_begun: bool,
}

enum Dialog {
    Message(Message),
    Confirmation(Confirmation),
    Prompt(PromptDialog),
    File(Box<FileDialog>),
}

impl Dialogs {
    /// Shows a message that something went wrong, until the user closes it.
    pub fn error(&mut self, title: impl Into<String>, message: impl Into<String>) {
        self.push(Dialog::Message(Message::new(title.into(), message.into())));
    }

    /// Asks a question; the answer is fetched with [`Dialogs::answer`].
    pub fn confirm(&mut self, confirmation: Confirmation) -> Ticket {
        self.push(Dialog::Confirmation(confirmation))
    }

    /// Lets the user type a line; the answer is fetched with [`Dialogs::answer`].
    pub fn prompt(&mut self, prompt: TextPrompt) -> Ticket {
        self.push(Dialog::Prompt(PromptDialog::new(prompt)))
    }

    /// Lets the user choose a file; the answer is fetched with [`Dialogs::answer`].
    pub fn choose_file(&mut self, request: FileRequest, services: &Services) -> Ticket {
        if services.files.picker().is_some() && request.save_as.is_none() {
            let ticket = self.next_ticket();
            let endings = request.endings().collect();
            self.picking = Some(Picking { ticket, endings, has_begun: false });
            return ticket;
        }
        let folder = self.last_folder.clone();
        self.push(Dialog::File(Box::new(FileDialog::new(request, folder, services))))
    }

    /// Shows a few words for a few seconds.
    pub fn notice(&mut self, text: impl Into<String>) {
        self.notices.add(text.into());
    }

    /// Keeps notices within a place for one frame.
    pub fn place_notices(&mut self, place: Rect) {
        self.notice_place = Some(place);
    }

    /// The answer to what a ticket stands for, once; it takes the ticket away.
    pub fn answer(&mut self, ticket: &mut Option<Ticket>) -> Option<Answer> {
        let wanted = (*ticket)?;
        let index = self.answers.iter().position(|(ticket, _)| *ticket == wanted)?;
        *ticket = None;
        Some(self.answers.swap_remove(index).1)
    }

    /// The same for a question about something, which is given back with the answer.
    pub fn answer_about<T>(&mut self, asked: &mut Option<(Ticket, T)>) -> Option<(T, Answer)> {
        let mut ticket = asked.as_ref().map(|(ticket, _)| *ticket);
        let answer = self.answer(&mut ticket)?;
        asked.take().map(|(_, about)| (about, answer))
    }

    /// Is anything shown that must be dealt with first?
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Shows everything. Comes after the screen, so that it lies above it.
    pub fn show(&mut self, ui: &mut Ui, services: &Services, texts: &'static Texts) {
        let ctx = ui.ctx().clone();
        if let Some(picker) = services.files.picker() {
            self.pick(&ctx, picker);
        }
        let mut closed = None;
        let top = self.open.len().saturating_sub(1);
        for (index, (ticket, dialog)) in self.open.iter_mut().enumerate() {
            let id = egui::Id::unique(("dialog", ticket.0));
            let answer = match dialog {
                Dialog::Message(message) => message.show(&ctx, id, texts),
                Dialog::Confirmation(confirmation) => confirmation.show(&ctx, id),
                Dialog::Prompt(prompt) => prompt.show(&ctx, id, texts),
                Dialog::File(dialog) => dialog.show(&ctx, id, services, texts),
            };
            if let Some(answer) = answer.filter(|_| index == top) {
                closed = Some(answer);
            }
        }
        if let Some(answer) = closed
            && let Some((ticket, dialog)) = self.open.pop()
        {
            match dialog {
                // A message has no answer.
                Dialog::Message(_) => {}
                Dialog::Confirmation(_) | Dialog::Prompt(_) => self.answers.push((ticket, answer)),
                Dialog::File(dialog) => {
                    self.last_folder = Some(dialog.folder().to_owned());
                    self.answers.push((ticket, answer));
                }
            }
            ctx.request_repaint();
        }
        self.notices.show(&ctx, self.notice_place.take());
    }

    /// Lets the platform ask, and takes what was chosen. A user who cancels may never
    /// answer; the next choice takes the place of this one.
    fn pick(&mut self, ctx: &egui::Context, picker: &dyn Picker) {
        let Some(picking) = &mut self.picking else { return };
        if !picking.has_begun {
            picking.has_begun = true;
            picker.pick(&picking.endings, repaint(ctx));
        } else if let Some(path) = picker.picked() {
            self.answers.push((picking.ticket, Answer::File(path)));
            self.picking = None;
            ctx.request_repaint();
        }
    }

    fn push(&mut self, dialog: Dialog) -> Ticket {
        let ticket = self.next_ticket();
        self.open.push((ticket, dialog));
        ticket
    }

    fn next_ticket(&mut self) -> Ticket {
        self.next += 1;
        Ticket(self.next)
    }
}
