//! Events of accounts in memory.

use crate::memory_store::MemoryStore;
use catalog_domain::ports::{
    AccountEvent, AccountEventKind, AccountHistory, RECORDED_ACCOUNT_EVENTS, RECORDED_SIGN_INS, StoreError,
};
use catalog_domain::values::AccountId;

impl AccountHistory for MemoryStore {
    fn record_events(&self, events: &[AccountEvent]) -> Result<(), StoreError> {
        let recorded = &mut self.state().accounts.events;
        for event in events {
            recorded.push(event.clone());
            let is_sign_in = |event: &AccountEvent| event.kind == AccountEventKind::SignedIn;
            let most = if is_sign_in(event) { RECORDED_SIGN_INS } else { RECORDED_ACCOUNT_EVENTS };
            let is_alike =
                |other: &AccountEvent| other.account == event.account && is_sign_in(other) == is_sign_in(event);
            if recorded.iter().filter(|other| is_alike(other)).count() > most as usize
                && let Some(oldest) = recorded.iter().position(is_alike)
            {
                recorded.remove(oldest);
            }
        }
        Ok(())
    }

    fn account_events(&self, account: AccountId) -> Result<Vec<AccountEvent>, StoreError> {
        let state = self.state();
        Ok(state.accounts.events.iter().rev().filter(|event| event.account == account).cloned().collect())
    }
}
