//! Registrations of another address from another source each time, and afterwards the list of pending accounts.

use super::Attack;
use crate::hostile::engine::read;
use crate::hostile::site::{Scene, source};
use crate::hostile::tally::Tally;
use catalog_testkit::process::{HttpClient, HttpRequest};
use serde_json::json;
use std::time::{Duration, Instant};

const CONNECTIONS: usize = 32;
const COMMENT: usize = 2_000;
/// How long the list may take, and how long its response may be: an administrator reads it in a browser.
const LIST_TIME: Duration = Duration::from_secs(2);
const LIST_BYTES: u64 = 4 << 20;

pub(super) const ATTACK: Attack = Attack {
    name: "registrations",
    about: "32 connections without a token: registrations, each of another address from another source",
    least: Duration::ZERO,
    run,
};

fn run(scene: &Scene<'_>) -> Tally {
    let run = std::process::id();
    let comment = "c".repeat(COMMENT);
    let mut tally = read(scene, CONNECTIONS, |connection, number| {
        let turn = number * CONNECTIONS + connection;
        let body = json!({
            "email": format!("applicant-{run}-{turn}@hostile.example"), "password": "a long password",
            "name": "An Applicant", "company": "A Company", "phone": "+1 555 0100", "comment": comment,
        });
        HttpRequest::post("/auth/registration", &[("X-Forwarded-For", &source(turn))], &body.to_string())
    });
    list_pending(scene, &mut tally);
    tally
}

fn list_pending(scene: &Scene<'_>, tally: &mut Tally) {
    let begun = Instant::now();
    let request = HttpRequest::get("/auth/admin/users?status=pending", Some(&scene.site.administrator), &[]);
    let list = HttpClient::open(scene.site.address, begun + 10 * LIST_TIME).and_then(|mut it| it.ask(&request));
    let (milliseconds, is_late) = (begun.elapsed().as_millis(), begun.elapsed() > LIST_TIME);
    match list {
        Ok(list) => {
            tally.notes.push(format!("the list of pending users: {} KiB after {milliseconds} ms", list.length >> 10));
            if list.status != 200 || list.length > LIST_BYTES || is_late {
                tally.problems.push(format!("the list of pending users: status {}", list.status));
            }
        }
        Err(error) => tally.problems.push(format!("the list of pending users: {error}")),
    }
}
