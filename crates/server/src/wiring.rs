//! Connects the adapters to the ports: the one place that knows all of them.

use crate::config::{AttemptConfig, ServerConfig, cores};
use crate::http_server;
use crate::start_error::StartError;
use anyhow::Context;
use catalog_app::App;
use catalog_app::accounts::{
    AccountDirectory, AccountMail, AccountPorts, Accounts, AttemptLimits, LayeredLimiter, PasswordHashQueue,
};
use catalog_app::callers::{CallerPorts, Callers, VerifiedTokens};
use catalog_app::catalog::{CatalogPorts, CatalogReads, SharedCatalog};
use catalog_app::feed::{Feed, FeedPorts};
use catalog_app::imports::{ImportPorts, Imports, RunnerPorts};
use catalog_app::pruning::Pruner;
use catalog_app::readers::Readers;
use catalog_app::refresh::{RefreshHealth, RefreshPorts, Refresher, SigningKeyFollower, SigningKeys, TailReader};
use catalog_app::runtime::{ResponseBudget, Work, WorkPool};
use catalog_app::v1_usage::V1UsageReport;
use catalog_cli::settings::{MailConfig, StandbyConfig, TokenConfig};
use catalog_domain::accounts::AttemptLimit;
use catalog_domain::ports::{
    CatalogSource, ChangeLog, ChangeLogBounds, Clock, JobBytes, Mailer, ProductDetails, RecordedChanges,
    SigningSecrets, StoreSettings,
};
use catalog_index::Catalog;
use credentials::{
    RandomApiKeys, RandomInvitations, RandomJobIds, RandomSessions, RotatingSigningKeys, SigningKeySet, SystemClock,
    random_signing_secret, secret_fingerprint,
};
use http_common::HttpState;
use http_common::cache::ResponseCache;
use http_v2::Documentation;
use long_work::PeriodicThread;
use mail::{RetryPolicy, SmtpMailer};
use std::io;
use std::sync::Arc;
use store_diesel::{AttemptKind, LostStoreFile, ReplicaRouter, SharedAttemptLimiter, Store};

pub(crate) struct Assembly {
    pub(crate) http: HttpState,
    pub(crate) store: Store,
    /// The standby, if there is one.
    pub(crate) standby: Option<Standby>,
    pub(crate) refresh_health: Arc<RefreshHealth>,
    pub(crate) refresher: Refresher,
    pub(crate) pruner: Pruner,
    pub(crate) imports: RunnerPorts,
    /// The OpenAPI documents with their page.
    pub(crate) documentation: Documentation,
}

pub(crate) struct Standby {
    pub(crate) reads: Arc<ReplicaRouter>,
    _monitor: PeriodicThread,
}

struct LargeReads {
    catalogs: Arc<dyn CatalogSource>,
    details: Arc<dyn ProductDetails>,
    events: Arc<dyn ChangeLog>,
    bounds: Arc<dyn ChangeLogBounds>,
    recorded: Arc<dyn RecordedChanges>,
}

struct Memory {
    catalog: Arc<SharedCatalog>,
    directory: Arc<AccountDirectory>,
    keys: Arc<RotatingSigningKeys>,
    tokens: Arc<VerifiedTokens>,
}

/// Opens the store, loads the catalog and the accounts, and assembles a server. Blocks.
///
/// # Errors
/// When the store or its standby cannot be opened or read, belongs to another storefront, or there is no randomness for
/// a secret.
pub(crate) fn assemble(config: &ServerConfig) -> Result<Assembly, StartError> {
    let settings = &config.settings;
    let (url, options) = (&config.database.url, config.database.options());
    let store = Arc::new(Store::open(url, &options).map_err(StartError::Store)?);
    store.check_not_moved().map_err(anyhow::Error::from)?;
    let standby = config.standby.as_ref().map(|standby| open_standby(standby, &store)).transpose()?;
    let reads = match &standby {
        Some(standby) => LargeReads::from(&standby.reads),
        None => LargeReads::from(&store),
    };
    let (keys, stored_secrets) = token_keys(&settings.tokens, &*store)?;
    let keys = Arc::new(RotatingSigningKeys::new(&keys, settings.tokens.lifetime_seconds));
    let tokens = Arc::new(VerifiedTokens::new(keys.clone()));
    let stored_keys = Arc::new(StoredSigningKeys(keys.clone()));
    let follower =
        stored_secrets.map(|known| SigningKeyFollower::new(store.clone(), stored_keys, tokens.clone(), known));
    let clock = Arc::new(SystemClock);
    let empty = Catalog::empty(config.storefront.clone());
    let catalog = Arc::new(SharedCatalog::new(empty, settings.refresh.settle, clock.clone()));
    let directory = Arc::new(AccountDirectory::new(store.clone()).believed_for(settings.accounts.access_staleness));
    let refresh_health = Arc::new(RefreshHealth::new(settings.refresh.max_age()));
    let mut refresher = Refresher::new(RefreshPorts {
        source: reads.catalogs.clone(),
        settings: store.clone(),
        storefront: config.storefront.clone(),
        catalog: catalog.clone(),
        accounts: directory.clone(),
        keys: follower,
        tail: Some(TailReader::new(reads.recorded.clone(), settings.refresh.tail_limit())),
        health: refresh_health.clone(),
        serves_v1: settings.v1.is_on,
        loss: |error| LostStoreFile::behind(error).map(LostStoreFile::public_reason),
    });
    refresher.refresh()?;
    let pruner = Pruner::new(store.clone(), store.clone(), settings.feed.retention_days);
    let memory = Memory { catalog, directory, keys, tokens };
    let bytes = settings.imports.spool.bytes(&config.database, &store).map_err(anyhow::Error::from)?;
    let imports = RunnerPorts {
        jobs: store.clone(),
        bytes,
        imports: store.clone(),
        history: store.clone(),
        clock: store.clone(),
    };
    let http = http_state(config, &store, reads, memory, imports.bytes.clone())?;
    let documentation =
        http_server::documentation(&config.prefilled_logins, config.settings.portal.site_name.as_deref());
    Ok(Assembly {
        http,
        store: Store::clone(&store),
        standby,
        refresh_health,
        refresher,
        pruner,
        imports,
        documentation,
    })
}

struct StoredSigningKeys(Arc<RotatingSigningKeys>);

impl SigningKeys for StoredSigningKeys {
    fn replace(&self, secrets: &SigningSecrets) -> String {
        self.0.replace(&secrets.clone().into());
        secret_fingerprint(&secrets.current)
    }
}

fn http_state(
    config: &ServerConfig,
    store: &Arc<Store>,
    reads: LargeReads,
    memory: Memory,
    import_bytes: Arc<dyn JobBytes>,
) -> anyhow::Result<HttpState> {
    let (settings, clock) = (&config.settings, Arc::new(SystemClock));
    let Memory { catalog, directory, keys, tokens } = memory;
    let cache = Arc::new(ResponseCache::new(settings.responses.cache_bytes));
    let pool = WorkPool::start(cores()).context("cannot start a thread")?;
    let budget = ResponseBudget::with_cache(settings.responses.max_bytes, settings.responses.cache_bytes);
    let work = Work::new(pool, budget);
    let attempts = attempt_limits(config, store);
    let app = App {
        accounts: accounts(config, store, directory.clone(), attempts.clone())?,
        callers: Callers::new(CallerPorts {
            directory,
            tokens,
            keys: store.clone(),
            key_texts: Arc::new(RandomApiKeys),
            wrong_keys: attempts.keys,
            sessions: store.clone(),
            session_tokens: Arc::new(RandomSessions),
            clock: clock.clone(),
        }),
        catalog: CatalogReads::new(CatalogPorts {
            shared: catalog.clone(),
            details: reads.details,
            visibility: store.clone(),
            selections: cache.clone(),
            work: work.clone(),
        }),
        feed: Feed::new(FeedPorts {
            catalog,
            events: reads.events,
            bounds: reads.bounds,
            cursors: keys,
            retention_days: settings.feed.retention_days,
            clock: clock.clone(),
        }),
        imports: Imports::new(ImportPorts {
            history: store.clone(),
            written: store.clone(),
            jobs: store.clone(),
            bytes: import_bytes,
            ids: Arc::new(RandomJobIds),
            most_bytes: settings.imports.most_bytes,
            store_clock: store.clone(),
            clock: clock.clone(),
        }),
        readers: Readers::default(),
        v1_usage: V1UsageReport::new(store.clone(), store.clone()),
        work,
        clock,
    };
    Ok(HttpState { app, cache, trusted_proxies: settings.attempts.trusted_proxies.clone() })
}

fn accounts(
    config: &ServerConfig,
    store: &Arc<Store>,
    directory: Arc<AccountDirectory>,
    attempts: AttemptLimits,
) -> anyhow::Result<Accounts> {
    let settings = &config.settings;
    let mailer = start_mail(&settings.mail, settings.portal.site_name.clone()).context("cannot start a thread")?;
    let links = settings.accounts.public_url.links.clone();
    Ok(Accounts::new(AccountPorts {
        store: store.clone(),
        directory,
        list: store.clone(),
        history: store.clone(),
        registrations: store.clone(),
        most_pending: settings.accounts.most_pending,
        invitations: store.clone(),
        invitation_tokens: Arc::new(RandomInvitations),
        links: links.clone(),
        keys: store.clone(),
        key_texts: Arc::new(RandomApiKeys),
        mail: Arc::new(AccountMail::new(mailer, links)),
        passwords: Arc::new(settings.accounts.passwords.hasher().context("cannot check passwords")?),
        password_hash_queue: PasswordHashQueue::new(cores()),
        attempts,
        clock: Arc::new(SystemClock),
    }))
}

impl<S: CatalogSource + ProductDetails + ChangeLog + ChangeLogBounds + RecordedChanges + 'static> From<&Arc<S>>
    for LargeReads
{
    fn from(store: &Arc<S>) -> Self {
        Self {
            catalogs: store.clone(),
            details: store.clone(),
            events: store.clone(),
            bounds: store.clone(),
            recorded: store.clone(),
        }
    }
}

fn open_standby(config: &StandbyConfig, primary: &Store) -> Result<Standby, StartError> {
    let reads = ReplicaRouter::open(primary.clone(), &config.url, &config.options).map_err(StartError::Standby)?;
    let reads = Arc::new(reads);
    let watch = reads.monitor().context("cannot start a thread")?;
    Ok(Standby { reads, _monitor: watch })
}

/// Starts to send mail, if it is set up.
fn start_mail(config: &MailConfig, site_name: Option<String>) -> io::Result<Option<Arc<dyn Mailer>>> {
    let (Some(server), Some(sender)) = (&config.server, &config.sender) else { return Ok(None) };
    tracing::info!(%server, "mail is sent");
    let sender = sender.clone().named(site_name);
    Ok(Some(Arc::new(SmtpMailer::start(server.clone(), sender, RetryPolicy::default())?)))
}

/// Limits that servers on one PostgreSQL share. A SQLite file has one server, which counts in memory: that saves a
/// write per login.
fn attempt_limits(config: &ServerConfig, store: &Store) -> AttemptLimits {
    let AttemptConfig { logins, .. } = config.settings.attempts;
    if !config.database.url.is_shared() {
        return AttemptLimits::in_memory(logins.attempts);
    }
    let shared = |kind, limit| {
        Arc::new(LayeredLimiter::new(limit, Arc::new(SharedAttemptLimiter::new(store.clone(), kind, limit))))
    };
    let registrations = AttemptLimit::per_minute(AttemptLimits::REGISTRATIONS_PER_MINUTE);
    AttemptLimits {
        logins: shared(AttemptKind::Login, logins),
        keys: shared(AttemptKind::Key, logins),
        registrations: shared(AttemptKind::Registration, registrations),
        password_requests: shared(AttemptKind::PasswordRequest, registrations),
    }
}

/// The keys of the settings, or else of the store's own secrets, of which the first caller makes one. The latter are
/// returned, too: they may be rotated.
fn token_keys(
    config: &TokenConfig,
    settings: &dyn StoreSettings,
) -> Result<(SigningKeySet, Option<SigningSecrets>), StartError> {
    if let Some(secret) = &config.secret {
        let previous = config.previous_secret.clone();
        return Ok((SigningKeySet { current: secret.clone(), previous, replaced_at: None }, None));
    }
    let candidate = random_signing_secret().context("cannot make a signing secret")?;
    let stored = settings.signing_secret(&candidate, SystemClock.now()).map_err(StartError::Secret)?;
    let mut keys = SigningKeySet::from(stored.clone());
    if let Some(previous) = &config.previous_secret {
        // The way from a secret in the environment to the store's own; a rotation ends it.
        (keys.previous, keys.replaced_at) = (Some(previous.clone()), None);
    }
    Ok((keys, Some(stored)))
}
