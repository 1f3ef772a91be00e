//! `xxlchess admin`: asks a running server about its people, and does something about them.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, Subcommand};
use server::{AdminReply, AdminRequest};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The socket of the server, as its option --admin-socket names it.
    #[arg(long, value_name = "FILE")]
    socket: PathBuf,
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List everybody who is connected: name, address, games.
    List,
    /// List what players have reported.
    Reports,
    /// List everybody who is banned or muted.
    Measures,
    /// Refuse a player's chat.
    Mute { player: String },
    /// Let a player chat again.
    Unmute { player: String },
    /// Close a player's connections.
    Kick { player: String },
    /// Turn a player, an address or a network such as 192.0.2.0/24 away.
    Ban { whom: String },
    /// Let them in again.
    Unban { whom: String },
    /// Give a player another name.
    Rename { player: String, name: String },
    /// Delete everything that is kept of a player: profile, games, ratings.
    Delete { player: String },
}

const EXAMPLES: &str = "\
The server listens on the socket that `xxlchess serve --admin-socket FILE` names.

Examples:
  xxlchess admin --socket /run/xxlchess/admin.sock list
  xxlchess admin --socket /run/xxlchess/admin.sock ban 192.0.2.0/24";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let request = match &options.action {
        Action::List => AdminRequest::List,
        Action::Reports => AdminRequest::Reports,
        Action::Measures => AdminRequest::Measures,
        Action::Mute { player } => AdminRequest::Mute { player: player.clone(), on: true },
        Action::Unmute { player } => AdminRequest::Mute { player: player.clone(), on: false },
        Action::Kick { player } => AdminRequest::Kick { player: player.clone() },
        Action::Ban { whom } => AdminRequest::Ban { whom: whom.clone(), on: true },
        Action::Unban { whom } => AdminRequest::Ban { whom: whom.clone(), on: false },
        Action::Rename { player, name } => {
            AdminRequest::Rename { player: player.clone(), name: name.clone() }
        }
        Action::Delete { player } => AdminRequest::Delete { player: player.clone() },
    };
    match ask(options, &request)? {
        AdminReply::Done(text) => writeln!(output, "{}", text.trim_end())?,
        AdminReply::Failed(text) => bail!("{text}"),
    }
    Ok(())
}

#[cfg(unix)]
fn ask(options: &Options, request: &AdminRequest) -> anyhow::Result<AdminReply> {
    use std::io::Read;
    use std::net::Shutdown;
    use std::os::unix::net::UnixStream;

    use anyhow::Context;

    let place = options.socket.display();
    let mut stream = UnixStream::connect(&options.socket)
        .with_context(|| format!("no server answers at {place}"))?;
    stream.write_all(protocol::write(request).as_bytes())?;
    stream.shutdown(Shutdown::Write)?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    protocol::read(&text).with_context(|| format!("{place} is no socket of a game server"))
}

#[cfg(not(unix))]
fn ask(_: &Options, _: &AdminRequest) -> anyhow::Result<AdminReply> {
    bail!("this system has no sockets for it; stop the server to change its data")
}
