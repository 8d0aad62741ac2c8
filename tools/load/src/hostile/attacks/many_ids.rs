//! v1's routes that merge sections, requested for all sections and one that does not exist by clients that leave after
//! half a second.
//!
//! Every request names another unknown section, and every second one another choice of 499 sections: the result of one
//! request is of no use for the next.

use super::Attack;
use crate::hostile::engine::send_waves;
use crate::hostile::site::Scene;
use crate::hostile::tally::Tally;
use catalog_testkit::process::HttpRequest;
use std::time::Duration;

const CONNECTIONS: usize = 512;
const DEADLINE: Duration = Duration::from_millis(500);
/// The longest list of sections that the service accepts, less one for an unknown one.
const LIST: usize = 499;
const UNKNOWN: usize = 1_000_000_000;

pub(super) const SECTION_META: Attack = Attack {
    name: "section-meta",
    about: "512 connections of one user: v1 section-meta of all ids and an unknown one, closed after 0.5 s",
    least: Duration::ZERO,
    run: |scene| ask(scene, "/api/v1/get/section-meta"),
};

pub(super) const VENDORS: Attack = Attack {
    name: "vendors-for",
    about: "512 connections of one user: v1 vendors/for of all ids and an unknown one, closed after 0.5 s",
    least: Duration::ZERO,
    run: |scene| ask(scene, "/api/v1/get/vendors/for"),
};

fn ask(scene: &Scene<'_>, path: &str) -> Tally {
    let ids = &scene.site.source_ids;
    let all = ids.join(",");
    send_waves(scene, CONNECTIONS, DEADLINE, |connection, wave| {
        let number = wave * CONNECTIONS + connection;
        let list = if number.is_multiple_of(2) { all.clone() } else { choice(ids, number).join(",") };
        HttpRequest::get(&format!("{path}/{list},{}", UNKNOWN + number), scene.token(0), &[])
    })
}

/// So many of the ids, beginning at another one for each number.
fn choice(ids: &[String], number: usize) -> Vec<&str> {
    let chosen = ids.iter().cycle().skip(number % ids.len().max(1)).take(LIST.min(ids.len()));
    chosen.map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_differ_and_name_no_section_twice() {
        let ids: Vec<String> = (0..600).map(|id| id.to_string()).collect();
        let (first, second) = (choice(&ids, 599), choice(&ids, 1));
        assert_eq!((first.len(), first[0], first[1]), (LIST, "599", "0"));
        assert_eq!((second.len(), second[0]), (LIST, "1"));
        assert_eq!(choice(&ids[..3], 4), ["1", "2", "0"]);
    }
}
