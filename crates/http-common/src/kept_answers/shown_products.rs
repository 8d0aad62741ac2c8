//! The products of one answer as JSON: those that are kept, and those that are made for it and kept from then on.

use super::ProductForm;
use super::kept_products::{BLOCK_PRODUCTS, Block, KeptProducts};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;
use std::sync::Arc;

/// How many of its blocks an answer looks through before it asks for one again. A list in the catalog's order stays in a
/// block for a while; one in another order comes back to the same few, unless the catalog is large.
const BLOCKS_LOOKED_THROUGH: usize = 64;

/// The JSON of products in the order of a list. Serialises as an array.
pub struct ShownProducts<'a> {
    kept: &'a KeptProducts,
    form: ProductForm,
    /// The blocks that the products are in, each with its number.
    blocks: Vec<(u32, Arc<Block>)>,
    /// For each product which block of those, and where in it.
    places: Vec<(usize, usize)>,
}

impl<'a> ShownProducts<'a> {
    /// An empty list with room for so many.
    pub(super) fn new(kept: &'a KeptProducts, form: ProductForm, count: usize) -> Self {
        Self { kept, form, blocks: Vec::new(), places: Vec::with_capacity(count) }
    }

    /// Adds the product at a position of the catalog if it is kept, and tells whether it is.
    pub fn add_kept(&mut self, ordinal: u32) -> bool {
        let (number, at) = place_of(ordinal);
        let Some(held) = self.held(number).or_else(|| Some(self.hold(number, self.kept.find(&(self.form, number))?)))
        else {
            return false;
        };
        let is_kept = self.product(held, at).is_some();
        if is_kept {
            self.places.push((held, at));
        }
        is_kept
    }

    /// Adds the product at a position of the catalog: as it is kept, else as `make` makes it, which is kept from then on.
    ///
    /// # Errors
    /// Those of `make`; nothing is added then.
    pub fn add<E>(&mut self, ordinal: u32, make: impl FnOnce() -> Result<Box<RawValue>, E>) -> Result<(), E> {
        if !self.add_kept(ordinal) {
            self.add_new(ordinal, make()?);
        }
        Ok(())
    }

    fn add_new(&mut self, ordinal: u32, json: Box<RawValue>) {
        let (number, at) = place_of(ordinal);
        let held = self.held(number).unwrap_or_else(|| self.hold(number, self.kept.find_or_make((self.form, number))));
        if let Some((_, block)) = self.blocks.get(held) {
            block.put(at, json);
        }
        self.places.push((held, at));
        self.kept.make_room();
    }

    /// The products.
    pub fn iter(&self) -> impl Iterator<Item = &RawValue> {
        self.places.iter().filter_map(|(held, at)| self.product(*held, *at))
    }

    /// The length of the array in bytes.
    #[must_use]
    pub fn text_length(&self) -> usize {
        self.iter().map(|product| product.get().len() + 1).sum::<usize>() + 1
    }

    fn product(&self, held: usize, at: usize) -> Option<&RawValue> {
        self.blocks.get(held)?.1.product(at)
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

impl Serialize for ShownProducts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl fmt::Debug for ShownProducts<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ShownProducts").field("form", &self.form).finish_non_exhaustive()
    }
}
