//! When keys were last used: a request notes it in memory, and a key is written at most once a minute, with all others
//! that were used while the write before was under way. So a million keys do not make a write of each request.

use crate::runtime::try_call_store;
use catalog_domain::accounts::ApiKeyId;
use catalog_domain::ports::ApiKeyStore;
use catalog_domain::values::Timestamp;
use quick_cache::sync::Cache;
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};

/// How many keys are remembered by the last use that was noted, in less than 100 bytes each.
const MAXIMUM_REMEMBERED: usize = 1 << 20;

/// Uses within this time of the one that was noted are not written, in seconds.
const NOTED_SECONDS: i64 = 60;

/// How many keys one statement writes.
const MAXIMUM_AT_ONCE: usize = 1_000;

pub(super) struct ApiKeyUses {
    /// The last use of each key that was noted.
    noted: Cache<ApiKeyId, Timestamp>,
    waiting: Arc<Mutex<Waiting>>,
}

/// What is to be written next.
#[derive(Default)]
struct Waiting {
    uses: Vec<(ApiKeyId, Timestamp)>,
    is_writing: bool,
}

impl Default for ApiKeyUses {
    fn default() -> Self {
        Self { noted: Cache::new(MAXIMUM_REMEMBERED), waiting: Arc::default() }
    }
}

impl ApiKeyUses {
    /// Notes the use of `key` at `now`. The response does not wait for the write, and does not depend on it.
    pub(super) fn note(&self, key: ApiKeyId, now: Timestamp, store: &Arc<dyn ApiKeyStore>) {
        let is_recent = |noted: Timestamp| noted <= now && now < noted.plus_seconds(NOTED_SECONDS);
        if self.noted.get(&key).is_some_and(is_recent) {
            return;
        }
        self.noted.insert(key, now);
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.uses.push((key, now));
        if !waiting.is_writing {
            waiting.is_writing = true;
            drop(tokio::spawn(write(Arc::clone(&self.waiting), Arc::clone(store))));
        }
    }
}

/// Writes what waits until nothing does. What a failing store does not take is lost until the next use of the key.
async fn write(waiting: Arc<Mutex<Waiting>>, store: Arc<dyn ApiKeyStore>) {
    loop {
        let uses = {
            let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.is_writing = !waiting.uses.is_empty();
            take(&mut waiting.uses)
        };
        let Some(&(_, at)) = uses.last() else { return };
        let keys: Vec<_> = uses.into_iter().map(|(key, _)| key).collect();
        let store = Arc::clone(&store);
        let written =
            try_call_store(move || keys.chunks(MAXIMUM_AT_ONCE).try_for_each(|keys| store.note_key_uses(keys, at)));
        if let Err(error) = written.await {
            tracing::warn!(%error, "uses of keys were not noted");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::ports::MockApiKeyStore;
    use std::sync::mpsc::{Receiver, channel};
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    const NOON: Timestamp = Timestamp::from_unix_microseconds(43_200_000_000);

    fn key(text: &str) -> ApiKeyId {
        ApiKeyId::parse(text).unwrap()
    }

    type Write = (Vec<ApiKeyId>, Timestamp);

    /// A store that tells what it writes and ends its first write when the sender is gone.
    fn store(go: Receiver<()>) -> (Arc<dyn ApiKeyStore>, UnboundedReceiver<Write>) {
        let (written, writes) = unbounded_channel();
        let mut store = MockApiKeyStore::new();
        let go = Mutex::new(go);
        store.expect_note_key_uses().returning(move |keys, at| {
            written.send((keys.to_vec(), at)).unwrap();
            let _ = go.lock().unwrap().recv();
            Ok(())
        });
        (Arc::new(store), writes)
    }

    #[tokio::test]
    async fn keys_used_while_others_are_written_are_written_together_and_each_once_a_minute() {
        let (go, wait) = channel();
        let (store, mut writes) = store(wait);
        let uses = ApiKeyUses::default();
        uses.note(key("first2345678"), NOON, &store);
        assert_eq!(writes.recv().await.unwrap(), (vec![key("first2345678")], NOON));
        let later = NOON.plus_seconds(59);
        for text in ["second345678", "first2345678", "third2345678", "second345678"] {
            uses.note(key(text), later, &store);
        }
        drop(go);
        assert_eq!(writes.recv().await.unwrap(), (vec![key("second345678"), key("third2345678")], later));
        uses.note(key("first2345678"), NOON.plus_seconds(60), &store);
        assert_eq!(writes.recv().await.unwrap(), (vec![key("first2345678")], NOON.plus_seconds(60)));
    }
}
