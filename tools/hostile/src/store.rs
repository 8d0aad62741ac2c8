//! The catalog that is attacked: generated and imported once, copied for each run.

use crate::arguments::Arguments;
use crate::child::{command, run_to_end};
use crate::postgres::Cluster;
use crate::site::{ADMINISTRATOR, ATTACKERS, PASSWORD, READER};
use anyhow::{Context, ensure};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The storefront of the generated catalog.
pub(crate) const STOREFRONT: &str = "storefront.example";
/// Which of the possible catalogs is generated.
const SEED: &str = "11";

/// Where stores are made, and by which program.
#[derive(Debug)]
pub(crate) struct Workshop {
    /// The server's binary.
    pub(crate) program: PathBuf,
    /// The work folder.
    pub(crate) folder: PathBuf,
    products: u64,
    sections: u64,
}

/// A store that a server can be started over.
#[derive(Debug)]
pub(crate) enum Store {
    /// In a folder that is a copy.
    Sqlite(PathBuf),
    /// In a server that ends with the value.
    Postgres(Cluster),
}

impl Store {
    /// Its URL.
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
        let program = fs::canonicalize(&arguments.binary).with_context(|| {
            format!("{}: build it with cargo build --release -p server", arguments.binary.display())
        })?;
        fs::create_dir_all(&arguments.folder)?;
        let folder = fs::canonicalize(&arguments.folder)?;
        Ok(Self { program, folder, products: arguments.products, sections: arguments.sections })
    }

    /// A store that nothing was done to yet.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn fresh_store(&self, postgres: bool) -> anyhow::Result<Store> {
        let size = self.folder.join(format!("{}-products-{}-sections", self.products, self.sections));
        fs::create_dir_all(&size)?;
        let input = size.join("catalog.ndjson");
        once(&input, |file| self.generate(file))?;
        if postgres {
            let store = Store::Postgres(Cluster::start()?);
            self.fill(&store, &input)?;
            return Ok(store);
        }
        let pristine = size.join("sqlite");
        once(&pristine, |folder| {
            fs::create_dir(folder)?;
            self.fill(&Store::Sqlite(folder.to_owned()), &input)
        })?;
        let copy = self.folder.join("attacked");
        replace_folder(&pristine, &copy)?;
        Ok(Store::Sqlite(copy))
    }

    /// The program with a store, to be given arguments.
    pub(crate) fn command(&self, store: &Store) -> Command {
        let mut command = command(&self.program);
        command.env("DATABASE_URL", store.url()).current_dir(&self.folder);
        command
    }

    fn generate(&self, file: &Path) -> anyhow::Result<()> {
        eprintln!("generating {} products in {} sections", self.products, self.sections);
        let (products, sections) = (self.products.to_string(), self.sections.to_string());
        let mut generate = command(&self.program);
        generate.args(["generate", "--products", &products, "--sections", &sections, "--seed", SEED]);
        let status = generate.stdout(File::create(file)?).status().context("cannot start the program")?;
        ensure!(status.success(), "catalog generate failed with {status}");
        Ok(())
    }

    /// Imports the catalog and adds the accounts.
    fn fill(&self, store: &Store, input: &Path) -> anyhow::Result<()> {
        eprintln!("importing them into {}", store.url());
        let import = ["import", "--storefront-host", STOREFRONT, "--mode", "full"];
        run_to_end(self.command(store).args(import).arg(input))?;
        self.add_account(store, ADMINISTRATOR, &["--role", "admin"])?;
        self.add_account(store, READER, &["--price-level", "Опт"])?;
        for attacker in ATTACKERS {
            self.add_account(store, attacker, &[])?;
        }
        Ok(())
    }

    fn add_account(&self, store: &Store, email: &str, options: &[&str]) -> anyhow::Result<()> {
        let password = self.folder.join("password");
        fs::write(&password, PASSWORD)?;
        let mut add = self.command(store);
        add.args(["user", "add", email, "--password-stdin"]).args(options).stdin(File::open(&password)?);
        run_to_end(&mut add)
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
