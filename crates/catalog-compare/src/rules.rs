//! Differences that people allow, each with a reason: the file of `--allow`.

use crate::difference::{Difference, Kind};
use crate::error::CompareError;
use serde::Deserialize;
use std::path::Path;

/// The rules of a file, in its order.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    #[serde(default)]
    rule: Vec<Rule>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rule {
    pub(crate) name: String,
    /// Why the difference is none.
    pub(crate) reason: String,
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
    pub(crate) fn read(path: &Path) -> Result<Self, CompareError> {
        let what = path.display().to_string();
        let text =
            std::fs::read_to_string(path).map_err(|error| CompareError::Input(what.clone(), error.to_string()))?;
        Self::parse(&text).map_err(|reason| CompareError::Input(what, reason))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let rules: Self = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        for (index, rule) in rules.rule.iter().enumerate() {
            let refuse = |reason: &str| Err(format!("rule {}: {reason}", index + 1));
            if rule.name.trim().is_empty() || rule.reason.trim().is_empty() {
                return refuse("needs a name and a reason");
            }
            if rule.route.is_none() && rule.path.is_none() && rule.kind.is_none() {
                return refuse("would allow everything; it needs a route, a path or a kind");
            }
            if rules.rule[..index].iter().any(|known| known.name == rule.name) {
                return refuse("has the name of an earlier rule");
            }
        }
        Ok(rules)
    }

    /// The first rule that fits a difference.
    pub(crate) fn find(&self, difference: &Difference) -> Option<&str> {
        let fits = |rule: &&Rule| {
            rule.route.as_ref().is_none_or(|route| matches(route, &difference.route))
                && rule.path.as_ref().is_none_or(|path| matches(path, &difference.path))
                && rule.kind.is_none_or(|kind| kind == difference.kind)
        };
        self.rule.iter().find(fits).map(|rule| rule.name.as_str())
    }

    pub(crate) fn all(&self) -> &[Rule] {
        &self.rule
    }
}

/// Whether a text fits a pattern, in which `*` matches any text.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    let Some(mut rest) = rest.strip_suffix(last) else { return false };
    for part in parts {
        match rest.find(part) {
            Some(start) => rest = &rest[start + part.len()..],
            None => return false,
        }
    }
    true
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
    fn a_rule_allows_what_fits_all_of_its_conditions() {
        let rules = Rules::parse(
            "[[rule]]\nname = 'rounding'\nreason = 'cents'\nroute = '/api/v1/get/items*'\npath = '*price*'\nkind = 'price'\n",
        );
        let rules = rules.unwrap();
        let difference = |route: &str, path: &str, kind| Difference {
            route: route.to_owned(),
            identity: String::new(),
            path: path.to_owned(),
            old: 1.into(),
            new: 2.into(),
            kind,
            allowed: None,
            product: None,
            section: None,
            label: None,
        };
        let find = |route, path, kind| rules.find(&difference(route, path, kind)).is_some();
        assert!(find("/api/v1/get/items/from", "price.value", Kind::Price));
        assert!(!find("/api/v1/get/item/:id", "price.value", Kind::Price));
        assert!(!find("/api/v1/get/items", "price.value", Kind::Missing));
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
