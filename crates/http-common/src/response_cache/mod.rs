//! What was made for one request and may serve another: finished bodies, plain and compressed, products with parts of
//! the store, and which products a filtered list has.
//!
//! Everything is kept under the view that it was made for, so it is never shown to anybody with another one, and is
//! forgotten when newer things need its room: after a new revision nobody asks for the old one's any more.

mod byte_bounded_cache;
mod live_bodies;

use crate::background::BackgroundError;
use crate::compression::{Coding, compressed, is_worth_compressing};
use crate::conditional::EntityTag;
use crate::single_flight::SingleFlight;
use crate::view_key::ViewKey;
use crate::work::{HeldBody, Requester, WorkFor};
use actix_web::web::Bytes;
use byte_bounded_cache::ByteBoundedCache;
use catalog_domain::catalog::ProductSelection;
use live_bodies::LiveBodies;
use std::sync::Arc;

/// Answers and parts of answers that are kept, in a bounded number of bytes.
#[derive(Debug)]
pub struct ResponseCache {
    cache: ByteBoundedCache<Key, Value>,
    /// Bodies that clients are taking, whether or not they are kept.
    live: LiveBodies,
    /// Bodies that are being made.
    pub(crate) flights: SingleFlight<Flight>,
}

/// How full a cache is and how often it had what was looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheStatus {
    /// What the entries take, in bytes.
    pub bytes: u64,
    /// The most that they may take.
    pub limit: u64,
    /// The entries.
    pub entries: usize,
    /// Lookups that found an entry, since the process began.
    pub hits: u64,
    /// Lookups that found none.
    pub misses: u64,
}

/// What is being made: for each requester once, so that nobody waits for another one's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Flight {
    /// The plain body under a tag.
    Plain(EntityTag, Requester),
    /// The body under a tag as it is sent.
    Encoded(EntityTag, Option<Coding>, Requester),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    /// The answer under a tag in a coding.
    Body(EntityTag, Option<Coding>),
    /// The product at a position of the catalog.
    Product(ProductCacheKey, u32),
    /// The products of the list with a tag.
    Selection(EntityTag),
}

#[derive(Debug, Clone)]
enum Value {
    Text(Bytes),
    Selection(Arc<ProductSelection<'static>>),
}

/// In which form products are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProductCacheKey {
    /// In whose eyes, and in which catalog.
    pub view: ViewKey,
    /// With which parts, as a number of the interface's own.
    pub parts: u32,
}

/// A body as it is sent.
#[derive(Debug, Clone)]
pub struct EncodedBody {
    /// The bytes.
    pub bytes: Bytes,
    /// How they are compressed; `None` for plain ones.
    pub coding: Option<Coding>,
}

/// Whether a plain body is worth its room. Compressed ones always are: they are small and dear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CachePolicy {
    /// Many clients ask for the very same body, or it is dear to make.
    Store,
    /// There are very many different ones, each cheap to make; and a client that has one says so.
    Bypass,
}

impl ResponseCache {
    /// Keeps up to `bytes` in all.
    #[must_use]
    pub fn new(bytes: u64) -> Self {
        Self { cache: ByteBoundedCache::new(bytes), live: LiveBodies::default(), flights: SingleFlight::new() }
    }

    /// How full it is and how often it had what was looked for.
    #[must_use]
    pub fn status(&self) -> CacheStatus {
        self.cache.status()
    }

    /// The body under `tag` in the coding that is wanted, or as good as it.
    #[must_use]
    pub fn body(&self, tag: EntityTag, wanted: Option<Coding>) -> Option<EncodedBody> {
        if let Some(bytes) = self.text(&Key::Body(tag, wanted)).or_else(|| self.live.find(tag, wanted)) {
            return Some(EncodedBody { bytes, coding: wanted });
        }
        wanted?;
        let bytes = self.text(&Key::Body(tag, None)).filter(|plain| !is_worth_compressing(plain))?;
        Some(EncodedBody { bytes, coding: None })
    }

    /// `plain`, which is the body under `tag`, in the coding that is wanted when that pays; kept for the next one who
    /// asks.
    ///
    /// # Errors
    /// [`BackgroundError`] when there is no room for the work of compressing it.
    pub async fn encode_and_store(
        &self,
        work: WorkFor<'_>,
        (tag, wanted): (EntityTag, Option<Coding>),
        plain: HeldBody,
        policy: CachePolicy,
    ) -> Result<EncodedBody, BackgroundError> {
        self.live.note(tag, None, &plain);
        if let Some(coding) = wanted
            && let Some(encoded) = compressed(Some(work), coding, plain.bytes()).await?
        {
            let encoded = work.response_budget.hold(encoded);
            self.live.note(tag, wanted, &encoded);
            let bytes = encoded.into_bytes();
            self.cache_text(Key::Body(tag, wanted), bytes.clone());
            return Ok(EncodedBody { bytes, coding: wanted });
        }
        let bytes = plain.into_bytes();
        if policy == CachePolicy::Store {
            self.cache_text(Key::Body(tag, None), bytes.clone());
        }
        Ok(EncodedBody { bytes, coding: None })
    }

    /// The product at a position of the catalog, if it is kept.
    #[must_use]
    pub fn product(&self, key: ProductCacheKey, ordinal: u32) -> Option<Bytes> {
        self.text(&Key::Product(key, ordinal))
    }

    /// The products of the list with that tag, if they are kept.
    #[must_use]
    pub fn selection(&self, list: EntityTag) -> Option<Arc<ProductSelection<'static>>> {
        match self.cache.get(&Key::Selection(list))? {
            Value::Selection(selection) => Some(selection),
            Value::Text(_) => None,
        }
    }

    /// Keeps the products of the list with that tag.
    pub fn cache_selection(&self, list: EntityTag, selection: Arc<ProductSelection<'static>>) {
        let bytes = selection.bytes();
        self.cache.insert(Key::Selection(list), Value::Selection(selection), bytes);
    }

    /// Keeps the product at a position of the catalog.
    pub fn cache_product(&self, key: ProductCacheKey, ordinal: u32, json: &[u8]) {
        self.cache_text(Key::Product(key, ordinal), Bytes::copy_from_slice(json));
    }

    fn text(&self, key: &Key) -> Option<Bytes> {
        match self.cache.get(key)? {
            Value::Text(text) => Some(text),
            Value::Selection(_) => None,
        }
    }

    fn cache_text(&self, key: Key, text: Bytes) {
        let bytes = text.len();
        self.cache.insert(key, Value::Text(text), bytes);
    }
}

#[cfg(test)]
mod tests;
