//! Small texts: keys, slugs and moments.

use crate::random::Random;

/// Days of the months of 2025.
const MONTH_DAYS: [u64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/// `text` as a key or a path segment: lower-case letters and digits of any script, with a hyphen between the words.
pub(crate) fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() {
            slug.extend(character.to_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// A second of the year 2025: the time of change of a catalog's records.
pub(crate) fn moment_of_2025(random: &mut Random) -> String {
    let mut day = random.below(365);
    let mut month = 0;
    while day >= MONTH_DAYS[month] {
        day -= MONTH_DAYS[month];
        month += 1;
    }
    moment(2025, month as u64 + 1, day + 1, random.below(86_400))
}

/// A second of January 2026: the time of change of a delta's records.
pub(crate) fn moment_of_january_2026(random: &mut Random) -> String {
    moment(2026, 1, random.between(1, 31), random.below(86_400))
}

fn moment(year: u64, month: u64, day: u64, second: u64) -> String {
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    #[test]
    fn a_slug_has_single_hyphens_between_words_and_none_at_the_ends() {
        for (text, expected) in [
            ("5.5 kW", "5-5-kw"),
            ("(IP 65)", "ip-65"),
            ("-20...+80 °C", "20-80-c"),
            ("Чугун СЧ20", "чугун-сч20"),
            ("...", ""),
        ] {
            assert_eq!(slug(text), expected, "{text}");
        }
    }

    #[test]
    fn moments_reach_the_last_day_of_the_year_and_never_leave_it() {
        let mut random = Random::keyed(1, Stream::Product, 0);
        let moments: Vec<String> = (0..20_000).map(|_| moment_of_2025(&mut random)).collect();
        assert!(
            moments.iter().all(|moment| moment.starts_with("2025-") && moment.len() == "2025-01-01T00:00:00Z".len())
        );
        assert!(moments.iter().any(|moment| moment.starts_with("2025-12-31")));
        assert!(moments.iter().any(|moment| moment.starts_with("2025-01-01")));
        assert!(!moments.iter().any(|moment| moment.starts_with("2025-02-29")));
    }
}
