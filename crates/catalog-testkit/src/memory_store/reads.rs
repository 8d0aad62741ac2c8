//! What is read from memory: facts, parts, events.

use super::{KeptEvent, KeptProduct, MemoryStore, State};
use catalog_domain::catalog::{CatalogFacts, LogHead};
use catalog_domain::change::{FeedPosition, LogHistory};
use catalog_domain::identifiers::{AccountRevision, EventNumber, SectionId};
use catalog_domain::ports::{
    CatalogSource, ChangeLog, EventRange, LoggedEvent, PartSelection, ProductDetail, ProductDetailBatch,
    ProductDetails, StoreError, StoreRevisions,
};
use catalog_domain::product::Product;
use std::sync::Arc;

impl CatalogSource for MemoryStore {
    fn revisions(&self) -> Result<StoreRevisions, StoreError> {
        let state = self.state();
        Ok(StoreRevisions { catalog: state.revision, accounts: AccountRevision(state.account_revision) })
    }

    fn load(&self) -> Result<CatalogFacts, StoreError> {
        let state = self.state();
        let active = state.products.values().filter(|product| product.record.is_active);
        Ok(CatalogFacts {
            revision: state.revision,
            log_head: state.log_head(),
            sections: state.sections.values().cloned().map(Arc::new).collect(),
            products: active.map(|product| product.to_product().map(Arc::new)).collect::<Result<_, _>>()?,
            price_levels: state.price_levels.clone(),
            warehouses: state.warehouses.values().cloned().collect(),
            product_types: state.product_types.values().cloned().collect(),
        })
    }
}

impl State {
    fn log_head(&self) -> LogHead {
        let at = self.events.last().map(|event| event.at);
        let number = EventNumber(i64::try_from(self.events.len()).unwrap_or(i64::MAX));
        LogHead {
            history: LogHistory("memory".into()),
            last: FeedPosition { number, at },
            committed_at: self.committed_at,
        }
    }
}

impl KeptProduct {
    fn to_product(&self) -> Result<Product, StoreError> {
        let record = self.record.clone();
        let without_source = || StoreError::Inconsistent("an active product without a source id".into());
        Ok(Product {
            source_id: self.source_id.ok_or_else(without_source)?,
            stock_number: record.stock_number,
            name: record.name,
            full_name: record.full_name,
            url: record.url,
            type_id: record.type_id,
            vendor: record.vendor.map(Arc::new),
            sections: record.sections,
            primary_section: record.primary_section,
            preview: record.preview,
            offer: self.offer.offer.clone(),
            filter_values: record.filter_values.into_iter().map(Arc::new).collect(),
            has_configurator: record.parts.configurator.is_some(),
            content_updated_at: record.content_updated_at,
            commercial_updated_at: self.offer.commercial_updated_at,
        })
    }

    fn detail(&self, wanted: PartSelection) -> ProductDetail {
        let parts = self.record.parts.clone();
        let mut detail = ProductDetail::default();
        if wanted.description {
            detail.description = parts.description;
        }
        if wanted.photos {
            detail.photos = parts.photos;
        }
        if wanted.seo {
            detail.seo = parts.seo;
        }
        if wanted.features {
            detail.features = parts.features;
        }
        if wanted.configurator {
            detail.configurator = parts.configurator;
        }
        detail
    }
}

impl ProductDetails for MemoryStore {
    fn read(&self, stock_numbers: &[Box<str>], wanted: PartSelection) -> Result<ProductDetailBatch, StoreError> {
        let state = self.state();
        let found: Vec<_> = stock_numbers.iter().map(|stock_number| state.products.get(stock_number)).collect();
        Ok(ProductDetailBatch {
            revision: state.revision,
            unchanged_since: found.iter().flatten().map(|product| product.revision).max().unwrap_or_default(),
            details: found.iter().map(|product| product.map(|product| product.detail(wanted))).collect(),
        })
    }
}

impl ChangeLog for MemoryStore {
    fn events_of_section(
        &self,
        section: SectionId,
        range: EventRange,
        limit: u32,
    ) -> Result<Vec<LoggedEvent>, StoreError> {
        let state = self.state();
        let numbered = (1..).map(EventNumber).zip(&state.events);
        let in_range = numbered.filter(|(number, _)| *number > range.after && *number <= range.up_to);
        let of_section = in_range.filter_map(|(number, kept)| kept.seen_from(section, number));
        Ok(of_section.take(usize::try_from(limit).unwrap_or(usize::MAX)).collect())
    }
}

impl KeptEvent {
    /// The event in the feed of `section`; `None` when it is not in it.
    fn seen_from(&self, section: SectionId, number: EventNumber) -> Option<LoggedEvent> {
        let membership = self.event.memberships.iter().find(|membership| membership.section == section)?;
        Some(LoggedEvent {
            number,
            revision: self.revision,
            at: self.at,
            stock_number: self.event.stock_number.clone(),
            kind: self.event.kind,
            section_ids: self.event.section_ids.clone(),
            in_section: membership.in_section,
        })
    }
}
