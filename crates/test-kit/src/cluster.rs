//! A PostgreSQL server of a test's own, in a folder that ends with it.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Whom the server runs as if the test runs as root, which servers refuse.
const NOBODY: u32 = 65_534;

/// A server that listens at a socket in its folder.
pub struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    server: Child,
    options: Vec<String>,
}

impl Cluster {
    /// Starts a server with further options; nothing if it is not installed.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start(name: &str, options: &[&str]) -> Option<Cluster> {
        let programs = programs()?;
        let folder = std::env::temp_dir().join(format!("xxlchess-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        give_away(&folder);
        let init = |more: &[&str]| {
            let mut init = command(&programs.join("initdb"), &folder);
            init.args(["-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"]);
            init.args(more).status().expect("it starts").success()
        };
        // If it can, it sorts texts as people do, which ours must not follow.
        let is_made = init(&["--locale-provider=icu", "--icu-locale=en"]) || init(&[]);
        assert!(is_made, "no cluster could be made");
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        let server = serve(&programs, &folder, &options);
        let cluster = Cluster { programs, folder, server, options };
        cluster.wait_until_it_answers();
        Some(cluster)
    }

    /// The folder with its socket.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address of a database, by the socket.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://postgres@/{database}?host={}", self.folder.display())
    }

    /// Makes a database, and gives its address.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn database(&self, name: &str) -> String {
        assert!(self.psql("postgres", &format!("CREATE DATABASE {name}")), "{name} is not made");
        self.address(name)
    }

    /// Runs a statement; tells whether that worked.
    pub fn psql(&self, database: &str, sql: &str) -> bool {
        let mut psql = self.client("psql");
        psql.args(["-q", "-v", "ON_ERROR_STOP=1", "-c", sql, database]);
        psql.stdout(Stdio::null()).stderr(Stdio::null());
        psql.status().is_ok_and(|status| status.success())
    }

    /// A program of PostgreSQL that talks to this server, such as `pgbench`.
    pub fn client(&self, program: &str) -> Command {
        let own = self.programs.join(program);
        let mut command = Command::new(if own.exists() { own } else { program.into() });
        command.arg("-h").arg(&self.folder).args(["-U", "postgres"]);
        command
    }

    /// A file in the server's folder that only the server may read.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.folder.join(name);
        fs::write(&path, text).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("its own");
        give_away(&path);
        path
    }

    /// Ends the server as a crash does.
    pub fn stop(&mut self) {
        let mut stop = command(&self.programs.join("pg_ctl"), &self.folder);
        let _ = stop.args(["-D", "data", "-m", "immediate", "stop"]).status();
        let _ = self.server.wait();
    }

    /// Ends the server as a crash does, and starts it again.
    pub fn restart(&mut self) {
        self.stop();
        self.server = serve(&self.programs, &self.folder, &self.options);
        self.wait_until_it_answers();
    }

    /// Starts it again with other options. It may not answer at its socket then.
    pub fn restart_with(&mut self, options: &[&str]) {
        self.options = options.iter().map(|&option| option.to_owned()).collect();
        self.stop();
        self.server = serve(&self.programs, &self.folder, &self.options);
    }

    /// Sends a signal, such as `STOP`, to the server and all processes that it has started.
    pub fn signal(&self, signal: &str) {
        let own = self.server.id();
        let children = fs::read_to_string(format!("/proc/{own}/task/{own}/children"));
        let children = children.unwrap_or_default();
        let mut kill = Command::new("kill");
        kill.arg(format!("-{signal}")).arg(own.to_string()).args(children.split_whitespace());
        let _ = kill.stderr(Stdio::null()).status();
    }

    fn wait_until_it_answers(&self) {
        for _ in 0..600 {
            if self.psql("postgres", "SELECT 1") {
                return;
            }
            thread::sleep(Duration::from_millis(100));
        }
        panic!("the server does not answer");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.signal("CONT");
        self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn serve(programs: &Path, folder: &Path, options: &[String]) -> Child {
    let mut server = command(&programs.join("postgres"), folder);
    server.args(["-D", "data", "-c", "listen_addresses=", "-k"]).arg(folder);
    server.args(options).spawn().expect("it starts")
}

/// A program that runs in the folder, quietly, and not as root.
fn command(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

fn give_away(path: &Path) {
    if is_root() {
        chown(path, Some(NOBODY), Some(NOBODY)).expect("given away");
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|about| about.uid() == 0)
}

/// The folder of the server's programs: on the path, or where Debian has them.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = versions.map(|version| version.path().join("bin"));
    let mut folders = std::env::split_paths(&path).chain(debian);
    folders.find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}
