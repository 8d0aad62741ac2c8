//! The sections of both interfaces, and which belong together.

use super::client::{Client, UnitError};
use super::subject::{ComparedSubject, STOREFRONT};
use crate::compare::{item_stock_number, text};
use crate::difference::{Difference, Kind};
use crate::error::CompareError;
use crate::journal::PlannedSection;
use crate::section_tree::{TreeSection, sections_of};
use crate::workers::Workers;
use catalog_client::percent_encode;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Mutex, PoisonError};

/// The most products of all sections together: each hundred of them is planned before any is read.
const MOST_PRODUCTS: u64 = 10_000_000;

const SECTIONS: &str = "/api/v2/catalog/sections";

/// A section that both interfaces show.
#[derive(Debug)]
pub(super) struct SectionPair {
    pub(super) v1: PlannedSection,
    pub(super) v2: String,
    /// The id in v2 of the nearest section above it that both show.
    pub(super) parent: Option<String>,
    /// Whether v2 shows every section below it, and so every product in it.
    pub(super) is_whole: bool,
}

#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Sections that both interfaces show.
    pub(super) pairs: Vec<SectionPair>,
    /// The topmost sections of v1, with how many products they have.
    pub(super) roots: Vec<(i64, u64)>,
    pub(super) v2_roots: Vec<String>,
    /// Stock numbers of products in sections that only v1 shows; they may be in others, too.
    pub(super) in_hidden_sections: HashSet<String>,
    pub(super) v1_sections: u64,
    pub(super) differences: Vec<Difference>,
}

impl Plan {
    /// Reads the trees, and the meta of every section of v1: it has the id of v2.
    pub(super) fn read(client: Client<'_>, workers: &Workers<'_>) -> Result<Self, CompareError> {
        let refused = |error| match error {
            UnitError::Compare(error) => error,
            UnitError::Refused { target, code } => {
                CompareError::Refused { system: "new", reason: format!("{target} is refused with {code}") }
            }
        };
        let tree = client.data("/api/v1/get/catalog".to_owned()).map_err(refused)?;
        let nodes = sections_of(&tree);
        let shown = client.data(SECTIONS.to_owned()).map_err(refused)?;
        let shown = shown["items"].as_array().cloned().unwrap_or_default();
        workers.observer.begins("reading the sections", Some(nodes.len() as u64));
        let metas = Mutex::new(BTreeMap::new());
        workers.run(nodes.iter(), |node| {
            let meta = client.data(format!("/api/v1/get/section-meta/{}", node.id)).map_err(refused)?;
            let (v2, products) = (text(&meta["section"]["hierarchyId"]).unwrap_or_default(), products_of(&meta));
            metas.lock().unwrap_or_else(PoisonError::into_inner).insert(node.id, (v2, products));
            workers.observer.did(1);
            Ok(())
        })?;
        let metas = metas.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut plan = Self { v1_sections: nodes.len() as u64, ..Self::default() };
        plan.match_sections(client, &nodes, &metas, &shown).map_err(refused)?;
        let products = plan.roots.iter().fold(0, |sum: u64, (_, products)| sum.saturating_add(*products));
        if products > MOST_PRODUCTS {
            let reason = format!("v1 states {products} products, and more than {MOST_PRODUCTS} cannot be compared");
            return Err(CompareError::Refused { system: "new", reason });
        }
        Ok(plan)
    }

    fn match_sections(
        &mut self,
        client: Client<'_>,
        nodes: &[TreeSection<'_>],
        metas: &BTreeMap<i64, (String, u64)>,
        shown: &[Value],
    ) -> Result<(), UnitError> {
        let ids: BTreeSet<&str> = shown.iter().filter_map(|section| section["id"].as_str()).collect();
        let v2_of = |id: i64| metas.get(&id).map_or("", |(v2, _)| v2.as_str());
        // Of a section that comes twice the first place counts: then a chain of parents goes back in the list and ends.
        let parents: BTreeMap<i64, Option<i64>> = nodes.iter().rev().map(|node| (node.id, node.parent)).collect();
        let above = |id: i64| {
            std::iter::successors(parents.get(&id).copied().flatten(), |id| parents.get(id).copied().flatten())
        };
        let mut with_hidden_below = BTreeSet::new();
        for node in nodes.iter().filter(|node| !ids.contains(v2_of(node.id))) {
            with_hidden_below.extend(above(node.id));
            self.check_hidden(client, node, v2_of(node.id))?;
            let list = format!("/api/v1/get/items/availability/from?id_list={}", node.id);
            client.each_of_v1(&list, |item| self.in_hidden_sections.extend(item_stock_number(item)))?;
        }
        for node in nodes.iter().filter(|node| ids.contains(v2_of(node.id))) {
            let parent = above(node.id).map(&v2_of).find(|id| ids.contains(id));
            self.pairs.push(SectionPair {
                v1: PlannedSection {
                    id: node.id,
                    name: node.name.and_then(Value::as_str).unwrap_or_default().to_owned(),
                    is_root: parent.is_none(),
                    is_leaf: node.children.is_empty(),
                },
                v2: v2_of(node.id).to_owned(),
                parent: parent.map(str::to_owned),
                is_whole: !with_hidden_below.contains(&node.id),
            });
        }
        let roots = nodes.iter().filter(|node| node.parent.is_none());
        self.roots = roots.map(|node| (node.id, metas.get(&node.id).map_or(0, |(_, products)| *products))).collect();
        self.v2_roots = self.pairs.iter().filter(|pair| pair.parent.is_none()).map(|pair| pair.v2.clone()).collect();
        let paired: BTreeSet<&str> = self.pairs.iter().map(|pair| pair.v2.as_str()).collect();
        for id in ids.difference(&paired) {
            let mut subject = ComparedSubject::new(SECTIONS, format!("section {id}"));
            subject.differ("", None, Some(&(*id).into()), Kind::Extra, None);
            self.differences.append(&mut subject.differences);
        }
        Ok(())
    }

    /// A section that only v1 shows must not be there in v2 at all.
    fn check_hidden(&mut self, client: Client<'_>, node: &TreeSection<'_>, v2: &str) -> Result<(), UnitError> {
        let found = client.find(format!("{SECTIONS}/{}", percent_encode(v2)))?;
        let rule = if found.is_none() && !v2.is_empty() { Some(STOREFRONT) } else { None };
        let mut subject = ComparedSubject::new(SECTIONS, format!("section {v2}"));
        subject.subject.section = Some(node.id);
        subject.differ("", node.name, None, Kind::Missing, rule);
        self.differences.append(&mut subject.differences);
        Ok(())
    }
}

pub(super) fn products_of(meta: &Value) -> u64 {
    let types = meta["productTypes"].as_array().into_iter().flatten();
    types.filter_map(|kind| kind["productsCount"].as_u64()).fold(0, u64::saturating_add)
}
