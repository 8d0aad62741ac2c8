//! Keeps a copy of a section in step in a JSON file. `--once` ends when the copy is up to date for the first time.

use catalog_client::{
    CatalogClient, Checkpoint, ClientOptions, Differences, FollowOptions, ProductVersion, SyncHandler, SyncStep,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::env::{args, var};
use std::error::Error;
use std::fs::{read_to_string, rename, write};
use std::ops::ControlFlow;

#[derive(Default, Serialize, Deserialize)]
struct Copy {
    checkpoint: Option<Checkpoint>,
    /// Each with its generation and its version.
    products: BTreeMap<String, (u64, u64, Box<RawValue>)>,
    #[serde(skip)]
    file: String,
    #[serde(skip)]
    is_once: bool,
}

impl SyncHandler for Copy {
    type Error = Box<dyn Error>;

    fn checkpoint(&mut self) -> Result<Option<Checkpoint>, Self::Error> {
        Ok(self.checkpoint.clone())
    }

    fn apply(&mut self, step: SyncStep) -> Result<ControlFlow<()>, Self::Error> {
        let (generation, is_whole) = (step.checkpoint.generation(), step.checkpoint.is_whole());
        for product in &step.upserts {
            let json = RawValue::from_string(product.json().to_owned())?;
            let stored = (generation, product.version.unwrap_or_default(), json);
            self.products.insert(product.stock_number.clone(), stored);
        }
        for stock_number in &step.removals {
            self.products.remove(stock_number);
        }
        if step.drops_older {
            self.products.retain(|_, (stored, ..)| *stored == generation);
        }
        self.checkpoint = Some(step.checkpoint);
        // The products and their checkpoint change together: the next start goes on from either the old or the new
        // file.
        let new = format!("{}.new", self.file);
        write(&new, serde_json::to_string(self)?)?;
        rename(&new, &self.file)?;
        println!("{} products, {} new or changed", self.products.len(), step.upserts.len());
        Ok(if self.is_once && is_whole { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// With these the copy is verified, and repaired where it is wrong.
    fn versions(&mut self) -> Result<Option<Vec<ProductVersion>>, Self::Error> {
        let products = self.products.iter();
        let products = products.map(|(stock_number, (_, version, _))| (stock_number.clone(), *version));
        Ok(Some(products.map(|(stock_number, version)| ProductVersion { stock_number, version }).collect()))
    }

    fn differs(&mut self, differences: &Differences) {
        println!("the copy was wrong and is repaired: {differences}");
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [section, file, rest @ ..] = &arguments[..] else { return Err("usage: follow SECTION FILE [--once]".into()) };
    let stored: Option<Copy> = read_to_string(file).ok().map(|text| serde_json::from_str(&text)).transpose()?;
    let is_once = rest.contains(&"--once".to_owned());
    let mut copy = Copy { file: file.clone(), is_once, ..stored.unwrap_or_default() };
    let options = match var("CATALOG_KEY") {
        Ok(key) => ClientOptions::with_key(var("CATALOG_BASE_URL")?, key),
        Err(_) => ClientOptions::new(var("CATALOG_BASE_URL")?, var("CATALOG_LOGIN")?, var("CATALOG_PASSWORD")?),
    };
    CatalogClient::new(options)?.follow(section, &FollowOptions::default(), &mut copy)
}
