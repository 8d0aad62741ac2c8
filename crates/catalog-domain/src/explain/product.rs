//! Whether a product is shown, in which lists, at which prices, and with which filter values.

use super::prices::{ExplainedPrice, explain_prices};
use super::section::{SectionPath, SectionsById};
use crate::change::classify::{HiddenProduct, ProductState, PublicView};
use crate::change::{PrimaryRule, primary_section};
use crate::named::worded;
use crate::ports::{ProductFacts, VisibilityFacts};
use crate::pricing::viewer::Viewer;
use crate::pricing::{HasPrice, Money, V1PriceRule, v1_price};
use crate::products::filter::{FilterText, ListedFilterValue};
use crate::sections::filter_value_visibility::{HiddenFilterValue, applies_in};
use crate::sections::tree::{SectionTree, SectionTrees};
use crate::values::identifiers::SectionId;
use crate::values::url_group::StorefrontHost;

/// A section that the product is linked to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedLink<'a> {
    /// The section.
    pub id: SectionId,
    /// Its path to the root; `None` when the store does not have the section.
    pub path: Option<SectionPath<'a>>,
}

worded! {
    /// Whether a filter value counts in the filters of one section that it names.
    pub enum FacetRule {
        /// It does.
        Counted = "counted",
        /// The section is not public.
        NotPublic = "not counted: the section is not public",
        /// The product is not in the public subtree of the section.
        OutsideSubtree = "not counted: the product is not public in the section or below it",
        /// The section has no filter of the value's uid.
        NoFilter = "not counted: the section has no filter of this uid",
    }
}

/// A filter value, and where it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedFilterValue<'a> {
    /// The value.
    pub text: &'a FilterText,
    /// `filterValues[].sectionIds` of the product, or why the value is left out there.
    pub shown_in: Result<Vec<SectionId>, HiddenFilterValue>,
    /// Whether it counts in each section that it names, in source order.
    pub sections: Vec<(SectionId, FacetRule)>,
}

/// Why a product is or is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductExplanation<'a> {
    /// The product.
    pub product: &'a ProductFacts,
    /// Where it is public: the sections it is linked to, and all whose lists and `productCount` include it.
    pub public: Result<PublicView, HiddenProduct>,
    /// Whether v1 shows it.
    pub in_v1: bool,
    /// Every linked section, in source order.
    pub links: Vec<ExplainedLink<'a>>,
    /// `primarySectionId` with its rule; `None` when the product is not public.
    pub primary: Option<(SectionId, PrimaryRule)>,
    /// Whether `available=true` selects it, and `availableProductCount` includes it.
    pub is_available: bool,
    /// Whether `sale=true` selects it.
    pub is_on_sale: bool,
    /// Whether `hasPrice=true` selects it for the viewer.
    pub has_price: HasPrice,
    /// Every price of v2.
    pub prices: Vec<ExplainedPrice>,
    /// The one price of v1.
    pub v1_price: (Money, V1PriceRule),
    /// Every filter value, in source order.
    pub filter_values: Vec<ExplainedFilterValue<'a>>,
}

/// Why the product of `facts` is or is not shown on `storefront`, and what `viewer` sees of it; without a viewer, what
/// ordinary users of every known level see. `None` when the facts have no product. `trees` are those of the facts.
pub fn explain_product<'a>(
    facts: &'a VisibilityFacts,
    trees: &SectionTrees,
    storefront: &'a StorefrontHost,
    viewer: Option<&Viewer>,
) -> Option<ProductExplanation<'a>> {
    let product = facts.product.as_ref()?;
    let state = ProductState { is_active: product.is_active, sections: &product.sections };
    let public = PublicView::decide(&state, &trees.public);
    let direct = public.as_ref().map_or(&[][..], |view| &view.direct);
    let sections = SectionsById::new(&facts.sections, storefront);
    let link = |id: &SectionId| ExplainedLink { id: *id, path: sections.path(*id) };
    let holders = public.as_ref().map_or(&[][..], |view| &view.holders);
    let value = |value| explain_filter_value(value, &trees.public, holders);
    let anyone = Viewer::ordinary();
    let seen_by = viewer.unwrap_or(&anyone);
    Some(ProductExplanation {
        product,
        in_v1: PublicView::decide(&state, &trees.active).is_ok(),
        links: product.sections.iter().map(link).collect(),
        primary: primary_section(direct.iter().copied(), product.sections.primary()),
        is_available: product.offer.is_available(),
        is_on_sale: product.offer.sale,
        has_price: HasPrice::of(&product.offer, &seen_by.price_level),
        prices: explain_prices(&product.offer, seen_by, &facts.price_levels, viewer.is_none()),
        v1_price: v1_price(&product.offer, &seen_by.price_level),
        filter_values: product.filter_values.iter().map(value).collect(),
        public,
    })
}

/// `holders` are the sections whose public subtree has the product, ascending.
fn explain_filter_value<'a>(
    value: ListedFilterValue<'a>,
    public: &SectionTree,
    holders: &[SectionId],
) -> ExplainedFilterValue<'a> {
    let rule = |id: &SectionId| {
        let Some(index) = public.find(*id) else { return FacetRule::NotPublic };
        let mut filters = public.node(index).section.filters.iter();
        match filters.any(|filter| *filter.uid == *value.text.uid) {
            _ if holders.binary_search(id).is_err() => FacetRule::OutsideSubtree,
            true => FacetRule::Counted,
            false => FacetRule::NoFilter,
        }
    };
    ExplainedFilterValue {
        text: value.text,
        shown_in: applies_in(value.sections, public).map(Iterator::collect),
        sections: value.sections.iter().map(|id| (*id, rule(id))).collect(),
    }
}
