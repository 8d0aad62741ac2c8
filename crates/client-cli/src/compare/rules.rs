//! Differences that are no failures: those that the contract announces, and those of the file of `--allow`.

use super::BadInput;
use super::difference::{Difference, Kind};
use super::fields::{are_equal_numbers, is_known, text};
use super::requests::{ACCOUNT, Request};
use serde::Deserialize;
use std::path::Path;

/// The rules in the order in which they are tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    #[serde(default, rename = "rule")]
    pub(super) all: Vec<Rule>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    pub(super) name: String,
    /// Why the difference is none.
    pub(super) reason: String,
    /// The pattern of a route, such as `/api/v1/get/items/*`.
    route: Option<String>,
    /// A pattern of paths, such as `warehouses.value[*].quantity`.
    path: Option<String>,
    kind: Option<Kind>,
    /// What no file can say.
    #[serde(skip)]
    condition: Option<Condition>,
}

type Condition = fn(&Request, &Difference) -> bool;

/// The rules of the contract.
const CONTRACT: [(&str, &str, Condition); 5] = [
    (
        "contract: account record",
        "The two systems have different records of one account: ids, logins and times.",
        // Its role and price level decide what an account sees.
        |_, found| found.route == ACCOUNT && ["id", "login", "email", "createdAt", "updatedAt"].contains(&&*found.path),
    ),
    (
        "contract: base field ids",
        "The base properties of a product have negative field ids of their own in the new system.",
        |_, found| {
            // `price.field_id` and the like, but not `features.power.field_id`.
            let is_base_id = found.path.ends_with(".field_id") && found.path.matches('.').count() == 1;
            found.kind == Kind::Value && is_base_id && found.new.as_i64().is_some_and(|id| id < 0)
        },
    ),
    (
        "contract: field not shown",
        "Only one system has this field, in a response whose fields the contract does not show.",
        |_, found| found.side().is_some() && !is_known(found.route, &found.path),
    ),
    ("contract: photo order", "The old system returns photos in no stable order.", |_, found| {
        found.kind == Kind::Order && found.path.starts_with("photos")
    }),
    (
        "contract: quantities multiplied",
        "The old system multiplies quantities by the number of ids in the request.",
        |request, found| {
            let new = text(&found.new).and_then(|new| new.trim().parse::<i64>().ok());
            let count = request.named().filter(|count| found.kind == Kind::Stock && *count > 1);
            let product = new.zip(count).and_then(|(new, count)| new.checked_mul(count));
            product.is_some_and(|product| are_equal_numbers(&found.old, &product.into()))
        },
    ),
];

impl Rule {
    pub(super) fn is_of_contract(&self) -> bool {
        self.condition.is_some()
    }
}

impl Rules {
    /// The rules of the contract, and then those of a file.
    ///
    /// # Errors
    /// When it cannot be read, is no such file, or has a rule without a name, a reason or a condition.
    pub(super) fn read(path: Option<&Path>) -> Result<Self, BadInput> {
        let contract = CONTRACT.map(|(name, reason, condition)| Rule {
            name: name.to_owned(),
            reason: reason.to_owned(),
            condition: Some(condition),
            ..Rule::default()
        });
        let mut rules = Self { all: contract.into() };
        if let Some(path) = path {
            let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
            let file = text.and_then(|text| Self::parse(&text));
            rules.all.extend(file.map_err(|reason| BadInput(format!("{}: {reason}", path.display())))?.all);
        }
        Ok(rules)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let rules: Self = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        for (index, rule) in rules.all.iter().enumerate() {
            let refuse = |reason: &str| Err(format!("rule {}: {reason}", index + 1));
            if rule.name.trim().is_empty() || rule.reason.trim().is_empty() {
                return refuse("needs a name and a reason");
            }
            if rule.route.is_none() && rule.path.is_none() && rule.kind.is_none() {
                return refuse("would allow everything; it needs a route, a path or a kind");
            }
            if rules.all[..index].iter().any(|known| known.name == rule.name) {
                return refuse("has the name of an earlier rule");
            }
        }
        Ok(rules)
    }

    /// The first rule that fits a difference, whose values are whole.
    pub(super) fn find(&self, request: &Request, found: &Difference) -> Option<String> {
        let fits = |rule: &&Rule| {
            rule.route.as_ref().is_none_or(|pattern| matches(pattern, found.route))
                && rule.path.as_ref().is_none_or(|pattern| matches(pattern, &found.path))
                && rule.kind.is_none_or(|own| own == found.kind)
                && rule.condition.is_none_or(|is_so| is_so(request, found))
        };
        self.all.iter().find(fits).map(|rule| rule.name.clone())
    }
}

/// Whether a text fits a pattern, in which `*` matches any text.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    let Some(rest) = rest.strip_suffix(last) else { return false };
    parts.try_fold(rest, |rest, part| rest.find(part).map(|start| &rest[start + part.len()..])).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_batch_multiplies_quantities_and_only_by_the_number_of_its_ids() {
        let batch = Request::new("/api/v1/get/items", "id_list=1,2,3&include_documentation=1");
        let list = Request::new("/api/v1/get/items/from", "id_list=1,2,3");
        for (request, old, is_allowed) in [(&batch, 15, true), (&batch, 10, false), (&list, 15, false)] {
            let found = Difference { kind: Kind::Stock, old: old.into(), new: 5.into(), ..Difference::default() };
            let allowed = Rules::read(None).unwrap().find(request, &found);
            assert_eq!(allowed.as_deref(), is_allowed.then_some("contract: quantities multiplied"));
        }
    }

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, text, fits) in [
            ("price.value", "price.value", true),
            ("price", "price.value", false),
            ("*.value", "price.value", true),
            ("warehouses*quantity", "warehouses.value[msk].quantity", true),
            ("a*a", "a", false),
            ("*a*b*", "xaybz", true),
            ("*a*b*", "xbya", false),
            ("", "", true),
            ("*", "", true),
        ] {
            assert_eq!(matches(pattern, text), fits, "{pattern} {text}");
        }
    }

    #[test]
    fn a_rule_that_allows_too_much_or_says_too_little_is_refused() {
        let whole = "name = 'a'\nreason = 'b'\nkind = 'price'\n";
        for (text, complaint) in [
            ("[[rule]]\nname = 'a'\nkind = 'price'\n", "missing field `reason`"),
            ("[[rule]]\nname = 'a'\nreason = ' '\nkind = 'price'\n", "rule 1: needs a name and a reason"),
            ("[[rule]]\nname = 'a'\nreason = 'b'\n", "rule 1: would allow everything"),
            ("[[rule]]\nname = 'a'\nreason = 'b'\npaths = 'x'\n", "unknown field `paths`"),
            ("[[rule]]\nname = 'a'\nreason = 'b'\nkind = 'x'\n", "unknown variant `x`"),
            ("[[rules]]\n", "unknown field `rules`"),
            (&format!("[[rule]]\n{whole}[[rule]]\n{whole}"), "rule 2: has the name of an earlier rule"),
        ] {
            let error = Rules::parse(text).unwrap_err();
            assert!(error.contains(complaint), "{text}: {error}");
        }
    }
}
