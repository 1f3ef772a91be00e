//! Why something was refused, from the codes of the crates below the window.

use std::io;

use board_ui::pieces::{MOST_PIXELS, PictureFault, SpriteError};
use client::SendMoveError;
use image::ImageError;
use protocol::{DEFAULT_PORT, MoveRefusal, NotNow, Refusal, VERSION};
use record::OfferError;
use rules::message::FaultMessage;
use store::{NameError, StoreError};

use super::Texts;
use crate::image_import::{ImageFault, LARGEST_SIDE};
use crate::net::AddressError;
use crate::services::{HostingFault, WireFault};

impl Texts {
    /// Why a draw cannot be offered, claimed or answered.
    pub fn offer_error(&self, error: &OfferError) -> &'static str {
        let words = &self.refusals;
        match error {
            OfferError::Over => words.over,
            OfferError::NotOver => words.not_over,
            OfferError::NotInTheRules => words.not_in_the_rules,
            OfferError::NotAgreed => words.not_agreed,
            OfferError::AskedAlready => words.asked_already,
            OfferError::NoOffer => words.no_offer,
            OfferError::NothingToTakeBack => words.nothing_to_take_back,
            OfferError::NotYourTurn => words.not_your_turn,
            OfferError::NoClaim => words.no_claim,
            OfferError::TooLateToAbort => words.too_late_to_abort,
            OfferError::ResignationStands => words.resignation_stands,
        }
    }

    /// Why a server has refused something. The details of faulty messages and options stay in English, as
    /// they quote what was sent.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        let words = &self.refusals;
        match refusal {
            Refusal::Version { server } => words.version(VERSION, *server),
            Refusal::Greeting => words.greeting.to_owned(),
            Refusal::TooFast => words.too_fast.to_owned(),
            Refusal::Full => words.full.to_owned(),
            Refusal::TooManyRooms => words.too_many_rooms.to_owned(),
            Refusal::NoRoom => words.no_room.to_owned(),
            Refusal::RoomFull => words.room_full.to_owned(),
            Refusal::OwnRoom => words.own_room.to_owned(),
            Refusal::NotInRoom => words.not_in_room.to_owned(),
            Refusal::NotAPlayer => words.not_a_player.to_owned(),
            Refusal::StillWaiting { wait_ms } => words.still_waiting(*wait_ms),
            Refusal::Transfer => words.transfer.to_owned(),
            Refusal::NoPlayer => words.no_player.to_owned(),
            Refusal::Banned => words.banned.to_owned(),
            Refusal::Muted => words.muted.to_owned(),
            Refusal::Stopping => words.stopping.to_owned(),
            Refusal::Failed => words.failed.to_owned(),
            Refusal::Move { reason, .. } => self.move_refusal(*reason).to_owned(),
            Refusal::Offer(error) => self.offer_error(error).to_owned(),
            Refusal::NotNow(why) => self.not_now(*why),
            Refusal::Malformed(why) => words.malformed(why),
            Refusal::Options(why) => words.options(why),
        }
    }

    fn move_refusal(&self, reason: MoveRefusal) -> &'static str {
        let words = &self.refusals;
        match reason {
            MoveRefusal::Over => words.over,
            MoveRefusal::Paused => words.paused,
            MoveRefusal::NotYourTurn => words.not_your_turn,
            MoveRefusal::OtherTurn => words.other_turn,
            MoveRefusal::Illegal => words.illegal,
        }
    }

    fn not_now(&self, why: NotNow) -> String {
        let words = &self.refusals;
        let told = match why {
            NotNow::NotBegun => words.not_begun,
            NotNow::UnderFog => words.under_fog,
            NotNow::PlayerIsHere => words.player_is_here,
            NotNow::NetworkGames => words.network_games,
            NotNow::GameMemory => words.game_memory,
            NotNow::PlayerMemory => words.player_memory,
            NotNow::NetworkMemory => words.network_memory,
            NotNow::ServerMemory => words.server_memory,
            NotNow::Blocked { most } => return words.blocked(most),
        };
        told.to_owned()
    }

    /// Why our move was not sent to a server.
    pub fn send_move_error(&self, error: &SendMoveError) -> &'static str {
        let words = &self.refusals;
        match error {
            SendMoveError::NotInRoom => words.not_in_room,
            SendMoveError::NotYourTurn => words.not_your_turn,
            SendMoveError::Refused(_) => words.illegal,
        }
    }

    /// Why something could not be kept or found. What a system or a database says stays in its
    /// language.
    pub fn store_error(&self, error: &StoreError) -> String {
        let words = &self.store;
        match error {
            StoreError::NameTaken(name) => words.name_taken(name),
            StoreError::NoProfile => words.no_profile.to_owned(),
            StoreError::NoGame => words.no_game.to_owned(),
            StoreError::SamePlayer => words.same_player.to_owned(),
            StoreError::DiskFull { place } => words.disk_full(place),
            StoreError::ReadOnly { place } => words.read_only(place),
            StoreError::Busy { place } => words.busy(place),
            StoreError::Damaged { place, why } => words.damaged(place, why),
            StoreError::Newer { place, .. } => words.newer(place),
            StoreError::Foreign { place } => words.foreign(place),
            StoreError::Image(why) => words.unreadable(why),
            StoreError::File { place, why } => format!("{place}: {}", self.io_error(why)),
            StoreError::Serving { place } => words.serving(place),
            // Of databases and their servers.
            StoreError::Address(_)
            | StoreError::Unreachable { .. }
            | StoreError::Database { .. } => error.to_string(),
        }
    }

    /// Why a file cannot be read or written. What else a system says stays in its language.
    pub fn io_error(&self, error: &io::Error) -> String {
        let words = &self.refusals;
        let ours = error.get_ref().and_then(|error| error.downcast_ref::<FaultMessage>());
        if let Some(message) = ours {
            return self.fault_message(message);
        }
        match error.kind() {
            io::ErrorKind::NotFound => words.no_file.to_owned(),
            io::ErrorKind::PermissionDenied => words.no_permission.to_owned(),
            io::ErrorKind::StorageFull => words.storage_full.to_owned(),
            io::ErrorKind::ReadOnlyFilesystem => words.read_only.to_owned(),
            io::ErrorKind::InvalidFilename => words.no_file_name.to_owned(),
            io::ErrorKind::IsADirectory => words.is_folder.to_owned(),
            io::ErrorKind::InvalidData => words.no_text.to_owned(),
            io::ErrorKind::AddrInUse => words.port_in_use.to_owned(),
            _ => error.to_string(),
        }
    }

    /// Why a text is not the name of a profile.
    pub fn name_error(&self, error: &NameError) -> String {
        let (words, longest) = (&self.refusals, store::LONGEST_NAME);
        match error {
            NameError::Empty => words.name_empty(longest),
            NameError::TooLong(count) => words.name_too_long(*count, longest),
            NameError::Unseen(character) => {
                words.name_unseen(format!("U+{:04X}", u32::from(*character)))
            }
        }
    }

    /// Why a text is not the address of a server.
    pub fn address_error(&self, error: &AddressError) -> String {
        let words = &self.refusals;
        match error {
            AddressError::Host(found) => {
                words.address_host(format!("{found:?}"), DEFAULT_PORT.to_string())
            }
            AddressError::Scheme(found) => words.address_scheme(format!("{found:?}")),
            AddressError::Port(found) => words.address_port(format!("{found:?}")),
            AddressError::Invitation(_) => words.invitation.to_owned(),
            AddressError::Transfer(_) => words.transfer.to_owned(),
        }
    }

    /// Why a file is not a picture that can be used.
    pub fn image_fault(&self, fault: &ImageFault) -> String {
        let words = &self.refusals;
        match fault {
            ImageFault::OtherKind => words.image_kind.to_owned(),
            ImageFault::TooLarge => words.image_size(LARGEST_SIDE),
            ImageFault::Damaged(error) => words.image_damaged(error.to_string()),
        }
    }

    /// Why a picture cannot be written. What the encoder says stays in English.
    pub fn image_error(&self, error: &ImageError) -> String {
        match error {
            ImageError::IoError(error) => self.io_error(error),
            _ => self.refusals.image_unwritten(error),
        }
    }

    /// Why a user's picture of a piece is not shown. What the readers of SVG and PNG say stays in English.
    pub fn picture_fault(&self, fault: &PictureFault) -> String {
        let words = &self.refusals;
        let reason = match &fault.reason {
            SpriteError::Svg(why) => words.sprite_svg(why),
            SpriteError::Png(why) => words.sprite_png(why),
            SpriteError::TooLarge { width, height } => {
                words.sprite_size(*height, MOST_PIXELS, *width)
            }
            SpriteError::Blank => words.sprite_blank.to_owned(),
        };
        words.sprite(self.piece(&fault.piece), reason)
    }

    /// Why there is no connection to a server. What the system says stays in its language.
    pub fn wire_fault(&self, fault: &WireFault) -> String {
        let words = &self.refusals;
        match fault {
            WireFault::Untried(why) => words.wire_untried(why),
            WireFault::Unanswered(why) => words.wire_unanswered(why),
            WireFault::Broken(why) => words.wire_broken(why),
        }
    }

    /// Why no server could be started on this computer.
    pub fn hosting_fault(&self, fault: &HostingFault) -> String {
        let words = &self.refusals;
        match fault {
            HostingFault::Listen { address, why } => {
                words.cannot_listen(address, self.io_error(why))
            }
            HostingFault::Thread(why) => words.no_thread(self.io_error(why)),
            HostingFault::Store(error) => self.store_error(error),
            HostingFault::Other(why) => why.clone(),
        }
    }
}
