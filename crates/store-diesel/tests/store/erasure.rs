//! After an account is erased, no byte of a store says who its person was.

use crate::contract::erasure::use_account;
use crate::support::{TestLocation, options};
use catalog_domain::ports::AccountStore;
use catalog_domain::values::AccountId;
use catalog_testkit::builders::{NOON, new_account};
use catalog_testkit::postgres::TempCluster;
use diesel::RunQueryDsl;
use diesel::sql_types::Text;
use std::fs;
use std::path::Path;
use store_diesel::Store;

/// The tables with something of an account: the table, the rows of the account `ID`, and the columns of text that say
/// nothing about a person. What any other one has must be gone. A new table or column fails here until it is in a list.
const OF_PEOPLE: &[(&str, &str, &[&str])] = &[
    ("accounts", "id = ID", &["role", "status"]),
    ("account_keys", "account_id = ID", &[]),
    ("account_events", "account_id = ID", &[]),
    // The ids of sections.
    ("account_visits", "account_id = ID", &["sections"]),
    ("sessions", "account_id = ID", &[]),
    (
        "import_jobs",
        "account_id = ID",
        // The file's name and what was read are of the catalog.
        &["id", "state", "kind", "name", "digest", "holder", "phase", "report", "problems", "changes", "tried_id"],
    ),
    ("import_runs", "revision > 0", &["kind", "files", "counts", "warnings", "job_id"]),
    ("v1_usage", "account_id = ID", &["route"]),
];

/// The others. `attempt_windows` has addresses of computers, without an account, until the window of each is over.
const OF_NOBODY: &[&str] = &[
    "account_commits",
    "attempt_windows",
    "catalog_commits",
    "change_events",
    "change_memberships",
    "import_parts",
    "import_pieces",
    "leases",
    "price_levels",
    "product_contents",
    "product_resources",
    "product_types",
    "product_versions",
    "products",
    "run_inverses",
    "sections",
    "store_state",
    "warehouses",
];

const PERSON: &str = "ann.erased@people.example";
/// What is written into every column of text.
const TAINT: &str = "erased-person-";

#[derive(diesel::QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    column_name: String,
    #[diesel(sql_type = Text)]
    kind: String,
}

/// The same on both engines.
fn columns() -> Vec<Column> {
    let location = TestLocation::sqlite();
    let _store = location.open();
    diesel::sql_query(
        "SELECT tables.name AS table_name, columns.name AS column_name, columns.type AS kind \
         FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' \
         AND tables.name NOT LIKE 'sqlite%' AND tables.name NOT LIKE '\\_\\_%' ESCAPE '\\' ORDER BY 1, 2",
    )
    .load(&mut location.file("catalog.db"))
    .unwrap()
}

/// Statements that put the person into every column of text of `account`, by table.
fn tainting(account: AccountId) -> Vec<(String, String)> {
    let columns = columns();
    let mut statements = Vec::new();
    for column in &columns {
        let Some((table, rows, harmless)) = OF_PEOPLE.iter().find(|(table, ..)| *table == column.table_name) else {
            assert!(OF_NOBODY.contains(&&*column.table_name), "{} is in no list", column.table_name);
            continue;
        };
        let name = &column.column_name;
        // The address of the account is where runs have it from.
        let is_address = [("accounts", "email"), ("import_runs", "run_by")].contains(&(*table, &**name));
        if column.kind.eq_ignore_ascii_case("text") && !harmless.contains(&&**name) && !is_address {
            let rows = rows.replace("ID", &account.to_string());
            let set = format!("UPDATE {table} SET {name} = '{TAINT}{table}-{name}' WHERE {rows}");
            statements.push(((*table).to_owned(), set));
        }
    }
    assert!(statements.len() > 15, "{}", statements.len());
    statements
}

/// Has an account of the person do everything that leaves something in a store.
fn live(store: &Store) -> AccountId {
    for number in 0..100 {
        store.insert(&new_account(&format!("{}@others.example", number * 37 % 100))).unwrap();
    }
    let account = store.insert(&new_account(PERSON)).unwrap().unwrap();
    use_account(store, &account, 1);
    account.id
}

/// Which of the texts are in a file below `folder`, but for the log of PostgreSQL.
fn found_in(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(if path.ends_with("pg_wal") { Vec::new() } else { found_in(&path) });
        } else if let Ok(bytes) = fs::read(&path) {
            let has = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
            let texts = [PERSON, TAINT].into_iter().filter(|text| has(text));
            found.extend(texts.map(|text| format!("{text} in {}", path.display())));
        }
    }
    found
}

/// Accounts that come later split the pages on which the person is.
fn add_others(store: &Store) {
    for number in 100..300 {
        store.insert(&new_account(&format!("a{}@others.example", number * 37 % 200))).unwrap();
    }
}

#[test]
fn no_byte_of_sqlite_files_names_an_erased_person() {
    let location = TestLocation::sqlite();
    let store = location.open();
    let account = live(&store);
    for (table, statement) in tainting(account) {
        match &*table {
            "import_runs" => location.execute(&statement),
            _ => location.execute_on_accounts(&statement),
        }
    }
    add_others(&store);
    let folder = location.path("");
    assert!(found_in(&folder).len() > 2, "the test sees what is there");
    assert_eq!(store.erase(account, None, NOON).unwrap(), Ok(()));
    assert_eq!(found_in(&folder), [""; 0]);
    drop(store);
    assert_eq!(found_in(&folder), [""; 0]);
}

#[test]
fn no_byte_of_postgresql_names_an_erased_person_once_it_is_vacuumed() {
    let Some(cluster) = TempCluster::start_new() else { return };
    let store = Store::open(&cluster.url().parse().unwrap(), &options()).unwrap();
    let account = live(&store);
    tainting(account).iter().for_each(|(_, statement)| cluster.execute(statement));
    add_others(&store);
    cluster.execute("ANALYZE");
    cluster.execute("CHECKPOINT");
    assert!(!found_in(cluster.folder()).is_empty(), "the test sees what is there");
    assert_eq!(store.erase(account, None, NOON).unwrap(), Ok(()));
    drop(store);
    // As docs/people.md says.
    for statement in ["ANALYZE", "VACUUM FULL", "CHECKPOINT"] {
        cluster.execute(statement);
    }
    assert_eq!(found_in(cluster.folder()), [""; 0]);
}
