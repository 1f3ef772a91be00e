//! `xxlchess serve`: what it says and how it ends when it cannot serve, and when it can.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Child, Stdio};

use crate::program::{argument, file, program, refuses};

fn serve(arguments: &[&str]) -> String {
    refuses(&[&["serve", "--no-announce"], arguments].concat())
}

/// A file for a store that nobody else has.
fn data(name: &str) -> String {
    let path = file(&format!("serve/{name}/readme"), "");
    argument(&path.with_file_name("server.db")).to_owned()
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let message = serve(&["--listen", &address, "--data", &data("taken")]);
    assert!(message.starts_with(&format!("error: cannot listen at {address}: ")), "{message}");
}

#[test]
fn bad_options_are_told() {
    let message = serve(&["--listen", "nowhere"]);
    assert!(message.contains("expected an address with a port such as 0.0.0.0:8064"), "{message}");
    let message = serve(&["--tls-cert", "cert.pem"]);
    assert!(message.contains("--tls-key"), "{message}");
    let message = serve(&["--log", "loud"]);
    assert!(message.contains("--log"), "{message}");
}

#[test]
fn a_bad_certificate_is_told() {
    let paper = file("serve/tls/cert.pem", "a piece of paper");
    let (paper, data) = (argument(&paper), data("tls"));
    let message = serve(&[
        "--listen",
        "127.0.0.1:0",
        "--data",
        &data,
        "--tls-cert",
        paper,
        "--tls-key",
        paper,
    ]);
    let expected = format!("error: {paper}: expected a certificate as PEM: ");
    assert!(message.starts_with(&expected), "{message}");
}

#[test]
fn a_store_that_cannot_be_written_is_told() {
    let paper = file("serve/store/paper", "no folder");
    let below = paper.join("server.db");
    let message = serve(&["--listen", "127.0.0.1:0", "--data", argument(&below)]);
    assert!(message.starts_with(&format!("error: {}: ", below.display())), "{message}");
}

#[test]
fn an_address_of_no_database_is_told_without_its_password() {
    for (address, kind) in [
        ("mysql://anna:secret@host/chess", "mysql://"),
        ("postgres:/anna:secret@host/chess", "postgres:"),
        ("postgresql:secret", "postgresql:"),
    ] {
        let message = serve(&["--data", address]);
        let expected = format!("begins with `{kind}`; expected a file, or `postgres://");
        assert!(message.contains(&expected) && !message.contains("secret"), "{message}");
    }
    let message = serve(&["--data", "postgres://anna:secret@127.0.0.1:1/chess"]);
    let expected = match cfg!(feature = "postgres") {
        true => "error: postgres://anna@127.0.0.1:1/chess: ",
        false => "error: this program was built without PostgreSQL; build it with ",
    };
    assert!(message.starts_with(expected) && !message.contains("secret"), "{message}");
}

#[test]
fn a_file_that_is_no_database_or_damaged_is_refused_and_stays() {
    let folder = std::env::temp_dir().join(format!("xxlchess-damaged-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let [diary, damaged] = ["diary.txt", "club.db"].map(|name| folder.join(name));
    let broken = [b"SQLite format 3\0".as_slice(), &[7; 8192]].concat();
    std::fs::write(&diary, "Dear diary").expect("written");
    std::fs::write(&damaged, &broken).expect("written");
    for recover in [&[][..], &["--recover"]] {
        let arguments = [&["--data", diary.to_str().expect("a path")], recover].concat();
        let message = serve(&arguments);
        assert!(message.contains("is no database, and stays as it is"), "{message}");
    }
    let message = serve(&["--data", damaged.to_str().expect("a path")]);
    assert!(message.contains("is damaged") && message.contains("--recover"), "{message}");
    assert_eq!(std::fs::read(&diary).expect("there"), b"Dear diary");
    assert_eq!(std::fs::read(&damaged).expect("there"), broken);
    let _ = std::fs::remove_dir_all(&folder);
}

/// A server that runs, and is killed with the test.
struct Running(Child);

impl Running {
    /// Starts a server, and waits until it serves. Gives its address too.
    fn start(arguments: &[&str]) -> (Running, String) {
        let (running, line) = Running::listen("127.0.0.1:0", arguments);
        let address = line.trim().strip_prefix("Serving at http://").expect("an address");
        (running, address.to_owned())
    }

    /// Starts a server, and gives the first line that it prints.
    fn listen(address: &str, arguments: &[&str]) -> (Running, String) {
        let mut command = program();
        command.args(["serve", "--no-announce", "--listen", address]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let output = child.stdout.take().expect("its output");
        let mut line = String::new();
        let mut output = BufReader::new(output);
        output.read_line(&mut line).expect("read");
        // Nobody reads what it says later; it must not stop for that.
        std::thread::spawn(move || output.read_to_end(&mut Vec::new()));
        (Running(child), line)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_first_line_is_a_link_that_can_be_opened() {
    let (_running, line) = Running::listen("0.0.0.0:0", &["--data", &data("link")]);
    assert!(line.starts_with("Serving at http://127.0.0.1:"), "{line}");
    assert!(!line.contains("0.0.0.0"), "{line}");
}

#[test]
fn limits_that_make_no_sense_are_refused() {
    for (limit, expected) in [
        ("chats=1/6", "--limit: there is no limit `chats`"),
        ("chat=fast", "--limit: `chat`: expected how many a second"),
    ] {
        let message = serve(&["--limit", limit, "--data", &data("limits")]);
        assert!(message.contains(expected), "{message}");
    }
    let (_running, _) = Running::start(&["--limit", "chat=2/9", "--data", &data("limits")]);
}

#[test]
fn one_server_at_a_time_has_a_store_and_a_signal_stops_it() {
    let data = data("alone");
    let (mut first, _) = Running::start(&["--data", &data]);
    let message = serve(&["--listen", "127.0.0.1:0", "--data", &data]);
    assert!(message.contains("server.db is in use by another server;"), "{message}");
    if cfg!(unix) {
        // It asks for a new certificate, of which this server has none.
        test_kit::kill::send_signal(&first.0, "HUP");
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert!(first.0.try_wait().expect("known").is_none(), "it runs on");
        test_kit::kill::send_signal(&first.0, "TERM");
        assert_eq!(first.0.wait().expect("it ends").code(), Some(0), "an orderly end");
    }
    drop(first);
    // One that is killed leaves the store to the next one at once.
    drop(Running::start(&["--data", &data]));
    drop(Running::start(&["--data", &data]));
}

/// What the chapter about backups says, word by word, while a server of an older version's file runs.
#[test]
fn a_server_is_backed_up_and_restored_as_the_book_says() {
    let data = data("original");
    let folder = std::path::Path::new(&data).parent().expect("a folder").to_owned();
    let _ = std::fs::remove_file(folder.join("monday.db"));
    let sample = test_kit::book::root().join("crates/store/tests/data/server.db");
    std::fs::copy(sample, &data).expect("copied");
    let page = test_kit::book::page("docs/server.md");
    let lines = page.texts_of("sh", Some("stays"));
    let words = |part: &str| -> Vec<String> {
        let line = lines.iter().find(|line| line.contains(part)).expect("it is in the chapter");
        line.split_whitespace().skip(1).map(str::to_owned).collect()
    };
    let (first, address) = Running::start(&["--data", &data]);
    wait_until_listed(&address);
    let mut backup = program();
    backup.args(words("backup monday.db")).env("XXLCHESS_DATA", &data).current_dir(&folder);
    let output = backup.output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    drop(first);
    let serve = words("serve --data monday.db");
    assert_eq!(serve[..2], ["serve", "--data"]);
    let copy = folder.join(&serve[2]);
    let (_second, address) = Running::start(&["--data", argument(&copy)]);
    wait_until_listed(&address);
}

/// Waits until a server has brought all unfinished games of the sample back, within the rate of requests.
/// Those that are over leave the list some time after they were put away.
fn wait_until_listed(address: &str) {
    let unfinished = ["42mbr2a2g3", "cgkndy2w7j", "pujx5utf55"];
    let is_back = |games: &str| unfinished.iter().all(|game| games.contains(game));
    for _ in 0..40 {
        if is_back(&listed(address)) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(500));
    }
    panic!("they are not listed: {}", listed(address));
}

/// The games of a server, in order.
fn listed(address: &str) -> String {
    use std::io::Write;
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = std::net::TcpStream::connect(host).expect("it listens");
    let request = format!("GET /api/games HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let mut rooms: Vec<&str> =
        answer.split("\"room\":\"").skip(1).filter_map(|rest| rest.get(..10)).collect();
    rooms.sort_unstable();
    rooms.join(" ")
}
