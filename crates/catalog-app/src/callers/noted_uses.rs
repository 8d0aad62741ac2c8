//! When keys were last used, and people last there: a request notes it in memory, and a use is written at most once a
//! minute, with all others that came while the write before was under way. So a million keys do not make a write of
//! each request.

use crate::runtime::try_call_store;
use catalog_domain::ports::StoreError;
use catalog_domain::values::Timestamp;
use parking_lot::Mutex;
use quick_cache::sync::Cache;
use std::hash::Hash;
use std::mem::take;
use std::sync::Arc;

/// How many uses are remembered by the time that was noted, in less than 100 bytes each.
const MAXIMUM_REMEMBERED: usize = 1 << 20;

/// Uses within this time of the one that was noted are not written, in seconds.
const NOTED_SECONDS: i64 = 60;

/// How many uses one statement writes.
const MAXIMUM_AT_ONCE: usize = 1_000;

/// The uses of what `K` names.
pub(super) struct NotedUses<K> {
    /// The last use of each that was noted.
    noted: Cache<K, Timestamp>,
    waiting: Arc<Mutex<Waiting<K>>>,
}

/// What is to be written next.
struct Waiting<K> {
    uses: Vec<(K, Timestamp)>,
    is_writing: bool,
}

impl<K: Clone + Eq + Hash + Send + 'static> NotedUses<K> {
    pub(super) fn new() -> Self {
        let waiting = Waiting { uses: Vec::new(), is_writing: false };
        Self { noted: Cache::new(MAXIMUM_REMEMBERED), waiting: Arc::new(Mutex::new(waiting)) }
    }

    /// Notes a use at `now` by `write`. The response does not wait for it, and does not depend on it.
    pub(super) fn note<W>(&self, used: K, now: Timestamp, write: W)
    where
        W: Fn(&[K], Timestamp) -> Result<(), StoreError> + Clone + Send + 'static,
    {
        let is_recent = |noted: Timestamp| noted <= now && now < noted.plus_seconds(NOTED_SECONDS);
        if self.noted.get(&used).is_some_and(is_recent) {
            return;
        }
        self.noted.insert(used.clone(), now);
        let mut waiting = self.waiting.lock();
        waiting.uses.push((used, now));
        if !waiting.is_writing {
            waiting.is_writing = true;
            drop(tokio::spawn(write_waiting(Arc::clone(&self.waiting), write)));
        }
    }
}

/// Writes what waits until nothing does. What a failing store does not take is lost until the next use.
async fn write_waiting<K, W>(waiting: Arc<Mutex<Waiting<K>>>, write: W)
where
    K: Send + 'static,
    W: Fn(&[K], Timestamp) -> Result<(), StoreError> + Clone + Send + 'static,
{
    loop {
        let uses = {
            let mut waiting = waiting.lock();
            waiting.is_writing = !waiting.uses.is_empty();
            take(&mut waiting.uses)
        };
        let Some(&(_, at)) = uses.last() else { return };
        let used: Vec<_> = uses.into_iter().map(|(used, _)| used).collect();
        let write = write.clone();
        let written = try_call_store(move || used.chunks(MAXIMUM_AT_ONCE).try_for_each(|used| write(used, at)));
        if let Err(error) = written.await {
            tracing::warn!(%error, "uses were not noted");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use tokio::sync::mpsc::unbounded_channel;

    const NOON: Timestamp = Timestamp::from_unix_microseconds(43_200_000_000);

    #[tokio::test]
    async fn what_is_used_while_others_are_written_is_written_together_and_each_once_a_minute() {
        let (go, wait) = channel::<()>();
        let (written, mut writes) = unbounded_channel();
        let wait = Arc::new(Mutex::new(wait));
        // The first write ends when the sender is gone.
        let write = move |used: &[&'static str], at| {
            written.send((used.to_vec(), at)).unwrap();
            let _ = wait.lock().recv();
            Ok(())
        };
        let uses = NotedUses::new();
        uses.note("first", NOON, write.clone());
        assert_eq!(writes.recv().await.unwrap(), (vec!["first"], NOON));
        let later = NOON.plus_seconds(59);
        for used in ["second", "first", "third", "second"] {
            uses.note(used, later, write.clone());
        }
        drop(go);
        assert_eq!(writes.recv().await.unwrap(), (vec!["second", "third"], later));
        uses.note("first", NOON.plus_seconds(60), write);
        assert_eq!(writes.recv().await.unwrap(), (vec!["first"], NOON.plus_seconds(60)));
    }
}
