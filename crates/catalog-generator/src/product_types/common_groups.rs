//! The feature groups and fields that every product type has.

use crate::vocabulary::{FILTERED_MEASURES, Measure};

pub(super) struct GroupPlan {
    pub(super) uid: &'static str,
    pub(super) name: &'static str,
    pub(super) role: &'static str,
    pub(super) fields: &'static [FieldPlan],
}

/// A field before it has an id.
#[derive(Clone, Copy)]
pub(super) struct FieldPlan {
    pub(super) measure: Measure,
    pub(super) role: &'static str,
    pub(super) is_filter: bool,
    pub(super) is_multiple: bool,
    pub(super) kept_percent: u64,
}

impl FieldPlan {
    /// A public feature that sections filter by.
    const fn filter(measure: Measure, is_multiple: bool) -> Self {
        Self { measure, role: "feature", is_filter: true, is_multiple, kept_percent: 92 }
    }

    /// A field that only one category has, at that position among its fields.
    pub(super) const fn own(position: usize, measure: Measure) -> Self {
        if position < FILTERED_MEASURES { Self::filter(measure, false) } else { Self::plain(measure, "feature", 75) }
    }

    /// A field that is not a filter.
    const fn plain(measure: Measure, role: &'static str, kept_percent: u64) -> Self {
        Self { measure, role, is_filter: false, is_multiple: false, kept_percent }
    }
}

/// The groups of every type. The fields of the category itself come first in the first one.
pub(super) const GROUPS: [GroupPlan; 7] = [
    GroupPlan {
        uid: "main",
        name: "Main characteristics",
        role: "feature",
        fields: &[FieldPlan::plain(Measure("main_alias", "Quick filter", "", "Popular|New|Economy"), "facetAlias", 30)],
    },
    GroupPlan {
        uid: "design",
        name: "Design",
        role: "feature",
        fields: &[
            FieldPlan::filter(
                Measure(
                    "material",
                    "Housing material",
                    "",
                    "Cast iron|Stainless steel|Bronze|Aluminium|PVDF|Чугун СЧ20|Сталь 20",
                ),
                false,
            ),
            FieldPlan::plain(
                Measure("weight", "Weight", "kg", "0.2|0.8|1.5|4|9|14|22|38|65|110|240|520"),
                "feature",
                60,
            ),
        ],
    },
    GroupPlan {
        uid: "environment",
        name: "Environment",
        role: "feature",
        fields: &[
            FieldPlan::filter(
                Measure("protection", "Protection class", "", "IP20|IP44|IP54|IP55|IP65|IP67|IP68"),
                false,
            ),
            FieldPlan::filter(
                Measure("temperature", "Ambient temperature", "°C", "-60...+40|-40...+40|-20...+60|0...+40|+5...+80"),
                false,
            ),
            FieldPlan::filter(Measure("certificates", "Certificates", "", "CE|EAC|ATEX|UL|ISO 9001|DNV|FDA"), true),
        ],
    },
    GroupPlan {
        uid: "warranty",
        name: "Warranty",
        role: "warranty",
        fields: &[FieldPlan::plain(Measure("warranty", "Warranty", "months", "12|18|24|36|60"), "warranty", 85)],
    },
    GroupPlan {
        uid: "service",
        name: "i18n::features.group.service",
        role: "service",
        fields: &[
            FieldPlan::plain(Measure("source_mark", "Source mark", "", "A1|A2|B1|B7|C4|Z0"), "service", 25),
            // The role of the field alone would make it public: the group's role hides it.
            FieldPlan::plain(
                Measure("old_code", "i18n::features.field.old_code", "", "11-204|11-377|20-001|31-950"),
                "feature",
                25,
            ),
        ],
    },
    GroupPlan {
        uid: "commercial",
        name: "Commercial terms",
        role: "commercial",
        fields: &[
            FieldPlan::plain(Measure("minimum_order", "Minimum order", "pcs", "1|2|5|10|50"), "commercial", 25),
            FieldPlan::plain(Measure("price_note", "Price note", "", "incl. packing|ex works|DDP"), "price", 25),
        ],
    },
    GroupPlan {
        uid: "seo",
        name: "SEO",
        role: "seo",
        fields: &[FieldPlan::plain(
            Measure("seo_suffix", "Title suffix", "", "buy online|best price|купить"),
            "seo",
            25,
        )],
    },
];
