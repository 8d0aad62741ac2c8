//! How a copy differs from its section, by the digest of `docs/contract.md#product-digest`.

use crate::model::{DigestList, DigestPart, Product, ProductVersion, SectionDigest};
use std::collections::BTreeMap;
use std::fmt;

const PARTS: usize = 256;

/// How a copy of a section differs from the service.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    /// Products that the copy does not have.
    pub missing: Vec<String>,
    /// Products that the copy has in another version.
    pub outdated: Vec<String>,
    /// Products of the copy that the section does not have.
    pub surplus: Vec<String>,
}

impl Differences {
    fn add(&mut self, stock_number: String, doubt: &Doubt) {
        let list = if doubt.is_stored { &mut self.outdated } else { &mut self.missing };
        list.push(stock_number);
    }
}

impl fmt::Display for Differences {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [("missing", &self.missing), ("outdated", &self.outdated), ("surplus", &self.surplus)];
        let counts: Vec<_> = counts.iter().filter(|(_, products)| !products.is_empty()).collect();
        for (number, (name, products)) in counts.iter().enumerate() {
            let separator = if number == 0 { "" } else { "; " };
            let shown: Vec<&str> = products.iter().take(5).map(String::as_str).collect();
            let more = if products.len() > shown.len() { ", ..." } else { "" };
            write!(formatter, "{separator}{} {name} ({}{more})", products.len(), shown.join(", "))?;
        }
        Ok(())
    }
}

/// The part that a product belongs to.
fn part_of(stock_number: &str) -> u8 {
    blake3::hash(stock_number.as_bytes()).as_bytes()[0]
}

/// What a product adds to the digest.
fn number_of(ProductVersion { stock_number, version }: &ProductVersion) -> u128 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(stock_number.as_bytes()).update(&[0]).update(version.to_string().as_bytes());
    let mut number = [0; 16];
    number.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    u128::from_be_bytes(number)
}

fn parts_of(copy: &[ProductVersion]) -> Vec<DigestPart> {
    let mut parts = vec![(0_u64, 0_u128); PARTS];
    for product in copy {
        let (count, sum) = &mut parts[usize::from(part_of(&product.stock_number))];
        *count += 1;
        *sum = sum.wrapping_add(number_of(product));
    }
    parts.into_iter().map(|(count, sum)| DigestPart { count, digest: format!("{sum:032x}") }).collect()
}

/// The parts in which a copy is not as the digest says. A digest without some of its parts differs in these.
pub(super) fn differing_parts(copy: &[ProductVersion], digest: &SectionDigest) -> Vec<u8> {
    let differs = |(part, own): (u8, DigestPart)| (digest.parts.get(usize::from(part)) != Some(&own)).then_some(part);
    (0..=u8::MAX).zip(parts_of(copy)).filter_map(differs).collect()
}

/// What a copy must have, as far as it has not.
#[derive(Debug, Default)]
pub(super) struct Doubts {
    /// Products that the copy does not have in the version of the list.
    products: BTreeMap<String, Doubt>,
    surplus: Vec<String>,
}

#[derive(Debug)]
struct Doubt {
    /// That of the list.
    version: u64,
    is_stored: bool,
    /// Whether the copy says that the product changed after the list was made.
    is_ahead: bool,
}

impl Doubts {
    /// Compares a copy with the lists of some parts. What it has beyond a list may have come after it.
    pub(super) fn of(copy: &[ProductVersion], lists: &[DigestList]) -> Self {
        let mut stored: BTreeMap<&str, u64> =
            copy.iter().map(|product| (&*product.stock_number, product.version)).collect();
        let mut doubts = Self::default();
        let listed: BTreeMap<u8, &DigestList> = lists.iter().map(|list| (list.part, list)).collect();
        for (list, product) in lists.iter().flat_map(|list| list.items.iter().map(move |product| (list, product))) {
            let own = stored.remove(&*product.stock_number);
            if own != Some(product.version) {
                let is_ahead = own.is_some_and(|own| own > list.revision);
                let doubt = Doubt { version: product.version, is_stored: own.is_some(), is_ahead };
                doubts.products.insert(product.stock_number.clone(), doubt);
            }
        }
        let is_surplus = |(stock_number, version): &(&str, u64)| {
            listed.get(&part_of(stock_number)).is_some_and(|list| *version <= list.revision)
        };
        doubts.surplus = stored.into_iter().filter(is_surplus).map(|(number, _)| number.to_owned()).collect();
        doubts
    }

    /// How many products are wrong, unless they changed in this moment.
    pub(super) fn count(&self) -> usize {
        self.surplus.len() + self.products.values().filter(|doubt| !doubt.is_ahead).count()
    }

    /// What has to be read to see whether the copy is wrong.
    pub(super) fn stock_numbers(&self) -> impl Iterator<Item = &str> {
        self.products.keys().map(String::as_str)
    }

    /// What is wrong, as far as it is known without reading the products.
    pub(super) fn into_differences(self) -> Differences {
        let mut differences = Differences { surplus: self.surplus, ..Differences::default() };
        for (stock_number, doubt) in self.products.into_iter().filter(|(_, doubt)| !doubt.is_ahead) {
            differences.add(stock_number, &doubt);
        }
        differences
    }

    /// What is wrong, and the products that it takes to repair it. A product that changed since the list, or that the
    /// copy had before its event, is right or will be when its event comes.
    pub(super) fn settle(self, found: Vec<Product>) -> (Differences, Vec<Product>) {
        let mut differences = Differences { surplus: self.surplus, ..Differences::default() };
        let mut repairs = Vec::new();
        for product in found {
            let doubt = self.products.get(&product.stock_number);
            if let Some(doubt) = doubt.filter(|doubt| product.version == Some(doubt.version)) {
                differences.add(product.stock_number.clone(), doubt);
                repairs.push(product);
            }
        }
        (differences, repairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(stock_number: &str, version: u64) -> ProductVersion {
        ProductVersion { stock_number: stock_number.into(), version }
    }

    #[test]
    fn the_vectors_of_the_contract_are_what_is_computed() {
        let contract = include_str!("../../../../docs/contract.md");
        let copy = [product("PMP-1000", 1), product("PMP-1000", 42), product("Насос 25/7", 9_007_199_254_740_991)];
        for one in &copy {
            let ProductVersion { stock_number, version } = one;
            let (part, number) = (part_of(stock_number), number_of(one));
            let row = format!("| `{stock_number}` | `{version}` | {part} | `{number:032x}` |");
            assert!(contract.contains(&row), "{row}");
        }
        let sum = copy.iter().map(number_of).fold(0_u128, u128::wrapping_add);
        assert!(contract.contains(&format!("The digest of these three is `{sum:032x}`")));
    }

    #[test]
    fn parts_differ_where_a_product_is_missing_surplus_or_of_another_version() {
        let all = [product("A", 1), product("B", 2), product("C", 3)];
        let parts = parts_of(&all);
        let digest = SectionDigest { revision: 3, count: 3, digest: String::new(), parts };
        let part = |names: &[&str]| {
            let mut parts: Vec<u8> = names.iter().map(|name| part_of(name)).collect();
            parts.sort_unstable();
            parts
        };
        for (copy, differing) in [
            (all.to_vec(), part(&[])),
            (vec![product("A", 1), product("B", 2)], part(&["C"])),
            (vec![product("A", 1), product("B", 1), product("C", 3)], part(&["B"])),
            ([&all[..], &[product("D", 1)]].concat(), part(&["D"])),
            (vec![], part(&["A", "B", "C"])),
        ] {
            assert_eq!(differing_parts(&copy, &digest), differing, "{copy:?}");
        }
        let cut = SectionDigest { parts: Vec::new(), ..digest };
        assert_eq!(differing_parts(&all, &cut).len(), PARTS);
    }

    #[test]
    fn what_is_ahead_of_a_list_is_not_surplus_and_what_is_not_in_the_part_is_not_compared() {
        let list = DigestList { revision: 5, part: part_of("A"), items: Vec::new() };
        for (copy, surplus) in [(product("A", 5), vec!["A"]), (product("A", 6), vec![]), (product("B", 5), vec![])] {
            assert_eq!(Doubts::of(&[copy], std::slice::from_ref(&list)).surplus, surplus);
        }
    }

    #[test]
    fn differences_are_shown_in_a_few_words() {
        let names = |count| (0..count).map(|number| format!("P{number}")).collect();
        let differences = Differences { missing: names(6), surplus: names(1), ..Differences::default() };
        assert_eq!(differences.to_string(), "6 missing (P0, P1, P2, P3, P4, ...); 1 surplus (P0)");
    }
}
