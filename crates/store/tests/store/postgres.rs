//! The same as with SQLite, with a PostgreSQL server that the test starts for itself.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use postgres::{Client, NoTls};
use xxlchess_store::{Library, Meta, PostgresStore, Profiles, Rooms, StoreError};

use crate::common::Folder;
use crate::{alike, rooms, windows};

/// Whom the server runs as if the test runs as root, which servers refuse.
const NOBODY: u32 = 65_534;

/// A server in a folder of its own, which ends with it.
struct Cluster {
    programs: PathBuf,
    folder: Folder,
    server: Child,
}

impl Cluster {
    /// Starts a server; nothing if it is not installed.
    fn start() -> Option<Cluster> {
        let programs = programs()?;
        let folder = Folder::new("postgres");
        if is_root() {
            chown(folder.path(), Some(NOBODY), Some(NOBODY)).expect("given away");
        }
        let init = |more: &[&str]| {
            let mut init = command(&programs.join("initdb"), folder.path());
            init.args(["-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"]);
            init.args(more).status().expect("it starts").success()
        };
        // If it can, it sorts texts as people do, which ours must not follow.
        let is_made = init(&["--locale-provider=icu", "--icu-locale=en"]) || init(&[]);
        assert!(is_made, "no cluster could be made");
        let server = serve(&programs, folder.path(), &[]);
        let cluster = Cluster { programs, folder, server };
        cluster.wait_until_it_answers();
        Some(cluster)
    }

    fn address(&self, database: &str) -> String {
        format!("postgres://postgres@/{database}?host={}", self.folder.path().display())
    }

    fn connect(&self, database: &str) -> Client {
        Client::connect(&self.address(database), NoTls).expect("it answers")
    }

    /// The address of a new database.
    fn database(&self, name: &str) -> String {
        let sql = format!("CREATE DATABASE {name}");
        self.connect("postgres").batch_execute(&sql).expect("made");
        self.address(name)
    }

    fn wait_until_it_answers(&self) {
        for _ in 0..600 {
            if Client::connect(&self.address("postgres"), NoTls).is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(100));
        }
        panic!("the server does not answer");
    }

    fn stop(&mut self) {
        let mut stop = command(&self.programs.join("pg_ctl"), self.folder.path());
        let _ = stop.args(["-D", "data", "-m", "immediate", "stop"]).status();
        let _ = self.server.wait();
    }

    fn restart(&mut self) {
        self.stop();
        self.server = serve(&self.programs, self.folder.path(), &[]);
        self.wait_until_it_answers();
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
    }
}

fn serve(programs: &Path, folder: &Path, options: &[&str]) -> Child {
    let mut server = command(&programs.join("postgres"), folder);
    server.args(["-D", "data", "-c", "listen_addresses=", "-F", "-k"]).arg(folder);
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

fn open(address: &str) -> PostgresStore {
    PostgresStore::open(address).expect("it can be opened")
}

#[test]
fn a_postgresql_server_answers_as_a_file_does() {
    let Some(mut cluster) = Cluster::start() else {
        println!("nothing was tried, as there is no PostgreSQL server here (initdb, postgres)");
        return;
    };
    for seed in test_kit::first_seed()..test_kit::first_seed() + 2 {
        let address = cluster.database(&format!("alike{seed}"));
        alike::compare_with_memory(seed, || Box::new(open(&address)));
    }
    let address = cluster.database("windows");
    windows::write_at_once(&|| Box::new(open(&address)));
    let address = cluster.database("two");
    windows::see_each_other(&|| Box::new(open(&address)));
    let address = cluster.database("offered");
    windows::offer_what_was_left(&|| Box::new(open(&address)));
    serve_alone(&cluster.database("rooms"));
    refuse_what_is_newer(&cluster);
    end_statements_that_hang(&cluster);
    go_on_after_a_loss(&mut cluster);
    encrypt_the_way(&mut cluster);
}

/// One server at a time keeps its rooms.
fn serve_alone(address: &str) {
    let mut first = PostgresStore::open_for_server(address).expect("it can be opened");
    rooms::check(&mut first);
    let error = PostgresStore::open_for_server(address).expect_err("there is a server");
    assert!(matches!(error, StoreError::Serving { .. }), "{error}");
    assert_eq!(open(address).rooms().expect("read").len(), 1);
    drop(first);
    PostgresStore::open_for_server(address).expect("it is free again");
}

fn refuse_what_is_newer(cluster: &Cluster) {
    let address = cluster.database("newer");
    open(&address).set_meta("a", Some("b")).expect("kept");
    let sql = "UPDATE xxlchess.layout SET number = 99";
    cluster.connect("newer").batch_execute(sql).expect("changed");
    let error = PostgresStore::open(&address).expect_err("from the future");
    assert!(error.to_string().contains("(layout 99; expected "), "{error}");
}

/// The database takes nobody from the network without TLS.
fn encrypt_the_way(cluster: &mut Cluster) {
    cluster.database("secret");
    let folder = cluster.folder.path().to_owned();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("its own");
        if is_root() {
            chown(&path, Some(NOBODY), Some(NOBODY)).expect("given away");
        }
        path.display().to_string()
    };
    let own = || rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("made");
    let (pair, other) = (own(), own());
    let certificate = file("server.pem", &pair.cert.pem());
    let key = file("server.key", &pair.signing_key.serialize_pem());
    let stranger = file("other.pem", &other.cert.pem());
    file("data/pg_hba.conf", "local all all trust\nhostssl all all 127.0.0.1/32 trust\n");
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    let port = port.expect("a free port").port().to_string();
    let listens = [
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "ssl=on",
        "-p",
        &port,
        "-c",
        &format!("ssl_cert_file={certificate}"),
        "-c",
        &format!("ssl_key_file={key}"),
    ];
    cluster.stop();
    cluster.server = serve(&cluster.programs, &folder, &listens);
    let address =
        |host: &str, mode: &str| format!("postgres://postgres@{host}:{port}/secret?{mode}");
    let root = format!("sslrootcert={certificate}");
    // Until it answers.
    while PostgresStore::open(&address("127.0.0.1", "sslmode=require")).is_err() {
        thread::sleep(Duration::from_millis(100));
    }
    for (host, mode, expected) in [
        ("127.0.0.1", "", None),
        ("127.0.0.1", "sslmode=prefer", None),
        ("127.0.0.1", "sslmode=disable", Some("no encryption")),
        ("127.0.0.1", &format!("sslmode=verify-ca&{root}"), None),
        ("127.0.0.1", &format!("sslmode=verify-full&{root}"), Some("not valid for name")),
        ("localhost", &format!("sslmode=verify-full&{root}"), None),
        ("127.0.0.1", &format!("sslmode=verify-ca&sslrootcert={stranger}"), Some("certificate")),
    ] {
        // The name may lead to an IPv6 address as well.
        let mode = if host == "localhost" {
            format!("{mode}&hostaddr=127.0.0.1")
        } else {
            mode.to_owned()
        };
        match (PostgresStore::open(&address(host, &mode)), expected) {
            (Ok(mut store), None) => store.set_meta("a", Some("b")).expect("kept"),
            (Err(error), Some(told)) => {
                assert!(error.to_string().contains(told), "{mode}: {error}")
            }
            (Ok(_), Some(_)) => panic!("{mode} was taken"),
            (Err(error), None) => panic!("{mode}: {error}"),
        }
    }
}

/// No statement waits for ever: ten seconds, or what the address says.
fn end_statements_that_hang(cluster: &Cluster) {
    let address = cluster.database("hangs");
    let mut store = open(&address);
    let trigger = |body: &str| {
        let sql = format!(
            "CREATE OR REPLACE FUNCTION xxlchess.act() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN {body}; RETURN NEW; END $$; \
             CREATE OR REPLACE TRIGGER act BEFORE INSERT ON xxlchess.meta \
             FOR EACH ROW EXECUTE FUNCTION xxlchess.act()"
        );
        cluster.connect("hangs").batch_execute(&sql).expect("made");
    };
    trigger("NEW.value := current_setting('statement_timeout')");
    store.set_meta("limit", Some("?")).expect("kept");
    assert_eq!(store.meta("limit").expect("read").as_deref(), Some("10s"));
    trigger("PERFORM pg_sleep(600)");
    let mut store = open(&format!("{address}&options=-cstatement_timeout%3D50"));
    let error = store.set_meta("slow", Some("?")).expect_err("it hangs");
    assert!(matches!(error, StoreError::Busy { .. }), "{error}");
    trigger("NULL");
    store.set_meta("slow", Some("1")).expect("it goes on with the same connection");
}

/// The database is restarted, or ends the connection, and what comes next is kept all the same.
fn go_on_after_a_loss(cluster: &mut Cluster) {
    let address = cluster.database("loss");
    let mut store = PostgresStore::open_for_server(&address).expect("it can be opened");
    store.set_meta("before", Some("1")).expect("kept");
    let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'loss'";
    cluster.connect("postgres").batch_execute(sql).expect("ended");
    store.set_meta("after", Some("2")).expect("kept by a new connection");
    cluster.restart();
    assert_eq!(store.meta("before").expect("read").as_deref(), Some("1"));
    assert_eq!(store.meta("after").expect("read").as_deref(), Some("2"));
    // The locks came back with the connection.
    let error = PostgresStore::open_for_server(&address).expect_err("there is a server");
    assert!(matches!(error, StoreError::Serving { .. }), "{error}");
    cluster.stop();
    let error = store.set_meta("late", Some("3")).expect_err("nobody is there");
    let expected = format!("postgres://postgres@{}/loss: ", cluster.folder.path().display());
    assert!(error.to_string().starts_with(&expected), "{error}");
    cluster.restart();
    store.set_meta("late", Some("3")).expect("it is there again");
    assert!(store.profiles().expect("read").is_empty());
    assert_eq!(store.games(&xxlchess_store::GameQuery::of(None)).expect("read").total, 0);
}

#[test]
fn an_address_at_which_nobody_is_is_told() {
    let error =
        PostgresStore::open("postgres://anna:secret@127.0.0.1:1/chess").expect_err("nobody");
    let text = error.to_string();
    assert!(text.starts_with("postgres://anna@127.0.0.1:1/chess: "), "{text}");
    assert!(text.contains(&io::Error::from_raw_os_error(111).to_string()), "{text}");
}
