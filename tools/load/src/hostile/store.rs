//! The catalog that is attacked: generated and imported once, copied for each run.

use crate::hostile::Arguments;
use crate::hostile::site::{ADMINISTRATOR, ATTACKERS, COPIERS, READER};
use crate::workdir::{Workdir, start_postgres};
use catalog_testkit::postgres::TempCluster;
use std::fs;
use std::path::{Path, PathBuf};

const SEED: u64 = 11;

#[derive(Debug)]
pub(crate) struct Workshop {
    pub(crate) workdir: Workdir,
    products: u64,
    sections: u64,
}

/// A store that a server can be started over.
pub(crate) enum Store {
    /// In a folder that is a copy.
    Sqlite(PathBuf),
    /// In a server that ends with the value.
    Postgres(TempCluster),
}

impl Store {
    pub(crate) fn url(&self) -> String {
        match self {
            Self::Sqlite(folder) => format!("sqlite://{}", folder.join("catalog.db").display()),
            Self::Postgres(cluster) => cluster.url(),
        }
    }
}

impl Workshop {
    /// Finds the program and makes the work folder.
    ///
    /// # Errors
    /// When the program is not there.
    pub(crate) fn open(arguments: &Arguments) -> anyhow::Result<Self> {
        let workdir = arguments.place.workdir("hostile")?;
        Ok(Self { workdir, products: arguments.products, sections: arguments.sections })
    }

    /// A store that nothing was done to yet.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn fresh_store(&self, postgres: bool) -> anyhow::Result<Store> {
        let size = self.workdir.folder.join(format!("{}-products-{}-sections", self.products, self.sections));
        fs::create_dir_all(&size)?;
        let input = size.join("catalog.ndjson");
        once(&input, |file| self.generate(file))?;
        if postgres {
            let store = Store::Postgres(start_postgres("")?);
            self.fill(&store, &input)?;
            return Ok(store);
        }
        let pristine = size.join("sqlite");
        once(&pristine, |folder| {
            fs::create_dir(folder)?;
            self.fill(&Store::Sqlite(folder.to_owned()), &input)
        })?;
        let copy = self.workdir.folder.join("attacked");
        replace_folder(&pristine, &copy)?;
        Ok(Store::Sqlite(copy))
    }

    fn generate(&self, file: &Path) -> anyhow::Result<()> {
        eprintln!("generating {} products in {} sections", self.products, self.sections);
        let options = [("--products", self.products), ("--sections", self.sections), ("--seed", SEED)];
        self.workdir.generate(file, &options)
    }

    fn fill(&self, store: &Store, input: &Path) -> anyhow::Result<()> {
        let url = store.url();
        eprintln!("importing them into {url}");
        self.workdir.import(&url, "full", input)?;
        self.workdir.add_account(&url, ADMINISTRATOR, &["--role", "admin"])?;
        self.workdir.add_account(&url, READER, &["--price-level", "Опт"])?;
        ATTACKERS.iter().chain(&COPIERS).try_for_each(|attacker| self.workdir.add_account(&url, attacker, &[]))
    }
}

/// Makes what is at `path`, unless an earlier run has: what is half made has another name.
fn once(path: &Path, make: impl FnOnce(&Path) -> anyhow::Result<()>) -> anyhow::Result<()> {
    if path.exists() {
        return Ok(());
    }
    let partial = path.with_extension("partial");
    if partial.is_dir() {
        fs::remove_dir_all(&partial)?;
    }
    make(&partial)?;
    Ok(fs::rename(partial, path)?)
}

/// Makes `copy` have the files of `original`, and nothing else.
fn replace_folder(original: &Path, copy: &Path) -> anyhow::Result<()> {
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    fs::create_dir(copy)?;
    for entry in fs::read_dir(original)? {
        let entry = entry?;
        fs::copy(entry.path(), copy.join(entry.file_name()))?;
    }
    Ok(())
}
