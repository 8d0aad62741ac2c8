//! What a first copy of a whole catalog costs: by snapshots, and by walking over the pages of its lists.

use crate::circumstances::Circumstances;
use crate::client::{Client, Section};
use crate::server::Server;
use crate::workdir::{Changes, LOGIN, Place};
use anyhow::{Context, ensure};
use catalog_testkit::process::HttpResponse;
use catalog_testkit::process_info::processor_seconds;
use clap::Args;
use std::thread;
use std::time::{Duration, Instant};

const ALL_PARTS: &str = "description,media,features,seo,filterValues,sections,warehouses,documentation,software";
const GZIP: (&str, &str) = ("Accept-Encoding", "gzip");
/// Until the server shows what was imported.
const REFRESHED: Duration = Duration::from_secs(3);
const MEBIBYTE: f64 = 1_048_576.0;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Products of the generated catalog
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1_000..=2_000_000))]
    products: u64,
    /// How often everything is copied, in turns
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    rounds: u32,
}

const WAYS: [Way; 3] = [Way::Snapshots, Way::Pages(500), Way::Pages(1_000)];

#[derive(Debug, Clone, Copy)]
enum Way {
    Snapshots,
    /// Of so many products.
    Pages(u64),
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let workdir = arguments.place.stocked("copies", [arguments.products, 300], &[])?;
    // Pages are made for each client: what the cache keeps of one walk would serve the next.
    let server = Server::start(&workdir, &["--log", "warn", "--answer-cache-mb", "0"])?;
    println!("{}", Circumstances::now()?);
    let mut copier = Copier::new(&server)?;
    println!("{} products of {} roots, counted in each; gzip", copier.products(), copier.roots.len());
    for parts in ["", ALL_PARTS] {
        for round in 1..=arguments.rounds {
            for way in WAYS {
                copier.copy(way, parts).with_context(|| format!("round {round}, {way:?}"))?;
            }
        }
    }
    copier.verify(|| workdir.change(Changes::Of(100), 0))
}

struct Copier<'a> {
    server: &'a Server,
    client: Client,
    roots: Vec<Section>,
}

impl<'a> Copier<'a> {
    fn new(server: &'a Server) -> anyhow::Result<Self> {
        let mut client = Client::log_in(server.address, LOGIN)?;
        let roots = client.sections()?.into_iter().filter(|section| section.is_root).collect();
        Ok(Self { server, client, roots })
    }

    fn products(&self) -> u64 {
        self.roots.iter().map(|root| root.products).sum()
    }

    /// Copies everything, discards it, and prints what it cost.
    fn copy(&mut self, way: Way, parts: &str) -> anyhow::Result<()> {
        let (started, processor) = (Instant::now(), processor_seconds(self.server.id()));
        let mut bytes = 0;
        for root in self.roots.clone() {
            match way {
                Way::Snapshots => bytes += self.read(&root.at(&format!("/product-snapshot?include={parts}")))?,
                Way::Pages(size) => {
                    for page in 1..=root.products.div_ceil(size) {
                        let query = format!("sort=stockNumber&pageSize={size}&page={page}&include={parts}");
                        bytes += self.read(&root.at(&format!("/products?{query}")))?;
                    }
                }
            }
        }
        let processor = processor_seconds(self.server.id()) - processor;
        let (seconds, anonymous) = (started.elapsed().as_secs_f64(), self.server.memory()?.anonymous / 1_024);
        println!(
            "  {:<12} {:<9} {seconds:6.2} s, processor {processor:5.2} s, {:6.1} MiB, server {anonymous} MiB",
            format!("{way:?}"),
            if parts.is_empty() { "base" } else { "all parts" },
            bytes as f64 / MEBIBYTE,
        );
        Ok(())
    }

    fn read(&mut self, target: &str) -> anyhow::Result<u64> {
        let HttpResponse { status, length, .. } = self.client.get(target, &[GZIP])?;
        ensure!(status == 200, "{target}: status {status}");
        Ok(length)
    }

    /// What digests cost: the first one, and one after 100 changes.
    fn verify(&mut self, change: impl Fn() -> anyhow::Result<()>) -> anyhow::Result<()> {
        let target = self.roots.first().context("no sections")?.at("/product-digest");
        for what in ["first", "again", "after 100 changes"] {
            if what.starts_with("after") {
                change()?;
                thread::sleep(REFRESHED);
            }
            let (started, processor) = (Instant::now(), processor_seconds(self.server.id()));
            let bytes = self.read(&target)?;
            let processor = processor_seconds(self.server.id()) - processor;
            let milliseconds = started.elapsed().as_secs_f64() * 1e3;
            println!("  digest {what}: {milliseconds:.1} ms, processor {processor:.2} s, {bytes} bytes");
        }
        Ok(())
    }
}
