//! The same as with SQLite, with a PostgreSQL server that the test starts for itself.

use std::io;
use std::thread;
use std::time::Duration;

use postgres::{Client, NoTls};
use test_kit::cluster::Cluster;
use xxlchess_store::{Library, Meta, PostgresStore, Profiles, Rooms, StoreError};

use crate::{alike, rooms, samples, windows};

/// Without waiting for the disk, which tests do not need.
const OPTIONS: [&str; 1] = ["-F"];

fn connect(cluster: &Cluster, database: &str) -> Client {
    Client::connect(&cluster.address(database), NoTls).expect("it answers")
}

fn open(address: &str) -> PostgresStore {
    PostgresStore::open(address).expect("it can be opened")
}

#[test]
fn a_postgresql_server_answers_as_a_file_does() {
    let Some(mut cluster) = Cluster::start("postgres", &OPTIONS) else {
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
    open_what_older_versions_have_written(&cluster);
    restore_as_the_book_says(&cluster);
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
    connect(cluster, "newer").batch_execute(sql).expect("changed");
    let error = PostgresStore::open(&address).expect_err("from the future");
    assert!(error.to_string().contains("(layout 99; expected "), "{error}");
}

/// Filled databases of the layouts before this one, and of this one by an older program, as
/// `pg_dump` writes them.
fn open_what_older_versions_have_written(cluster: &Cluster) {
    for name in ["postgres-layout-2.sql", "postgres-layout-3.sql"] {
        let database = name.replace(['-', '.'], "_");
        let address = cluster.database(&database);
        let dump = std::fs::read_to_string(samples::data(name)).expect("a dump");
        connect(cluster, &database).batch_execute(&dump).expect("restored");
        let mut store = PostgresStore::open_for_server(&address).expect("it opens");
        samples::check_server(&store);
        // It goes on: numbers of profiles are not used twice.
        let anna = samples::new_profile(&mut store, "Somebody new");
        assert!(anna.number() > 14, "{name}");
        let again = PostgresStore::open(&address).expect("it opens once more");
        assert_eq!(again.profiles().expect("read").len(), 15);
    }
}

/// What the chapter about backups says, word by word, while a server has the database open.
fn restore_as_the_book_says(cluster: &Cluster) {
    let from = cluster.database("original");
    let dump = std::fs::read_to_string(samples::data("postgres-layout-3.sql")).expect("a dump");
    connect(cluster, "original").batch_execute(&dump).expect("filled");
    let mut running = PostgresStore::open_for_server(&from).expect("it opens");
    let to = cluster.database("empty");
    let page = test_kit::book::page("docs/server.md");
    let chapter = page.texts_of("sh", Some("elsewhere"));
    let commands: Vec<&String> = ["pg_dump", "psql"]
        .map(|name| chapter.iter().find(|text| text.starts_with(name)))
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(commands.len(), 2, "the chapter has both");
    let folder = crate::common::Folder::new("restore");
    for command in commands {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-e", "-c", command.as_str()]).current_dir(folder.path());
        shell.env("DATABASE", &from).env("EMPTY_DATABASE", &to);
        assert!(shell.status().expect("it starts").success(), "{command}");
        running.set_meta("later", Some("1")).expect("the server goes on");
    }
    let restored = PostgresStore::open_for_server(&to).expect("it opens");
    samples::check_server(&restored);
    assert_eq!(restored.meta("later").expect("read"), None, "written after the copy");
}

/// The database refuses network connections without TLS.
fn encrypt_the_way(cluster: &mut Cluster) {
    cluster.database("secret");
    let file = |name: &str, text: &str| cluster.file(name, text).display().to_string();
    let own = || rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("made");
    let (pair, other) = (own(), own());
    let certificate = file("server.pem", &pair.cert.pem());
    let key = file("server.key", &pair.signing_key.serialize_pem());
    let stranger = file("other.pem", &other.cert.pem());
    file("data/pg_hba.conf", "local all all trust\nhostssl all all 127.0.0.1/32 trust\n");
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    let port = port.expect("a free port").port().to_string();
    let [certificate_file, key_file] = [("cert", &certificate), ("key", &key)]
        .map(|(kind, path)| format!("ssl_{kind}_file={path}"));
    let listens = ["-F", "-c", "listen_addresses=127.0.0.1", "-p", &port, "-c", "ssl=on"];
    let encrypts = ["-c", certificate_file.as_str(), "-c", key_file.as_str()];
    cluster.restart_with(&[&listens[..], &encrypts].concat());
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
        connect(cluster, "hangs").batch_execute(&sql).expect("made");
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
    connect(cluster, "postgres").batch_execute(sql).expect("ended");
    store.set_meta("after", Some("2")).expect("kept by a new connection");
    cluster.restart();
    assert_eq!(store.meta("before").expect("read").as_deref(), Some("1"));
    assert_eq!(store.meta("after").expect("read").as_deref(), Some("2"));
    // The locks came back with the connection.
    let error = PostgresStore::open_for_server(&address).expect_err("there is a server");
    assert!(matches!(error, StoreError::Serving { .. }), "{error}");
    cluster.stop();
    let error = store.set_meta("late", Some("3")).expect_err("nobody is there");
    let expected = format!("postgres://postgres@{}/loss: ", cluster.folder().display());
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
