//! The copy: a SQLite file with the products of some sections, and the checkpoint of each section. A step and its
//! checkpoint change in one transaction, so they agree even if the process is killed.

mod products;
mod schema;
mod sections;
mod verify;

pub(crate) use verify::TableCheck;

use anyhow::{Context, bail, ensure};
use catalog_client::{Checkpoint, Product, ProductVersion, Section, SyncStep};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use safe_output::private_files;
use schema::{mirror, mirrored_products, mirrored_sections, mirrored_view};
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Stock numbers and JSON.
    Documents,
    /// Products, prices, stock, sections and events.
    Tables,
}

impl Form {
    /// What SQLite's `user_version` is in such a file. 0 is a new file; other numbers are other versions.
    fn version(self) -> i64 {
        match self {
            Self::Documents => 4,
            Self::Tables => 5,
        }
    }

    /// The same of files without versions of products, and what makes one of this version of it.
    fn migration(self) -> (i64, String) {
        match self {
            Self::Documents => (2, schema::ADD_VERSIONS.into()),
            Self::Tables => (3, [schema::ADD_VERSIONS, schema::ADD_VERSIONS_OF_EVENTS].concat()),
        }
    }

    /// The JSON text of a product as the file has it. A section's name and address change without an event, so with
    /// tables a product names its sections only.
    pub(crate) fn body(self, product: &Product) -> serde_json::Result<Cow<'_, str>> {
        let (Self::Tables, Some(sections)) = (self, &product.sections) else {
            return Ok(Cow::Borrowed(product.json()));
        };
        let links: Vec<_> =
            sections.iter().map(|section| json!({"id": section.id, "isPrimary": section.is_primary})).collect();
        let links = to_raw_value(&links)?;
        let mut fields: BTreeMap<String, &RawValue> = serde_json::from_str(product.json())?;
        fields.insert("sections".into(), &links);
        Ok(Cow::Owned(serde_json::to_string(&fields)?))
    }
}

pub(crate) struct Store {
    connection: SqliteConnection,
    form: Form,
}

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = BigInt)]
    user_version: i64,
    #[diesel(sql_type = BigInt)]
    tables: i64,
}

impl Store {
    /// Opens the copy of what `login` sees, making the file when there is none.
    pub(crate) fn open(file: &Path, form: Form, login: &str) -> anyhow::Result<Self> {
        make_private(file)?;
        let name = std::path::absolute(file)?.into_os_string().into_string();
        let name = name.ok().context("the name of the file is not UTF-8")?;
        let mut connection = SqliteConnection::establish(&name)?;
        connection.batch_execute(schema::SETTINGS)?;
        connection.immediate_transaction(|connection| prepare(connection, form, login))?;
        Ok(Self { connection, form })
    }

    pub(crate) fn form(&self) -> Form {
        self.form
    }

    /// What decides the prices of the copy; `None` before the first one, and in files of earlier versions.
    pub(crate) fn view(&mut self) -> anyhow::Result<Option<String>> {
        Ok(mirrored_view::table.select(mirrored_view::view).first(&mut self.connection).optional()?)
    }

    /// Has every section read from its beginning unless the copy has the prices of this view. Whether one has to be.
    pub(crate) fn begin_view(&mut self, view: &str) -> anyhow::Result<bool> {
        if self.view()?.is_some_and(|stored| stored == view) {
            return Ok(false);
        }
        self.connection.immediate_transaction(|connection| {
            let row = (mirrored_view::id.eq(1), mirrored_view::view.eq(view));
            diesel::replace_into(mirrored_view::table).values(row).execute(connection)?;
            Ok(diesel::sql_query(schema::BEGIN_AGAIN).execute(connection)? > 0)
        })
    }

    /// The checkpoint of a section; `None` for one that is not mirrored.
    pub(crate) fn checkpoint(&mut self, section: &str) -> anyhow::Result<Option<Checkpoint>> {
        let stored = mirrored_sections::table.find(section).select(mirrored_sections::checkpoint);
        let text: Option<String> = stored.first(&mut self.connection).optional()?;
        Ok(text.map(|text| Checkpoint::from_text(&text)).transpose()?)
    }

    pub(crate) fn apply(&mut self, section: &str, previous: &Checkpoint, step: &SyncStep) -> anyhow::Result<()> {
        let form = self.form;
        self.connection.immediate_transaction(|connection| {
            move_checkpoint(connection, section, previous, &step.checkpoint)?;
            let generation = i64::try_from(step.checkpoint.generation())?;
            for product in &step.upserts {
                products::write(connection, form, product, !step.events.is_empty())?;
                products::add_to_section(connection, section, &product.stock_number, generation)?;
            }
            let of_section = mirrored_products::table.filter(mirrored_products::section_id.eq(section));
            for stock_number in &step.removals {
                let product = of_section.filter(mirrored_products::stock_number.eq(stock_number));
                diesel::delete(product).execute(connection)?;
                products::delete_unless_mirrored(connection, stock_number)?;
            }
            if step.drops_older {
                let older = of_section.filter(mirrored_products::generation.ne(generation));
                diesel::delete(older).execute(connection)?;
                products::delete_all_not_mirrored(connection)?;
            }
            if form == Form::Tables {
                sections::append_events(connection, section, &step.events)?;
            }
            Ok(())
        })
    }

    /// Mirrors these sections from now on. Forgets every other, with the products that none of these has, and returns
    /// the forgotten ones.
    pub(crate) fn choose_sections(&mut self, sections: &[String]) -> anyhow::Result<Vec<String>> {
        let begin = mirrored_sections::checkpoint.eq(Checkpoint::default().to_text()?);
        let others = mirrored_sections::table.filter(mirrored_sections::section_id.ne_all(sections));
        let others = others.select(mirrored_sections::section_id);
        self.connection.immediate_transaction(|connection| {
            let forgotten: Vec<String> = others.load(connection)?;
            for section in &forgotten {
                diesel::delete(mirrored_sections::table.find(section)).execute(connection)?;
                products::empty_section(connection, section)?;
            }
            for section in sections {
                let row = (mirrored_sections::section_id.eq(section), &begin);
                diesel::insert_into(mirrored_sections::table)
                    .values(row)
                    .on_conflict_do_nothing()
                    .execute(connection)?;
            }
            Ok(forgotten)
        })
    }

    /// Empties a section that is no longer public; returns whether it had anything.
    pub(crate) fn empty_section(&mut self, section: &str) -> anyhow::Result<bool> {
        let begin = mirrored_sections::checkpoint.eq(Checkpoint::default().to_text()?);
        self.connection.immediate_transaction(|connection| {
            diesel::update(mirrored_sections::table.find(section)).set(begin).execute(connection)?;
            Ok(products::empty_section(connection, section)? > 0)
        })
    }

    pub(crate) fn write_sections(&mut self, list: &[Section]) -> anyhow::Result<()> {
        self.connection.immediate_transaction(|connection| Ok(sections::replace(connection, list)?))
    }

    pub(crate) fn count(&mut self) -> anyhow::Result<i64> {
        Ok(schema::products::table.count().get_result(&mut self.connection)?)
    }

    /// Compares the tables with each other, and repairs them.
    pub(crate) fn check_tables(&mut self) -> anyhow::Result<TableCheck> {
        verify::check(&mut self.connection)
    }

    pub(crate) fn versions(&mut self, section: &str) -> anyhow::Result<Vec<ProductVersion>> {
        products::versions(&mut self.connection, section)
    }
}

/// Makes a file that does not exist, for its owner only: it will have prices that not everybody may see. SQLite gives
/// the files beside it the same permissions, and would follow links of their names.
fn make_private(file: &Path) -> anyhow::Result<()> {
    let beside = ["-journal", "-wal", "-shm"].map(|ending| {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        name.into()
    });
    if let Some(link) = private_files::link_of_others(beside) {
        bail!("{} is a link, in a folder that other users of this machine can write to", link.display());
    }
    Ok(private_files::append(file).map(drop)?)
}

/// Makes the tables of a new file, and adds to those of an older one; refuses a file of another kind or login.
fn prepare(connection: &mut SqliteConnection, form: Form, login: &str) -> anyhow::Result<()> {
    let question = "SELECT user_version, (SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_user_version";
    let version: Version = diesel::sql_query(question).get_result(connection)?;
    if version.user_version == 0 && version.tables == 0 {
        connection.batch_execute(schema::MIRROR)?;
        connection.batch_execute(match form {
            Form::Documents => schema::DOCUMENTS,
            Form::Tables => schema::TABLES,
        })?;
        diesel::insert_into(mirror::table).values((mirror::id.eq(1), mirror::login.eq(login))).execute(connection)?;
    } else if version.user_version == form.migration().0 {
        connection.batch_execute(&form.migration().1)?;
    } else if version.user_version != form.version() {
        bail!("the file was made by another program, version or flag (--store, --database): use another file");
    }
    connection.batch_execute(schema::VIEW)?;
    connection.batch_execute(&format!("PRAGMA user_version = {}", form.version()))?;
    let stored: String = mirror::table.select(mirror::login).first(connection)?;
    ensure!(stored == login, "the file holds what {stored} sees, not {login}: use another file");
    Ok(())
}

/// Replaces a checkpoint that is still the one that the step was made for.
fn move_checkpoint(
    connection: &mut SqliteConnection,
    section: &str,
    previous: &Checkpoint,
    next: &Checkpoint,
) -> anyhow::Result<()> {
    let row = mirrored_sections::table.find(section).filter(mirrored_sections::checkpoint.eq(previous.to_text()?));
    let moved = diesel::update(row).set(mirrored_sections::checkpoint.eq(next.to_text()?)).execute(connection)?;
    ensure!(moved == 1, "another process changes the same file");
    Ok(())
}

#[cfg(test)]
mod tests;
