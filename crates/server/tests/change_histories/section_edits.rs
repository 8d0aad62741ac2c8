//! What the source may change in sections, and in what products refer to.

use crate::dice::Dice;
use crate::said::Said;
use crate::world::{STOREFRONT, section, warehouse};
use serde_json::{Value, json};

/// A section that is changed, new, or back.
pub(crate) fn edited_section(said: &Said, dice: &mut Dice) -> Value {
    let ids: Vec<i64> = said.sections.keys().copied().collect();
    let new = ids.last().unwrap() + 1;
    if new <= 11 && dice.chance(8) {
        let parent = Some(dice.pick(&ids)).filter(|_| dice.chance(70));
        return section(new, parent);
    }
    let id = dice.pick(&ids);
    let mut record = said.sections[&id].clone();
    match dice.number(0..13) {
        0..=2 => record["isActive"] = json!(!record["isActive"].as_bool().unwrap()),
        3 => record["isService"] = json!(dice.chance(50)),
        4..=6 => record["parentHierarchyId"] = json!(other_parent(said, dice, id)),
        7..=9 => record["url"] = url(dice, id),
        10 => record["name"] = json!(dice.pick(&["S", "Renamed"])),
        11 => record["sortOrder"] = json!(dice.pick(&[0, 1, -5])),
        _ => record["filters"] = filters(dice),
    }
    record
}

/// A parent that makes no loop; none for a root.
fn other_parent(said: &Said, dice: &mut Dice, id: i64) -> Option<i64> {
    let parent_of = |id: &i64| said.sections.get(id)?["parentHierarchyId"].as_i64();
    let is_below = |candidate: i64| std::iter::successors(Some(candidate), parent_of).any(|ancestor| ancestor == id);
    let candidates: Vec<i64> = said.sections.keys().copied().filter(|candidate| !is_below(*candidate)).collect();
    (!candidates.is_empty() && dice.chance(75)).then(|| dice.pick(&candidates))
}

/// The storefront in several spellings, another host, or no URL.
fn url(dice: &mut Dice, id: i64) -> Value {
    match dice.number(0..6) {
        0 => json!(null),
        1 => json!(format!("https://other.example/s/{id}/")),
        2 => json!(format!("https://{}:443/s/{id}/", STOREFRONT.to_uppercase())),
        3 => json!(format!("https://{STOREFRONT}/renamed/")),
        _ => json!(format!("https://{STOREFRONT}/s/{id}/")),
    }
}

fn filters(dice: &mut Dice) -> Value {
    let filter = |uid| {
        json!({"uid": uid, "name": uid, "groupName": "Main", "groupIds": [], "fieldIds": [51], "typeIds": [5],
            "dataType": "relation", "isMultiple": false, "mainFilter": false, "hidden": false})
    };
    dice.some_of(&["power", "material"], 2).into_iter().map(filter).collect()
}

/// A product type or a warehouse that is changed.
pub(crate) fn edited_reference(said: &Said, dice: &mut Dice) -> Value {
    if dice.chance(30) {
        let ids: Vec<&str> = said.warehouses.keys().map(String::as_str).collect();
        return warehouse(dice.pick(&ids), dice.pick(&["main", "Renamed"]));
    }
    let mut record = said.types[&dice.pick(&[5, 6])].clone();
    let group = dice.index(2);
    let group = &mut record["groups"][group];
    let roles = ["feature", "feature", "service", "warranty"];
    match dice.number(0..4) {
        0 => group["role"] = json!(dice.pick(&roles)),
        1 => group["ord"] = json!(dice.number(1..9)),
        _ => {
            let fields = group["fields"].as_array_mut().unwrap();
            let field = dice.index(fields.len());
            fields[field]["role"] = json!(dice.pick(&roles));
            fields[field]["name"] = json!(dice.pick(&["Field", "i18n::Field"]));
        }
    }
    record
}
