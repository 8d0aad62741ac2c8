//! A thread that does the same again and again.

use std::cell::Cell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// What a thread repeats, and when.
#[derive(Debug, Clone, Copy)]
pub struct Period {
    /// The name of the thread.
    pub thread: &'static str,
    /// What is done, as the log calls it when it panics: `deleting old events`.
    pub work: &'static str,
    /// The pause before the first turn.
    pub first: Duration,
    /// The pause after each turn.
    pub pause: Duration,
    /// Whether there is one more turn when the thread is to end.
    pub has_last_turn: bool,
}

/// The thread. It ends soon after this is dropped, in the background.
#[derive(Debug)]
pub struct PeriodicThread {
    stop: mpsc::Sender<()>,
    /// Disconnected when the thread has ended.
    ended: mpsc::Receiver<()>,
}

/// One turn, for the work that is done in it.
#[derive(Debug)]
pub struct Turn {
    stopped: mpsc::Receiver<()>,
    next: Cell<Duration>,
}

impl PeriodicThread {
    /// Starts to do `work`. A turn that panics is logged, and the next one comes all the same.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn start(period: Period, work: impl FnMut(&Turn) + Send + 'static) -> io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let (ending, ended) = mpsc::channel();
        let repeat = move || {
            let _ending: mpsc::Sender<()> = ending;
            repeat(&period, &Turn { stopped, next: Cell::new(period.first) }, work);
        };
        std::thread::Builder::new().name(period.thread.into()).spawn(repeat)?;
        Ok(Self { stop, ended })
    }

    /// Ends it after the turn under way, for which it waits at most so long; returns whether it has ended.
    pub fn stop(self, most: Duration) -> bool {
        self.stop_unless(most, || false)
    }

    /// The same. When the time is up, it waits as long again while the turn `is_needed`.
    pub fn stop_unless(self, most: Duration, is_needed: impl Fn() -> bool) -> bool {
        drop(self.stop);
        loop {
            let has_ended = self.ended.recv_timeout(most) != Err(RecvTimeoutError::Timeout);
            if has_ended || !is_needed() {
                return has_ended;
            }
        }
    }
}

impl Turn {
    /// Waits, unless the thread is to end; returns whether to go on.
    pub fn pause(&self, pause: Duration) -> bool {
        self.stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout)
    }

    /// Has the next turn come after this pause instead of the usual one.
    pub fn repeat_after(&self, pause: Duration) {
        self.next.set(pause);
    }
}

fn repeat(period: &Period, turn: &Turn, mut work: impl FnMut(&Turn)) {
    let mut take_turn = || {
        if catch_unwind(AssertUnwindSafe(|| work(turn))).is_err() {
            tracing::error!("{} panicked", period.work);
        }
    };
    while turn.pause(turn.next.replace(period.pause)) {
        take_turn();
    }
    if period.has_last_turn {
        take_turn();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3_600);

    fn period(pause: Duration, has_last_turn: bool) -> Period {
        Period { thread: "test", work: "testing", first: Duration::ZERO, pause, has_last_turn }
    }

    #[test]
    fn a_turn_that_panics_is_followed_by_the_next_and_a_stop_is_waited_for() {
        let (sender, turns) = mpsc::channel();
        let mut turn = 0;
        let count = move |_: &Turn| {
            turn += 1;
            let _ = sender.send(turn);
            assert_ne!(turn, 1, "a defect");
        };
        let thread = PeriodicThread::start(period(Duration::ZERO, false), count).unwrap();
        assert_eq!((turns.recv(), turns.recv(), turns.recv()), (Ok(1), Ok(2), Ok(3)));
        assert!(thread.stop(LONG));
        // It ends: the sender has ended.
        turns.iter().for_each(drop);
    }

    #[test]
    fn a_thread_that_pauses_is_stopped_at_once_after_a_last_turn_if_it_has_one() {
        for (has_last_turn, expected) in [(false, 1), (true, 2)] {
            let (sender, turns) = mpsc::channel();
            let (begun, has_begun) = mpsc::channel();
            let work = move |_: &Turn| {
                let _ = (sender.send(()), begun.send(()));
            };
            let thread = PeriodicThread::start(period(LONG, has_last_turn), work).unwrap();
            has_begun.recv().unwrap();
            assert!(thread.stop(LONG));
            assert_eq!(turns.iter().count(), expected);
        }
    }

    #[test]
    fn a_turn_pauses_until_the_thread_is_to_end_and_may_call_for_the_next_one() {
        let (sender, results) = mpsc::channel();
        let work = move |turn: &Turn| {
            turn.repeat_after(Duration::ZERO);
            let _ = sender.send(turn.pause(Duration::ZERO));
        };
        let thread = PeriodicThread::start(period(LONG, true), work).unwrap();
        assert_eq!((results.recv(), results.recv()), (Ok(true), Ok(true)), "the second comes without a pause");
        assert!(thread.stop(LONG));
        assert_eq!(results.iter().last(), Some(false), "in the last turn there is nothing to wait for");
    }

    #[test]
    fn a_turn_that_does_not_end_is_waited_for_only_while_it_is_needed() {
        for is_needed in [true, false] {
            let (release, released) = mpsc::channel::<()>();
            let (begun, has_begun) = mpsc::channel();
            let work = move |_: &Turn| {
                let _ = begun.send(());
                let _ = released.recv();
            };
            let thread = PeriodicThread::start(period(LONG, false), work).unwrap();
            has_begun.recv().unwrap();
            let stopped = thread.stop_unless(Duration::from_millis(1), || {
                // It ends now that it was found to be needed.
                is_needed && release.send(()).is_ok()
            });
            assert_eq!(stopped, is_needed);
        }
    }
}
