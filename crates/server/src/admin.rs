//! The interface for operators of a running server, over a socket of the machine: one JSON text there, one
//! back.

use std::fmt::Write;
use std::sync::Arc;

use protocol::{PlayerName, TextError};
use serde::{Deserialize, Serialize};
use store::ProfileId;

use crate::cluster::Frame;
use crate::identity::Player;
use crate::moderation::{Measure, STORE_KEY};
use crate::proxy::IpNetwork;
use crate::server_state::ServerState;
use crate::store_actor::StoreFailure;

/// A request of an operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum AdminRequest {
    /// All connections.
    List,
    /// The reports of players.
    Reports,
    /// All bans and mutes.
    Measures,
    /// A player's chat is refused, or not any more.
    Mute {
        /// The name of the player on this server.
        player: String,
        /// True to refuse it.
        on: bool,
    },
    /// A player's connections are closed.
    Kick {
        /// The name of the player on this server.
        player: String,
    },
    /// A player, an address or a network is turned away, or not any more.
    Ban {
        /// A name, an address, or a network such as `10.0.0.0/8`.
        whom: String,
        /// True to turn away.
        on: bool,
    },
    /// A player gets another name.
    Rename {
        /// The name of the player so far.
        player: String,
        /// The name from now on.
        name: String,
    },
    /// Everything that is kept of a player is deleted.
    Delete {
        /// The name of the player on this server.
        player: String,
    },
}

/// The answer to an operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdminReply {
    /// It is done; the text says what.
    Done(String),
    /// It is not; the text says why.
    Failed(String),
}

/// Does what an operator asks for.
pub(crate) async fn answer(state: &Arc<ServerState>, request: AdminRequest) -> AdminReply {
    tracing::info!(?request, "an operator asks");
    match perform(state, request).await {
        Ok(text) => AdminReply::Done(text),
        Err(error) => AdminReply::Failed(error.to_string()),
    }
}

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
enum AdminError {
    #[error("`{0}` is not connected")]
    NotConnected(String),
    #[error("nobody called `{0}` has played here; a visitor is banned by their address")]
    Unknown(String),
    #[error(transparent)]
    Name(#[from] TextError),
    #[error(transparent)]
    Store(#[from] StoreFailure),
}

async fn perform(state: &Arc<ServerState>, request: AdminRequest) -> Result<String, AdminError> {
    match request {
        AdminRequest::List => Ok(list(state)),
        AdminRequest::Reports => Ok(kept(state, "report:").await?),
        AdminRequest::Measures => Ok(kept(state, "").await?),
        AdminRequest::Mute { player, on } => {
            let (profile, name) = profile(state, &player).await?;
            Ok(set(state, Measure::Mute(profile), &name, on).await?)
        }
        AdminRequest::Kick { player } => {
            let count = kick(state, |known| known.name().key() == player.to_lowercase());
            match count {
                0 => Err(AdminError::NotConnected(player)),
                count => Ok(format!("{count} connections are closed")),
            }
        }
        AdminRequest::Ban { whom, on } => match whom.parse::<IpNetwork>() {
            Ok(network) => {
                let done = set(state, Measure::BanNetwork(network), &whom, on).await?;
                if on {
                    state.kick(|online| network.contains(online.address));
                }
                Ok(done)
            }
            Err(_) => {
                let (profile, name) = profile(state, &whom).await?;
                let done = set(state, Measure::Ban(profile), &name, on).await?;
                if on {
                    kick(state, |known| known.profile() == Some(profile));
                }
                Ok(done)
            }
        },
        AdminRequest::Rename { player, name } => {
            let (profile, _) = profile(state, &player).await?;
            let name = PlayerName::new(&name)?;
            let given = state.identities.rename_profile(profile, &name).await?;
            Ok(format!("`{player}` is called `{given}` from now on"))
        }
        AdminRequest::Delete { player } => {
            let (profile, _) = profile(state, &player).await?;
            kick(state, |known| known.profile() == Some(profile));
            state.identities.delete_profile(profile).await?;
            Ok(format!("everything that was kept of `{player}` is deleted"))
        }
    }
}

fn list(state: &ServerState) -> String {
    let mut text = String::new();
    for online in state.online() {
        let (name, address) = (online.player.name(), online.address);
        let games = state.rooms_of(&online.player.key).len();
        let muted = if state.moderation.is_muted(&online.player) { ", muted" } else { "" };
        let _ = writeln!(text, "{name}\t{address}\t{games} games{muted}");
    }
    text
}

async fn kept(state: &ServerState, kind: &str) -> Result<String, StoreFailure> {
    let prefix = format!("{STORE_KEY}{kind}");
    let is_all = kind.is_empty();
    let found = state.storage.with(move |store| store.metas(&prefix)).await?;
    let mut text = String::new();
    for (key, value) in found {
        let key = key.strip_prefix(STORE_KEY).unwrap_or(&key);
        if !(is_all && key.starts_with("report:")) {
            let _ = writeln!(text, "{key}\t{value}");
        }
    }
    Ok(text)
}

/// The profile of a player, by their name.
async fn profile(state: &ServerState, name: &str) -> Result<(ProfileId, String), AdminError> {
    let profiles = state.storage.with(|store| store.profiles()).await?;
    let wanted = name.to_lowercase();
    let found = profiles.into_iter().find(|profile| profile.name.as_str().to_lowercase() == wanted);
    let found = found.ok_or_else(|| AdminError::Unknown(name.to_owned()))?;
    Ok((found.id, found.name.to_string()))
}

async fn set(
    state: &ServerState,
    measure: Measure,
    name: &str,
    on: bool,
) -> Result<String, StoreFailure> {
    let (key, value) = (measure.key(), on.then(|| name.to_owned()));
    state.storage.with(move |store| store.set_meta(&key, value.as_deref())).await?;
    let is_new = state.moderation.set(measure, on);
    state.broadcast_to_nodes(&Frame::Moderated);
    Ok(match (on, is_new) {
        (true, true) => "done".to_owned(),
        (false, true) => "taken back".to_owned(),
        (_, false) => "it was so already".to_owned(),
    })
}

fn kick(state: &ServerState, is_it: impl Fn(&Player) -> bool) -> usize {
    state.kick(|online| is_it(&online.player))
}

/// The socket for operators.
#[cfg(unix)]
pub(crate) mod socket {
    use std::io;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    use std::path::Path;
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{UnixListener, UnixStream};

    use super::{AdminReply, answer};
    use crate::server_state::ServerState;

    /// The longest request, in bytes.
    const LONGEST: u64 = 4096;

    /// Opens the socket, for the user of the server alone. One that was left behind is replaced.
    pub(crate) fn open(path: &Path) -> io::Result<UnixListener> {
        let is_socket = std::fs::metadata(path).is_ok_and(|about| about.file_type().is_socket());
        if is_socket && std::os::unix::net::UnixStream::connect(path).is_err() {
            std::fs::remove_file(path)?;
        }
        let listener = UnixListener::bind(path)?;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
        Ok(listener)
    }

    /// Answers operators, one after the other.
    pub(crate) async fn serve(listener: UnixListener, state: Arc<ServerState>) {
        loop {
            let Ok((stream, _)) = listener.accept().await else { continue };
            let answered = converse(stream, &state);
            if tokio::time::timeout(Duration::from_secs(30), answered).await.is_err() {
                tracing::warn!("an operator was not answered in time");
            }
        }
    }

    async fn converse(mut stream: UnixStream, state: &Arc<ServerState>) {
        let mut text = String::new();
        let read = (&mut stream).take(LONGEST).read_to_string(&mut text).await;
        let request = read
            .map_err(|error| error.to_string())
            .and_then(|_| protocol::read(&text).map_err(|error| error.to_string()));
        let reply = match request {
            Ok(request) => answer(state, request).await,
            Err(error) => AdminReply::Failed(error),
        };
        // Who does not wait for the answer does not get it.
        let _ = stream.write_all(protocol::write(&reply).as_bytes()).await;
        let _ = stream.shutdown().await;
    }
}
