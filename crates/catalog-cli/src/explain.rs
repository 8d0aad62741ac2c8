//! `catalog explain`: why a product or section is or is not shown, from the decisions that serve requests.

mod document;
mod text;

use super::price_level::known_level;
use crate::output::{OutputFormat, print_line};
use crate::settings::{DatabaseConfig, RefreshConfig};
use crate::store::open_store_to_show;
use anyhow::Context;
use catalog_domain::accounts::CallerAccount;
use catalog_domain::catalog::SectionCounters;
use catalog_domain::explain::{explain_product, explain_section};
use catalog_domain::ports::{AccountStore, CatalogSource, EventSearch, VisibilityFacts, VisibilityLookup};
use catalog_domain::pricing::{PriceLevel, Viewer};
use catalog_domain::sections::SectionTrees;
use catalog_domain::values::{SectionId, StorefrontHost};
use catalog_index::Catalog;
use clap::{Args, Subcommand};
use std::sync::Arc;
use store_diesel::Store;

/// The arguments of `catalog explain`.
#[derive(Args)]
pub struct ExplainArguments {
    #[command(subcommand)]
    subject: Subject,
}

/// What is explained.
#[derive(Subcommand)]
enum Subject {
    /// Explains why a product is or is not shown, in which lists, and at which prices
    Product(ProductArguments),
    /// Explains why a section is or is not shown, and what it counts
    Section(SectionArguments),
}

#[derive(Args)]
struct ProductArguments {
    /// The stock number
    #[arg(value_name = "STOCK_NUMBER")]
    stock_number: String,
    /// Show what this account sees [default: ordinary users of every price level]
    #[arg(long = "as", value_name = "EMAIL", conflicts_with = "price_level")]
    login: Option<String>,
    /// Show what ordinary users of this price level see
    #[arg(long, value_name = "LEVEL")]
    price_level: Option<String>,
    #[command(flatten)]
    common: CommonArguments,
    #[command(flatten)]
    refresh: RefreshConfig,
}

#[derive(Args)]
struct SectionArguments {
    /// The section's id: the hierarchy id of the source
    #[arg(value_name = "ID", value_parser = SectionId::parse)]
    id: SectionId,
    #[command(flatten)]
    common: CommonArguments,
}

#[derive(Args)]
struct CommonArguments {
    /// The output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    #[command(flatten)]
    database: DatabaseConfig,
}

/// Prints the explanation.
///
/// # Errors
/// When there is no such store, product, section, account or level, or the store fails.
pub fn run(arguments: &ExplainArguments) -> anyhow::Result<()> {
    match &arguments.subject {
        Subject::Product(arguments) => product(arguments),
        Subject::Section(arguments) => section(arguments),
    }
}

fn product(arguments: &ProductArguments) -> anyhow::Result<()> {
    let store = open_store_to_show(&arguments.common.database)?;
    let facts = store.look_up(Some(&arguments.stock_number), EventSearch::SHOWN)?;
    let storefront = storefront(&facts)?;
    let viewer = viewer(arguments, &store, &facts.price_levels)?;
    let explained = explain_product(&facts, &trees(&facts, storefront), storefront, viewer.as_ref());
    let explained = explained
        .with_context(|| format!("the store has no product with the stock number {:?}", arguments.stock_number))?;
    Ok(print_line(&match arguments.common.format {
        OutputFormat::Text => text::product(&explained, &facts, viewer.as_ref(), &arguments.refresh),
        OutputFormat::Json => document::product(&explained, &facts, viewer.as_ref(), &arguments.refresh).to_string(),
    })?)
}

fn section(arguments: &SectionArguments) -> anyhow::Result<()> {
    let store = open_store_to_show(&arguments.common.database)?;
    let facts = store.look_up(None, EventSearch::NONE)?;
    let storefront = storefront(&facts)?;
    let trees = trees(&facts, storefront);
    let explained = explain_section(arguments.id, &facts.sections, &trees.public, storefront)
        .with_context(|| format!("the store has no section {}", arguments.id))?;
    let counters = match explained.path.visibility.is_public() {
        true => counters(&store, storefront, arguments.id)?,
        false => None,
    };
    Ok(print_line(&match arguments.common.format {
        OutputFormat::Text => text::section(&explained, counters),
        OutputFormat::Json => document::section(&explained, counters).to_string(),
    })?)
}

fn storefront(facts: &VisibilityFacts) -> anyhow::Result<&StorefrontHost> {
    facts.storefront.as_ref().context("the store is empty: nothing was imported yet")
}

fn trees(facts: &VisibilityFacts, storefront: &StorefrontHost) -> SectionTrees {
    let sections: Vec<_> = facts.sections.iter().cloned().map(Arc::new).collect();
    SectionTrees::build(&sections, storefront)
}

/// The counters of a public section, as a server computes them: from the whole catalog.
fn counters(store: &Store, storefront: &StorefrontHost, id: SectionId) -> anyhow::Result<Option<SectionCounters>> {
    let catalog = Catalog::build(store.load()?, storefront.clone());
    Ok(catalog.sections().find(id).map(|index| catalog.counters(index)))
}

/// Whose view is explained; `None` for that of ordinary users of every level.
fn viewer(arguments: &ProductArguments, store: &Store, levels: &[PriceLevel]) -> anyhow::Result<Option<Viewer>> {
    if let Some(login) = &arguments.login {
        let account = store.find_by_login(login)?;
        let account = account.with_context(|| format!("there is no account with the login {login}"))?;
        return Ok(Some(CallerAccount::from(&account).viewer()));
    }
    let Some(name) = &arguments.price_level else { return Ok(None) };
    Ok(Some(Viewer { price_level: known_level(name, levels)?, ..Viewer::ordinary() }))
}
