//! What logins cost the others, and what they tell: the time of reading a product while nobody and while everybody logs in,
//! and the time of an unknown login against that of a wrong password. Runs the real server on the loopback.
//!
//! `cargo bench -p server --bench logins` prints the numbers; nothing is judged here, because a busy machine measures itself.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on stops")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const STOREFRONT: &str = "storefront.example";
const LOGIN: &str = "buyer@storefront.example";
const PASSWORD: &str = "a long password";
/// Clients that log in at once: more than any server has cores, fewer than its queue holds and then some.
const FLOODING_CLIENTS: usize = 32;
/// How long reads are measured, quiet and flooded.
const MEASURED: Duration = Duration::from_secs(10);
/// Pairs of an unknown login and a wrong password.
const PAIRS: usize = 60;

fn main() {
    // `cargo test` runs benchmarks, too, and would wait for half a minute.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let place = Place::new();
    let server = place.serve();
    let token = server.token();
    let mut quiet = server.read_for(MEASURED, &token);
    let (mut flooded, answers) = server.read_during_flood(&token);
    println!("reading a product, one connection (microseconds)");
    print_latencies("quiet", &mut quiet);
    print_latencies("while logins flood in", &mut flooded);
    println!("  p99 flooded / quiet: {:.2}", percentile(&mut flooded, 99) / percentile(&mut quiet, 99));
    println!("  logins answered meanwhile: {} checked, {} told to come back", answers.0, answers.1);
    compare_logins(&server);
}

/// A folder with a catalog and an account.
struct Place(TempDir);

/// A running server.
struct Server {
    child: Child,
    address: String,
}

/// One connection that is kept.
struct Connection(BufReader<TcpStream>);

impl Place {
    fn new() -> Self {
        let place = Self(TempDir::new().unwrap());
        let catalog = place.command(&["generate", "--products", "2000", "--sections", "50"]).output().unwrap().stdout;
        place.feed(&["import", "--storefront-host", STOREFRONT, "-"], &catalog);
        place.feed(&["user", "add", LOGIN, "--password-stdin"], PASSWORD.as_bytes());
        place
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_catalog"));
        command.args(arguments).current_dir(self.0.path()).stderr(Stdio::null());
        command
    }

    fn feed(&self, arguments: &[&str], input: &[u8]) {
        let mut child = self.command(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        assert!(child.wait().unwrap().success(), "{arguments:?}");
    }

    fn serve(&self) -> Server {
        let arguments = ["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT];
        let unlimited = ["--login-attempts-per-minute", "100000", "--log", "error"];
        let mut child = self.command(&[&arguments[..], &unlimited].concat()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://").unwrap().to_owned();
        Server { child, address }
    }
}

impl Server {
    fn connect(&self) -> Connection {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_nodelay(true).unwrap();
        Connection(BufReader::new(stream))
    }

    fn token(&self) -> String {
        let (status, body) = self.connect().log_in(LOGIN, PASSWORD);
        assert_eq!(status, 200, "{body}");
        body.split("\"token\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    }

    /// Reads one product again and again; gives the time of each read in microseconds.
    fn read_for(&self, duration: Duration, token: &str) -> Vec<f64> {
        let mut connection = self.connect();
        let target = format!("/api/v2/products/{}", self.stock_number(token));
        let head = format!("authorization: Bearer {token}\r\n");
        let end = Instant::now() + duration;
        let mut times = Vec::new();
        while Instant::now() < end {
            let started = Instant::now();
            assert_eq!(connection.request("GET", &target, &head, "").0, 200);
            times.push(started.elapsed().as_secs_f64() * 1e6);
        }
        times
    }

    fn stock_number(&self, token: &str) -> String {
        let list = self.connect().request(
            "GET",
            "/api/v2/catalog/sections",
            &format!("authorization: Bearer {token}\r\n"),
            "",
        );
        let section = list.1.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        let target = format!("/api/v2/catalog/sections/{section}/products?pageSize=1");
        let page = self.connect().request("GET", &target, &format!("authorization: Bearer {token}\r\n"), "");
        page.1.split("\"stockNumber\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    }

    /// The same while many clients log in; also how many logins were checked and how many were told to come back.
    fn read_during_flood(&self, token: &str) -> (Vec<f64>, (usize, usize)) {
        let (stop, checked, refused) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
        let times = std::thread::scope(|scope| {
            for _ in 0..FLOODING_CLIENTS {
                scope.spawn(|| {
                    let mut connection = self.connect();
                    while !stop.load(Ordering::Relaxed) {
                        let status = connection.log_in(LOGIN, "wrong").0;
                        if status == 503 { &refused } else { &checked }.fetch_add(1, Ordering::Relaxed);
                        // Who is refused at once would otherwise do nothing but ask again, and so measure the asking.
                        std::thread::sleep(Duration::from_millis(50));
                    }
                });
            }
            std::thread::sleep(Duration::from_secs(1));
            let times = self.read_for(MEASURED, token);
            stop.store(true, Ordering::Relaxed);
            times
        });
        (times, (checked.into_inner(), refused.into_inner()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Connection {
    fn log_in(&mut self, login: &str, password: &str) -> (u16, String) {
        let body = format!(r#"{{"login": "{login}", "password": "{password}"}}"#);
        self.request("POST", "/auth/token", "content-type: application/json\r\n", &body)
    }

    fn request(&mut self, method: &str, target: &str, head: &str, body: &str) -> (u16, String) {
        let length = body.len();
        let text = format!("{method} {target} HTTP/1.1\r\nhost: bench\r\ncontent-length: {length}\r\n{head}\r\n{body}");
        self.0.get_mut().write_all(text.as_bytes()).unwrap();
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).unwrap();
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest[..3].parse().unwrap();
            } else if let Some(rest) = line.strip_prefix("content-length: ") {
                length = rest.parse().unwrap();
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).unwrap();
        (status, String::from_utf8(body).unwrap())
    }
}

fn print_latencies(name: &str, times: &mut [f64]) {
    let [p50, p90, p99, worst] = [50, 90, 99, 100].map(|percent| percentile(times, percent));
    println!("  {name}: {} reads, p50 {p50:.0}, p90 {p90:.0}, p99 {p99:.0}, worst {worst:.0}", times.len());
}

fn percentile(times: &mut [f64], percent: usize) -> f64 {
    times.sort_by(f64::total_cmp);
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

/// Times an unknown login against a wrong password, in turns, so that whatever else happens happens to both.
fn compare_logins(server: &Server) {
    let mut connection = server.connect();
    let mut time = |login: &str| {
        let started = Instant::now();
        assert_eq!(connection.log_in(login, "a wrong password").0, 401);
        started.elapsed().as_secs_f64() * 1e3
    };
    let (known, unknown): (Vec<_>, Vec<_>) =
        (0..PAIRS).map(|_| (time(LOGIN), time("nobody@storefront.example"))).unzip();
    let differences: Vec<_> = known.iter().zip(&unknown).map(|(known, unknown)| known - unknown).collect();
    let ((known, _), (unknown, _), (difference, deviation)) =
        (moments(&known), moments(&unknown), moments(&differences));
    let error = deviation / f64::sqrt(differences.len() as f64);
    println!("refusing a login (milliseconds), {PAIRS} pairs");
    println!("  wrong password {known:.2}, unknown login {unknown:.2}, ratio {:.4}", known / unknown);
    println!(
        "  difference {difference:.3} +- {error:.3} (standard error): t = {:.2}; beyond 3 would be a hint",
        difference / error
    );
}

/// The mean and the standard deviation.
fn moments(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, variance.sqrt())
}
