//! Shares in percent.

/// The share of `part` in `whole`, rounded down: 100 % says that nothing is missing.
pub(super) fn percent(part: u64, whole: u64) -> String {
    match hundredths(part, whole) {
        None => "–".to_owned(),
        Some(hundredths) => format!("{}.{:02} %", hundredths / 100, hundredths % 100),
    }
}

/// The share in hundredths of a percent, rounded down; `None` of nothing.
pub(super) fn hundredths(part: u64, whole: u64) -> Option<u64> {
    let share = (u128::from(part) * 10_000).checked_div(u128::from(whole))?;
    u64::try_from(share).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_down() {
        assert_eq!(percent(999_999, 1_000_000), "99.99 %");
        assert_eq!(percent(7, 7), "100.00 %");
        assert_eq!(percent(1, 3), "33.33 %");
        assert_eq!(percent(0, 0), "–");
    }
}
