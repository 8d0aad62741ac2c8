//! Compares the copy with the section's whole list, page by page.

use crate::api::{Api, ApiError, ApiResponse};
use crate::copy::Copy;
use crate::walk::{list_page, stored_products};
use crate::wire::{ProductPage, StoredProduct};

/// Differences that are reported one by one.
const SHOWN_DIFFERENCES: usize = 10;

/// How a comparison ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// Equal, so many products.
    Equal(usize),
    /// Different: the first few differences as text.
    Different(Vec<String>),
    /// The list changed meanwhile.
    Interrupted,
}

/// Compares the copy with the list at one revision.
pub(crate) fn compare(api: &mut Api, copy: &mut Copy, section: &str, page_size: u32) -> anyhow::Result<Comparison> {
    let mut compared = 0;
    let mut differences = Vec::new();
    let mut before: Option<String> = None;
    let mut first_revision = None;
    for number in 1.. {
        let response: ApiResponse<ProductPage> = match api.get(&list_page(section, page_size, number)) {
            Err(ApiError::NotFound) => return compare_with_nothing(copy),
            response => response?,
        };
        if *first_revision.get_or_insert(response.revision) != response.revision {
            return Ok(Comparison::Interrupted);
        }
        let listed = stored_products(&response.data)?;
        let is_last = number >= response.data.meta.pagination.page_count;
        let last = listed.last().map(|product| product.stock_number.clone());
        // The last page ends where the copy ends, so that nothing behind it is skipped.
        let stored = copy.between(before.as_deref(), last.as_deref().filter(|_| !is_last))?;
        differences.extend(differences_between(&listed, &stored));
        compared += listed.len();
        before = last.or(before);
        if is_last || differences.len() >= SHOWN_DIFFERENCES {
            break;
        }
    }
    differences.truncate(SHOWN_DIFFERENCES);
    Ok(if differences.is_empty() { Comparison::Equal(compared) } else { Comparison::Different(differences) })
}

/// A section that is not public has no products.
fn compare_with_nothing(copy: &mut Copy) -> anyhow::Result<Comparison> {
    let mut differences = differences_between(&[], &copy.between(None, None)?);
    differences.truncate(SHOWN_DIFFERENCES);
    Ok(if differences.is_empty() { Comparison::Equal(0) } else { Comparison::Different(differences) })
}

/// Both are sorted by stock number.
fn differences_between(listed: &[StoredProduct], stored: &[StoredProduct]) -> Vec<String> {
    let find = |products: &[StoredProduct], name: &str| {
        let at = products.binary_search_by(|product| (*product.stock_number).cmp(name));
        at.ok().map(|at| products[at].body.clone())
    };
    let wrong = listed.iter().filter_map(|product| match find(stored, &product.stock_number) {
        None => Some(format!("{}: is missing from the copy", product.stock_number)),
        Some(body) if body != product.body => {
            Some(format!("{}: the copy has {body}, the list has {}", product.stock_number, product.body))
        }
        Some(_) => None,
    });
    let surplus = stored.iter().filter(|product| find(listed, &product.stock_number).is_none());
    wrong.chain(surplus.map(|product| format!("{}: is no longer in the list", product.stock_number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_changed_and_surplus_products_are_differences() {
        let products = |pairs: &[(&str, &str)]| -> Vec<StoredProduct> {
            let stored =
                |(name, body): &(&str, &str)| StoredProduct { stock_number: (*name).into(), body: (*body).into() };
            pairs.iter().map(stored).collect()
        };
        let listed = products(&[("A", "1"), ("B", "2"), ("C", "3")]);
        assert_eq!(differences_between(&listed, &listed), Vec::<String>::new());
        let differences = differences_between(&listed, &products(&[("A", "1"), ("B", "9"), ("D", "4")]));
        assert_eq!(differences.len(), 3, "{differences:?}");
        for (difference, beginning) in differences.iter().zip(["B: the copy has 9", "C: is missing", "D: is no longer"])
        {
            assert!(difference.starts_with(beginning), "{difference}");
        }
    }
}
