//! Sections (`docs/contract.md#sections`).

use super::filter::section_filters;
use super::url_group::{page_url, write_page_url};
use super::vendor::{VendorHeads, vendor_counts, write_vendor_counts};
use crate::params::SectionParts;
use catalog_app::text::iso_time;
use catalog_documents::{Breadcrumb, Section};
use catalog_domain::sections::{NodeIndex, SectionNode};
use catalog_index::Catalog;
use http_common::json::JsonWriter;

/// The section at `index` with its `parts`. Children come without parts of their own.
pub(crate) fn section(catalog: &Catalog, index: NodeIndex, parts: SectionParts) -> Section<'_> {
    let tree = catalog.sections();
    let node = tree.node(index);
    let section = &*node.section;
    let counters = catalog.counters(index);
    Section {
        id: section.id.to_string(),
        parent_section_id: node.parent.map(|parent| tree.id(parent).to_string()),
        name: (&*section.name).into(),
        url: page_url(section.url.as_ref()),
        is_active: true,
        sort_order: section.sort_order,
        level: node.level,
        has_children: !node.children.is_empty(),
        child_section_ids: node.children.iter().map(|child| tree.id(*child).to_string()).collect(),
        direct_product_count: counters.direct_products,
        product_count: counters.products,
        available_product_count: counters.available_products,
        synced_at: iso_time(section.synced_at),
        children: parts.children.then(|| children(catalog, node)),
        breadcrumbs: parts.breadcrumbs.then(|| breadcrumbs(catalog, index)),
        vendors: parts.vendors.then(|| vendor_counts(catalog, index)),
        filters: parts.filters.then(|| section_filters(catalog, index)),
    }
}

/// Appends the same to `json` without its closing brace, exactly as serde would, in a fraction of the time: lists have
/// all sections. `heads` are needed for vendors only. Parts that no list has are left to serde.
pub(super) fn write_open(
    json: &mut JsonWriter,
    catalog: &Catalog,
    index: NodeIndex,
    parts: SectionParts,
    heads: &VendorHeads,
) -> serde_json::Result<()> {
    let tree = catalog.sections();
    let node = tree.node(index);
    let (section, counters) = (&*node.section, catalog.counters(index));
    json.raw(r#"{"id":"#).integer_text(section.id.0).raw(r#","parentSectionId":"#);
    match node.parent {
        Some(parent) => json.integer_text(tree.id(parent).0),
        None => json.raw("null"),
    };
    json.raw(r#","name":"#).string(&section.name).raw(r#","url":"#);
    write_page_url(json, section.url.as_ref());
    json.raw(r#","isActive":true,"sortOrder":"#).integer(section.sort_order);
    json.raw(r#","level":"#).count(node.level.into()).raw(r#","hasChildren":"#).flag(!node.children.is_empty());
    json.raw(r#","childSectionIds":"#).array(&node.children, |child, json| _ = json.integer_text(tree.id(*child).0));
    json.raw(r#","directProductCount":"#).count(counters.direct_products);
    json.raw(r#","productCount":"#).count(counters.products);
    json.raw(r#","availableProductCount":"#).count(counters.available_products);
    json.raw(r#","syncedAt":"#).moment(section.synced_at);
    if parts.children {
        json.raw(r#","children":"#).value(&children(catalog, node))?;
    }
    if parts.breadcrumbs {
        json.raw(r#","breadcrumbs":"#).value(&breadcrumbs(catalog, index))?;
    }
    if parts.vendors {
        json.raw(r#","vendors":"#);
        write_vendor_counts(json, catalog, index, heads);
    }
    if parts.filters {
        json.raw(r#","filters":"#).value(&section_filters(catalog, index))?;
    }
    Ok(())
}

fn children<'a>(catalog: &'a Catalog, node: &SectionNode) -> Vec<Section<'a>> {
    node.children.iter().map(|child| section(catalog, *child, SectionParts::default())).collect()
}

fn breadcrumbs(catalog: &Catalog, index: NodeIndex) -> Vec<Breadcrumb<'_>> {
    let tree = catalog.sections();
    let step = |at| {
        let section = &*tree.node(at).section;
        let url = page_url(section.url.as_ref());
        Breadcrumb { id: section.id.to_string(), name: (&*section.name).into(), url }
    };
    let mut path: Vec<_> = tree.path_to_root(index).map(step).collect();
    path.reverse();
    path
}

#[cfg(test)]
mod tests;
