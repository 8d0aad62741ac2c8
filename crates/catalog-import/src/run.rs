//! One run of an import, from its inputs to its report.

use crate::begun_run::BegunRun;
use crate::error::ImportError;
use crate::gather::{Gathered, gather};
use crate::guards::{GuardedRun, check_storefront};
use crate::identity_change::section_change;
use crate::input::ImportInput;
use crate::inverse::{Inverse, InverseWriter, ProductInverses};
use crate::observer::{ImportObserver, ImportPhase};
use crate::options::ImportOptions;
use crate::plan::{ContentComparison, IndirectChanges, Plan, PublicTrees, plan};
use crate::preview::PreviewSource;
use crate::report::{ImportReport, recorded_files};
use crate::resolve::{Resolved, resolve};
use crate::spool::SpoolReader;
use crate::warnings::{self, check_first_storefront};
use crate::write::{ProductWrites, while_others_come_first};
use catalog_documents::ImportChange;
use catalog_domain::change::TreeChange;
use catalog_domain::ports::{
    Clock, ImportChanges, ImportSession, ImportSnapshot, ImportStore, ImportSummary, ImportWriteError, ProductTally,
    PublicCounts,
};
use catalog_domain::sections::Section;
use catalog_domain::values::{CatalogRevision, Timestamp};
use std::sync::Arc;

/// Imports `inputs` as one run: either everything is in the store afterwards, or nothing.
///
/// # Errors
/// [`ImportError`]; [`ImportError::is_rejection`] distinguishes wrong input. The store is then as it was.
pub fn run_import(
    inputs: Vec<ImportInput>,
    options: &ImportOptions<'_>,
    store: &dyn ImportStore,
    clock: &dyn Clock,
) -> Result<ImportReport, ImportError> {
    import(BegunRun::begin(store, options.expected_revision)?, inputs, options, clock)
}

/// As [`run_import`] for a run that has begun.
pub(crate) fn import(
    BegunRun { started, mut session, mut snapshot }: BegunRun<'_>,
    inputs: Vec<ImportInput>,
    options: &ImportOptions<'_>,
    clock: &dyn Clock,
) -> Result<ImportReport, ImportError> {
    let files = recorded_files(inputs.iter().map(ImportInput::name));
    check_storefront(&snapshot, options)?;
    let at = clock.now();

    options.observer.begins(ImportPhase::Reading.name(), None);
    let (mut gathered, mut spool, mut inverse) = gather(inputs, session.as_mut(), &mut snapshot, at, options)?;
    let resolved = resolve(&mut gathered, &snapshot, options.mode, at);
    if !gathered.diagnostics.is_empty() {
        gathered.diagnostics.name_products(gathered.products.lines());
        return Err(ImportError::Rejected(gathered.diagnostics.into_rejection()));
    }
    check_first_storefront(snapshot.storefront.is_none(), &resolved.sections.all, options)?;
    if options.observer.wants_changes() {
        report_reference_data(&resolved, &snapshot, options.observer);
    }
    inverse.reference_data(&resolved, &snapshot).map_err(ImportError::Spool)?;
    let trees = public_trees(&mut snapshot, &resolved, options);
    let comparison = ContentComparison {
        products: &mut gathered.products,
        spool: &mut spool,
        session: session.as_mut(),
        trees: trees.change(),
        levels: &gathered.levels,
        inverse: &mut inverse,
        price_changes: &mut gathered.price_changes,
        public_fields: &resolved.schemas.public_fields,
        at,
        observer: options.observer,
    };
    comparison.run()?;
    let (known, written) = (&*snapshot.warehouses, &*resolved.schemas.written_warehouses);
    let indirect_changes = IndirectChanges::find(session.as_mut(), &gathered.products, &trees, known, written)?;
    let plan = plan(&gathered, &resolved.products, &trees, &indirect_changes, at, options.observer);
    let outcome = Outcome { gathered, resolved, plan, trees, at, clock };
    let mut report = outcome.report(&snapshot, options);
    let (plan, products) = (&outcome.plan, &outcome.gathered.products);
    let public = report.public_before.products;
    if options.dry_run {
        let (gathered, writes, spool) = (&outcome.gathered, &*plan.writes, &mut spool);
        report.preview = Some(PreviewSource { gathered, writes, spool, session: session.as_mut(), at }.preview()?);
    }
    GuardedRun { plan, outcome: &outcome.resolved.products, products, public }.check(options)?;
    if report.changed && !options.dry_run {
        let summary = report.summary(options.mode.into(), options.origin, files);
        report.revision =
            outcome.write(session.as_mut(), snapshot.revision, &summary, options, (&mut spool, inverse))?;
    }
    report.seconds = started.elapsed().as_secs_f64();
    Ok(report)
}

/// Reports the changes of everything but products.
fn report_reference_data(resolved: &Resolved, snapshot: &ImportSnapshot, observer: &dyn ImportObserver) {
    let report_change = |kind, id: &str, is_known| {
        let action = if is_known { "updated" } else { "created" };
        observer.plans(&ImportChange { kind, id, action, fields: Vec::new(), events: Vec::new() });
    };
    for written in &resolved.schemas.written_types {
        let is_known = snapshot.product_types.iter().any(|stored| stored.id == written.id);
        report_change("productType", &written.id.to_string(), is_known);
    }
    for written in &resolved.schemas.written_warehouses {
        report_change("warehouse", &written.id, snapshot.warehouses.iter().any(|stored| stored.id == written.id));
    }
    for written in &resolved.sections.written {
        let stored = snapshot.sections.binary_search_by_key(&written.id, |stored| stored.id).ok();
        let stored = stored.map(|at| &snapshot.sections[at]);
        observer.plans(&section_change(&written.id.to_string(), stored, written));
    }
}

/// The trees before and after the run. The sections of `snapshot` are moved into them.
fn public_trees(snapshot: &mut ImportSnapshot, resolved: &Resolved, options: &ImportOptions<'_>) -> PublicTrees {
    let stored: Vec<Arc<Section>> = snapshot.sections.drain(..).map(Arc::new).collect();
    let kept_storefront = snapshot.storefront.as_ref().unwrap_or(options.storefront);
    PublicTrees::build((&stored, kept_storefront), (&resolved.sections.all, options.storefront))
}

struct Outcome<'a> {
    gathered: Gathered,
    resolved: Resolved,
    plan: Plan,
    trees: PublicTrees,
    at: Timestamp,
    clock: &'a dyn Clock,
}

impl Outcome<'_> {
    /// The report of the run before it is committed. The products of `snapshot` are in the outcome.
    fn report(&self, snapshot: &ImportSnapshot, options: &ImportOptions<'_>) -> ImportReport {
        let Self { gathered, resolved, plan, trees, .. } = self;
        let TreeChange { before, after } = trees.change();
        let products = gathered.products.public_in(before);
        ImportReport {
            revision: snapshot.revision,
            changed: self.is_change(snapshot, options),
            sections: resolved.sections.tally,
            products: ProductTally { renamed: resolved.products.renamed(), ..plan.tally },
            events: plan.event_tally,
            public_before: PublicCounts { sections: before.len() as u64, products },
            public_after: PublicCounts {
                sections: after.len() as u64,
                products: products + plan.published - plan.event_tally.removed,
            },
            warnings: warnings::of_run(
                gathered,
                &resolved.sections.all,
                trees,
                plan,
                !snapshot.price_levels.is_empty(),
                options,
            ),
            preview: None,
            seconds: 0.0,
        }
    }

    fn is_change(&self, snapshot: &ImportSnapshot, options: &ImportOptions<'_>) -> bool {
        let Resolved { schemas, sections, .. } = &self.resolved;
        let is_new_storefront = snapshot.storefront.as_ref().is_some_and(|stored| stored != options.storefront);
        is_new_storefront
            || !schemas.written_types.is_empty()
            || !schemas.written_warehouses.is_empty()
            || !sections.written.is_empty()
            || !self.plan.writes.is_empty()
            || !self.gathered.levels.new_levels().is_empty()
    }

    /// Writes the run with its inverse.
    fn write(
        &self,
        session: &mut dyn ImportSession,
        base: CatalogRevision,
        summary: &ImportSummary,
        options: &ImportOptions<'_>,
        (spool, mut inverse): (&mut SpoolReader, InverseWriter),
    ) -> Result<CatalogRevision, ImportError> {
        let (writes, observer) = (&self.plan.writes, options.observer);
        let products = &self.gathered.products;
        ProductInverses { products, session, inverse: &mut inverse, observer }
            .run(writes, &self.resolved.products.released_source_ids)?;
        let mut inverse = inverse.finish().map_err(ImportError::Spool)?;
        let committed = while_others_come_first(|| {
            observer.begins(ImportPhase::Writing.name(), Some(writes.len() as u64));
            self.commit(session, base, summary, options, (spool, &mut inverse))
        });
        committed.map_err(|error| ImportError::of_write(error, observer))
    }

    fn commit(
        &self,
        session: &mut dyn ImportSession,
        base: CatalogRevision,
        summary: &ImportSummary,
        options: &ImportOptions<'_>,
        (spool, inverse): (&mut SpoolReader, &mut Inverse),
    ) -> Result<CatalogRevision, ImportWriteError> {
        let Self { gathered, resolved, plan, at, clock, .. } = self;
        let mut products = ProductWrites {
            planned: plan.writes.iter(),
            products: &gathered.products,
            spool,
            at: *at,
            observer: options.observer,
        };
        session.commit(ImportChanges {
            base,
            at: *at,
            clock: *clock,
            storefront: options.storefront,
            product_types: &resolved.schemas.written_types,
            warehouses: &resolved.schemas.written_warehouses,
            new_price_levels: gathered.levels.new_levels(),
            released_section_source_ids: &resolved.sections.released_source_ids,
            sections: &resolved.sections.written,
            released_product_source_ids: &resolved.products.released_source_ids,
            products: &mut products,
            events: &plan.events,
            summary,
            inverse: &mut inverse.pieces(),
        })
    }
}
