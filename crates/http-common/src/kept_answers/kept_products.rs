//! Products as JSON, kept in blocks of many: an answer looks for a block once, and then finds any number of products in it for
//! little more than it costs to copy them.

use super::ProductForm;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// Products of a block: those that are next to each other in the catalog's order, which is that of most lists.
pub(super) const BLOCK_PRODUCTS: u32 = 512;

/// What the allocator adds to a text.
const TEXT_OVERHEAD: u64 = 16;

/// A bounded number of bytes in blocks, for many threads. What is made waits for nobody but who makes or forgets a block.
pub(super) struct KeptProducts {
    blocks: RwLock<Blocks>,
    /// What blocks take, those included that are forgotten but still in use.
    taken: Arc<AtomicU64>,
    room: u64,
}

#[derive(Default)]
struct Blocks {
    by_key: HashMap<BlockKey, Arc<Block>>,
    /// In the order in which they were made.
    by_age: VecDeque<BlockKey>,
}

/// The form of the products of a block, and its number: the blocks of a catalog follow each other.
pub(super) type BlockKey = (ProductForm, u32);

/// The products of one block, as far as they were made.
pub(super) struct Block {
    products: [OnceLock<Box<[u8]>>; BLOCK_PRODUCTS as usize],
    bytes: AtomicU64,
    taken: Arc<AtomicU64>,
}

impl KeptProducts {
    /// Keeps up to `room` bytes.
    pub(super) fn new(room: u64) -> Self {
        Self { blocks: RwLock::default(), taken: Arc::default(), room }
    }

    /// The block, if it is kept.
    pub(super) fn find(&self, key: &BlockKey) -> Option<Arc<Block>> {
        self.blocks.read().unwrap_or_else(PoisonError::into_inner).by_key.get(key).map(Arc::clone)
    }

    /// The block, which is empty when it was not kept.
    pub(super) fn find_or_make(&self, key: BlockKey) -> Arc<Block> {
        let mut blocks = self.blocks.write().unwrap_or_else(PoisonError::into_inner);
        let Blocks { by_key, by_age } = &mut *blocks;
        let make = || {
            by_age.push_back(key);
            Arc::new(Block::new(Arc::clone(&self.taken)))
        };
        Arc::clone(by_key.entry(key).or_insert_with(make))
    }

    /// Forgets blocks, the oldest first, until the others have room. What is in use is freed when it no longer is.
    pub(super) fn make_room(&self) {
        if self.bytes() <= self.room {
            return;
        }
        let mut blocks = self.blocks.write().unwrap_or_else(PoisonError::into_inner);
        while self.bytes() > self.room
            && let Some(oldest) = blocks.by_age.pop_front()
        {
            blocks.by_key.remove(&oldest);
        }
    }

    /// What is taken at the moment.
    pub(super) fn bytes(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }
}

impl Block {
    fn new(taken: Arc<AtomicU64>) -> Self {
        let bytes = size_of::<Self>() as u64;
        taken.fetch_add(bytes, Ordering::Relaxed);
        Self { products: [const { OnceLock::new() }; BLOCK_PRODUCTS as usize], bytes: AtomicU64::new(bytes), taken }
    }

    /// The product at a position of the block, if it was made.
    pub(super) fn product(&self, at: usize) -> Option<&[u8]> {
        self.products.get(at)?.get().map(|json| &**json)
    }

    /// Puts a product at a position, where it stays as long as the block; what is there already stays, too.
    pub(super) fn put(&self, at: usize, json: &[u8]) {
        let bytes = json.len() as u64 + TEXT_OVERHEAD;
        if self.products.get(at).is_some_and(|place| place.set(json.into()).is_ok()) {
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
            self.taken.fetch_add(bytes, Ordering::Relaxed);
        }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        self.taken.fetch_sub(*self.bytes.get_mut(), Ordering::Relaxed);
    }
}

impl fmt::Debug for KeptProducts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("KeptProducts").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}
