//! Clients without an account, and what they can send all the same.

use super::{Attack, attack};
use crate::hostile::engine::{hold, read, trickle};
use crate::hostile::site::{ATTACKERS, Scene, login_request, source};
use crate::hostile::tally::Tally;
use catalog_testkit::process::{HttpClient, HttpRequest};
use serde_json::json;
use std::time::{Duration, Instant};

/// How many parameters fit into a target of 64 KiB.
const PARAMETERS: usize = 32_000;
const COMMENT: usize = 2_000;
/// How long the list of pending accounts may take, and how long its response may be: an administrator reads it in a
/// browser.
const LIST_TIME: Duration = Duration::from_secs(2);
const LIST_BYTES: u64 = 4 << 20;

/// Parameters that do not exist, each of which is a problem to be reported.
pub(super) const MANY_PARAMETERS: [Attack; 2] = [
    attack(
        "many-parameters-unread",
        "500 connections: POST /auth/token?a&a&... without a token, responses not read",
        |scene| {
            let request = with_many_parameters();
            hold(scene, 500, |_, _| request.clone())
        },
    ),
    attack(
        "many-parameters",
        "32 connections: POST /auth/token?a&a&... without a token, one after the other",
        |scene| {
            let request = with_many_parameters();
            read(scene, 32, None, |_, _| request.clone())
        },
    ),
];

/// Each request has another source, so that no source's limit applies: what remains is the queue of password checks, or
/// the store.
pub(super) const OF_LOGINS: [Attack; 4] = [
    attack("slow-heads", "4,000 connections: a request's head that grows by a byte a second and never ends", |scene| {
        trickle(scene, 4_000)
    }),
    attack(
        "wrong-logins",
        "64 connections without a token: wrong passwords of known and unknown logins, each from another source",
        |scene| {
            read(scene, 64, None, |turn, _| {
                let unknown = format!("nobody-{turn}@hostile.example");
                let login = if turn.is_multiple_of(2) { ATTACKERS[0] } else { &unknown };
                login_request(login, "a wrong password", &source(turn))
            })
        },
    ),
    attack(
        "forgotten-passwords",
        "32 connections without a token: requests for a new password, each from another source",
        |scene| {
            read(scene, 32, None, |turn, _| {
                let unknown = format!("nobody-{turn}@hostile.example");
                let email = if turn.is_multiple_of(2) { ATTACKERS[turn / 2 % ATTACKERS.len()] } else { &unknown };
                let body = json!({ "email": email }).to_string();
                HttpRequest::post("/auth/password/forgotten", &[("X-Forwarded-For", &source(turn))], &body)
            })
        },
    ),
    attack(
        "registrations",
        "32 connections without a token: registrations, each of another address from another source",
        |scene| {
            let (run, comment) = (std::process::id(), "c".repeat(COMMENT));
            let mut tally = read(scene, 32, None, |turn, _| {
                let body = json!({
                    "email": format!("applicant-{run}-{turn}@hostile.example"), "password": "a long password",
                    "name": "An Applicant", "company": "A Company", "phone": "+1 555 0100", "comment": comment,
                });
                HttpRequest::post("/auth/registration", &[("X-Forwarded-For", &source(turn))], &body.to_string())
            });
            list_pending(scene, &mut tally);
            tally
        },
    ),
];

fn with_many_parameters() -> HttpRequest {
    let query = vec!["a"; PARAMETERS].join("&");
    HttpRequest::post(&format!("/auth/token?{query}"), &[], "{}")
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
