//! `GET /portal/catalog`: the tree of sections.

use super::api_request::{CatalogRequest, RequestView};
use super::fragment::{Fragment, cached, expensive_page};
use super::links::section_page;
use crate::filters;
use crate::page::{Layout, NavItem, PageResult, rendered};
use crate::portal_error::PortalError;
use actix_web::web::Bytes;
use askama::Template;
use catalog_domain::catalog::SectionCounters;
use catalog_domain::values::Language;
use catalog_index::Catalog;
use http_common::params::{LARGEST_EXACT_NUMBER, ParameterReader, Parameters};
use localization::{Locale, Message};
use std::sync::Arc;

/// The most sections that are shown unless the person asks for more levels.
const MOST_AT_FIRST: usize = 300;

/// The most levels that are shown: browsers stop nesting elements at some depth.
const MOST_LEVELS: u32 = 24;

/// The parameter of the page.
#[derive(Debug, Hash)]
struct TreeParameters {
    depth: Option<u64>,
}

impl Parameters for TreeParameters {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { depth: reader.number("depth", 1..=LARGEST_EXACT_NUMBER) }
    }
}

#[derive(Template)]
#[template(path = "catalog/tree.html")]
struct TreePage {
    layout: Layout,
    request: RequestView,
    catalog: Arc<Catalog>,
    tree: Bytes,
    levels: u32,
    /// Whether there are sections below those that are shown.
    is_cut: bool,
}

pub(super) async fn show_tree(CatalogRequest { signed_in, mut api, .. }: CatalogRequest) -> PageResult {
    let TreeParameters { depth } = api.parameters()?;
    let catalog = signed_in.app().catalog.current();
    let deepest = catalog.sections().nodes().iter().map(|node| node.level).max().unwrap_or(0);
    let depth = depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
    let levels = depth.unwrap_or_else(|| levels_at_first(&catalog)).min(MOST_LEVELS).min(deepest.max(1));
    api.query = if levels < deepest { format!("depth={levels}") } else { String::new() };
    let layout = Layout::signed_in("catalog-title", NavItem::Catalog, &signed_in);
    let (request, is_cut) = (api.view(), levels < deepest.min(MOST_LEVELS));
    let tree = cached(UpperLevels(levels), &signed_in, &catalog).await?;
    expensive_page(&signed_in, TreePage { layout, request, catalog, tree, levels, is_cut }).await
}

impl TreePage {
    fn counts(&self) -> Message {
        Message::new("tree-all")
            .with("sections", Message::new("tree-sections").with("count", self.catalog.sections().len()))
            .with("products", Message::new("products").with("count", self.catalog.product_count()))
    }

    fn tree(&self) -> &str {
        // It was written as text.
        std::str::from_utf8(&self.tree).unwrap_or_default()
    }
}

impl TreeRow<'_> {
    fn counts(&self) -> Message {
        Message::new("tree-counts")
            .with("products", Message::new("products").with("count", self.counters.products))
            .with("available", self.counters.available_products)
    }
}

#[derive(Hash)]
struct UpperLevels(u32);

impl Fragment for UpperLevels {
    fn write(&self, catalog: &Catalog, language: Language) -> Result<String, PortalError> {
        rendered(&Tree { catalog, levels: self.0 }, Locale::in_utc(language))
    }
}

/// The most levels that have at most [`MOST_AT_FIRST`] sections, but at least one.
fn levels_at_first(catalog: &Catalog) -> u32 {
    let mut on_level = [0_usize; MOST_LEVELS as usize + 1];
    for node in catalog.sections().nodes() {
        on_level[node.level.min(MOST_LEVELS) as usize] += 1;
    }
    let mut total = 0;
    let fitting = (1..=MOST_LEVELS).take_while(|level| {
        total += on_level[*level as usize];
        total <= MOST_AT_FIRST
    });
    fitting.last().unwrap_or(1)
}

#[derive(Template)]
#[template(path = "catalog/tree_fragment.html")]
struct Tree<'a> {
    catalog: &'a Catalog,
    levels: u32,
}

struct TreeRow<'a> {
    name: &'a str,
    page: String,
    counters: SectionCounters,
    /// Lists that end before it.
    closed: u32,
    children: usize,
    is_open: bool,
    is_root: bool,
}

impl Tree<'_> {
    fn rows(&self) -> impl Iterator<Item = TreeRow<'_>> {
        let sections = self.catalog.sections();
        let shown = sections.indexes().filter(|index| sections.node(*index).level <= self.levels);
        let mut open = 0;
        shown.map(move |index| {
            let node = sections.node(index);
            let closed = std::mem::replace(&mut open, node.level - 1) - (node.level - 1);
            let is_open = node.level < self.levels && !node.children.is_empty();
            open += u32::from(is_open);
            TreeRow {
                name: &node.section.name,
                page: section_page(node.section.id),
                counters: self.catalog.counters(index),
                closed,
                children: node.children.len(),
                is_open,
                is_root: node.level == 1,
            }
        })
    }

    /// Lists that are open after the last section.
    fn open_at_the_end(&self) -> u32 {
        let sections = self.catalog.sections();
        let last = sections.nodes().iter().rev().find(|node| node.level <= self.levels);
        last.map_or(0, |node| node.level - 1)
    }
}
