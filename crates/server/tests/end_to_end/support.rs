//! Shared parts of the tests: a folder for each, the binary run in it, and a server that is always
//! stopped.

mod balancer;
mod fixture;
mod manual;
mod metrics;
mod nginx;
mod open_files;
mod sandbox;
mod server;

pub(crate) use balancer::Balancer;
pub(crate) use fixture::{BUYER, CATALOG, PASSWORD, STOREFRONT, offer};
pub(crate) use manual::documented;
pub(crate) use metrics::Metrics;
pub(crate) use nginx::Nginx;
pub(crate) use open_files::connection_capacity;
pub(crate) use sandbox::{Outcome, Sandbox};
pub(crate) use server::Server;

pub(crate) use catalog_testkit::process::{HttpResponse, exit_of};

use catalog_generator::Random;
use catalog_testkit::process::{HttpRequest, RawConnection, ask_once, send_signal};
use std::process::{Child, Command};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How long any wait may take: far more than it ever does.
pub(crate) const DEADLINE: Duration = Duration::from_secs(600);

/// Repeats until there is a result.
pub(crate) fn until<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + DEADLINE;
    loop {
        if let Some(response) = ask() {
            return response;
        }
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Does something that must take less than a minute, and repeats it otherwise: a busy machine may take longer. It gets
/// the number of the attempt.
pub(crate) fn within_a_minute<T>(mut attempt: impl FnMut(u8) -> T) -> T {
    let mut numbers = 1..;
    until("a minute that was long enough", || {
        let began = Instant::now();
        let outcome = attempt(numbers.next()?);
        (began.elapsed() < Duration::from_secs(55)).then_some(outcome)
    })
}

/// A connection whose bytes the test decides on.
pub(crate) fn connect(address: &str) -> std::io::Result<RawConnection> {
    RawConnection::open(address, DEADLINE)
}

/// Sends a GET request to an address that a server has printed.
pub(crate) fn get_at(address: &str, target: &str) -> HttpResponse {
    ask_once(address.parse().unwrap(), &HttpRequest::get(target, None, &[])).unwrap()
}

/// A response that asks to come again.
pub(crate) fn assert_refused_for_now(response: &HttpResponse) {
    assert_eq!((response.status, response.header("retry-after").is_some()), (503, true), "{response:?}");
    assert_eq!(response.json()["error"]["name"], "ServiceUnavailableError", "{response:?}");
}

/// A number of the environment, with which a test is repeated or made longer.
pub(crate) fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

/// The seed of `CATALOG_TEST_SEED`, or another one each time; it is printed.
#[expect(clippy::disallowed_methods, reason = "no rule depends on it, and the seed is printed")]
pub(crate) fn seed() -> u64 {
    let other = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() | 1;
    let seed = setting("CATALOG_TEST_SEED").unwrap_or_else(other);
    println!("CATALOG_TEST_SEED={seed}");
    seed
}

/// Any moment of a duration.
pub(crate) fn moment_of(random: &mut Random, duration: Duration) -> Duration {
    Duration::from_micros(random.below(u64::try_from(duration.as_micros()).unwrap()))
}

/// Runs a command whose files may have that many KiB: the system then refuses to write, as a full disk does.
pub(crate) fn run_within(kibibytes: u32, command: &Command) -> Outcome {
    let script = format!(r#"ulimit -f {kibibytes}; trap "" XFSZ; exec "$0" "$@""#);
    in_shell(command, &script).output().unwrap().into()
}

/// A command that a script of the shell starts by `exec "$0" "$@"`.
pub(crate) fn in_shell(command: &Command, script: &str) -> Command {
    let mut shell = Command::new("bash");
    shell.args(["-c", script]).arg(command.get_program()).args(command.get_args());
    shell.current_dir(command.get_current_dir().unwrap());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

/// Sends a signal, such as `TERM`, to a process.
pub(crate) fn signal(child: &Child, name: &str) {
    send_signal(child.id(), name);
}
