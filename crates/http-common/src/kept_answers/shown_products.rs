//! The products of one answer as JSON: those that are kept, and those that are made for it.

use super::ProductForm;
use super::kept_products::{BLOCK_PRODUCTS, Block, KeptProducts};
use crate::envelope::SUCCESS_HEAD;
use crate::json_text::JsonText;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::Arc;

/// Room that most products fit in, and that is enough for what comes after the last one.
const TYPICAL_BYTES: usize = 1_536;

/// The most room that is made at once for products that are still to come.
const MOST_ROOM: usize = 1 << 20;

/// The text of a success as far as its products, which are in the order of a list, with a comma between any two.
pub struct ShownProducts<'a> {
    kept: &'a KeptProducts,
    form: ProductForm,
    /// Blocks that were looked for, by number. What is in them stays, even if it is forgotten meanwhile.
    blocks: HashMap<u32, Arc<Block>>,
    text: JsonText,
    /// About how many products there will be.
    count: usize,
    is_empty: bool,
}

impl<'a> ShownProducts<'a> {
    /// An empty list of about `count` products, of which `head` is what comes before them in the data.
    pub(super) fn new(kept: &'a KeptProducts, form: ProductForm, head: &str, count: usize) -> Self {
        let mut text = JsonText::with_capacity(2 * TYPICAL_BYTES);
        text.json(SUCCESS_HEAD).json(head);
        Self { kept, form, blocks: HashMap::new(), text, count, is_empty: true }
    }

    /// Whether the product at a position of the catalog is kept. If it is, it stays so for this list.
    pub fn is_kept(&mut self, ordinal: u32) -> bool {
        let (number, at) = place_of(ordinal);
        let Self { kept, form, blocks, .. } = self;
        let block = match blocks.entry(number) {
            Entry::Occupied(held) => held.into_mut(),
            Entry::Vacant(place) => match kept.find(&(*form, number)) {
                Some(block) => place.insert(block),
                None => return false,
            },
        };
        block.product(at).is_some()
    }

    /// Adds the product at a position of the catalog if it is kept, and tells whether it is.
    pub fn add_kept(&mut self, ordinal: u32) -> bool {
        if !self.is_kept(ordinal) {
            return false;
        }
        let (number, at) = place_of(ordinal);
        let Self { blocks, text, is_empty, .. } = self;
        let Some(json) = blocks.get(&number).and_then(|block| block.product(at)) else { return false };
        if !*is_empty {
            text.json(",");
        }
        text.bytes(json);
        let length = json.len();
        self.added(length);
        true
    }

    /// Adds the product at a position of the catalog: as it is kept, else as `make` writes it, which is kept from then on.
    ///
    /// # Errors
    /// Those of `make`; nothing is added then.
    pub fn add<E>(&mut self, ordinal: u32, make: impl FnOnce(&mut JsonText) -> Result<(), E>) -> Result<(), E> {
        if self.add_kept(ordinal) {
            return Ok(());
        }
        let start = self.add_unkept(make)?;
        let (number, at) = place_of(ordinal);
        let block = self.blocks.entry(number).or_insert_with(|| self.kept.find_or_make((self.form, number)));
        block.put(at, &self.text.as_bytes()[start..]);
        self.kept.make_room();
        Ok(())
    }

    /// Adds a product as `make` writes it, which is not kept: it costs hardly more than to find it. Tells where it starts.
    ///
    /// # Errors
    /// Those of `make`; nothing is added then.
    pub fn add_unkept<E>(&mut self, make: impl FnOnce(&mut JsonText) -> Result<(), E>) -> Result<usize, E> {
        let before = self.text.as_bytes().len();
        if !self.is_empty {
            self.text.json(",");
        }
        let start = self.text.as_bytes().len();
        if let Err(error) = make(&mut self.text) {
            self.text.truncate(before);
            return Err(error);
        }
        self.added(self.text.as_bytes().len() - start);
        Ok(start)
    }

    /// Whether no product was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// The text from its beginning to the last product.
    #[must_use]
    pub fn into_text(self) -> JsonText {
        self.text
    }

    /// Counts a product of that length. The first one tells how much room all of them need: they are of much the same
    /// length, and a text that grows is copied each time.
    fn added(&mut self, length: usize) {
        if self.is_empty && self.count > 1 {
            let others = (self.count - 1).saturating_mul(length + length / 4);
            self.text.reserve(others.min(MOST_ROOM) + TYPICAL_BYTES);
        }
        self.is_empty = false;
    }
}

/// The number of the block that has the product, and where in it.
fn place_of(ordinal: u32) -> (u32, usize) {
    (ordinal / BLOCK_PRODUCTS, (ordinal % BLOCK_PRODUCTS) as usize)
}

impl fmt::Debug for ShownProducts<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ShownProducts").field("form", &self.form).finish_non_exhaustive()
    }
}
