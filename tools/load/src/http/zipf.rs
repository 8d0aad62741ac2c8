//! Addresses as people request them: few of them very often (Zipf's law with the exponent 1).

use super::sampler::{Sample, SectionFacts};
use catalog_generator::Random;

const LARGEST_WEIGHT: u64 = 1 << 32;

/// The addresses of all pages of 50 of all sections, the most popular first: earlier pages before later ones, and
/// sections in any order.
pub(crate) fn pages_by_popularity(sample: &Sample, random: &mut Random) -> Vec<String> {
    let sections = random.sample(&sample.sections, usize::MAX);
    let pages_of = |section: &SectionFacts| section.section.products.div_ceil(50);
    let last = sections.iter().map(pages_of).max().unwrap_or(0);
    let those_with = |page: u64| sections.iter().filter(move |section| page <= pages_of(section));
    let address = |page: u64, section: &SectionFacts| section.section.at(&format!("/products?page={page}"));
    (1..=last).flat_map(|page| those_with(page).map(move |section| address(page, section))).collect()
}

/// `count` draws from `addresses`, of which the one at position `n`, counted from 1, has the weight `1/n`.
pub(crate) fn zipf(addresses: &[String], count: usize, random: &mut Random) -> Vec<String> {
    let mut total = 0;
    let sums: Vec<u64> = (1..=addresses.len() as u64)
        .map(|position| {
            total += LARGEST_WEIGHT / position;
            total
        })
        .collect();
    let mut draw = || {
        let drawn = random.below(total);
        addresses.get(sums.partition_point(|sum| *sum <= drawn)).cloned()
    };
    (0..count).filter_map(|_| draw()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_popular_address_is_drawn_twice_as_often_as_the_next_one() {
        let addresses: Vec<String> = (1..=1_000).map(|at| at.to_string()).collect();
        let drawn = zipf(&addresses, 100_000, &mut Random::seeded(1));
        let times = |address: &str| drawn.iter().filter(|each| *each == address).count() as f64;
        assert!((1.9..2.1).contains(&(times("1") / times("2"))));
        assert!((8.0..12.0).contains(&(times("1") / times("10"))));
        assert_eq!(drawn.len(), 100_000);
    }
}
