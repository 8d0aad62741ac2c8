//! A count with its first examples, for warnings.

use crate::diagnostic::presentable;
use std::fmt;

const SHOWN: usize = 5;

/// The most products before and after, and the most prices that changed, that a dry run shows.
pub(crate) const SHOWN_SAMPLES: usize = 20;

/// The most products that a warning names for the record.
pub(crate) const RECORDED: usize = 50;

/// A count, and a text about each of the first.
#[derive(Debug, Default)]
pub(crate) struct Examples {
    pub(crate) count: u64,
    first: Vec<String>,
    /// The stock numbers of the first products.
    pub(crate) products: Vec<String>,
}

impl Examples {
    /// Counts one more.
    pub(crate) fn add(&mut self, text: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < SHOWN {
            self.first.push(presentable(&text()));
        }
    }

    /// Counts one more, which is about a product.
    pub(crate) fn add_product(&mut self, stock_number: &str, text: impl FnOnce() -> String) {
        if self.products.len() < RECORDED {
            self.products.push(stock_number.to_owned());
        }
        self.add(text);
    }
}

impl FromIterator<String> for Examples {
    fn from_iter<I: IntoIterator<Item = String>>(texts: I) -> Self {
        let mut examples = Self::default();
        texts.into_iter().for_each(|text| examples.add(|| text));
        examples
    }
}

/// `A, B and 3 more`
impl fmt::Display for Examples {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.first.join(", "))?;
        match self.count - self.first.len() as u64 {
            0 => Ok(()),
            more => write!(formatter, " and {more} more"),
        }
    }
}
