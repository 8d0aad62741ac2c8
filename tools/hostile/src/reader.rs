//! The quiet client: a product, a page of 50, `/health/live`, and now and then a login.
//!
//! Reads are sent on a schedule, and their times count from when they were due: a server that stalls for ten seconds is
//! seen by every read of those ten seconds, not by one.

use crate::site::{READER, Site, login_request, next_login_source};
use driver::http::{Connection, get};
use driver::percentiles::Times;
use driver::workdir::PASSWORD;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

/// The interval of reads.
const READ_INTERVAL: Duration = Duration::from_millis(20);
/// How often the reader logs in.
const LOGIN_INTERVAL: Duration = Duration::from_secs(1);
/// How long after the end of a phase the reader waits for outstanding responses.
const DEADLINE: Duration = Duration::from_secs(60);
/// Pages are taken from so many at the beginning of the list.
const PAGES: usize = 200;

/// The reader's results.
#[derive(Debug, Clone, Default)]
pub(crate) struct Readings {
    /// Products.
    pub(crate) product: Times,
    /// Pages of 50.
    pub(crate) page: Times,
    /// `/health/live`, each time on a new connection, as probes do.
    pub(crate) live: Times,
    /// Logins.
    pub(crate) login: Times,
    /// Reads and logins that failed.
    pub(crate) failures: Failures,
}

/// Reads and logins that failed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Failures {
    /// How many reads.
    pub(crate) reads: u64,
    /// How many logins.
    pub(crate) logins: u64,
    /// The first failure.
    pub(crate) first: Option<String>,
}

impl Readings {
    /// The times of all reads, logins excepted: a login takes a quarter of a second by itself.
    pub(crate) fn reads(&self) -> Times {
        let mut all = self.product.clone();
        all.extend(&self.page);
        all.extend(&self.live);
        all
    }
}

/// Reads for so long, and until all responses have arrived.
pub(crate) fn read_for(site: &Site, time: Duration) -> Readings {
    thread::scope(|scope| {
        let logins = scope.spawn(|| log_in_for(site, time));
        let mut readings = read_by_timetable(site, time);
        match logins.join() {
            Ok((times, failures)) => {
                readings.login = times;
                readings.failures.logins = failures.logins;
                readings.failures.first = readings.failures.first.or(failures.first);
            }
            Err(_) => readings.failures.logins += 1,
        }
        readings
    })
}

fn read_by_timetable(site: &Site, time: Duration) -> Readings {
    let begun = Instant::now();
    let patience = begun + time + DEADLINE;
    let mut readings = Readings::default();
    let mut connection = None;
    let mut due = begun;
    for number in 0_usize.. {
        due += READ_INTERVAL;
        if due > begun + time || Instant::now() > patience {
            break;
        }
        thread::sleep(due.saturating_duration_since(Instant::now()));
        let (times, outcome) = match number % 3 {
            0 => (&mut readings.product, ask(site, &mut connection, &product(site, number / 3), patience)),
            1 => (&mut readings.page, ask(site, &mut connection, &page(site, number / 3), patience)),
            _ => (&mut readings.live, ask(site, &mut None, &get("/health/live", None, &[]), patience)),
        };
        times.push(due.elapsed());
        if let Err(error) = outcome {
            readings.failures.reads += 1;
            readings.failures.first.get_or_insert_with(|| error.to_string());
        }
    }
    readings
}

fn log_in_for(site: &Site, time: Duration) -> (Times, Failures) {
    let begun = Instant::now();
    let (mut times, mut failures) = (Times::default(), Failures::default());
    let mut connection = None;
    while begun.elapsed() < time {
        let started = Instant::now();
        let request = login_request(READER, PASSWORD, &next_login_source());
        let outcome = ask(site, &mut connection, &request, begun + time + DEADLINE);
        times.push(started.elapsed());
        if let Err(error) = outcome {
            failures.logins += 1;
            failures.first.get_or_insert_with(|| format!("login: {error}"));
        }
        thread::sleep(LOGIN_INTERVAL.saturating_sub(started.elapsed()));
    }
    (times, failures)
}

/// Sends the request on the connection, or on a new one; a failed one is not reused.
fn ask(site: &Site, connection: &mut Option<Connection>, request: &[u8], until: Instant) -> io::Result<()> {
    let mut open = match connection.take() {
        Some(open) => open,
        None => Connection::open(site.address, until)?,
    };
    open.set_deadline(until);
    let response = open.ask(request)?;
    *connection = Some(open);
    if response.status == 200 { Ok(()) } else { Err(io::Error::other(format!("status {}", response.status))) }
}

fn product(site: &Site, number: usize) -> Vec<u8> {
    let stock_number = site.stock_numbers.get(number % site.stock_numbers.len().max(1)).map_or("none", String::as_str);
    get(&format!("/api/v2/products/{stock_number}"), Some(&site.reader), &[])
}

fn page(site: &Site, number: usize) -> Vec<u8> {
    let (section, products) = &site.largest_section;
    let pages = usize::try_from(products / 50).unwrap_or(PAGES).clamp(1, PAGES);
    let target = format!("/api/v2/catalog/sections/{section}/products?page={}", 1 + number % pages);
    get(&target, Some(&site.reader), &[])
}
