//! What was made for one request and may serve another: finished bodies, plain and compressed, products with parts of the
//! store, and which products a filtered list has.
//!
//! Everything is kept under the view that it was made for, so it is never shown to anybody with another one, and is
//! forgotten when newer things need its room: after a new revision nobody asks for the old one's any more.

mod kept;
mod live_bodies;

use crate::background::BackgroundError;
use crate::catalog_view::CatalogView;
use crate::compression::{Coding, compressed, is_worth_compressing};
use crate::conditional::EntityTag;
use crate::single_flight::SingleFlight;
use crate::work::{HeldBody, Requester, WorkFor};
use actix_web::web::Bytes;
use catalog_domain::catalog::ProductSelection;
use kept::Kept;
use live_bodies::LiveBodies;
use std::sync::Arc;

/// Answers and parts of answers that are kept, in a bounded number of bytes.
#[derive(Debug)]
pub struct KeptAnswers {
    kept: Kept<Key, Value>,
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
    Finished(EntityTag, Option<Coding>, Requester),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    /// The answer under a tag in a coding.
    Body(EntityTag, Option<Coding>),
    /// The product at a position of the catalog.
    Product(ProductForm, u32),
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
pub struct ProductForm {
    /// In whose eyes, and in which catalog.
    pub view: CatalogView,
    /// With which parts, as a number of the interface's own.
    pub parts: u32,
}

/// A body as it is sent.
#[derive(Debug, Clone)]
pub struct FinishedBody {
    /// The bytes.
    pub bytes: Bytes,
    /// How they are compressed; `None` for plain ones.
    pub coding: Option<Coding>,
}

/// Whether a plain body is worth its room. Compressed ones always are: they are small and dear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainBody {
    /// Many clients ask for the very same body, or it is dear to make.
    Kept,
    /// There are very many different ones, each cheap to make; and a client that has one says so.
    MadeAnew,
}

impl KeptAnswers {
    /// Keeps up to `bytes` in all.
    #[must_use]
    pub fn new(bytes: u64) -> Self {
        Self { kept: Kept::new(bytes), live: LiveBodies::default(), flights: SingleFlight::new() }
    }

    /// How full it is and how often it had what was looked for.
    #[must_use]
    pub fn status(&self) -> CacheStatus {
        self.kept.status()
    }

    /// The body under `tag` in the coding that is wanted, or as good as it.
    #[must_use]
    pub fn body(&self, tag: EntityTag, wanted: Option<Coding>) -> Option<FinishedBody> {
        if let Some(bytes) = self.text(&Key::Body(tag, wanted)).or_else(|| self.live.find(tag, wanted)) {
            return Some(FinishedBody { bytes, coding: wanted });
        }
        wanted?;
        let bytes = self.text(&Key::Body(tag, None)).filter(|plain| !is_worth_compressing(plain))?;
        Some(FinishedBody { bytes, coding: None })
    }

    /// `plain`, which is the body under `tag`, in the coding that is wanted when that pays; kept for the next one who asks.
    ///
    /// # Errors
    /// [`BackgroundError`] when there is no room for the work of compressing it.
    pub async fn finish(
        &self,
        work: WorkFor<'_>,
        (tag, wanted): (EntityTag, Option<Coding>),
        plain: HeldBody,
        keeping: PlainBody,
    ) -> Result<FinishedBody, BackgroundError> {
        self.live.note(tag, None, &plain);
        if let Some(coding) = wanted
            && let Some(encoded) = compressed(Some(work), coding, plain.bytes()).await?
        {
            let encoded = work.answers.hold(encoded);
            self.live.note(tag, wanted, &encoded);
            let bytes = encoded.into_bytes();
            self.keep_text(Key::Body(tag, wanted), bytes.clone());
            return Ok(FinishedBody { bytes, coding: wanted });
        }
        let bytes = plain.into_bytes();
        if keeping == PlainBody::Kept {
            self.keep_text(Key::Body(tag, None), bytes.clone());
        }
        Ok(FinishedBody { bytes, coding: None })
    }

    /// The product at a position of the catalog, if it is kept.
    #[must_use]
    pub fn product(&self, form: ProductForm, ordinal: u32) -> Option<Bytes> {
        self.text(&Key::Product(form, ordinal))
    }

    /// The products of the list with that tag, if they are kept.
    #[must_use]
    pub fn selection(&self, list: EntityTag) -> Option<Arc<ProductSelection<'static>>> {
        match self.kept.get(&Key::Selection(list))? {
            Value::Selection(selection) => Some(selection),
            Value::Text(_) => None,
        }
    }

    /// Keeps the products of the list with that tag.
    pub fn keep_selection(&self, list: EntityTag, selection: Arc<ProductSelection<'static>>) {
        let bytes = selection.bytes();
        self.kept.insert(Key::Selection(list), Value::Selection(selection), bytes);
    }

    /// Keeps the product at a position of the catalog.
    pub fn keep_product(&self, form: ProductForm, ordinal: u32, json: &[u8]) {
        self.keep_text(Key::Product(form, ordinal), Bytes::copy_from_slice(json));
    }

    fn text(&self, key: &Key) -> Option<Bytes> {
        match self.kept.get(key)? {
            Value::Text(text) => Some(text),
            Value::Selection(_) => None,
        }
    }

    fn keep_text(&self, key: Key, text: Bytes) {
        let bytes = text.len();
        self.kept.insert(key, Value::Text(text), bytes);
    }
}

#[cfg(test)]
mod tests;
