//! Dispatches the commands of buttons and keys.

use std::time::Duration;

use super::command::Command;
use super::online::OnlineCommand;
use super::session::Session;
use super::{PlayScreen, files, sidebar};
use crate::context::Context;
use crate::dialogs::Confirmation;
use crate::navigation::Navigation;
use crate::persistence::StudiedGame;
use crate::screens::Page;

impl PlayScreen {
    /// Executes a command; some lead to another screen.
    pub(super) fn dispatch(
        &mut self,
        command: Command,
        egui: &egui::Context,
        cx: &mut Context,
        now: Duration,
    ) -> Option<Navigation> {
        if matches!(command, Command::Undo | Command::Hint) {
            self.autosave.unrate();
        }
        let session = self.session.as_mut()?;
        match command {
            Command::Undo => session.undo(now),
            Command::Redo => session.redo(now),
            Command::First => session.jump(0, now),
            Command::Back => session.step_back(now),
            Command::Forward => session.step_forward(now),
            Command::Live => session.go_live(now),
            Command::Jump(ply) => session.jump(ply, now),
            Command::Replay => session.toggle_replay(now),
            Command::ReplaySpeed(step) => {
                let next = sidebar::speed_of(session).saturating_add_signed(step.into());
                set_replay_speed(session, next.min(sidebar::SPEEDS.len() - 1), now);
            }
            Command::NextReplaySpeed => {
                let next = (sidebar::speed_of(session) + 1) % sidebar::SPEEDS.len();
                set_replay_speed(session, next, now);
            }
            Command::Hold => session.toggle_hold(now),
            Command::Flip => session.flip(),
            Command::TurnBoard => session.set_turns_board(!session.turns_board()),
            Command::Hint => session.press_hint(),
            Command::Draw => {
                if let Err(why) = session.draw(now) {
                    cx.dialogs.notice(cx.texts.play.cannot_draw(cx.texts.offer_error(&why)));
                }
            }
            Command::AnswerDraw(accept) => session.answer_draw(accept, now),
            // There is nothing to resign in a puzzle: Escape leaves it.
            Command::Resign if session.puzzles().is_some() => return Some(Navigation::Back),
            Command::Resign => self.ask_to_resign(cx, now),
            Command::TakeBackResignation => session.take_back_resignation(now),
            Command::Restart if session.is_remote() => session.restart(now),
            Command::Restart => self.ask_to_restart(cx),
            Command::Analyse | Command::Review => {
                let is_review = command == Command::Review;
                let is_over = session.game().is_over();
                match is_over {
                    // Its review is to find it in the library, though a resignation may be taken back.
                    true => self.close(cx),
                    false => self.autosave.unrate(),
                }
                let session = self.session.as_ref()?;
                let mut start = session.analysis_start(is_review, now)?;
                start.library = self.autosave.library();
                let record = || Some(self.start.record.as_ref()?.to_pgn());
                let recorded = || Some(StudiedGame { game: record()?, review: None });
                if let Some(studied) = start.library.studied().or_else(recorded) {
                    start.take_up(studied);
                }
                return Some(Navigation::Analyse(Box::new(start)));
            }
            Command::Save => self.saving = Some(files::choose(session, cx)),
            Command::CopyLink => {
                let room = self.online.as_ref()?.room();
                egui.copy_text(cx.network.invitation(room)?.to_string());
                cx.dialogs.notice(cx.texts.network.link_copied);
            }
            Command::CopyPgn => {
                let record = session.archive(session.game().open()?, now);
                files::copy_pgn(&record.to_pgn(), egui, cx);
            }
            Command::CopyFen => {
                let position = session.game().open()?.position_at(session.scene().ply);
                files::copy_fen(&position, egui, cx);
            }
            Command::SavePicture => {
                self.saving = Some(files::choose_picture(session.game().rules(), cx));
            }
            Command::Load => return Some(Navigation::OpenFile),
            Command::Evaluation => cx.settings.evaluation = !cx.settings.evaluation,
            Command::CancelPremoves => session.cancel_premoves(),
            Command::ConfirmHandOver => session.confirm_hand_over(now),
            Command::TryAgain => session.try_again(now),
            Command::NextPuzzle => session.next_puzzle(now),
            Command::BrowsePuzzles(forward) => session.browse_puzzles(forward, now),
            Command::Menu if self.online.is_some() => {
                return self.dispatch_online(OnlineCommand::Leave, cx, now);
            }
            Command::Menu => return Some(Navigation::Menu),
            Command::Settings => return Some(Navigation::To(Page::Settings)),
            Command::Help => self.shows_help = !self.shows_help,
            Command::Online(command) => return self.dispatch_online(command, cx, now),
        }
        None
    }

    /// Executes a command that only a game over the network has.
    fn dispatch_online(
        &mut self,
        command: OnlineCommand,
        cx: &mut Context,
        now: Duration,
    ) -> Option<Navigation> {
        self.online.as_mut()?.dispatch(command, cx, now);
        (command == OnlineCommand::Leave).then_some(Navigation::Back)
    }

    fn ask_to_resign(&mut self, cx: &mut Context, now: Duration) {
        let Some(session) = &mut self.session else { return };
        if session.game().is_over() || session.puzzles().is_some() || session.user().is_none() {
            return;
        }
        // Over the network it cannot be taken back, so it is always asked.
        if session.aborts() || (!session.is_remote() && !cx.settings.confirm_resign) {
            session.resign(now);
            return;
        }
        let texts = &cx.texts.play;
        self.resigning = Some(cx.dialogs.confirm(Confirmation {
            title: texts.confirm_resign_title.to_owned(),
            text: texts.confirm_resign.to_owned(),
            yes: texts.confirm_resign_yes.to_owned(),
            no: texts.confirm_resign_no.to_owned(),
            danger: true,
        }));
    }

    fn ask_to_restart(&mut self, cx: &mut Context) {
        let Some(session) = &mut self.session else { return };
        if session.game().is_over() || session.puzzles().is_some() {
            self.restart(cx);
            return;
        }
        if session.game().ply() == 0 {
            return;
        }
        let texts = &cx.texts.play;
        self.restarting = Some(cx.dialogs.confirm(Confirmation {
            title: texts.confirm_restart_title.to_owned(),
            text: texts.confirm_restart.to_owned(),
            yes: texts.confirm_restart_yes.to_owned(),
            no: cx.texts.common.cancel.to_owned(),
            danger: true,
        }));
    }
}

/// Shows each turn of a replay for one of the times that there are.
fn set_replay_speed(session: &mut Session, speed: usize, now: Duration) {
    session.set_replay_interval(Duration::from_millis(sidebar::SPEEDS[speed]), now);
}
