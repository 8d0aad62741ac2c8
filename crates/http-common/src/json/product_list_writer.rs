//! The products of one response, written one after the other.

use crate::json::envelope::SUCCESS_HEAD;
use crate::json::json_writer::JsonWriter;

/// Capacity that fits most products, and that is enough for what follows the last one.
const TYPICAL_BYTES: usize = 1_536;

/// The most capacity that is reserved at once for remaining products.
const MAX_RESERVED: usize = 1 << 20;

/// The text of a success up to its products, which are in the order of a list, with a comma between any two.
#[derive(Debug)]
pub struct ProductListWriter {
    text: JsonWriter,
    count: usize,
    is_empty: bool,
}

impl ProductListWriter {
    /// An empty list of about `count` products; `head` precedes them in the data.
    pub fn new(head: &str, count: usize) -> Self {
        let mut text = JsonWriter::with_capacity(2 * TYPICAL_BYTES);
        text.raw(SUCCESS_HEAD).raw(head);
        Self { text, count, is_empty: true }
    }

    /// Appends a product written by `write`, and returns what it wrote.
    ///
    /// # Errors
    /// Those of `write`; nothing is appended then.
    pub fn add<E>(&mut self, write: impl FnOnce(&mut JsonWriter) -> Result<(), E>) -> Result<&[u8], E> {
        let before = self.text.as_bytes().len();
        if !self.is_empty {
            self.text.raw(",");
        }
        let start = self.text.as_bytes().len();
        if let Err(error) = write(&mut self.text) {
            self.text.truncate(before);
            return Err(error);
        }
        self.added(self.text.as_bytes().len() - start);
        Ok(&self.text.as_bytes()[start..])
    }

    /// Appends a product that was written before.
    pub fn add_written(&mut self, json: &[u8]) {
        if !self.is_empty {
            self.text.raw(",");
        }
        self.text.bytes(json);
        self.added(json.len());
    }

    /// The text from its beginning to the last product.
    pub fn into_text(self) -> JsonWriter {
        self.text
    }

    /// Counts a product of that length. The first one sizes the buffer: products have similar lengths, and a text that
    /// grows is copied each time.
    fn added(&mut self, length: usize) {
        if self.is_empty && self.count > 1 {
            let others = (self.count - 1).saturating_mul(length + length / 4);
            self.text.reserve(others.min(MAX_RESERVED) + TYPICAL_BYTES);
        }
        self.is_empty = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn text_of(products: ProductListWriter) -> String {
        String::from_utf8(products.into_text().into_bytes()).unwrap()
    }

    #[test]
    fn a_list_has_what_was_written_and_what_is_in_the_order_in_which_it_was_added() {
        for count in [0, 1, 3, 1_000_000] {
            let mut list = ProductListWriter::new("[", count);
            assert!(list.add(|json| Err(_ = json.raw("half of it"))).is_err());
            list.add_written(b"1");
            assert!(list.add(|json| Err(_ = json.raw("half of it"))).is_err());
            assert_eq!(list.add::<Infallible>(|json| Ok(_ = json.raw("22"))).unwrap(), b"22");
            list.add_written(b"3");
            assert_eq!(text_of(list), r#"{"status":true,"data":[1,22,3"#);
        }
        assert_eq!(text_of(ProductListWriter::new("", 1)), SUCCESS_HEAD);
    }
}
