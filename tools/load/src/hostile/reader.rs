//! The quiet client: a product, a page of 50, `/health/live`, and now and then a login.

use crate::hostile::site::{READER, Site, login_request, next_login_source};
use crate::percentiles::Times;
use crate::reader::QuietReader;
use crate::workdir::PASSWORD;
use catalog_testkit::process::HttpRequest;
use std::thread;
use std::time::{Duration, Instant};

const READ_INTERVAL: Duration = Duration::from_millis(20);
const LOGIN_INTERVAL: Duration = Duration::from_secs(1);
/// How long after the end of a phase the reader waits for outstanding responses.
const DEADLINE: Duration = Duration::from_secs(60);
/// Pages are taken from so many at the beginning of the list.
const PAGES: usize = 200;

#[derive(Debug, Clone, Default)]
pub(crate) struct Readings {
    /// Of all reads, logins excepted: a login takes a quarter of a second by itself.
    pub(crate) reads: Times,
    pub(crate) logins: Times,
    pub(crate) failures: Failures,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Failures {
    pub(crate) reads: u64,
    pub(crate) logins: u64,
    pub(crate) first: Option<String>,
}

/// Reads for so long, and until all responses have arrived.
pub(crate) fn read_for(site: &Site, time: Duration) -> Readings {
    thread::scope(|scope| {
        let logins = scope.spawn(|| log_in_for(site, time));
        let mut readings = read_by_timetable(site, time);
        match logins.join() {
            Ok((times, failures)) => {
                readings.logins = times;
                readings.failures.logins = failures.logins;
                readings.failures.first = readings.failures.first.or(failures.first);
            }
            Err(_) => readings.failures.logins += 1,
        }
        readings
    })
}

fn read_by_timetable(site: &Site, time: Duration) -> Readings {
    let end = Instant::now() + time;
    let mut readings = Readings::default();
    let mut reader = QuietReader::new(site.address, READ_INTERVAL, DEADLINE);
    let live = HttpRequest::get("/health/live", None, &[]);
    for number in 0_usize.. {
        if reader.wait() > end || Instant::now() > end + DEADLINE {
            break;
        }
        let (taken, outcome) = match number % 3 {
            0 => reader.ask(&product(site, number / 3), &[200]),
            1 => reader.ask(&page(site, number / 3), &[200]),
            _ => {
                // On a new connection, as probes do.
                reader.hang_up();
                reader.ask(&live, &[200])
            }
        };
        readings.reads.push(taken);
        if let Err(error) = outcome {
            readings.failures.reads += 1;
            readings.failures.first.get_or_insert_with(|| error.to_string());
        }
    }
    readings
}

fn log_in_for(site: &Site, time: Duration) -> (Times, Failures) {
    let end = Instant::now() + time;
    let (mut times, mut failures) = (Times::default(), Failures::default());
    let mut reader = QuietReader::new(site.address, LOGIN_INTERVAL, DEADLINE + time);
    while reader.wait_from_now() < end {
        let (taken, outcome) = reader.ask(&login_request(READER, PASSWORD, &next_login_source()), &[200]);
        times.push(taken);
        if let Err(error) = outcome {
            failures.logins += 1;
            failures.first.get_or_insert_with(|| format!("login: {error}"));
        }
    }
    (times, failures)
}

fn product(site: &Site, number: usize) -> HttpRequest {
    let stock_number = site.stock_numbers.get(number % site.stock_numbers.len().max(1)).map_or("none", String::as_str);
    HttpRequest::get(&format!("/api/v2/products/{stock_number}"), Some(&site.reader), &[])
}

fn page(site: &Site, number: usize) -> HttpRequest {
    let page = 1 + number % site.pages(50).min(PAGES);
    HttpRequest::get(&site.largest_section.at(&format!("/products?page={page}")), Some(&site.reader), &[])
}
