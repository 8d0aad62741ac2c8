//! Guesses what somebody meant to write.

/// The candidate that `written` was most likely meant to be: the same but for case and `_`, or at most a third of its
/// letters away.
pub(super) fn closest<'a>(written: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let plain = plain(written);
    // Nothing that long is a misspelt name, and comparing it would take long.
    if plain.len() > 64 {
        return None;
    }
    candidates
        .iter()
        .map(|candidate| (distance(&plain, &self::plain(candidate)), *candidate))
        .filter(|(distance, candidate)| *distance * 3 <= candidate.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

fn plain(name: &str) -> Vec<char> {
    name.chars().filter(|character| !matches!(character, '_' | '-')).flat_map(char::to_lowercase).collect()
}

/// How many letters must be inserted, dropped, replaced or swapped with the next one to make one text the other.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for (at, letter) in one.iter().enumerate() {
        let mut row = vec![at + 1];
        for (column, other_letter) in other.iter().enumerate() {
            let replaced = rows[at][column] + usize::from(letter != other_letter);
            let mut least = replaced.min(row[column] + 1).min(rows[at][column + 1] + 1);
            if at > 0 && column > 0 && *letter == other[column - 1] && one[at - 1] == *other_letter {
                least = least.min(rows[at - 1][column - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
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
            assert_eq!(closest(written, &candidates), expected, "{written}");
        }
        assert_eq!(closest(&"n".repeat(100_000), &candidates), None);
    }
}
