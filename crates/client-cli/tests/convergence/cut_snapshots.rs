//! First copies over connections that are cut at random bytes, while imports run; and copies that somebody has spoiled.

use crate::cutter::Cutter;
use crate::listed::{listed, shown};
use crate::sandbox::{LOGIN, PASSWORD};
use crate::setting;
use crate::world::{World, choices};
use catalog_client::{
    CatalogClient, Checkpoint, ClientError, ClientOptions, Differences, FollowOptions, ListPart, ProductVersion,
    RetryPolicy, SyncHandler, SyncStep, TokenRoute,
};
use catalog_generator::Random;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

const SECTION: &str = "1000";
const PARTS: [ListPart; 2] = [ListPart::Description, ListPart::Features];

#[derive(Default)]
struct Copy {
    products: BTreeMap<String, (u64, u64, Value)>,
    checkpoint: Option<Checkpoint>,
    /// Whether it is verified: it is not compared while imports run.
    is_quiet: bool,
    verdicts: Vec<String>,
}

impl SyncHandler for Copy {
    type Error = ClientError;

    fn checkpoint(&mut self) -> Result<Option<Checkpoint>, ClientError> {
        Ok(self.checkpoint.clone())
    }

    fn apply(&mut self, step: SyncStep) -> Result<ControlFlow<()>, ClientError> {
        let generation = step.checkpoint.generation();
        for product in &step.upserts {
            let stored = (generation, product.version.unwrap(), shown(product.json()));
            self.products.insert(product.stock_number.clone(), stored);
        }
        for stock_number in &step.removals {
            self.products.remove(stock_number);
        }
        if step.drops_older {
            self.products.retain(|_, (stored, ..)| *stored == generation);
        }
        self.checkpoint = Some(step.checkpoint);
        Ok(ControlFlow::Continue(()))
    }

    fn versions(&mut self) -> Result<Option<Vec<ProductVersion>>, ClientError> {
        let version = |(stock_number, (_, version, _)): (&String, &(u64, u64, Value))| ProductVersion {
            stock_number: stock_number.clone(),
            version: *version,
        };
        Ok(self.is_quiet.then(|| self.products.iter().map(version).collect()))
    }

    fn verified(&mut self, products: usize) {
        self.verdicts.push(format!("{products} equal"));
    }

    fn differs(&mut self, differences: &Differences) {
        self.verdicts.push(differences.to_string());
    }
}

impl Copy {
    fn bodies(&self) -> BTreeMap<String, Value> {
        self.products.iter().map(|(stock_number, (.., body))| (stock_number.clone(), body.clone())).collect()
    }

    /// Takes one product away, gives another an older version and adds one. Returns what has to be found.
    fn spoil(&mut self, random: &mut Random) -> String {
        let names: Vec<String> = self.products.keys().cloned().collect();
        let chosen = random.sample(&names, 2);
        let (missing, outdated) = (&chosen[0], &chosen[1]);
        let surplus = format!("{missing} of old");
        let product = self.products.remove(missing).unwrap();
        self.products.insert(surplus.clone(), product);
        let (_, version, body) = self.products.get_mut(outdated).unwrap();
        (*version, *body) = (*version - 1, Value::Null);
        format!("1 missing ({missing}); 1 outdated ({outdated}); 1 surplus ({surplus})")
    }
}

#[test]
fn cut_snapshots_are_resumed_and_converge_and_every_planted_fault_is_found_and_repaired() {
    let copies = setting("CATALOG_CUT_COPIES").unwrap_or(10);
    let seed = setting("CATALOG_CONVERGENCE_SEED").unwrap_or_else(|| u64::from(std::process::id()));
    println!("CATALOG_CONVERGENCE_SEED={seed}");
    let world = World::make(seed);
    let cutter = Cutter::start(world.address(), choices(seed, 30));
    let client = CatalogClient::new(ClientOptions {
        retry: RetryPolicy { attempts: 1_000, first_pause: Duration::from_millis(1), ..RetryPolicy::default() },
        ..ClientOptions::new(format!("http://{}", cutter.address), LOGIN, PASSWORD)
    });
    let (client, direct) = (client.unwrap(), world.client(TokenRoute::V2));
    let (quiet, is_over) = (RwLock::new(()), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            for changes in (1..).take_while(|_| !is_over.load(Ordering::Relaxed)) {
                let _import = quiet.write().unwrap();
                world.import_changes(1 + changes % 90);
            }
        });
        // However a comparison fails, the imports have to end.
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut random = choices(seed, 31);
            for number in 0..copies {
                make_copy(&client, &direct, &world, &quiet, &mut random)
                    .unwrap_or_else(|what| panic!("copy {number}: {what}"));
            }
        }));
        is_over.store(true, Ordering::Relaxed);
        result.unwrap();
    });
    println!("{copies} copies over {} cut connections", cutter.cuts());
    assert!(cutter.cuts() >= copies, "{} cuts", cutter.cuts());
}

/// Makes a copy while imports run, and compares it when they pause; then spoils it.
fn make_copy(
    client: &CatalogClient,
    direct: &CatalogClient,
    world: &World,
    quiet: &RwLock<()>,
    random: &mut Random,
) -> Result<(), String> {
    let mut copy = Copy::default();
    let options = FollowOptions {
        include: PARTS.to_vec(),
        page_size: u32::try_from(random.number(1..100)).unwrap(),
        limit: u32::try_from(random.number(1..50)).unwrap(),
        once: true,
        feed_delay: Duration::from_millis(250),
        ..FollowOptions::default()
    };
    client.follow(SECTION, &options, &mut copy).map_err(|error| error.to_string())?;
    let _no_imports = quiet.read().unwrap();
    world.wait_until_shown(direct);
    copy.is_quiet = true;
    client.follow(SECTION, &options, &mut copy).map_err(|error| error.to_string())?;
    let planted = copy.spoil(random);
    client.follow(SECTION, &options, &mut copy).map_err(|error| error.to_string())?;
    let listed = listed(direct, SECTION, &PARTS);
    let equal = format!("{} equal", listed.len());
    if copy.verdicts != [&*equal, &*planted, &*equal] || copy.bodies() != listed {
        return Err(format!("{:?}, planted: {planted}", copy.verdicts));
    }
    Ok(())
}
