//! One run of the command: bring the copy up to date, verify it, or follow until stopped.

use crate::mirror::arguments::Arguments;
use crate::mirror::handler::{SectionHandler, Verdict, lock};
use crate::mirror::on_change::OnChange;
use crate::mirror::on_change::WEBHOOK_SECRET;
use crate::mirror::progress::Progress;
use crate::mirror::store::{Form, Store, TableCheck};
use anyhow::{Context, bail, ensure};
use catalog_client::{
    CatalogClient, ClientOptions, FollowOptions, ListPart, RetryPolicy, Section, SectionList, key_of_environment,
    secret_of_environment,
};
use parking_lot::Mutex;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const PASSWORD: &str = "CATALOG_MIRROR_PASSWORD";
const KEY: &str = "CATALOG_KEY";
/// What no command of `--on-change` inherits.
pub(super) const SECRETS: [&str; 3] = [PASSWORD, KEY, WEBHOOK_SECRET];

/// Sections in one run: each has a thread and a waiting request.
const MOST_SECTIONS: usize = 200;

/// Repaired products that are named.
const MOST_NAMED: usize = 10;

pub(crate) struct Session {
    pub(crate) client: CatalogClient,
    pub(crate) store: Mutex<Store>,
    pub(crate) progress: Arc<Progress>,
    pub(crate) on_change: Option<OnChange>,
    pub(crate) follow_options: FollowOptions,
    /// Set to end following after the present steps.
    pub(crate) stops: AtomicBool,
    /// The sections of the command line; empty for all.
    requested: Vec<String>,
    /// Of the list of sections that was read last.
    etag: Mutex<Option<String>>,
}

pub(crate) fn open(arguments: &Arguments) -> anyhow::Result<Session> {
    let key = key_of_environment(KEY)?;
    let login = arguments.login.clone().unwrap_or_default();
    let password = match (&key, &arguments.login) {
        (Some(_), _) => String::new(),
        (None, Some(_)) => {
            secret_of_environment(PASSWORD)?.with_context(|| format!("{PASSWORD} must hold the password"))?
        }
        (None, None) => bail!("{KEY} must hold a key, or --login name the account"),
    };
    let progress = Arc::new(Progress::new());
    let reported = Arc::clone(&progress);
    let options = ClientOptions {
        ca_file: arguments.ca_file.clone(),
        retry: RetryPolicy::lasting(Duration::from_secs(arguments.patience_seconds)),
        user_agent: concat!("catalog-mirror/", env!("CARGO_PKG_VERSION")).into(),
        on_retry: Some(Arc::new(move |notice| {
            let seconds = notice.pause.as_secs_f64();
            reported.print_line(&format!("{}; trying again in {seconds:.1} s", notice.reason));
        })),
        key: key.clone(),
        ..ClientOptions::new(&arguments.base_url, &login, password)
    };
    let client = CatalogClient::new(options)?;
    let (file, form, include): (&Path, _, _) = match (&arguments.store, &arguments.database) {
        (Some(file), _) => (file, Form::Tables, vec![ListPart::Sections, ListPart::Warehouses]),
        (None, Some(file)) => (file, Form::Documents, Vec::new()),
        (None, None) => bail!("--store or --database must name a file"),
    };
    let on_change = arguments.on_change.as_deref();
    let on_change = on_change.map(|to| OnChange::start(to, arguments.ca_file.as_deref(), &progress)).transpose()?;
    let owner = if key.is_some() { owner_of_key(&client, &login)? } else { login };
    let store = Store::open(file, form, &owner);
    let follow_options = FollowOptions {
        include,
        page_size: arguments.page_size,
        limit: arguments.limit,
        wait: arguments.wait_seconds,
        section_pause: None,
        ..FollowOptions::default()
    };
    Ok(Session {
        client,
        store: Mutex::new(store.with_context(|| format!("cannot use {}", file.display()))?),
        progress,
        on_change,
        follow_options,
        stops: AtomicBool::new(false),
        requested: arguments.section.clone(),
        etag: Mutex::default(),
    })
}

/// Whose the key is. A file belongs to the login as it was written for it first.
fn owner_of_key(client: &CatalogClient, login: &str) -> anyhow::Result<String> {
    let account = client.account()?.email;
    if login.is_empty() {
        return Ok(account);
    }
    ensure!(login.to_lowercase() == account.to_lowercase(), "the key is of {account}, and --login names {login}");
    Ok(login.to_owned())
}

impl Session {
    /// Reads the public sections unless they are unchanged, and returns those to mirror. The file forgets all that are
    /// not requested, and empties those that are no longer public. Sections that never were are an error.
    pub(crate) fn read_sections(&self) -> anyhow::Result<Option<Vec<String>>> {
        let mut etag = self.etag.lock();
        let Some(response) = self.client.get_if_changed(CatalogClient::SECTIONS, etag.as_deref())? else {
            return Ok(None);
        };
        let list = response.data::<SectionList>()?.items;
        let public = choose(&self.requested, &list);
        ensure!(
            public.len() <= MOST_SECTIONS,
            "at most {MOST_SECTIONS} sections can be mirrored, not {}",
            public.len()
        );
        let mut store = lock(&self.store);
        let mut is_known = |section: &String| Ok::<_, anyhow::Error>(store.checkpoint(section)?.is_some());
        let mut mirrored = public.clone();
        for section in self.requested.iter().filter(|section| !public.contains(section)) {
            ensure!(is_known(section)?, "section {section} is not in the public catalog");
            mirrored.push(section.clone());
        }
        for section in store.choose_sections(&mirrored)? {
            self.progress.print_line(&format!("section {section} is no longer mirrored; its products are deleted"));
        }
        for section in &mirrored[public.len()..] {
            if store.empty_section(section)? {
                self.progress.print_line(&format!("section {section} is no longer public; its products are deleted"));
                self.notify(section, response.revision().unwrap_or(0));
            }
        }
        if store.form() == Form::Tables {
            store.write_sections(&list)?;
        }
        *etag = response.etag().map(ToOwned::to_owned);
        Ok(Some(public))
    }

    /// Which prices the account sees.
    fn view(&self) -> anyhow::Result<String> {
        let account = self.client.account()?;
        Ok(format!("{} {}", account.role, account.price_level))
    }

    /// Whether the account sees other prices than the copy has.
    pub(crate) fn has_other_view(&self) -> anyhow::Result<bool> {
        let view = self.view()?;
        Ok(lock(&self.store).view()? != Some(view))
    }

    /// Has every product read again if the account sees other prices than the copy has: no event says so.
    pub(crate) fn read_view(&self) -> anyhow::Result<()> {
        let view = self.view()?;
        if lock(&self.store).begin_view(&view)? {
            self.progress.print_line("the account may see other prices than the copy has; all products are read again");
        }
        Ok(())
    }

    /// Notifies the receiver, if there is one, that a section has changed.
    pub(crate) fn notify(&self, section: &str, revision: u64) {
        self.on_change.iter().for_each(|on_change| on_change.notify(section, revision));
    }

    /// Fails if a requested section is not among these.
    pub(crate) fn refuse_hidden(&self, public: &[String]) -> anyhow::Result<()> {
        let hidden = self.requested.iter().filter(|section| !public.contains(section));
        let reasons: Vec<String> =
            hidden.map(|section| format!("section {section} is not in the public catalog")).collect();
        ensure!(reasons.is_empty(), "{}", reasons.join("; "));
        Ok(())
    }
}

/// The requested sections that are public; for all, the roots, whose subtrees are the whole catalog.
fn choose(requested: &[String], list: &[Section]) -> Vec<String> {
    let is_chosen = |section: &&Section| {
        if requested.is_empty() { section.parent_section_id.is_none() } else { requested.contains(&section.id) }
    };
    list.iter().filter(is_chosen).map(|section| section.id.clone()).collect()
}

/// Compares the tables of the copy with each other, and repairs them. Returns why they were not right.
pub(crate) fn check_tables(session: &Session) -> anyhow::Result<Vec<String>> {
    let mut store = lock(&session.store);
    if store.form() != Form::Tables {
        return Ok(Vec::new());
    }
    let TableCheck { products, repaired, surplus } = store.check_tables()?;
    let mut doubts = Vec::new();
    if surplus > 0 {
        doubts.push(format!("rows of no mirrored product were deleted: {surplus}"));
    }
    if !repaired.is_empty() {
        let named = repaired.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        doubts.push(format!(
            "products whose rows did not follow from their bodies were repaired: {} ({named})",
            repaired.len()
        ));
    }
    doubts.iter().for_each(|doubt| session.progress.print_line(doubt));
    if doubts.is_empty() {
        session.progress.print_line(&format!("verified: the tables agree on all {products} products"));
    }
    Ok(doubts)
}

/// Brings every section up to date, one after the other. Returns why sections were not right, or may not be.
pub(crate) fn catch_up(session: &Session, sections: &[String]) -> anyhow::Result<Vec<String>> {
    let options = FollowOptions { once: true, ..session.follow_options.clone() };
    let mut doubts = Vec::new();
    for section in sections {
        let mut handler = SectionHandler::new(session, section);
        session.client.follow(section, &options, &mut handler).with_context(|| format!("section {section}"))?;
        match handler.verdict {
            Some(Verdict::Equal) => {}
            Some(Verdict::Different) => doubts.push(format!("the copy of section {section} was wrong")),
            None => doubts.push(format!("section {section} cannot be verified: the server has no digests")),
        }
    }
    Ok(doubts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_the_roots_and_sections_that_are_not_public_are_left_out() {
        let section = |id: &str, parent: Option<&str>| Section {
            id: id.into(),
            parent_section_id: parent.map(Into::into),
            ..Section::default()
        };
        let list = [section("1", None), section("2", Some("1")), section("3", None)];
        assert_eq!(choose(&[], &list), ["1", "3"]);
        assert_eq!(choose(&["2".into(), "9".into()], &list), ["2"]);
    }
}
