//! The products of one answer as JSON: those that are kept, and those that are made for it.

use super::ProductForm;
use super::kept_products::{BLOCK_PRODUCTS, Block, KeptProducts};
use crate::envelope::SUCCESS_HEAD;
use crate::json_text::JsonText;
use std::fmt;
use std::sync::Arc;

/// How many of its blocks an answer looks through before it asks for one again. A list in the catalog's order stays in a
/// block for a while; one in another order comes back to the same few, unless the catalog is large.
const BLOCKS_LOOKED_THROUGH: usize = 64;

/// Room that most products fit in, and that is enough for what comes after the last one.
const TYPICAL_BYTES: usize = 1_536;

/// The most room that is made at once for products that are still to come.
const MOST_ROOM: usize = 1 << 20;

/// The text of a success as far as its products, which are in the order of a list, with a comma between any two.
pub struct ShownProducts<'a> {
    kept: &'a KeptProducts,
    form: ProductForm,
    /// Blocks that were looked for, each with its number.
    blocks: Vec<(u32, Arc<Block>)>,
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
        Self { kept, form, blocks: Vec::new(), text, count, is_empty: true }
    }

    /// Adds the product at a position of the catalog if it is kept, and tells whether it is.
    pub fn add_kept(&mut self, ordinal: u32) -> bool {
        let (number, at) = place_of(ordinal);
        let Some(held) = self.held(number).or_else(|| Some(self.hold(number, self.kept.find(&(self.form, number))?)))
        else {
            return false;
        };
        let Self { blocks, text, is_empty, .. } = self;
        let Some(json) = blocks.get(held).and_then(|(_, block)| block.product(at)) else { return false };
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
        let held = self.held(number).unwrap_or_else(|| self.hold(number, self.kept.find_or_make((self.form, number))));
        if let Some((_, block)) = self.blocks.get(held) {
            block.put(at, &self.text.as_bytes()[start..]);
        }
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

    /// The position of the block in `blocks`, if it is among the last ones.
    fn held(&self, number: u32) -> Option<usize> {
        let mut last = self.blocks.iter().enumerate().rev().take(BLOCKS_LOOKED_THROUGH);
        last.find(|(_, (held, _))| *held == number).map(|(position, _)| position)
    }

    fn hold(&mut self, number: u32, block: Arc<Block>) -> usize {
        self.blocks.push((number, block));
        self.blocks.len() - 1
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
