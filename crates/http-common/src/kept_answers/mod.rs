//! What was made for one request and may serve another: finished bodies, plain and compressed, and products as JSON.
//!
//! Everything is kept under the view that it was made for, so it is never shown to anybody with another one, and is
//! forgotten when newer things need its room: after a new revision nobody asks for the old one's any more.

mod kept;
mod kept_products;
mod shown_products;

use crate::catalog_view::CatalogView;
use crate::compression::{Coding, compressed, is_worth_compressing};
use crate::conditional::EntityTag;
use actix_web::web::Bytes;
use kept::Kept;
use kept_products::KeptProducts;

pub use shown_products::ShownProducts;

/// The share of the room that products with parts have: one of so many.
const PRODUCTS_SHARE: u64 = 2;

/// Answers that are kept, in a bounded number of bytes.
#[derive(Debug)]
pub struct KeptAnswers {
    bodies: Kept<(EntityTag, Option<Coding>), Bytes>,
    products: KeptProducts,
}

/// In which form products are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProductForm {
    /// In whose eyes, and in which catalog.
    pub view: CatalogView,
    /// Whose shapes there are.
    pub interface: Interface,
    /// In which of them, or with which parts, as a number of the interface's own.
    pub shape: u32,
}

/// An interface that shows products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Interface {
    /// The earlier one.
    V1,
    /// The present one.
    V2,
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
        let products = bytes / PRODUCTS_SHARE;
        Self { bodies: Kept::new(bytes - products), products: KeptProducts::new(products) }
    }

    /// The body under `tag` in the coding that is wanted, or as good as it.
    #[must_use]
    pub fn body(&self, tag: EntityTag, wanted: Option<Coding>) -> Option<FinishedBody> {
        if let Some(bytes) = self.bodies.get(&(tag, wanted)) {
            return Some(FinishedBody { bytes, coding: wanted });
        }
        wanted?;
        let bytes = self.bodies.get(&(tag, None)).filter(|plain| !is_worth_compressing(plain))?;
        Some(FinishedBody { bytes, coding: None })
    }

    /// `plain`, which is the body under `tag`, in the coding that is wanted when that pays; kept for the next one who asks.
    pub async fn finish(
        &self,
        tag: EntityTag,
        wanted: Option<Coding>,
        mut plain: Vec<u8>,
        keeping: PlainBody,
    ) -> FinishedBody {
        if keeping == PlainBody::Kept {
            // It may be kept for long, and room that it grew into would be kept with it, uncounted.
            plain.shrink_to_fit();
        }
        let plain = Bytes::from(plain);
        if let Some(coding) = wanted
            && let Some(bytes) = compressed(coding, &plain).await
        {
            self.bodies.insert((tag, wanted), bytes.clone(), bytes.len());
            return FinishedBody { bytes, coding: wanted };
        }
        if keeping == PlainBody::Kept {
            self.bodies.insert((tag, None), plain.clone(), plain.len());
        }
        FinishedBody { bytes: plain, coding: None }
    }

    /// The text of a success with an empty list for about `count` products in that form; `head` is what comes before
    /// them in the data.
    #[must_use]
    pub fn products(&self, form: ProductForm, head: &str, count: usize) -> ShownProducts<'_> {
        ShownProducts::new(&self.products, form, head, count)
    }
}

#[cfg(test)]
mod tests;
