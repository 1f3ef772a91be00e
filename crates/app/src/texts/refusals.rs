//! Why something was refused, from the codes of the crates below the window.

use game::OfferError;
use protocol::{DEFAULT_PORT, Refusal, VERSION};
use store::NameError;

use super::Texts;
use crate::image_import::{ImageFault, LARGEST_SIDE};
use crate::net::AddressError;

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

    /// Why a server has refused something. Details that only the server knows stay in its language.
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
            Refusal::Malformed(_)
            | Refusal::Options(_)
            | Refusal::Move { .. }
            | Refusal::NotNow(_) => refusal.to_string(),
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
            AddressError::Invitation(error) => error.to_string(),
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
}
