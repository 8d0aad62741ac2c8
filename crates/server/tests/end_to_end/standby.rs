//! `--read-database-url`: a server with a PostgreSQL and its hot standby, both real.

use crate::support::{Metrics, Sandbox, Server, offer, until};
use catalog_testkit::postgres::{StopMode, TempCluster};
use serde_json::Value;

/// A server that reads from a standby, and its client.
struct Read {
    server: Server,
    metrics: Metrics,
    token: String,
}

impl Read {
    fn start(sandbox: &Sandbox, standby: &TempCluster) -> Self {
        // Feeds are to be read from the standby.
        let quick = ["--refresh-interval-ms", "50", "--feed-settle-ms", "500", "--feed-memory-mb", "0"];
        let (server, metrics) =
            Metrics::serve(sandbox, &[&quick[..], &["--read-database-url", &standby.url()]].concat());
        Self { metrics, token: server.token(), server }
    }

    fn metric(&self, sample: &str) -> u64 {
        self.metrics.value(sample) as u64
    }

    /// Reads the feed after `cursor` until the standby alone has served: on a busy machine it may lag for a moment.
    fn wait_for_reads_of_standby(&self, cursor: &str) {
        let reads = || {
            ["standby", "primary"].map(|store| self.metric(&format!("catalog_large_reads_total{{store=\"{store}\"}}")))
        };
        until("reads of the standby", || {
            let [of_standby, of_primary] = reads();
            self.feed(cursor);
            let now = reads();
            (now[0] > of_standby && now[1] == of_primary).then_some(())
        });
    }

    fn wait_until_used(&self, is_in_use: u64) {
        until("the standby", || (self.metric("catalog_standby_in_use") == is_in_use).then_some(()));
    }

    /// Requests the product with a part from the store, until it is at that price.
    fn wait_for_price(&self, price: u32) {
        until("the price", || {
            let response = self.server.get("/api/v2/products/PMP-001?include=features", &self.token);
            assert_eq!(response.status, 200, "{response:?}");
            (response.json()["data"]["pricing"]["retail"]["value"] == price).then_some(())
        });
    }

    fn first_cursor(&self) -> String {
        self.server.cursor(&self.token)
    }

    fn feed(&self, cursor: &str) -> Value {
        let target = format!("/api/v2/catalog/sections/1042/product-changes?cursor={cursor}&limit=2");
        let response = self.server.get(&target, &self.token);
        assert_eq!(response.status, 200, "{response:?}");
        response.json()["data"].clone()
    }

    /// Follows the feed until it has delivered so many events.
    fn follow(&self, cursor: &mut String, events: usize) {
        let mut printed = 0;
        until("the events", || {
            let page = self.feed(cursor);
            printed += page["items"].as_array().unwrap().len();
            *cursor = page["meta"]["nextCursor"].as_str().unwrap_or_else(|| panic!("{page}")).to_owned();
            (printed >= events).then_some(())
        });
        assert_eq!(printed, events, "none twice");
    }
}

#[test]
fn a_standby_that_lags_or_fails_never_costs_an_event_or_a_response() {
    let Some(primary) = TempCluster::start_new() else { return };
    let sandbox = Sandbox::over(&primary.url()).filled();
    let standby = primary.start_standby();
    let read = Read::start(&sandbox, &standby);
    let beginning = read.first_cursor();
    let mut cursor = beginning.clone();
    let mut prices = 2_000..;
    let mut import = || {
        let price = prices.next().unwrap();
        sandbox.must_import(&offer(&price.to_string()));
        read.wait_for_price(price);
    };
    import();
    read.follow(&mut cursor, 1);
    read.wait_for_reads_of_standby(&beginning);

    // Three imports that the standby does not have.
    standby.execute("SELECT pg_wal_replay_pause()");
    for _ in 0..3 {
        import();
    }
    read.follow(&mut cursor, 3);
    read.wait_until_used(0);
    let summary = format!("/api/v2/catalog/sections/1042/product-changes/summary?cursor={}", read.first_cursor());
    assert_eq!(read.server.get(&summary, &read.token).status, 200, "a cursor that the standby does not know yet");
    standby.execute("SELECT pg_wal_replay_resume()");
    read.wait_until_used(1);

    for how in [StopMode::Kill, StopMode::Stop] {
        standby.end(how);
        import();
        read.follow(&mut cursor, 1);
        read.wait_until_used(0);
        standby.start();
        read.wait_until_used(1);
        import();
        read.follow(&mut cursor, 1);
        read.wait_for_reads_of_standby(&beginning);
    }
    for printed in ["reads go to the standby", "the standby is behind", "the standby cannot be read"] {
        until(printed, || read.server.log().contains(printed).then_some(()));
    }
}
