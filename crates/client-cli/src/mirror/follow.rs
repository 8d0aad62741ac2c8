//! Follows all sections at once: a thread for each, which waits for changes.

use crate::mirror::handler::SectionHandler;
use crate::mirror::session::Session;
use anyhow::Context;
use catalog_client::ClientError;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often the account and the list of sections are read again; the list is free while nothing changes.
const SECTIONS_AGE: Duration = Duration::from_secs(60);

/// Follows until an error, or until other sections or prices are to be mirrored. Returns the sections.
pub(crate) fn follow(session: &Arc<Session>, sections: &[String]) -> anyhow::Result<Vec<String>> {
    session.progress.print_line("the copy is up to date; waiting for changes");
    let (ended, endings) = channel();
    let mut threads = Vec::new();
    for section in sections {
        let (session, section, ended) = (Arc::clone(session), section.clone(), ended.clone());
        let run = move || {
            let mut handler = SectionHandler::new(&session, &section);
            let ending = session.client.follow(&section, &session.follow_options, &mut handler);
            let _ = ended.send(ending.with_context(|| format!("section {section}")));
        };
        threads.push(thread::Builder::new().name("follow".into()).spawn(run)?);
    }
    loop {
        let is_hidden = match endings.recv_timeout(SECTIONS_AGE) {
            Ok(Err(error)) if is_not_public(&error) => true,
            // The other threads end with the process: every step of theirs is one transaction.
            Ok(ending) => ending.map(|()| false)?,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => false,
        };
        let changed = session.read_sections()?.filter(|changed| changed != sections);
        if is_hidden || changed.is_some() || session.has_other_view()? {
            session.stops.store(true, Ordering::Relaxed);
            threads.into_iter().for_each(|thread| drop(thread.join()));
            session.stops.store(false, Ordering::Relaxed);
            return Ok(changed.unwrap_or_else(|| sections.to_vec()));
        }
    }
}

fn is_not_public(error: &anyhow::Error) -> bool {
    error.downcast_ref::<ClientError>().is_some_and(|error| error.is_named("CatalogSectionNotFoundError"))
}
