//! The import of links: one pass over the records, a spool of the changes, one commit.
//!
//! Links change independently: a record of the product does not touch them, and this run touches nothing else. So it
//! needs no schemas and resolves stock numbers only; the events come from the same diff as those of any import.

mod gather;
mod spooled_links;

use crate::begun_run::BegunRun;
use crate::error::ImportError;
use crate::identity_change::event_names;
use crate::input::ImportInput;
use crate::inverse::Inverse;
use crate::observer::{ImportObserver, ImportPhase};
use crate::options::{ImportLimits, Origin};
use crate::plan::{PublicTrees, tally_events};
use crate::report::{ImportReport, Warnings, recorded_files};
use crate::spool::SpoolReader;
use crate::write::while_others_come_first;
use catalog_documents::ImportChange;
use catalog_domain::change::{ChangeEvent, ProductState, ProductTransition, classify};
use catalog_domain::ports::{
    Cause, Clock, ContentTouch, ImportChanges, ImportKind, ImportSession, ImportSnapshot, ImportStore, ImportSummary,
    ImportWriteError, ProductTally, ProductWrite, PublicCounts, SectionTally, StoredProduct,
};
use catalog_domain::sections::Section;
use catalog_domain::values::{CatalogRevision, StorefrontHost, Timestamp};
use gather::{Change, gather};
use std::sync::Arc;

/// The options of an import of links.
#[derive(Debug, Clone, Copy)]
pub struct ResourceOptions<'a> {
    /// Reports what would happen, and writes nothing.
    pub dry_run: bool,
    /// The revision that the store has to have; `None`: any.
    pub expected_revision: Option<CatalogRevision>,
    /// The initiator, for the record.
    pub origin: Origin<'a>,
    /// What was left out of the input before, as the first warnings.
    pub left_out: &'a Warnings,
    /// The limits.
    pub limits: ImportLimits,
    /// The observer.
    pub observer: &'a dyn ImportObserver,
}

impl Default for ResourceOptions<'_> {
    fn default() -> Self {
        let (limits, left_out) = (ImportLimits::default(), Warnings::NONE);
        Self { dry_run: false, expected_revision: None, origin: Origin::default(), left_out, limits, observer: &() }
    }
}

/// Imports the links of `inputs` as one run: either all of them are in the store afterwards, or none.
///
/// # Errors
/// [`ImportError`]; [`ImportError::is_rejection`] distinguishes wrong input. The store is then as it was.
pub fn run_resource_import(
    inputs: Vec<ImportInput>,
    options: &ResourceOptions<'_>,
    store: &dyn ImportStore,
    clock: &dyn Clock,
) -> Result<ImportReport, ImportError> {
    import_resources(BegunRun::begin(store, options.expected_revision)?, inputs, options, clock)
}

/// As [`run_resource_import`] for a run that has begun.
pub(crate) fn import_resources(
    BegunRun { started, mut session, mut snapshot }: BegunRun<'_>,
    inputs: Vec<ImportInput>,
    options: &ResourceOptions<'_>,
    clock: &dyn Clock,
) -> Result<ImportReport, ImportError> {
    let files = recorded_files(inputs.iter().map(ImportInput::name));
    let at = clock.now();
    options.observer.begins(ImportPhase::Reading.name(), None);
    let (gathered, mut spool, mut inverse) = gather(inputs, session.as_mut(), &snapshot, options)?;
    if !gathered.diagnostics.is_empty() {
        return Err(ImportError::Rejected(gathered.diagnostics.into_rejection()));
    }
    let changes = gathered.changes;
    let (events, public) = events(&changes, &mut snapshot);
    if options.observer.wants_changes() {
        report_changes(&changes, &snapshot.products, &events, options.observer);
    }
    let updated = changes.len() as u64;
    let mut report = ImportReport {
        revision: snapshot.revision,
        changed: !changes.is_empty(),
        sections: SectionTally::default(),
        products: ProductTally { updated, unchanged: gathered.known - updated, ..ProductTally::default() },
        events: tally_events(&events),
        public_before: public,
        public_after: public,
        warnings: gathered.warnings,
        preview: None,
        seconds: 0.0,
    };
    if let Some(storefront) = snapshot.storefront.as_ref().filter(|_| report.changed && !options.dry_run) {
        let summary = &report.summary(ImportKind::Resources, options.origin, files);
        let run =
            Run { changes: &changes, products: &snapshot.products, at, clock, observer: options.observer, summary };
        let committed = while_others_come_first(|| {
            options.observer.begins(ImportPhase::Writing.name(), Some(updated));
            run.commit(session.as_mut(), snapshot.revision, storefront, &events, (&mut spool, &mut inverse))
        });
        report.revision = committed.map_err(|error| ImportError::of_write(error, options.observer))?;
    }
    report.seconds = started.elapsed().as_secs_f64();
    Ok(report)
}

/// The events of the run, by stock number, and what is public. The sections of `snapshot` are moved out of it.
fn events(changes: &[Change], snapshot: &mut ImportSnapshot) -> (Vec<ChangeEvent>, PublicCounts) {
    let Some(storefront) = &snapshot.storefront else { return Default::default() };
    let sections: Vec<Arc<Section>> = snapshot.sections.drain(..).map(Arc::new).collect();
    let trees = PublicTrees::build((&sections, storefront), (&sections, storefront));
    let event = |change: &Change| {
        let product = &snapshot.products[change.product];
        let state = state(product);
        let transition = ProductTransition {
            stock_number: &product.stock_number,
            before: Some(state),
            after: Some(state),
            content_differs: true,
            commercial_differs: false,
        };
        classify(&transition, trees.change())
    };
    let tree = trees.change().after;
    let products = snapshot.products.iter().filter(|product| state(product).is_public(tree)).count() as u64;
    let public = PublicCounts { sections: tree.len() as u64, products };
    (changes.iter().filter_map(event).collect(), public)
}

fn state(product: &StoredProduct) -> ProductState<'_> {
    ProductState { is_active: product.is_active, sections: &product.sections }
}

/// Reports every change. Events are in the order of the changes, and not every change has one.
fn report_changes(
    changes: &[Change],
    products: &[StoredProduct],
    events: &[ChangeEvent],
    observer: &dyn ImportObserver,
) {
    let mut events = events.iter().peekable();
    for change in changes {
        let id = &*products[change.product].stock_number;
        let event = events.next_if(|event| *event.stock_number == *id);
        let fields = vec!["documentationOrSoftware", "contentUpdatedAt"];
        observer.plans(&ImportChange { kind: "product", id, action: "updated", fields, events: event_names(event) });
    }
}

struct Run<'a> {
    changes: &'a [Change],
    products: &'a [StoredProduct],
    at: Timestamp,
    clock: &'a dyn Clock,
    observer: &'a dyn ImportObserver,
    summary: &'a ImportSummary,
}

impl Run<'_> {
    fn commit(
        &self,
        session: &mut dyn ImportSession,
        base: CatalogRevision,
        storefront: &StorefrontHost,
        events: &[ChangeEvent],
        (spool, inverse): (&mut SpoolReader, &mut Inverse),
    ) -> Result<CatalogRevision, ImportWriteError> {
        let mut writes = self.changes.iter().map(|change| self.write(change, spool));
        session.commit(ImportChanges {
            base,
            at: self.at,
            clock: self.clock,
            storefront,
            product_types: &[],
            warehouses: &[],
            new_price_levels: &[],
            released_section_source_ids: &[],
            sections: &[],
            released_product_source_ids: &[],
            products: &mut writes,
            events,
            summary: self.summary,
            inverse: &mut inverse.pieces(),
        })
    }

    fn write(&self, change: &Change, spool: &mut SpoolReader) -> Result<ProductWrite, Cause> {
        if self.observer.wants_stop() {
            return Err("the run was stopped".into());
        }
        self.observer.did(1);
        let product = &self.products[change.product];
        // The product's record may state a future time.
        Ok(ProductWrite::Resources {
            stock_number: product.stock_number.clone(),
            links: spooled_links::decode(spool.read(change.slot)?, change.after)?,
            touch: ContentTouch { at: self.at, content_updated_at: product.time_sources.record_content.max(self.at) },
        })
    }
}
