//! Sections (`docs/contract.md#sections`).

use super::filter::{FilterDefinitionBody, section_filters};
use super::times::as_iso_time;
use super::url_group::UrlGroupBody;
use super::vendor::{VendorCountBody, VendorCountsBody, VendorHeads};
use crate::params::SectionParts;
use crate::schemas::SectionIdText;
use catalog_domain::sections::{NodeIndex, SectionNode};
use catalog_domain::values::{PageUrl, SectionId, Timestamp};
use catalog_index::Catalog;
use http_common::json::{JsonWriter, as_text};
use serde::Serialize;
use utoipa::ToSchema;

/// A section of the public catalog. Parts that were not requested are absent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Section)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SectionBody<'a> {
    /// The public section id.
    #[schema(value_type = SectionIdText)]
    id: String,
    /// The nearest public ancestor; null for a root.
    #[schema(required, value_type = Option<SectionIdText>)]
    parent_section_id: Option<String>,
    #[schema(example = "Pumps")]
    name: &'a str,
    url: UrlGroupBody<'a>,
    is_active: bool,
    /// The rank among siblings.
    sort_order: i64,
    /// 1 for a root.
    #[schema(minimum = 1)]
    level: u32,
    /// Whether the section has children in the whole public tree, even where a response is truncated.
    has_children: bool,
    /// The direct children in the whole public tree, in order.
    #[schema(value_type = Vec<SectionIdText>)]
    child_section_ids: Vec<String>,
    /// Active public products linked directly.
    direct_product_count: u64,
    /// Active public products of the section and its public subtree.
    product_count: u64,
    /// Those of the subtree with a positive stock on at least one warehouse.
    available_product_count: u64,
    /// When an import last wrote the section.
    #[serde(serialize_with = "as_iso_time")]
    #[schema(value_type = String, format = DateTime)]
    synced_at: Timestamp,
    /// The direct children (`include=children`), in order. In a tree every section has them, possibly none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(no_recursion, nullable = false)]
    children: Option<Vec<SectionBody<'a>>>,
    /// From the root to the section itself (`include=breadcrumbs`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    breadcrumbs: Option<Vec<BreadcrumbBody<'a>>>,
    /// The vendors of the public subtree (`include=vendors`): in name order, `unknown` last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<VendorCountBody<'a>>>, nullable = false)]
    vendors: Option<VendorCountsBody<'a>>,
    /// The section's filters (`include=filters`) in stored order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    filters: Option<Vec<FilterDefinitionBody<'a>>>,
}

impl<'a> SectionBody<'a> {
    /// The section at `index` with its `parts`. Children come without parts of their own.
    pub(crate) fn new(catalog: &'a Catalog, index: NodeIndex, parts: SectionParts) -> Self {
        let tree = catalog.sections();
        let node = tree.node(index);
        let section = &*node.section;
        let counters = catalog.counters(index);
        let child = |child: &NodeIndex| Self::new(catalog, *child, SectionParts::default());
        let vendors = || VendorCountsBody::new(catalog, index);
        Self {
            id: section.id.to_string(),
            parent_section_id: node.parent.map(|parent| tree.id(parent).to_string()),
            name: &section.name,
            url: section.url.as_ref().map(PageUrl::borrowed).into(),
            is_active: true,
            sort_order: section.sort_order,
            level: node.level,
            has_children: !node.children.is_empty(),
            child_section_ids: node.children.iter().map(|child| tree.id(*child).to_string()).collect(),
            direct_product_count: counters.direct_products,
            product_count: counters.products,
            available_product_count: counters.available_products,
            synced_at: section.synced_at,
            children: parts.children.then(|| node.children.iter().map(child).collect()),
            breadcrumbs: parts.breadcrumbs.then(|| breadcrumbs(catalog, index)),
            vendors: parts.vendors.then(vendors),
            filters: parts.filters.then(|| section_filters(catalog, index)),
        }
    }
}

impl SectionBody<'_> {
    /// Appends it to `json` without its closing brace, exactly as serde would, in a fraction of the time: lists have
    /// all sections. `heads` are needed for vendors only. Parts that no list has are left to serde.
    ///
    /// # Errors
    /// Those of serde.
    pub(super) fn write_open(&self, json: &mut JsonWriter, heads: &VendorHeads) -> serde_json::Result<()> {
        json.raw(r#"{"id":"#).string(&self.id).raw(r#","parentSectionId":"#).value(&self.parent_section_id)?;
        json.raw(r#","name":"#).string(self.name).raw(r#","url":"#);
        self.url.write(json);
        json.raw(r#","isActive":"#).flag(self.is_active).raw(r#","sortOrder":"#).integer(self.sort_order);
        json.raw(r#","level":"#).count(self.level.into()).raw(r#","hasChildren":"#).flag(self.has_children);
        json.raw(r#","childSectionIds":"#).array(&self.child_section_ids, |id, json| _ = json.string(id));
        json.raw(r#","directProductCount":"#).count(self.direct_product_count);
        json.raw(r#","productCount":"#).count(self.product_count);
        json.raw(r#","availableProductCount":"#).count(self.available_product_count);
        json.raw(r#","syncedAt":"#).moment(self.synced_at);
        json.optional(r#","children":"#, self.children.as_ref())?;
        json.optional(r#","breadcrumbs":"#, self.breadcrumbs.as_ref())?;
        if let Some(vendors) = self.vendors {
            json.raw(r#","vendors":"#);
            vendors.write(json, heads);
        }
        json.optional(r#","filters":"#, self.filters.as_ref())?;
        Ok(())
    }
}

/// A step of the path from a root to a section.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Breadcrumb)]
pub(crate) struct BreadcrumbBody<'a> {
    /// The public section id.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = SectionIdText)]
    id: SectionId,
    #[schema(example = "Pumps")]
    name: &'a str,
    url: UrlGroupBody<'a>,
}

impl<'a> From<&'a SectionNode> for BreadcrumbBody<'a> {
    fn from(node: &'a SectionNode) -> Self {
        let section = &*node.section;
        Self { id: section.id, name: &section.name, url: section.url.as_ref().map(PageUrl::borrowed).into() }
    }
}

fn breadcrumbs(catalog: &Catalog, index: NodeIndex) -> Vec<BreadcrumbBody<'_>> {
    let tree = catalog.sections();
    let mut path: Vec<_> = tree.path_to_root(index).map(|at| BreadcrumbBody::from(tree.node(at))).collect();
    path.reverse();
    path
}

#[cfg(test)]
mod tests;
