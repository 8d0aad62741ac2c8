//! Differences that people allow, each with a reason: the file of `--allow`.

use super::BadInput;
use super::difference::{Difference, Kind};
use serde::Deserialize;
use std::path::Path;

/// The rules of a file, in its order.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    #[serde(default, rename = "rule")]
    pub(super) all: Vec<Rule>,
}

#[derive(Debug, Deserialize)]
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
}

impl Rules {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, is no such file, or has a rule without a name, a reason or a condition.
    pub(super) fn read(path: &Path) -> Result<Self, BadInput> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
        let refuse = |reason: String| BadInput(format!("{}: {reason}", path.display()));
        text.and_then(|text| Self::parse(&text)).map_err(refuse)
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

    /// The first rule that fits a difference.
    pub(super) fn find(&self, Difference { route, path, kind, .. }: &Difference) -> Option<String> {
        let fits = |rule: &&Rule| {
            rule.route.as_ref().is_none_or(|pattern| matches(pattern, route))
                && rule.path.as_ref().is_none_or(|pattern| matches(pattern, path))
                && rule.kind.is_none_or(|own| own == *kind)
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
