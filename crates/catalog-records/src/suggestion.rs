//! Guesses the intended spelling.

use strsim::osa_distance;

/// The candidate that `written` was most likely meant to be: the same but for case and `_`, or at most a third of its
/// letters away.
pub fn closest_name<'a>(written: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let plain = plain(written);
    // Longer texts are not misspelt names, and comparing them would take long.
    if plain.len() > 64 {
        return None;
    }
    candidates
        .iter()
        .map(|candidate| (osa_distance(&plain, &self::plain(candidate)), *candidate))
        .filter(|(distance, candidate)| *distance * 3 <= candidate.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

fn plain(name: &str) -> String {
    name.chars().filter(|character| !matches!(character, '_' | '-')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested_and_others_are_not() {
        let candidates = ["stockNumber", "sourceId", "name", "url"];
        for (written, expected) in [
            ("stocknumber", Some("stockNumber")),
            ("stock_number", Some("stockNumber")),
            ("stokNumbr", Some("stockNumber")),
            ("nane", Some("name")),
            ("nmae", Some("name")),
            ("uri", Some("url")),
            ("price", None),
            ("", None),
        ] {
            assert_eq!(closest_name(written, &candidates), expected, "{written}");
        }
        assert_eq!(closest_name(&"n".repeat(100_000), &candidates), None);
    }
}
