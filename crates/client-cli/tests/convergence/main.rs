//! Copies converge, whatever happens: imports that land within a snapshot, mirrors, importers and the server killed at
//! random moments, connections cut at random bytes. At the end every copy equals the list and has its digest.
//!
//! The choices are drawn from a seed that is printed; `CATALOG_CONVERGENCE_SEED` repeats one,
//! `CATALOG_CONVERGENCE_SECONDS` sets how long the chaos lasts (10 by default), and `CATALOG_CUT_COPIES` how many first
//! copies are made over connections that are cut (10 by default).

#![expect(clippy::unwrap_used, clippy::panic, reason = "what helps a test fails it the same way as the test itself")]

mod client;
mod cut_snapshots;
mod cutter;
mod listed;
mod on_change;
mod sandbox;
mod service;
mod world;

use catalog_client::TokenRoute;
use std::time::Duration;
use world::World;

pub(crate) fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number")))
}

#[test]
fn every_mirror_converges_whatever_is_killed() {
    let seed = setting("CATALOG_CONVERGENCE_SEED").unwrap_or_else(|| u64::from(std::process::id()));
    let duration = Duration::from_secs(setting("CATALOG_CONVERGENCE_SECONDS").unwrap_or(10));
    println!("CATALOG_CONVERGENCE_SEED={seed}");
    let world = World::make(seed);
    let progress = world.run_chaos(duration);
    println!("{progress:?}");
    assert!(progress.are_enough(), "{progress:?}");
    world.verify_all();
    // However little of the chaos was spent following, this change comes through the feed.
    world.import_another();
    world.verify_all();
    assert_eq!(world.repairs(), Vec::<String>::new(), "the protocol alone is enough");
    let pages = world.pages_followed();
    println!("{pages} pages of the feed were applied");
    assert!(pages > 0, "nothing came through the feed");
}

#[test]
fn a_copy_has_the_prices_of_the_level_that_its_account_has_now() {
    let world = World::make(6);
    for level in ["Опт", "Дилер", "Розн"] {
        world.set_price_level(level);
        let output = world.run_mirror("--section 1000 --store copy.sqlite --verify");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        listed::compare_with_lists(&world.client(TokenRoute::V2), &world.path("copy.sqlite"));
    }
}

#[test]
fn a_section_that_is_not_public_is_an_error_and_leaves_nothing_behind() {
    let world = World::make(1);
    let run = |flags: &str| {
        let output = world.run_mirror(flags);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for flags in ["--section 999999 --store a.sqlite --verify", "--section 1000 --section 999999 --store b.sqlite"] {
        let (status, log) = run(flags);
        assert_eq!(status, Some(1), "{flags}: {log}");
        assert!(log.contains("section 999999 is not in the public catalog"), "{log}");
    }
    let (status, log) = run("--section 1000 --section 1001 --store b.sqlite --verify");
    assert_eq!(status, Some(0), "{log}");
    let (status, log) = run("--section 1001 --store b.sqlite --verify");
    assert_eq!(status, Some(0), "{log}");
    assert!(log.contains("section 1000 is no longer mirrored"), "{log}");
    let (status, log) = run("--section 1001 --database b.sqlite");
    assert_eq!(status, Some(1), "{log}");
    assert!(log.contains("use another file"), "{log}");
}
