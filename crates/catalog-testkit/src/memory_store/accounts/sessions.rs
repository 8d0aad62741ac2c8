//! Sessions in memory.

use crate::memory_store::MemoryStore;
use catalog_domain::accounts::SessionHash;
use catalog_domain::ports::{SessionStore, StoreError, VerifiedToken};
use catalog_domain::values::Timestamp;

impl SessionStore for MemoryStore {
    fn start_session(&self, session: &SessionHash, content: VerifiedToken, now: Timestamp) -> Result<(), StoreError> {
        let mut state = self.state();
        state.accounts.sessions.retain(|_, content| content.expires_at > now);
        state.accounts.sessions.insert(session.clone(), content);
        Ok(())
    }

    fn find_session(&self, session: &SessionHash, now: Timestamp) -> Result<Option<VerifiedToken>, StoreError> {
        let found = self.state().accounts.sessions.get(session).copied();
        Ok(found.filter(|content| content.expires_at > now))
    }

    fn end_session(&self, session: &SessionHash) -> Result<(), StoreError> {
        self.state().accounts.sessions.remove(session);
        Ok(())
    }
}
