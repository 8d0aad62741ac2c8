//! Price levels as operators name them: those of the store, so that a misspelt one is found before anybody buys at it.

use anyhow::bail;
use catalog_domain::pricing::PriceLevel;
use catalog_import::closest_name;

/// The most levels that an error names.
const NAMED: usize = 20;

/// The level called `name`, if it is the retail level or one of the `known` ones.
///
/// # Errors
/// When it is neither; the error names the most similar level and those that there are.
pub(crate) fn known_level(name: &str, known: &[PriceLevel]) -> anyhow::Result<PriceLevel> {
    let level = PriceLevel::new(name);
    if level.is_retail() || known.contains(&level) {
        return Ok(level);
    }
    let retail = PriceLevel::retail();
    let names: Vec<&str> = std::iter::once(&retail).chain(known).map(PriceLevel::name).collect();
    let hint = closest_name(name, &names).map_or_else(String::new, |meant| format!(", did you mean {meant:?}?"));
    let shown: Vec<String> = names.iter().take(NAMED).map(|name| format!("{name:?}")).collect();
    let more = if names.len() > NAMED { format!(" and {} more", names.len() - NAMED) } else { String::new() };
    bail!("the store knows no price level {name:?}{hint} (it knows {}{more})", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_known_or_the_error_says_what_was_probably_meant() {
        let known = ["Опт", "Дилер"].map(PriceLevel::new);
        for name in ["Розн", "Опт", "Дилер"] {
            assert_eq!(known_level(name, &known).unwrap().name(), name);
        }
        for (name, said) in [
            ("Оптt", "no price level \"Оптt\", did you mean \"Опт\"? (it knows \"Розн\", \"Опт\", \"Дилер\")"),
            ("Oпт", "did you mean \"Опт\"?"),
            ("дилер", "did you mean \"Дилер\"?"),
            ("wholesale", "no price level \"wholesale\" (it knows"),
        ] {
            let error = known_level(name, &known).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
        let many: Vec<_> = (0..100).map(|number| PriceLevel::new(&format!("level {number}"))).collect();
        assert!(known_level("x", &many).unwrap_err().to_string().ends_with("\"level 18\" and 81 more)"));
    }
}
