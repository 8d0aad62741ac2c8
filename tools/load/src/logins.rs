//! What logins cost the others, and what they reveal: the time of reading a product while nobody and while everybody
//! logs in, and the time of an unknown login against that of a wrong password. Nothing is judged here: a busy machine
//! measures itself.

use crate::client::{Client, items, login_request, percent_encoded, text};
use crate::percentiles::Times;
use crate::server::Server;
use crate::workdir::Place;
use anyhow::{Context, ensure};
use catalog_testkit::process::HttpRequest;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const LOGIN: &str = "buyer@storefront.example";
/// Clients that log in at once: more than any server has cores, fewer than its queue holds and then some.
const FLOODING_CLIENTS: usize = 32;
const MEASURED: Duration = Duration::from_secs(10);
/// Time between two logins of a client. Without it, a client that is refused at once would measure its own retries.
const PAUSE: Duration = Duration::from_millis(50);
/// Pairs of an unknown login and a wrong password.
const PAIRS: usize = 60;

/// Measures and prints.
///
/// # Errors
/// When the server fails.
pub(crate) fn run(place: &Place) -> anyhow::Result<()> {
    let workdir = place.fresh_workdir("logins")?;
    let (url, input) = (workdir.url(), workdir.folder.join("catalog.ndjson"));
    workdir.generate(&input, &[("--products", 2_000), ("--sections", 50)])?;
    workdir.import(&url, "full", &input)?;
    workdir.add_account(&url, LOGIN, &[])?;
    let unlimited = ["--login-attempts-per-minute", "100000", "--log", "error"];
    let server = Server::start(&workdir, &url, &unlimited, &[])?;
    let mut client = Client::log_in(server.address, LOGIN)?;
    let quiet = read_product(&mut client)?;
    let (flooded, [checked, refused]) = read_during_flood(&mut client, server.address)?;
    println!("reading a product, one connection (microseconds)");
    for (name, times) in [("quiet", &quiet), ("while logins flood in", &flooded)] {
        let it = times.summary();
        let [p50, p99, worst] = [it.p50, it.p99, it.worst].map(|milliseconds| milliseconds * 1e3);
        println!("  {name}: {} reads, p50 {p50:.0}, p99 {p99:.0}, worst {worst:.0}", it.count);
    }
    println!("  p99 flooded / quiet: {:.2}", flooded.summary().p99 / quiet.summary().p99);
    println!("  logins meanwhile: {checked} checked, {refused} refused with 503");
    compare_refusals(server.address)
}

fn read_product(client: &mut Client) -> anyhow::Result<Times> {
    let sections = client.json("/api/v2/catalog/sections")?;
    let section = text(items(&sections).first().context("no sections")?, "id")?;
    let page = client.json(&format!("/api/v2/catalog/sections/{section}/products?pageSize=1"))?;
    let stock_number = text(items(&page).first().context("no products")?, "stockNumber")?;
    let request =
        HttpRequest::get(&format!("/api/v2/products/{}", percent_encoded(&stock_number)), Some(&client.token), &[]);
    let (end, mut times) = (Instant::now() + MEASURED, Times::default());
    while Instant::now() < end {
        let started = Instant::now();
        let status = client.fetch(&request)?.status;
        times.push(started.elapsed());
        ensure!(status == 200, "status {status}");
    }
    Ok(times)
}

/// The same while many clients log in; also how many logins were checked and how many refused.
fn read_during_flood(client: &mut Client, address: SocketAddr) -> anyhow::Result<(Times, [usize; 2])> {
    let (stop, checked, refused) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    let times = thread::scope(|scope| {
        for _ in 0..FLOODING_CLIENTS {
            scope.spawn(|| -> anyhow::Result<()> {
                let mut client = Client::connect(address, "")?;
                let request = login_request(LOGIN, "wrong", &[]);
                while !stop.load(Ordering::Relaxed) {
                    let status = client.fetch(&request)?.status;
                    if status == 503 { &refused } else { &checked }.fetch_add(1, Ordering::Relaxed);
                    thread::sleep(PAUSE);
                }
                Ok(())
            });
        }
        thread::sleep(Duration::from_secs(1));
        let times = read_product(client);
        stop.store(true, Ordering::Relaxed);
        times
    });
    Ok((times?, [checked.into_inner(), refused.into_inner()]))
}

/// Times an unknown login against a wrong password, in turns, so that whatever else happens happens to both.
fn compare_refusals(address: SocketAddr) -> anyhow::Result<()> {
    let mut client = Client::connect(address, "")?;
    let mut milliseconds = |login: &str| -> anyhow::Result<f64> {
        let started = Instant::now();
        let status = client.fetch(&login_request(login, "a wrong password", &[]))?.status;
        ensure!(status == 401, "status {status}");
        Ok(started.elapsed().as_secs_f64() * 1e3)
    };
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        known.push(milliseconds(LOGIN)?);
        unknown.push(milliseconds("nobody@storefront.example")?);
    }
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
    Ok(())
}

fn moments(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, variance.sqrt())
}
