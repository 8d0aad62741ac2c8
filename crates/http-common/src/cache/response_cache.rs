//! The response cache: plain and compressed bodies, products with parts of the store, and the selections of filtered
//! lists.
//!
//! Everything is cached under the view that it was made for, so it is never sent to another view, and is evicted when
//! newer entries need its memory: after a new revision the old one's entries are no longer used.
//!
//! Requests for the same body find each other at three times: while it is built (`flights`), while it is sent (`live`,
//! however large it is), and afterwards (`cache`). What is requested once only goes through the first two: `recent`
//! remembers 1,024 tags, so that pages nobody requests again evict no tree.

mod byte_bounded_cache;
mod live_bodies;
mod recent_tags;

use crate::cache::conditional::EntityTag;
use crate::cache::single_flight::SingleFlight;
use crate::response::compression::{Coding, compressed, is_worth_compressing};
use actix_web::web::Bytes;
use byte_bounded_cache::ByteBoundedCache;
use catalog_app::catalog::{SelectionCache, ViewKey};
use catalog_app::runtime::{BackgroundError, CachedGuard, Requester, TrackedBody, WorkFor};
use catalog_domain::values::Fingerprint;
use catalog_index::ProductSelection;
use live_bodies::LiveBodies;
use recent_tags::RecentTags;
use std::sync::Arc;

/// A cache of responses and parts of responses, bounded in bytes.
pub struct ResponseCache {
    cache: ByteBoundedCache<Key, Value>,
    /// Bodies that are being sent, cached or not.
    live: LiveBodies,
    /// Bodies that were built a short while ago and not cached.
    recent: RecentTags,
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

/// What is being built: once per requester, so that no requester waits for another one's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Flight {
    Plain(EntityTag, Requester),
    /// The body under a tag as it is sent.
    Encoded(EntityTag, Option<Coding>, Requester),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Body(EntityTag, Option<Coding>),
    /// The product at a position of the catalog.
    Product(ProductCacheKey, u32),
    /// The products of the list with a fingerprint.
    Selection(Fingerprint),
}

#[derive(Debug, Clone)]
enum Value {
    Text { text: Bytes, total: Option<u64>, _cached: Option<Arc<CachedGuard>> },
    Selection(Arc<ProductSelection<'static>>),
}

/// The cache key of rendered products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProductCacheKey {
    /// The viewer and the catalog.
    pub view: ViewKey,
    /// The selected parts, as a number defined by the interface.
    pub parts: u32,
}

/// A body as it is sent.
#[derive(Debug, Clone)]
pub struct EncodedBody {
    /// The bytes.
    pub bytes: Bytes,
    /// Its compression; `None` for a plain body.
    pub coding: Option<Coding>,
    /// How many entries the whole list has, of a page of one.
    pub total: Option<u64>,
}

/// A body that was built.
#[derive(Debug)]
pub struct PlainBody {
    /// The body.
    pub body: TrackedBody,
    /// Whether it is cached.
    pub policy: CachePolicy,
    /// How many entries the whole list has, of a page of one.
    pub total: Option<u64>,
}

/// Whether a plain body is cached. Compressed ones always are: they are small and expensive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CachePolicy {
    /// Many clients request the same body, or it is expensive to build.
    Store,
    /// There are very many different ones, most of them requested rarely: it is cached when it is built again soon.
    StorePopular,
    /// Building it costs hardly more than finding it.
    Bypass,
}

impl ResponseCache {
    /// Caches up to `bytes` in all.
    pub fn new(bytes: u64) -> Self {
        Self {
            cache: ByteBoundedCache::new(bytes),
            live: LiveBodies::default(),
            recent: RecentTags::default(),
            flights: SingleFlight::new(),
        }
    }

    /// How full it is and how often it had what was looked for.
    pub fn status(&self) -> CacheStatus {
        self.cache.status()
    }

    /// The body under `tag` in the wanted coding, or a substitute for it.
    pub fn body(&self, tag: EntityTag, wanted: Option<Coding>) -> Option<EncodedBody> {
        if let Some(found) = self.cached_body(tag, wanted).or_else(|| self.live.find(tag, wanted)) {
            return Some(found);
        }
        wanted?;
        self.cached_body(tag, None).filter(|plain| !is_worth_compressing(&plain.bytes))
    }

    /// `plain`, which is the body under `tag`, in the wanted coding when that pays off; cached for later requests.
    ///
    /// # Errors
    /// [`BackgroundError`] when the queue for compression is full.
    pub async fn encode_and_store(
        &self,
        work: WorkFor<'_>,
        tag: EntityTag,
        wanted: Option<Coding>,
        plain: PlainBody,
    ) -> Result<EncodedBody, BackgroundError> {
        let PlainBody { body, policy, total } = plain;
        self.live.note(tag, None, &body, total);
        if let Some(coding) = wanted
            && let Some(encoded) = compressed(Some(work), coding, body.bytes()).await?
        {
            let encoded = work.track(encoded);
            self.live.note(tag, wanted, &encoded, total);
            self.cache_body(Key::Body(tag, wanted), &encoded, total);
            return Ok(EncodedBody { bytes: encoded.into_bytes(), coding: wanted, total });
        }
        let is_stored = match policy {
            CachePolicy::Store => true,
            CachePolicy::StorePopular => self.recent.note(tag),
            CachePolicy::Bypass => false,
        };
        if is_stored {
            self.cache_body(Key::Body(tag, None), &body, total);
        }
        Ok(EncodedBody { bytes: body.into_bytes(), coding: None, total })
    }

    /// The product at a position of the catalog, if it is cached.
    pub fn product(&self, key: ProductCacheKey, ordinal: u32) -> Option<Bytes> {
        match self.cache.get(&Key::Product(key, ordinal))? {
            Value::Text { text, .. } => Some(text),
            Value::Selection(_) => None,
        }
    }

    /// Caches the product at a position of the catalog.
    pub fn cache_product(&self, key: ProductCacheKey, ordinal: u32, json: &[u8]) {
        let value = Value::Text { text: Bytes::copy_from_slice(json), total: None, _cached: None };
        self.cache.insert(Key::Product(key, ordinal), value, json.len());
    }

    fn cached_body(&self, tag: EntityTag, coding: Option<Coding>) -> Option<EncodedBody> {
        match self.cache.get(&Key::Body(tag, coding))? {
            Value::Text { text, total, .. } => Some(EncodedBody { bytes: text, coding, total }),
            Value::Selection(_) => None,
        }
    }

    fn cache_body(&self, key: Key, body: &TrackedBody, total: Option<u64>) {
        let cached = body.mark_cached().map(Arc::new);
        // A body that does not count may have excess capacity, which a copy has not.
        let text = if cached.is_some() { body.bytes().clone() } else { Bytes::copy_from_slice(body.bytes()) };
        let value = Value::Text { text, total, _cached: cached };
        self.cache.insert(key, value, body.bytes().len());
    }
}

impl SelectionCache for ResponseCache {
    fn find(&self, list: Fingerprint) -> Option<Arc<ProductSelection<'static>>> {
        match self.cache.get(&Key::Selection(list))? {
            Value::Selection(selection) => Some(selection),
            Value::Text { .. } => None,
        }
    }

    fn hold(&self, list: Fingerprint, selection: Arc<ProductSelection<'static>>) {
        let bytes = selection.bytes();
        self.cache.insert(Key::Selection(list), Value::Selection(selection), bytes);
    }
}

#[cfg(test)]
mod tests;
