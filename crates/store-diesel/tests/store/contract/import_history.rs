//! The contract of the recorded imports.

use catalog_domain::ports::{ImportKind, ImportSeen, ImportSummary, RECORDED_IMPORTS, RecordedImport};
use catalog_domain::values::{AccountId, CatalogRevision};
use catalog_testkit::builders::{NOON, import_summary, section};
use catalog_testkit::{AnyStore, ImportRun};

fn revisions(recorded: &[RecordedImport]) -> Vec<i64> {
    recorded.iter().map(|import| import.revision.0).collect()
}

/// Every field survives; a run that fails is not recorded, because nothing of it is in the store.
pub(crate) fn a_run_is_recorded_with_its_commit_and_nothing_else_is(store: &dyn AnyStore) {
    assert_eq!(store.latest_imports(10).unwrap(), []);
    for (number, kind) in (1..).zip(ImportKind::ALL) {
        let run = || ImportRun { at: NOON.plus_seconds(number), summary: import_summary(kind), ..ImportRun::default() };
        let broken = ImportRun { products: vec![Err("broken".into())], ..run() };
        broken.commit(store).unwrap_err();
        run().commit(store).unwrap();
        let recorded = store.latest_imports(1).unwrap().remove(0);
        assert_eq!((recorded.revision, recorded.at), (CatalogRevision(number), NOON.plus_seconds(number)));
        assert_eq!(recorded.summary, import_summary(kind));
        assert!(recorded.committed_at > recorded.at, "the machine's clock is past that of the builders");
        assert_eq!(store.find_import(CatalogRevision(number)).unwrap(), Some(recorded));
        assert_eq!(store.find_import(CatalogRevision(number + 1)).unwrap(), None);
        assert_eq!(store.latest_imports(10).unwrap().len(), number as usize);
    }
}

pub(crate) fn who_has_seen_a_run_first_is_recorded(store: &dyn AnyStore) {
    let [first, second] = [1, 2].map(|_| ImportRun::default().commit(store).unwrap());
    let [ann, bob] = [1, 2].map(|by| ImportSeen { by: AccountId(by), at: NOON.plus_seconds(by) });
    assert!(store.note_seen(first, ann).unwrap() && store.note_seen(first, bob).unwrap());
    assert!(!store.note_seen(CatalogRevision(9), ann).unwrap());
    let seen = [first, second].map(|revision| store.find_import(revision).unwrap().unwrap().seen);
    assert_eq!(seen, [Some(ann), None]);
}

pub(crate) fn the_latest_runs_come_first_and_the_oldest_are_forgotten(store: &dyn AnyStore) {
    let runs = i64::from(RECORDED_IMPORTS) + 3;
    let mut session = store.begin().unwrap();
    for number in 0..runs {
        let run = ImportRun { sections: vec![section(1)], ..ImportRun::default() };
        run.commit_in(&mut *session, CatalogRevision(number)).unwrap();
    }
    assert_eq!(revisions(&store.latest_imports(3).unwrap()), [runs, runs - 1, runs - 2]);
    assert_eq!(store.latest_imports(0).unwrap(), []);
    assert_eq!(revisions(&store.latest_imports(u32::MAX).unwrap()), (4..=runs).rev().collect::<Vec<_>>());
}

pub(crate) fn the_last_undo_of_a_run_is_found(store: &dyn AnyStore) {
    for undoes in [None, Some(1), Some(1), Some(2)] {
        let undoes = undoes.map(CatalogRevision);
        let summary = ImportSummary { undoes, ..import_summary(ImportKind::Delta) };
        let made = ImportRun { summary, ..ImportRun::default() }.commit(store).unwrap();
        assert_eq!(store.find_import(made).unwrap().unwrap().summary.undoes, undoes);
    }
    let undone_by = |run| store.last_undo_of(CatalogRevision(run)).unwrap().map(|run| run.0);
    assert_eq!([1, 2, 3].map(undone_by), [Some(3), Some(4), None]);
}

pub(crate) fn the_last_runs_have_their_inverses(store: &dyn AnyStore) {
    let inverse_of = |number: i64| vec![vec![number as u8; 3], Vec::new(), vec![0, 255]];
    let with = |inverse| ImportRun { sections: vec![section(1)], inverse, ..ImportRun::default() };
    let recorded = || store.imports_with_inverse().unwrap().into_iter().map(|run| run.0).collect::<Vec<_>>();
    assert!(recorded().is_empty());
    let mut session = store.begin().unwrap();
    for number in 0..25 {
        with(inverse_of(number + 1)).commit_in(&mut *session, CatalogRevision(number)).unwrap();
    }
    assert_eq!(recorded(), (6..=25).rev().collect::<Vec<_>>());
    let pieces =
        |run| (0..4).map(|piece| store.inverse_piece(CatalogRevision(run), piece).unwrap()).collect::<Vec<_>>();
    let whole = |number| inverse_of(number).into_iter().map(Some).chain([None]).collect::<Vec<_>>();
    assert_eq!(pieces(25), whole(25));
    assert_eq!(pieces(6), whole(6));
    assert_eq!(pieces(5), [None, None, None, None]);
    with(Vec::new()).commit_in(&mut *session, CatalogRevision(25)).unwrap();
    assert!(recorded().is_empty(), "what the last run changed is not known");
    with(inverse_of(27)).commit_in(&mut *session, CatalogRevision(26)).unwrap();
    assert_eq!(recorded(), [27]);
}
