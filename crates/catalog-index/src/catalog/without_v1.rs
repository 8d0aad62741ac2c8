//! In the place of the view of v1 where that is not built: only its tree, which says what changed in the sections.

use super::permutation::Permutation;
use super::product_list::ProductList;
use super::refresh::tree_change::TreeChange;
use catalog_domain::sections::{NodeIndex, SectionTree};
use roaring::RoaringBitmap;
use std::sync::Arc;

/// The catalog as v1 would show it.
#[derive(Debug, Clone)]
pub struct V1Catalog {
    sections: Arc<SectionTree>,
    no_products: RoaringBitmap,
}

impl V1Catalog {
    pub(super) fn build(_: Arc<ProductList>, _: Arc<Permutation>, sections: Arc<SectionTree>) -> Self {
        Self { sections, no_products: RoaringBitmap::new() }
    }

    pub(super) fn updated(
        &self,
        _: &[u32],
        _: &[u32],
        list: &Arc<ProductList>,
        stock_order: &Arc<Permutation>,
        sections: Arc<SectionTree>,
        _: &TreeChange,
    ) -> Self {
        Self::build(Arc::clone(list), Arc::clone(stock_order), sections)
    }

    /// Nothing has to be made.
    pub fn prepare(&self) {}

    /// Always.
    pub fn is_prepared(&self) -> bool {
        true
    }

    pub(super) fn prepare_like(&self, _: &Self) {}

    pub(super) fn sections(&self) -> &SectionTree {
        &self.sections
    }

    pub(super) fn shared_sections(&self) -> Arc<SectionTree> {
        Arc::clone(&self.sections)
    }

    pub(super) fn direct(&self, _: NodeIndex) -> &RoaringBitmap {
        &self.no_products
    }
}
