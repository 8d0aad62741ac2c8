//! What clients can see of a product's record, compared before and after a run.

use super::attribution::{ContentChange, Moment, attribute};
use super::classify::TreeChange;
use crate::named::worded;
use crate::pricing::money::Money;
use crate::pricing::offer::{LevelPrices, ListedLevelPrice};
use crate::pricing::price_level::PriceLevel;
use crate::products::configurator::{Configurator, ConfiguratorOption, OptionGroup};
use crate::products::filter::FilterValue;
use crate::products::parts::{FeatureValue, ProductParts};
use crate::sections::filter_value_visibility::applies_in;
use crate::sections::tree::SectionTree;
use crate::values::identifiers::{FieldId, SectionId};
use crate::values::url_group::PageUrl;

/// The content of a product's record, without its offer and its times. A vendor's name is not part of it: the one that
/// is shown may be another product's.
#[derive(Debug, Clone, Copy)]
pub struct RecordContent<'a> {
    /// The short name.
    pub name: &'a str,
    /// The full name.
    pub full_name: &'a str,
    /// The product's page.
    pub url: Option<&'a PageUrl>,
    /// The vendor's id.
    pub vendor_id: Option<&'a str>,
    /// The linked sections in source order.
    pub sections: &'a [SectionId],
    /// The source's choice among them.
    pub primary_section: Option<SectionId>,
    /// The preview picture.
    pub preview: Option<&'a str>,
    /// Values for section filters, in source order.
    pub filter_values: &'a [FilterValue],
    /// The heavy parts.
    pub parts: &'a ProductParts,
}

/// What a run changed of the visible part of a record. `trees` are the public sections before and after the run;
/// `is_public` identifies the fields whose values are shown after it.
///
/// Where the product is public is not compared here but by [`super::classify`].
pub fn compare_content(
    before: &RecordContent<'_>,
    after: &RecordContent<'_>,
    trees: TreeChange<'_>,
    is_public: impl Fn(FieldId) -> bool,
) -> ContentChange {
    let by_record = texts_differ(before, after)
        || public_features(before.parts, &is_public) != public_features(after.parts, &is_public)
        || structure_differs(before.parts.configurator.as_ref(), after.parts.configurator.as_ref());
    let in_sections = attribute(|record, around| {
        let content = if record == Moment::Before { before } else { after };
        let tree = if around == Moment::Before { trees.before } else { trees.after };
        (shown_primary(content, tree), shown_filter_values(content.filter_values, tree))
    });
    in_sections.and(ContentChange { by_record, otherwise: false })
}

fn texts_differ(before: &RecordContent<'_>, after: &RecordContent<'_>) -> bool {
    before.name != after.name
        || before.full_name != after.full_name
        || before.url != after.url
        || before.vendor_id != after.vendor_id
        || before.preview != after.preview
        || before.parts.description != after.parts.description
        || before.parts.photos != after.parts.photos
        || before.parts.seo != after.parts.seo
}

/// The values of public features by field: fields have an order of their own, so the source's order counts within one
/// only.
fn public_features(parts: &ProductParts, is_public: impl Fn(FieldId) -> bool) -> Vec<&FeatureValue> {
    let mut shown: Vec<&FeatureValue> = parts.features.iter().filter(|value| is_public(value.field_id)).collect();
    shown.sort_by_key(|value| value.field_id);
    shown
}

fn shown_primary(content: &RecordContent<'_>, tree: &SectionTree) -> Option<SectionId> {
    let public = content.sections.iter().copied().filter(|section| tree.find(*section).is_some());
    primary_section(public, content.primary_section).map(|(section, _)| section)
}

worded! {
    /// Which rule chose `primarySectionId`.
    pub enum PrimaryRule {
        /// The source's choice, which is public.
        SourceChoice = "the source's choice",
        /// The first public section in source order: the source chose none, or one that is not public.
        FirstPublic = "the first public one: the source chose none of them",
    }
}

/// The primary one of the public sections that a product is linked to, in source order, when the source's choice is
/// `chosen`; `None` when there are none.
pub fn primary_section(
    mut public: impl Iterator<Item = SectionId>,
    chosen: Option<SectionId>,
) -> Option<(SectionId, PrimaryRule)> {
    let first = public.next()?;
    let chosen = chosen.filter(|chosen| first == *chosen || public.any(|section| section == *chosen));
    Some(chosen.map_or((first, PrimaryRule::FirstPublic), |chosen| (chosen, PrimaryRule::SourceChoice)))
}

type ShownFilterValue<'a> = (FieldId, &'a str, &'a str, &'a str, Vec<SectionId>);

fn shown_filter_values<'a>(values: &'a [FilterValue], tree: &SectionTree) -> Vec<ShownFilterValue<'a>> {
    let shown = |FilterValue { field_id, uid, value, key, sections }: &'a FilterValue| {
        Some((*field_id, &**uid, &**value, &**key, applies_in(sections, tree).ok()?.collect()))
    };
    values.iter().filter_map(shown).collect()
}

/// Whether anything but prices differs.
fn structure_differs(before: Option<&Configurator>, after: Option<&Configurator>) -> bool {
    let structure = |configurator: &Configurator| configurator.groups.iter().map(without_prices).collect::<Vec<_>>();
    before.map(structure) != after.map(structure)
}

fn without_prices(group: &OptionGroup) -> OptionGroup {
    let unpriced = |option: &ConfiguratorOption| ConfiguratorOption {
        retail: None,
        levels: LevelPrices::default(),
        ..option.clone()
    };
    OptionGroup { options: group.options.iter().map(unpriced).collect(), ..group.clone() }
}

/// Whether the prices inside a configurator differ, as administrators see them. Options without any price that are
/// added or removed have no part in it: they change no price. Neither has the order of options. `position` is that of a
/// level among all that are known: [`LevelPrices::significant_len`].
pub fn option_prices_differ(
    before: Option<&Configurator>,
    after: Option<&Configurator>,
    position: impl Fn(&PriceLevel) -> Option<usize>,
) -> bool {
    let [before, after] = [before, after].map(|configurator| prices(configurator, &position));
    let count = |of: &OptionPrices<'_>, among: &[OptionPrices<'_>]| {
        of.is_priced() || among.binary_search_by_key(&of.option, |other| other.option).is_ok()
    };
    let counting = before.iter().filter(|of| count(of, &after));
    !counting.eq(after.iter().filter(|of| count(of, &before)))
}

#[derive(PartialEq)]
struct OptionPrices<'a> {
    option: (&'a str, &'a str),
    retail: Option<Money>,
    levels: Vec<ListedLevelPrice<'a>>,
}

impl OptionPrices<'_> {
    fn is_priced(&self) -> bool {
        self.retail.is_some() || self.levels.iter().any(|entry| entry.price.is_some())
    }
}

/// The prices of all options, by group and option.
fn prices(
    configurator: Option<&Configurator>,
    position: impl Fn(&PriceLevel) -> Option<usize>,
) -> Vec<OptionPrices<'_>> {
    let groups = configurator.into_iter().flat_map(|configurator| &configurator.groups);
    let options = groups.flat_map(|group| group.options.iter().map(move |option| (group, option)));
    let mut prices: Vec<OptionPrices<'_>> = options
        .map(|(group, option)| OptionPrices {
            option: (&group.uid, &option.uid),
            retail: option.retail,
            levels: option.levels.iter().take(option.levels.significant_len(&position)).collect(),
        })
        .collect();
    prices.sort_by_key(|of| of.option);
    prices
}

#[cfg(test)]
mod tests;
