//! Why an offer, its answer or a resignation has no effect.

use serde::{Deserialize, Serialize};

/// Why something that a player said has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
pub enum OfferError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// The rules of this game know no such thing.
    #[error("the rules of this game do not allow it")]
    NotInTheRules,
    /// The players have agreed to do without it.
    #[error("it was not agreed for this game")]
    NotAgreed,
    /// The side must move before it may ask again.
    #[error("it was asked already; make a move before asking again")]
    AskedAlready,
    /// There is nothing to be answered.
    #[error("there is no offer to answer")]
    NoOffer,
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// Only the side to move may do it.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// The position is not drawn.
    #[error("the position does not allow to claim a draw")]
    NoClaim,
    /// The second move was played.
    #[error("the second move has been played; resign or offer a draw")]
    TooLateToAbort,
    /// The resignation was too long ago, or the other player is elsewhere.
    #[error("the resignation stands")]
    ResignationStands,
}
