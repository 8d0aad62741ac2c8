//! The lease that an import holds on PostgreSQL.

use crate::support::TestLocation;
use catalog_domain::ports::{CatalogSource, ImportStore, ImportWriteError, ProductWrite, StoreClock, StoreError};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::product_record;
use diesel::sql_types::BigInt;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl};
use std::time::{Duration, Instant};

/// Far more than a renewal takes, however slow the machine is.
const LONG: Duration = Duration::from_secs(300);

#[test]
fn an_import_whose_lease_was_taken_over_commits_nothing_and_releases_nothing() {
    let Some(location) = TestLocation::postgres() else { return };
    let store = location.open();
    let mut late = store.begin().unwrap();
    let base = late.snapshot().unwrap().revision;
    location.execute("UPDATE leases SET holder = 'a process that died', expires_at = 0");
    let mut next = store.begin().unwrap();
    let refused = ImportRun::of_one_product().commit_in(&mut *late, base);
    assert!(matches!(refused, Err(ImportWriteError::Store(StoreError::Unavailable(_)))), "{refused:?}");
    assert_eq!(store.load().unwrap().revision, base);
    drop(late);
    assert!(store.begin().is_err(), "the lease is the next one's");
    ImportRun::of_one_product().commit_in(&mut *next, base).unwrap();
}

#[test]
fn a_lease_is_renewed_while_the_import_lives_and_gone_when_it_ends() {
    let Some(location) = TestLocation::postgres() else { return };
    let store = location.open();
    let session = store.begin().unwrap();
    location.execute("UPDATE leases SET expires_at = 1");
    let deadline = Instant::now() + LONG;
    while ends(&location) == [1] {
        assert!(Instant::now() < deadline, "nobody renews the lease");
        std::thread::yield_now();
    }
    drop(session);
    assert_eq!(ends(&location), [0; 0]);
}

#[test]
fn nobody_takes_over_from_an_import_that_commits_even_when_its_lease_has_ended() {
    let Some(location) = TestLocation::postgres() else { return };
    let store = location.open();
    let mut session = store.begin().unwrap();
    let base = session.snapshot().unwrap().revision;
    location.execute("UPDATE leases SET expires_at = 1");
    let run = ImportRun { products: Vec::new(), ..ImportRun::of_one_product() };
    // A store reads the products in the middle of its transaction.
    let mut products = std::iter::once_with(|| {
        assert!(store.begin().is_err());
        Ok(ProductWrite::Record(Box::new(product_record("P-1", &[1]))))
    });
    run.commit_stream(&mut *session, base, &mut products).unwrap();
    assert_eq!(store.load().unwrap().products.len(), 1);
}

#[test]
fn a_store_that_cannot_be_written_is_not_mistaken_for_another_import() {
    let Some(location) = TestLocation::postgres() else { return };
    let store = location.open();
    location.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             RAISE EXCEPTION 'in a read-only transaction' USING ERRCODE = 'read_only_sql_transaction';
         END $$;
         CREATE TRIGGER refuse BEFORE INSERT ON leases FOR EACH ROW EXECUTE FUNCTION refuse()",
    );
    let Err(StoreError::Unavailable(cause)) = store.begin().map(drop) else { panic!("it was written") };
    assert!(cause.to_string().contains("read-only"), "{cause}");
}

/// When the leases end, in microseconds.
fn ends(location: &TestLocation) -> Vec<i64> {
    #[derive(QueryableByName)]
    struct Lease {
        #[diesel(sql_type = BigInt)]
        expires_at: i64,
    }
    let TestLocation::Postgres(database) = location else { panic!("SQLite has no leases") };
    let mut connection = PgConnection::establish(&database.url).unwrap();
    let leases: Vec<Lease> = diesel::sql_query("SELECT expires_at FROM leases").load(&mut connection).unwrap();
    leases.into_iter().map(|lease| lease.expires_at).collect()
}

/// Has the clock of a database go five minutes ahead of that of its clients.
const CLOCK_AHEAD: &str = "CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $clock$ SELECT pg_catalog.clock_timestamp() + interval '5 minutes' $clock$;
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$";

#[test]
fn the_leases_of_jobs_are_measured_by_the_clock_of_the_database() {
    let Some((usual, ahead)) = TestLocation::postgres().zip(TestLocation::postgres()) else { return };
    ahead.execute(CLOCK_AHEAD);
    let seconds = |location: &TestLocation| location.open().store_time().unwrap().unix_seconds();
    let usual = seconds(&usual);
    assert!(seconds(&ahead) >= usual + 300);
}
