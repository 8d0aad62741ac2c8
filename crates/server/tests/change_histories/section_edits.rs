//! The changes of a source in sections, and in referenced records.

use crate::source_state::SourceState;
use crate::world::{STOREFRONT, section, warehouse};
use catalog_generator::Random;
use serde_json::{Value, json};

pub(crate) fn edited_section(source_state: &SourceState, random: &mut Random) -> Value {
    let ids: Vec<i64> = source_state.sections.keys().copied().collect();
    let new = ids.last().unwrap() + 1;
    if new <= 11 && random.chance(8) {
        let parent = Some(random.choose(&ids)).filter(|_| random.chance(70));
        return section(new, parent);
    }
    let id = random.choose(&ids);
    let mut record = source_state.sections[&id].clone();
    match random.number(0..13) {
        0..=2 => record["isActive"] = json!(!record["isActive"].as_bool().unwrap()),
        3 => record["isService"] = json!(random.chance(50)),
        4..=6 => record["parentHierarchyId"] = json!(other_parent(source_state, random, id)),
        7..=9 => record["url"] = url(random, id),
        10 => record["name"] = json!(random.choose(&["S", "Renamed"])),
        11 => record["sortOrder"] = json!(random.choose(&[0, 1, -5])),
        _ => record["filters"] = filters(random),
    }
    record
}

/// A parent that forms no loop; none for a root.
fn other_parent(source_state: &SourceState, random: &mut Random, id: i64) -> Option<i64> {
    let parent_of = |id: &i64| source_state.sections.get(id)?["parentHierarchyId"].as_i64();
    let is_below = |candidate: i64| std::iter::successors(Some(candidate), parent_of).any(|ancestor| ancestor == id);
    let candidates: Vec<i64> =
        source_state.sections.keys().copied().filter(|candidate| !is_below(*candidate)).collect();
    (!candidates.is_empty() && random.chance(75)).then(|| random.choose(&candidates))
}

/// The storefront in several spellings, another host, or no URL.
fn url(random: &mut Random, id: i64) -> Value {
    match random.number(0..6) {
        0 => json!(null),
        1 => json!(format!("https://other.example/s/{id}/")),
        2 => json!(format!("https://{}:443/s/{id}/", STOREFRONT.to_uppercase())),
        3 => json!(format!("https://{STOREFRONT}/renamed/")),
        _ => json!(format!("https://{STOREFRONT}/s/{id}/")),
    }
}

fn filters(random: &mut Random) -> Value {
    let filter = |uid| {
        json!({"uid": uid, "name": uid, "groupName": "Main", "groupIds": [], "fieldIds": [51], "typeIds": [5],
            "dataType": "relation", "isMultiple": false, "mainFilter": false, "hidden": false})
    };
    random.some_of(&["power", "material"], 2).into_iter().map(filter).collect()
}

pub(crate) fn edited_reference(source_state: &SourceState, random: &mut Random) -> Value {
    if random.chance(30) {
        let ids: Vec<&str> = source_state.warehouses.keys().map(String::as_str).collect();
        return warehouse(random.choose(&ids), random.choose(&["main", "Renamed"]));
    }
    let mut record = source_state.types[&random.choose(&[5, 6])].clone();
    let group = random.index(2);
    let group = &mut record["groups"][group];
    let roles = ["feature", "feature", "service", "warranty"];
    match random.number(0..4) {
        0 => group["role"] = json!(random.choose(&roles)),
        1 => group["ord"] = json!(random.number(1..9)),
        _ => {
            let fields = group["fields"].as_array_mut().unwrap();
            let field = random.index(fields.len());
            fields[field]["role"] = json!(random.choose(&roles));
            fields[field]["name"] = json!(random.choose(&["Field", "i18n::Field"]));
        }
    }
    record
}
