//! Names of sections, and their pages.

use super::{SectionPlan, Sections, hierarchy_id};
use crate::text::slug;
use crate::vocabulary::{APPLICATIONS, CATEGORIES, KINDS, PARTS, SERIES};

pub(super) fn name(sections: &Sections, index: usize) -> String {
    let section = sections.plan(index);
    let category = &CATEGORIES[section.category];
    let (_, russian_application) = APPLICATIONS[section.rank % APPLICATIONS.len()];
    match section.level {
        0 if section.position % 10 == 6 => category.russian_plural.to_owned(),
        2 if section.position % 9 == 4 => format!("{} {russian_application}", category.russian_plural),
        _ => english_name(sections, index),
    }
}

/// The English name, which is the page's name too; siblings have different ones unless there are very many of them.
fn english_name(sections: &Sections, index: usize) -> String {
    let SectionPlan { level, position, rank, category, .. } = *sections.plan(index);
    let category = &CATEGORIES[category];
    let application = |number: usize| APPLICATIONS[number % APPLICATIONS.len()].0;
    match level {
        _ if sections.plan(index).is_service => "Service and archive".to_owned(),
        0 if position < CATEGORIES.len() => category.plural.to_owned(),
        0 => format!("{} {}", category.plural, application(position)),
        1 if rank < KINDS => category.kinds[rank].to_owned(),
        1 => format!("{} {}", category.kinds[rank % KINDS], application(rank)),
        2 => format!("{} {}", kind(sections, index), application(rank)),
        3 => format!("{}, {} series", kind(sections, index), SERIES[rank % SERIES.len()]),
        _ => format!("{} for {}", PARTS[rank % PARTS.len()], category.plural.to_lowercase()),
    }
}

/// The kind of equipment of the section's ancestor on the second level.
fn kind(sections: &Sections, index: usize) -> &'static str {
    let top = sections.path_to_root(index).map(|at| sections.plan(at)).find(|section| section.level == 1);
    let kind = |section: &SectionPlan| CATEGORIES[section.category].kinds[section.rank % KINDS];
    top.map_or("Equipment", kind)
}

/// The path of a section's page below the catalog's, with a trailing slash.
pub(super) fn path(sections: &Sections, index: usize) -> String {
    let segment = |at: usize| match sections.plan(at).level {
        0 if sections.plan(at).position < CATEGORIES.len() => slug(&english_name(sections, at)),
        _ => format!("{}-{}", slug(&english_name(sections, at)), hierarchy_id(at)),
    };
    let mut segments: Vec<String> = sections.path_to_root(index).map(segment).collect();
    segments.reverse();
    segments.join("/") + "/"
}

pub(super) fn filter_index(category: usize) -> String {
    format!("{}_v3", slug(CATEGORIES[category].plural).replace('-', "_"))
}
