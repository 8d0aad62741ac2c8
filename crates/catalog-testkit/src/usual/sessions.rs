//! Sessions of a test that shares its store with others: those would end them, each by a clock of its own.

use catalog_domain::accounts::SessionHash;
use catalog_domain::ports::{SessionStore, StoreError, VerifiedToken, Visits};
use catalog_domain::values::{AccountId, SectionId, Timestamp};
use std::collections::HashMap;
use std::sync::Mutex;

#[derive(Default)]
pub(super) struct OwnSessions(Mutex<HashMap<SessionHash, VerifiedToken>>);

impl SessionStore for OwnSessions {
    fn start_session(&self, session: &SessionHash, content: VerifiedToken, _: Timestamp) -> Result<(), StoreError> {
        self.0.lock().unwrap().insert(session.clone(), content);
        Ok(())
    }

    fn find_session(&self, session: &SessionHash, now: Timestamp) -> Result<Option<VerifiedToken>, StoreError> {
        Ok(self.0.lock().unwrap().get(session).copied().filter(|content| content.expires_at > now))
    }

    fn find_visits(&self, _: &SessionHash) -> Result<Visits, StoreError> {
        Ok(Visits::default())
    }

    fn note_visits(&self, _: &[(AccountId, Option<SectionId>)], _: Timestamp) -> Result<(), StoreError> {
        Ok(())
    }

    fn end_session(&self, session: &SessionHash) -> Result<(), StoreError> {
        self.0.lock().unwrap().remove(session);
        Ok(())
    }
}
