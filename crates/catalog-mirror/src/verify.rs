//! Compares the copy with the sections' whole lists, page by page.

use crate::handler::lock;
use crate::session::{Session, catch_up};
use crate::store::StoredProduct;
use anyhow::bail;
use catalog_client::{Product, ProductQuery};
use std::thread;
use std::time::{Duration, Instant};

/// Differences that are reported one by one.
const SHOWN_DIFFERENCES: usize = 10;
/// How long a difference may last that is only due to the feed's delay behind the list.
const DIFFERENCES_MAY_LAST: Duration = Duration::from_secs(30);
/// The pause between two comparisons.
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug, PartialEq, Eq)]
enum Comparison {
    /// Equal, so many products.
    Equal(usize),
    /// Different: the first few differences as text.
    Different(Vec<String>),
    /// The list changed meanwhile.
    Interrupted,
}

/// Compares every section until nothing changes meanwhile. The feed is a little behind the list, so a difference counts
/// only when it persists.
pub(crate) fn verify(session: &Session, sections: &[String]) -> anyhow::Result<()> {
    for section in sections {
        let deadline = Instant::now() + DIFFERENCES_MAY_LAST;
        let products = loop {
            let comparison = compare(session, section)?;
            if let Comparison::Equal(products) = comparison {
                break products;
            }
            if Instant::now() >= deadline {
                return report(session, section, comparison);
            }
            thread::sleep(PAUSE);
            catch_up(session, sections)?;
        };
        session.progress.print_line(&format!("section {section} verified: all {products} products are equal"));
    }
    Ok(())
}

fn report(session: &Session, section: &str, comparison: Comparison) -> anyhow::Result<()> {
    if let Comparison::Different(differences) = comparison {
        differences.iter().for_each(|difference| session.progress.print_line(difference));
        bail!("the copy of section {section} differs from the list");
    }
    bail!("the list of section {section} changes too often to be compared")
}

/// Compares a section with its list at one revision.
fn compare(session: &Session, section: &str) -> anyhow::Result<Comparison> {
    let (mut compared, mut differences) = (0, Vec::new());
    let mut before: Option<String> = None;
    let mut first_revision = None;
    let options = &session.follow_options;
    let form = lock(&session.store).form();
    let stored_of = |product: &Product| {
        let body = form.body(product)?.into_owned();
        serde_json::Result::Ok(StoredProduct { stock_number: product.stock_number.clone(), body })
    };
    let query = ProductQuery {
        include: options.include.clone(),
        sort: Some("stockNumber".into()),
        page_size: Some(options.page_size),
        ..ProductQuery::default()
    };
    for page in session.client.pages(section, &query) {
        let page = page?;
        if *first_revision.get_or_insert(page.revision) != page.revision {
            return Ok(Comparison::Interrupted);
        }
        let is_last = page.meta.pagination.page >= page.meta.pagination.page_count;
        let listed: Vec<StoredProduct> = page.items.iter().map(stored_of).collect::<Result<_, _>>()?;
        let last = listed.last().map(|product| product.stock_number.clone());
        // The last page ends where the copy ends, so that nothing behind it is skipped.
        let up_to = last.as_deref().filter(|_| !is_last);
        let stored = lock(&session.store).between(section, before.as_deref(), up_to)?;
        differences.extend(differences_between(&listed, &stored));
        compared += listed.len();
        before = last.or(before);
        if differences.len() >= SHOWN_DIFFERENCES {
            break;
        }
    }
    differences.truncate(SHOWN_DIFFERENCES);
    Ok(if differences.is_empty() { Comparison::Equal(compared) } else { Comparison::Different(differences) })
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
