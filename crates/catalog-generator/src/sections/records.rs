//! The records of sections.

use super::names::{filter_index, name, path};
use super::{Page, hierarchy_id};
use crate::plan::Plan;
use crate::product_types::filters;
use crate::random::Stream;
use crate::records::{Record, Section};
use catalog_records::{Given, RecordKind};

/// The host of the sections that are not the storefront's.
const FOREIGN_HOST: &str = "archive.example";

const FIRST_SOURCE_ID: u64 = 80_000;

pub(crate) fn record<'a>(plan: &'a Plan<'_>, index: usize) -> Record<'a> {
    Record::Section(document(plan, index))
}

pub(crate) fn document<'a>(plan: &'a Plan<'_>, index: usize) -> Section<'a> {
    let section = plan.sections.plan(index);
    let mut random = plan.random(Stream::Section, index as u64 + plan.options.sections);
    let host = match section.page {
        Page::Storefront => Some(plan.options.storefront.as_str()),
        Page::Foreign => Some(FOREIGN_HOST),
        Page::None => None,
    };
    let schema = &plan.schemas[section.category];
    Section {
        kind: RecordKind::Section,
        hierarchy_id: hierarchy_id(index),
        source_id: Some(source_id(index)),
        parent_hierarchy_id: section.parent.map(hierarchy_id),
        name: name(&plan.sections, index).into(),
        url: host.map(|host| format!("https://{host}/catalog/{}", path(&plan.sections, index))),
        is_active: section.is_active,
        is_service: Given::if_true(section.is_service),
        // Few ranks for many siblings: ties must be broken by name.
        sort_order: random.between(1, 12) as i64 * 10,
        filter_index: Given::if_some(random.chance(80).then(|| filter_index(section.category).into())),
        filters: if section.is_service { Vec::new() } else { filters(schema) },
    }
}

/// Source ids are scrambled within blocks, so that their order is not that of the hierarchy ids.
fn source_id(index: usize) -> u64 {
    let (block, within) = (index as u64 / 1_024, index as u64 % 1_024);
    FIRST_SOURCE_ID + block * 1_024 + (within * 509 + 77) % 1_024
}
