//! Gathers the facts from a store, its settings and the machine.

use super::facts::{AccountFacts, ContentFacts, DatabaseFacts, Facts, ServerFacts};
use crate::settings::DatabaseConfig;
use catalog_app::CatalogSnapshot;
use catalog_domain::accounts::{Account, AccountStatus, ApiKey, CallerApiKey};
use catalog_domain::catalog::CatalogFacts;
use catalog_domain::ports::{AccountFilter, AccountList, ApiKeyStore, CatalogSource, Clock, StoreError, StoreSettings};
use catalog_domain::pricing::{Role, positive};
use catalog_domain::values::AccountId;
use catalog_domain::values::{StorefrontHost, Timestamp};
use catalog_index::Catalog;
use credentials::SystemClock;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use store_diesel::{Store, StoreDiagnosis};

const ACCOUNTS: u32 = 1_000;

/// A key that was not used for as many days may be forgotten.
const KEY_UNUSED_DAYS: i64 = 90;

const DAY_SECONDS: i64 = 86_400;

pub(super) fn facts(
    store: &Store,
    database: &DatabaseConfig,
    server: ServerFacts,
    wanted_storefront: Option<&StorefrontHost>,
) -> Result<Facts, StoreError> {
    let now = SystemClock.now();
    let diagnosis = store.diagnose()?;
    let stored = store.storefront()?;
    let loaded = store.load()?;
    let levels: BTreeSet<String> = loaded
        .products
        .iter()
        .flat_map(|product| product.offer.levels.iter())
        .filter(|entry| positive(entry.price).is_some())
        .map(|entry| entry.level.name().to_owned())
        .collect();
    let accounts = accounts(store, &levels, now)?;
    let is_from_environment = std::env::var_os("CATALOG_JWT_SECRET").is_some();
    let secret = if is_from_environment { None } else { store.signing_secrets()? };
    Ok(Facts {
        now: Some(now),
        database: DatabaseFacts {
            import: store.import_lock_holder()?.map(|holder| holder.to_string()),
            ..database_facts(database, diagnosis)
        },
        catalog: content(loaded, stored, wanted_storefront),
        accounts,
        secret_since: secret.and_then(|secrets| secrets.since),
        standby: None,
        server,
    })
}

fn database_facts(database: &DatabaseConfig, diagnosis: StoreDiagnosis) -> DatabaseFacts {
    let files = database.url.files();
    let bytes = files.iter().filter_map(|file| file.metadata().ok()).map(|known| known.len()).sum();
    DatabaseFacts {
        is_shared: database.url.is_shared(),
        clock: diagnosis.clock,
        connections: diagnosis.connections,
        bytes: diagnosis.bytes.unwrap_or(bytes),
        free_bytes: files.first().and_then(|file| free_bytes(file)),
        readable_files: files
            .iter()
            .filter(|file| is_readable_by_others(file))
            .map(|file| file.display().to_string())
            .collect(),
        oldest_event: diagnosis.oldest_event,
        import: None,
    }
}

/// The free bytes on the file system of `file`.
fn free_bytes(file: &Path) -> Option<u64> {
    let known = rustix::fs::statvfs(file).ok()?;
    Some(known.f_bavail.saturating_mul(known.f_frsize))
}

fn is_readable_by_others(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|known| known.permissions().mode() & 0o077 != 0)
}

fn content(loaded: CatalogFacts, stored: Option<StorefrontHost>, wanted: Option<&StorefrontHost>) -> ContentFacts {
    let mut content = ContentFacts {
        wanted_storefront: wanted.map(|host| host.as_str().to_owned()),
        sections: loaded.sections.len(),
        products: loaded.products.len(),
        ..ContentFacts::default()
    };
    for section in &loaded.sections {
        let host = section.url.as_ref().map_or(String::new(), |url| url.borrowed().host().into_owned());
        *content.hosts.entry(host).or_default() += 1;
    }
    content.shown = stored.map(|storefront| CatalogSnapshot::of(&Catalog::build(loaded, storefront)));
    content
}

fn accounts(store: &Store, levels: &BTreeSet<String>, now: Timestamp) -> Result<AccountFacts, StoreError> {
    let filter = AccountFilter { status: Some(AccountStatus::Active), ..AccountFilter::default() };
    let mut keys: BTreeMap<AccountId, Vec<ApiKey>> = BTreeMap::new();
    for key in store.all_keys()? {
        keys.entry(key.account).or_default().push(key);
    }
    let (mut facts, mut after) = (AccountFacts::default(), None);
    loop {
        let batch = store.list_after(filter, after, ACCOUNTS)?;
        for account in &batch {
            let keys = keys.remove(&account.id).unwrap_or_default();
            add(&mut facts, account, levels, now);
            add_keys(&mut facts, account, &keys, now);
        }
        match batch.last() {
            Some(last) => after = Some(last.id),
            None => return Ok(facts),
        }
    }
}

fn add(facts: &mut AccountFacts, account: &Account, levels: &BTreeSet<String>, now: Timestamp) {
    let profile = &account.profile;
    facts.administrators += usize::from(profile.role == Role::Administrator);
    let is_invited = account.invitation_expires_at.is_some_and(|until| now < until);
    if account.password_hash.is_none() && !is_invited {
        facts.without_password.push(profile.email.clone());
    }
    if !profile.price_level.is_retail() && !levels.contains(profile.price_level.name()) {
        *facts.levels_without_price.entry(profile.price_level.name().to_owned()).or_default() += 1;
    }
}

fn add_keys(facts: &mut AccountFacts, account: &Account, keys: &[ApiKey], now: Timestamp) {
    if !keys.is_empty() {
        // A program needs no password.
        facts.without_password.retain(|email| *email != account.profile.email);
    }
    let long_ago = now.plus_seconds(-KEY_UNUSED_DAYS * DAY_SECONDS);
    for key in keys.iter().filter(|key| !key.has_ended(now)) {
        let name = format!("{} of {}", key.id, account.profile.email);
        if CallerApiKey::from(key).has_news_of_end(now) {
            facts.keys_ending.push(name.clone());
        }
        if key.last_used_at.unwrap_or(key.created_at) < long_ago {
            facts.keys_unused.push(name);
        }
    }
}
