//! Messages of a client.

use rules::Colour;
use serde::{Deserialize, Serialize};

use crate::{
    ChatText, LiveState, PlayerName, RoomCode, RoomId, RoomOptions, TimeControl, Token, UciMove,
};

/// A message of a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// Identifies the player. Always and only the first message of a connection.
    Hello {
        /// The newest version of the protocol that the client speaks. The answer names the one
        /// that is spoken: this one, or an older one.
        version: u16,
        /// The name that the player asks for.
        name: PlayerName,
        /// The secret that a server issued to the player earlier.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Token>,
        /// The rooms that they were in before the connection was lost.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        resume: Vec<Resume>,
        /// The code of a link that takes a player along to this device, in place of the token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        transfer: Option<Token>,
    },
    /// Checks the connection. It is answered by [`ToClient::Pong`](crate::ToClient::Pong).
    Ping {
        /// A number that the answer repeats.
        number: u64,
    },
    /// Subscribes to the list of running games and of games that wait for a player.
    WatchLobby {
        /// False to unsubscribe.
        on: bool,
    },
    /// Searches the list of games; it is answered by [`ToClient::Games`](crate::ToClient::Games).
    AskGames {
        /// A part of a player's name, of the title of the rules, or of the room's id; everything if
        /// it is empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        search: String,
        /// The page, from 0.
        #[serde(default)]
        page: usize,
    },
    /// Asks for the ranking lists; it is answered by
    /// [`ToClient::Ranking`](crate::ToClient::Ranking).
    AskRanking,
    /// Looks for an opponent, and is paired with a player who seeks the same game. It is answered by
    /// [`ToClient::Seeking`](crate::ToClient::Seeking), and at some time by
    /// [`ToClient::Paired`](crate::ToClient::Paired).
    Seek(Seek),
    /// Looks for an opponent no more.
    CancelSeek,
    /// Reports the misconduct of a player to the operator of the server.
    Report {
        /// The reported player.
        player: PlayerName,
        /// A description of the misconduct.
        text: ChatText,
    },
    /// Blocks or unblocks a player: blocked players are not paired and cannot join.
    Block {
        /// The blocked player.
        player: PlayerName,
        /// True to block.
        on: bool,
    },
    /// Asks for a code by which another device becomes this player as well, with name, ratings and
    /// games. It is answered by [`ToClient::Transfer`](crate::ToClient::Transfer); the code before
    /// it is not valid any more.
    AskTransfer,
    /// Revokes the codes that were not used, and signs all other devices of this player out. It is
    /// answered by [`ToClient::DevicesRevoked`](crate::ToClient::DevicesRevoked).
    RevokeDevices,
    /// Makes a room and sits down in it.
    Create {
        /// What is agreed about the game.
        options: RoomOptions,
    },
    /// Sits down in a room that waits for a second player.
    Join {
        /// Where a seat is free, or kept for this player.
        room: RoomId,
        /// The code, if the room is private.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<RoomCode>,
    },
    /// Watches a game.
    Watch {
        /// The room of the game.
        room: RoomId,
        /// The code, if the room is private.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<RoomCode>,
        /// Under fog, whose view to see if they allow it.
        #[serde(
            with = "record::names::name_or_not",
            default,
            skip_serializing_if = "Option::is_none"
        )]
        #[cfg_attr(feature = "schema", schemars(with = "Option<record::schema::ColourName>"))]
        view: Option<Colour>,
    },
    /// Leaves a room. A player of a game that goes on stays its player and may come back; a room
    /// that still waits for a second player is closed.
    Leave {
        /// Which of the rooms that the client is in.
        room: RoomId,
    },
    /// Does something in a room.
    Act {
        /// A room that the client is in.
        room: RoomId,
        /// What is done.
        action: Action,
    },
}

/// The kind of game that a player looks for. Both sides have the same time; colours are drawn by lot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Seek {
    /// The id of rules that ship.
    pub rules: String,
    /// Is there fog?
    #[serde(default)]
    pub fog: bool,
    /// The time of each side, if there are clocks.
    #[serde(default)]
    pub clock: Option<TimeControl>,
    /// Does it count for the ratings?
    #[serde(default)]
    pub rated: bool,
}

impl Seek {
    /// The room in which such a game is played.
    pub fn options(&self) -> RoomOptions {
        let Seek { rules, fog, clock, rated } = self.clone();
        RoomOptions { fog, clock, rated, ..RoomOptions::friendly(&rules) }
    }
}

/// A room that a client was in, and what it has seen of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// Where the client was.
    pub room: RoomId,
    /// The code, if the room is private.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<RoomCode>,
    /// The number of the last event that was seen. If nothing has happened since, the answer is a
    /// short [`ToClient::Resumed`](crate::ToClient::Resumed) and else the whole state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<u64>,
    /// Did the client play there, or ask to join without an answer yet?
    #[serde(default)]
    pub play: bool,
    /// Under fog, whose view a spectator was shown.
    #[serde(with = "record::names::name_or_not", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<record::schema::ColourName>"))]
    pub view: Option<Colour>,
}

/// Something that is done in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Plays a move. Sent twice, for instance after a lost connection, it is played once.
    Play {
        /// After how many turns.
        ply: usize,
        /// The move from square to square, as UCI writes it.
        #[serde(rename = "move")]
        chess_move: UciMove,
        /// The player's own thinking time in milliseconds. The time that the
        /// message travelled is then not charged to their clock, within limits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought_ms: Option<u64>,
    },
    /// Gives up.
    Resign,
    /// Offers a draw, or accepts one.
    OfferDraw,
    /// Answers the offer of a draw.
    AnswerDraw {
        /// True to accept.
        accept: bool,
    },
    /// Claims a draw by repetition or fifty moves, where the rules ask for a claim.
    ClaimDraw,
    /// Asks to take one's last move back.
    AskTakeBack,
    /// Lets the other side take its move back, or not.
    AnswerTakeBack {
        /// True to accept.
        accept: bool,
    },
    /// Breaks the game off before the second move.
    Abort,
    /// Claims the win after the other player was away for too long.
    ClaimAbandoned,
    /// Asks for another game with colours changed, or agrees to one.
    Rematch,
    /// Sends a line of chat to the room.
    Chat {
        /// What is said.
        text: ChatText,
    },
    /// Shares the player's pointer, selection and arrows.
    Live {
        /// All that there is to be seen.
        state: LiveState,
    },
    /// Allows the sharing of pointer, selection and arrows; it is active while both players
    /// allow it.
    AllowLive {
        /// True to enable.
        on: bool,
    },
    /// Under fog, lets spectators see this player's view, or not.
    ShowView {
        /// True to enable.
        on: bool,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_can_be_short_and_never_shows_its_token() {
        let hello: ToServer =
            crate::read(r#"{"hello":{"version":4,"name":"Anna"}}"#).expect("a greeting");
        assert!(matches!(&hello, ToServer::Hello { token: None, resume, .. } if resume.is_empty()));
        let token = Token::from_bytes([0xAB; 16]);
        let name = PlayerName::new("Anna").expect("a name");
        let hello = ToServer::Hello {
            version: 1,
            name,
            token: Some(token),
            resume: Vec::new(),
            transfer: None,
        };
        assert!(!format!("{hello:?}").contains("abab"));
        assert_eq!(crate::read::<ToServer>(&crate::write(&hello)).expect("a greeting"), hello);
    }

    #[test]
    fn actions_without_more_are_words() {
        let text = r#"{"act":{"room":"k3f7q2m9xa","action":"resign"}}"#;
        let message: ToServer = crate::read(text).expect("a message");
        assert!(matches!(message, ToServer::Act { action: Action::Resign, .. }));
        assert!(
            crate::read::<ToServer>(r#"{"act":{"room":"k3f7q2m9xa","action":"win"}}"#).is_err()
        );
    }
}
