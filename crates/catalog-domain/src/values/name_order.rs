//! The one order of names (`docs/contract.md#name-order`): by Unicode lower case, then by the name itself, then by a
//! tie-breaker, each by code points.

/// A key whose ordering is the order of names. UTF-8 compares bytewise as its code points do.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NameOrder<'a, T: Ord> {
    lower: Box<str>,
    name: &'a str,
    tie: T,
}

impl<'a, T: Ord> NameOrder<'a, T> {
    /// The key of `name`, ties broken by `tie`.
    pub fn new(name: &'a str, tie: T) -> Self {
        Self { lower: name.to_lowercase().into_boxed_str(), name, tie }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_compare_by_lower_case_then_by_themselves_then_by_the_tie() {
        let mut names = [("b", 1), ("B", 2), ("a", 3), ("Ä", 4), ("ä", 5), ("a", 1), ("Я", 6), ("а", 7)];
        names.sort_by_cached_key(|(name, tie)| NameOrder::new(name, *tie));
        assert_eq!(names, [("a", 1), ("a", 3), ("B", 2), ("b", 1), ("Ä", 4), ("ä", 5), ("а", 7), ("Я", 6)]);
    }
}
