//! Reads from memory: facts and parts.

use super::{MemoryStore, ProductEntry};
use crate::builders::texts_of;
use catalog_domain::catalog::{CatalogDelta, CatalogFacts, LogPosition};
use catalog_domain::ports::{
    CatalogSource, EventSearch, PartSelection, ProductDetail, ProductDetailBatch, ProductDetails, ProductEvent,
    ProductFacts, StoreError, StoreRevisions, VisibilityFacts, VisibilityLookup,
};
use catalog_domain::products::{LinkedSections, Product, SharedFilterValue};
use catalog_domain::values::{AccountRevision, CatalogRevision};
use std::sync::Arc;

impl CatalogSource for MemoryStore {
    fn revisions(&self) -> Result<StoreRevisions, StoreError> {
        let state = self.state();
        Ok(StoreRevisions {
            catalog: state.revision,
            accounts: AccountRevision(state.accounts.revision),
            replacements: 0,
            is_moved: false,
        })
    }

    fn load(&self) -> Result<CatalogFacts, StoreError> {
        let state = self.state();
        let active = state.products.values().filter(|product| product.record.is_active);
        Ok(CatalogFacts {
            revision: state.revision,
            log_position: state.log_position(),
            sections: state.sections.values().cloned().map(Arc::new).collect(),
            products: active.map(|product| product.to_product().map(Arc::new)).collect::<Result<_, _>>()?,
            price_levels: state.price_levels.clone(),
            warehouses: state.warehouses.values().cloned().collect(),
            product_types: state.product_types.values().cloned().collect(),
        })
    }

    fn changes_since(
        &self,
        known: CatalogRevision,
        known_position: &LogPosition,
    ) -> Result<Option<CatalogDelta>, StoreError> {
        let facts = self.load()?;
        let state = self.state();
        let has_commit =
            state.commits.contains_key(&known) && state.commits.get(&known) == known_position.committed_at.as_ref();
        if !has_commit || facts.log_position.epoch != known_position.epoch {
            return Ok(None);
        }
        let is_written = |stock_number: &str| {
            state.products.get(stock_number).is_some_and(|each| each.revision.max(each.version) > known)
        };
        let inactive = state.products.iter().filter(|(_, each)| each.revision > known && !each.record.is_active);
        Ok(Some(CatalogDelta {
            revision: facts.revision,
            log_position: facts.log_position,
            sections: (state.sections_written > known).then_some(facts.sections),
            changed: facts.products.into_iter().filter(|product| is_written(product.stock_number())).collect(),
            inactive: inactive.map(|(stock_number, _)| stock_number.clone()).collect(),
            price_levels: facts.price_levels,
            warehouses: facts.warehouses,
            product_types: facts.product_types,
        }))
    }
}

impl ProductEntry {
    fn to_product(&self) -> Result<Product, StoreError> {
        let record = self.record.clone();
        let without_source = || StoreError::Inconsistent("an active product without a source id".into());
        Ok(Product {
            source_id: self.source_id.ok_or_else(without_source)?,
            texts: texts_of(&record),
            type_id: record.type_id,
            vendor: record.vendor.map(Arc::new),
            sections: LinkedSections::new(record.sections, record.primary_section),
            offer: self.offer.offer.clone(),
            filter_values: record.filter_values.into_iter().map(SharedFilterValue::from).collect(),
            has_configurator: record.parts.configurator.is_some(),
            content_updated_at: record.content_updated_at,
            commercial_updated_at: self.offer.commercial_updated_at,
            version: self.version,
        })
    }

    /// The facts without the time of the revision and the events.
    fn to_facts(&self) -> ProductFacts {
        let record = self.record.clone();
        ProductFacts {
            stock_number: record.stock_number,
            source_id: self.source_id,
            name: record.name,
            is_active: record.is_active,
            sections: LinkedSections::new(record.sections, record.primary_section),
            offer: self.offer.offer.clone(),
            filter_values: record.filter_values.into_iter().map(SharedFilterValue::from).collect(),
            content_updated_at: record.content_updated_at,
            commercial_updated_at: self.offer.commercial_updated_at,
            revision: self.revision,
            written_at: None,
            events: Vec::new(),
        }
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
        if let Some(links) = &self.links {
            if wanted.documentation {
                detail.documentation.clone_from(&links.documentation);
            }
            if wanted.software {
                detail.software.clone_from(&links.software);
            }
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

impl VisibilityLookup for MemoryStore {
    fn look_up(&self, stock_number: Option<&str>, events: EventSearch) -> Result<VisibilityFacts, StoreError> {
        let state = self.state();
        let facts = |stock_number: &str, entry: &ProductEntry| {
            let latest = state.events.iter().rev().take(events.among as usize);
            let of_product = latest.filter(|(_, entry)| *entry.event.stock_number == *stock_number);
            let events = of_product.take(events.limit as usize).map(|(number, entry)| ProductEvent {
                number: *number,
                revision: entry.revision,
                at: entry.at,
                kind: entry.event.kind,
                section_ids: entry.event.section_ids.clone(),
            });
            let written_at = state.commits.get(&entry.revision).copied();
            ProductFacts { written_at, events: events.collect(), ..entry.to_facts() }
        };
        Ok(VisibilityFacts {
            revision: state.revision,
            committed_at: state.committed_at,
            storefront: state.storefront.clone(),
            sections: state.sections.values().cloned().collect(),
            price_levels: state.price_levels.clone(),
            product: stock_number.and_then(|stock_number| Some(facts(stock_number, state.products.get(stock_number)?))),
        })
    }
}
