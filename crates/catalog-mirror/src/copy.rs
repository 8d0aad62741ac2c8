//! The copy: a SQLite file with the products, and the position of the next step. Both change in one transaction, so
//! they agree even if the process is killed.

use crate::wire::StoredProduct;
use anyhow::{Context, bail, ensure};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::upsert::excluded;
use serde::{Deserialize, Serialize};
use std::path::Path;

diesel::table! {
    products (stock_number) {
        stock_number -> Text,
        body -> Text,
        generation -> BigInt,
    }
}

diesel::table! {
    mirror (id) {
        id -> BigInt,
        section_id -> Text,
        login -> Text,
        #[sql_name = "place"]
        position -> Text,
    }
}

const SCHEMA: &str = "
    PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS products (
        stock_number TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL, generation INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS mirror (
        id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
        section_id TEXT NOT NULL, login TEXT NOT NULL, place TEXT NOT NULL
    ) STRICT;
";

/// The position of the next step.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Position {
    /// The walk that the products belong to; those of an earlier one are dropped when a walk ends.
    pub(crate) generation: i64,
    /// What to do next.
    pub(crate) task: Task,
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Task {
    /// Begin to read the list.
    #[default]
    Begin,
    /// Continue reading it.
    Walk(Walk),
    /// Read the feed from this cursor on.
    Follow(String),
}

/// The progress of a walk through the list. The list is sorted by stock number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Walk {
    /// Where to follow the feed afterwards: the cursor of the walk's first page.
    pub(crate) cursor: String,
    /// The revision of the first page; no page may be older.
    pub(crate) first_revision: i64,
    /// The revision of the page read last.
    pub(crate) revision: i64,
    /// The page to read next, counted from 1.
    pub(crate) page: u64,
    /// Products on a page.
    pub(crate) page_size: u32,
    /// Everything up to this stock number was read; `None` at the beginning.
    pub(crate) covered: Option<String>,
}

/// The changes of one step.
#[derive(Debug, Default)]
pub(crate) struct Step {
    /// Products to insert or replace.
    pub(crate) upserts: Vec<StoredProduct>,
    /// Products to delete.
    pub(crate) removals: Vec<String>,
    /// Whether to drop products that no step of the present generation has touched.
    pub(crate) drops_older: bool,
}

/// The copy.
pub(crate) struct Copy {
    connection: SqliteConnection,
    position: Position,
}

impl Copy {
    /// Opens the copy of `section` as `login` sees it, making the file when there is none.
    pub(crate) fn open(file: &Path, section: &str, login: &str) -> anyhow::Result<Self> {
        let name = std::path::absolute(file)?.into_os_string().into_string();
        let name = name.ok().context("the name of the file is not UTF-8")?;
        let mut connection = SqliteConnection::establish(&name)?;
        connection.batch_execute(SCHEMA)?;
        let new = serde_json::to_string(&Position::default())?;
        let values =
            (mirror::id.eq(1), mirror::section_id.eq(section), mirror::login.eq(login), mirror::position.eq(new));
        diesel::insert_into(mirror::table).values(values).on_conflict_do_nothing().execute(&mut connection)?;
        let (stored_section, stored_login, position): (String, String, String) =
            mirror::table.select((mirror::section_id, mirror::login, mirror::position)).first(&mut connection)?;
        ensure!(stored_section == section, "the file holds section {stored_section}, not {section}: use another file");
        ensure!(stored_login == login, "the file holds what {stored_login} sees, not {login}: use another file");
        let position = serde_json::from_str(&position).context("the file was written by another version: delete it")?;
        Ok(Self { connection, position })
    }

    /// The position of the next step.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Applies a step and moves to the next position, in one transaction.
    pub(crate) fn apply(&mut self, step: &Step, next: Position) -> anyhow::Result<()> {
        let (here, there) = (serde_json::to_string(&self.position)?, serde_json::to_string(&next)?);
        let generation = next.generation;
        self.connection.immediate_transaction(|connection| {
            let at_this_place = mirror::table.filter(mirror::position.eq(&here));
            let moved = diesel::update(at_this_place).set(mirror::position.eq(&there)).execute(connection)?;
            if moved != 1 {
                bail!("another process changes the same file");
            }
            step.upserts.iter().try_for_each(|product| upsert(connection, product, generation))?;
            for stock_number in &step.removals {
                diesel::delete(products::table.find(stock_number)).execute(connection)?;
            }
            if step.drops_older {
                diesel::delete(products::table.filter(products::generation.ne(generation))).execute(connection)?;
            }
            Ok(())
        })?;
        self.position = next;
        Ok(())
    }

    /// How many products it has.
    pub(crate) fn count(&mut self) -> anyhow::Result<i64> {
        Ok(products::table.count().get_result(&mut self.connection)?)
    }

    /// The products after a stock number (all for `None`), in its order, up to and including another one (to the end
    /// for `None`).
    pub(crate) fn between(&mut self, after: Option<&str>, up_to: Option<&str>) -> anyhow::Result<Vec<StoredProduct>> {
        let mut query = products::table.order(products::stock_number).into_boxed();
        if let Some(after) = after {
            query = query.filter(products::stock_number.gt(after.to_owned()));
        }
        if let Some(up_to) = up_to {
            query = query.filter(products::stock_number.le(up_to.to_owned()));
        }
        let rows: Vec<(String, String)> =
            query.select((products::stock_number, products::body)).load(&mut self.connection)?;
        Ok(rows.into_iter().map(|(stock_number, body)| StoredProduct { stock_number, body }).collect())
    }
}

fn upsert(connection: &mut SqliteConnection, product: &StoredProduct, generation: i64) -> QueryResult<()> {
    let values = (
        products::stock_number.eq(&product.stock_number),
        products::body.eq(&product.body),
        products::generation.eq(generation),
    );
    diesel::insert_into(products::table)
        .values(values)
        .on_conflict(products::stock_number)
        .do_update()
        .set((products::body.eq(excluded(products::body)), products::generation.eq(excluded(products::generation))))
        .execute(connection)?;
    Ok(())
}

#[cfg(test)]
mod tests;
