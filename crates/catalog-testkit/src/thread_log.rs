//! The log of one thread, for tests that inspect log lines.
//!
//! One subscriber serves the whole process and separates lines by thread. With one for each test, whether a line or
//! span is recorded at all would depend on what the other tests' threads subscribe to at that moment.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, Once};

thread_local! {
    /// The destination of this thread's log, if any.
    static LISTENER: RefCell<Option<ThreadLog>> = const { RefCell::new(None) };
}

/// Collects what a thread logs while it listens, one JSON object per line.
#[derive(Clone, Default)]
pub struct ThreadLog(Arc<Mutex<Vec<u8>>>);

/// Listens until it is dropped.
pub struct Listening(());

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENER.set(None);
    }
}

impl ThreadLog {
    /// Collects what this thread logs from now on.
    pub fn listen(&self) -> Listening {
        static SUBSCRIBER: Once = Once::new();
        SUBSCRIBER.call_once(|| tracing_subscriber::fmt().json().with_writer(|| ToListener).init());
        LISTENER.set(Some(self.clone()));
        Listening(())
    }

    /// Everything collected so far.
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

struct ToListener;

impl Write for ToListener {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LISTENER.with_borrow(|listener| {
            if let Some(log) = listener {
                log.0.lock().unwrap().extend_from_slice(bytes);
            }
        });
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
