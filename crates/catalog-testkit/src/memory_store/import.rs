//! The import into memory: a commit changes a copy of everything and swaps it in at the end.

use super::{EventEntry, MemoryStore, ProductEntry, State};
use catalog_domain::ports::{
    ContentTouch, ImportChanges, ImportSession, ImportSnapshot, ImportStore, ImportWriteError, ProductFingerprints,
    ProductParts, ProductRecord, ProductWrite, RECORDED_IMPORTS, RecordedImport, StoreError, StoredContent,
    StoredPrices, StoredProduct, StoredResources,
};
use catalog_domain::sections::Section;
use catalog_domain::values::{CatalogRevision, EventNumber, SectionId};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl ImportStore for MemoryStore {
    fn begin(&self) -> Result<Box<dyn ImportSession + '_>, StoreError> {
        if self.import_runs.swap(true, Ordering::SeqCst) {
            return Err(StoreError::Unavailable("another import is running".into()));
        }
        Ok(Box::new(Session { store: self }))
    }
}

struct Session<'a> {
    store: &'a MemoryStore,
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.store.import_runs.store(false, Ordering::SeqCst);
    }
}

impl ImportSession for Session<'_> {
    fn snapshot(&mut self) -> Result<ImportSnapshot, StoreError> {
        let state = self.store.state();
        Ok(ImportSnapshot {
            revision: state.revision,
            storefront: state.storefront.clone(),
            sections: state.sections.values().cloned().collect(),
            product_types: state.product_types.values().cloned().collect(),
            warehouses: state.warehouses.values().cloned().collect(),
            price_levels: state.price_levels.clone(),
            products: state.products.values().map(ProductEntry::stored).collect(),
        })
    }

    fn resources(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredResources>>, StoreError> {
        let state = self.store.state();
        let resources = |product: &ProductEntry| StoredResources {
            page: product.record.url.clone(),
            fingerprint: product.links.as_ref().map(|links| links.fingerprint),
        };
        Ok(stock_numbers.iter().map(|stock_number| state.products.get(stock_number).map(resources)).collect())
    }

    fn contents(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredContent>>, StoreError> {
        let state = self.store.state();
        Ok(stock_numbers.iter().map(|number| state.products.get(number).map(ProductEntry::content)).collect())
    }

    fn prices(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredPrices>>, StoreError> {
        let state = self.store.state();
        let prices = |product: &ProductEntry| {
            let offer = &product.offer.offer;
            StoredPrices { retail: offer.retail, levels: offer.levels.clone() }
        };
        Ok(stock_numbers.iter().map(|number| state.products.get(number).map(prices)).collect())
    }

    fn products_with_filter_values_in(&mut self, sections: &HashSet<SectionId>) -> Result<Vec<Box<str>>, StoreError> {
        let names = |product: &ProductEntry| {
            let mut named = product.record.filter_values.iter().flat_map(|value| &value.sections);
            named.any(|section| sections.contains(section))
        };
        Ok(self.store.stock_numbers(names))
    }

    fn products_in_warehouses(&mut self, warehouses: &HashSet<Arc<str>>) -> Result<Vec<Box<str>>, StoreError> {
        let names = |product: &ProductEntry| {
            let mut stock = product.offer.offer.stock.iter();
            stock.any(|entry| warehouses.contains(entry.warehouse))
        };
        Ok(self.store.stock_numbers(names))
    }

    fn commit(&mut self, mut changes: ImportChanges<'_>) -> Result<CatalogRevision, ImportWriteError> {
        let mut next = self.store.state().clone();
        if next.revision != changes.base {
            return Err(unexpected("the store has moved on").into());
        }
        let job = changes.summary.job;
        if job.is_some() && next.imports.iter().any(|run| run.summary.job == job) {
            return Err(unexpected("the job was committed before").into());
        }
        next.apply(&mut changes)?;
        let revision = next.revision;
        let mut state = self.store.state();
        // Accounts and the secret may have changed meanwhile: an import does not touch them.
        next.accounts.clone_from(&state.accounts);
        next.signing_secrets.clone_from(&state.signing_secrets);
        next.jobs.clone_from(&state.jobs);
        *state = next;
        Ok(revision)
    }
}

impl MemoryStore {
    fn stock_numbers(&self, is_wanted: impl Fn(&ProductEntry) -> bool) -> Vec<Box<str>> {
        let state = self.state();
        let wanted = state.products.values().filter(|product| is_wanted(product));
        wanted.map(|product| product.record.stock_number.clone()).collect()
    }
}

impl ProductEntry {
    fn content(&self) -> StoredContent {
        let ProductRecord { name, full_name, url, primary_section, preview, filter_values, parts, .. } = &self.record;
        StoredContent {
            name: name.clone(),
            full_name: full_name.clone(),
            url: url.clone(),
            primary_section: *primary_section,
            preview: preview.clone(),
            filter_values: filter_values.clone(),
            parts: ProductParts { price_data: None, ..parts.clone() },
        }
    }

    fn stored(&self) -> StoredProduct {
        StoredProduct {
            stock_number: self.record.stock_number.clone(),
            source_id: self.source_id,
            is_active: self.record.is_active,
            sections: self.record.sections.clone(),
            vendor: self.record.vendor.clone().map(Arc::new),
            fingerprints: ProductFingerprints { record: self.record.fingerprint, offer: self.offer.fingerprint },
            content_updated_at: self.record.content_updated_at,
            commercial_updated_at: self.offer.commercial_updated_at,
            time_sources: self.record.time_sources,
        }
    }
}

impl ProductEntry {
    fn touch(&mut self, touch: ContentTouch) {
        self.record.time_sources.other_content = Some(touch.at);
        self.record.content_updated_at = touch.content_updated_at;
    }
}

impl State {
    fn apply(&mut self, changes: &mut ImportChanges<'_>) -> Result<(), ImportWriteError> {
        self.revision = self.revision.next();
        self.committed_at = Some(changes.at);
        self.commits.insert(self.revision, changes.at);
        if !changes.sections.is_empty() || !changes.released_section_source_ids.is_empty() {
            self.sections_written = self.revision;
        }
        self.storefront = Some(changes.storefront.clone());
        self.release(changes);
        self.product_types.extend(changes.product_types.iter().map(|each| (each.id, each.clone())));
        self.warehouses.extend(changes.warehouses.iter().map(|each| (each.id.clone(), each.clone())));
        let unknown = changes.new_price_levels.iter().filter(|level| !self.price_levels.contains(level));
        let unknown: Vec<_> = unknown.cloned().collect();
        self.price_levels.extend(unknown);
        changes.sections.iter().try_for_each(|section| self.put_section(section))?;
        for write in &mut *changes.products {
            self.write_product(write.map_err(ImportWriteError::Products)?)?;
        }
        // Times never decrease along the numbers, even where the clock was set back since the last run.
        let last = self.events.last_key_value();
        let at = last.map_or(changes.at, |(_, event)| changes.at.max(event.at));
        let next = self.last_number().0 + 1;
        let revision = self.revision;
        for event in changes.events {
            if let Some(product) = self.products.get_mut(&event.stock_number) {
                product.version = revision;
            }
        }
        let previous = changes.events.iter().map(|event| EventEntry { event: event.clone(), revision, at });
        self.events.extend((next..).map(EventNumber).zip(previous));
        self.record(changes);
        Ok(())
    }

    fn record(&mut self, changes: &ImportChanges<'_>) {
        let (at, committed_at, summary) = (changes.at, changes.clock.now(), changes.summary.clone());
        self.imports.push(RecordedImport { revision: self.revision, at, committed_at, summary });
        let forgotten = self.imports.len().saturating_sub(RECORDED_IMPORTS as usize);
        self.imports.drain(..forgotten);
    }

    fn release(&mut self, changes: &ImportChanges<'_>) {
        for section in self.sections.values_mut() {
            section.source_id = section.source_id.filter(|id| !changes.released_section_source_ids.contains(id));
        }
        for product in self.products.values_mut() {
            if product.source_id.is_some_and(|id| changes.released_product_source_ids.contains(&id)) {
                product.source_id = None;
                product.revision = self.revision;
            }
        }
    }

    fn put_section(&mut self, section: &Section) -> Result<(), StoreError> {
        let mut others = self.sections.values().filter(|other| other.id != section.id);
        if section.source_id.is_some() && others.any(|other| other.source_id == section.source_id) {
            return Err(unexpected("two sections with one source id"));
        }
        self.sections.insert(section.id, section.clone());
        Ok(())
    }

    fn write_product(&mut self, write: ProductWrite) -> Result<(), StoreError> {
        match write {
            ProductWrite::Record(record) => self.put_product(*record),
            ProductWrite::Offer { stock_number, offer } => {
                self.known(&stock_number)?.offer = offer;
                Ok(())
            }
            ProductWrite::Deactivate { stock_number } => {
                self.known(&stock_number)?.record.is_active = false;
                Ok(())
            }
            ProductWrite::TouchContent { stock_number, touch } => {
                self.known(&stock_number)?.touch(touch);
                Ok(())
            }
            ProductWrite::Resources { stock_number, links, touch } => {
                let product = self.known(&stock_number)?;
                product.touch(touch);
                product.links = Some(links);
                Ok(())
            }
        }
    }

    fn put_product(&mut self, mut record: ProductRecord) -> Result<(), StoreError> {
        let mut others = self.products.values().filter(|other| other.record.stock_number != record.stock_number);
        if others.any(|other| other.source_id == Some(record.source_id)) {
            return Err(unexpected("two products with one source id"));
        }
        let stored = self.products.get(&record.stock_number);
        let links = stored.and_then(|product| product.links.clone());
        let version = stored.map(|product| product.version).unwrap_or_default();
        let mut previous = stored.map(|product| product.offer.clone());
        if let (Some(previous), Some(at)) = (&mut previous, record.commercial_updated_at) {
            previous.commercial_updated_at = at;
        }
        let offer = record.offer.take().or(previous).ok_or_else(|| unexpected("a new product without an offer"))?;
        let (source_id, revision) = (Some(record.source_id), self.revision);
        self.products
            .insert(record.stock_number.clone(), ProductEntry { record, offer, source_id, links, revision, version });
        Ok(())
    }

    fn known(&mut self, stock_number: &str) -> Result<&mut ProductEntry, StoreError> {
        let product = self.products.get_mut(stock_number).ok_or_else(|| unexpected("no such product"))?;
        product.revision = self.revision;
        Ok(product)
    }
}

fn unexpected(message: &str) -> StoreError {
    StoreError::Unexpected(message.into())
}
