//! Those who read and log in, by a timetable, and how long each of them waited.

use crate::client::Client;
use crate::shop::{LOGIN, Shop};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Connections over which products are read.
const READERS: u64 = 8;
/// Time between two logins: a check of a password is worth ten thousand reads.
const LOGIN_INTERVAL: Duration = Duration::from_secs(2);

/// What goes on while an answer is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Quiet,
    Importing,
    Afterwards,
    /// Not measured: connections are made, and the first of everything is slow.
    Warming,
    Over,
}

impl Phase {
    pub(crate) const ALL: [Self; 3] = [Self::Quiet, Self::Importing, Self::Afterwards];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Quiet => "quiet",
            Self::Importing => "importing",
            Self::Afterwards => "changing over",
            Self::Warming => "warming up",
            Self::Over => "over",
        }
    }

    fn of(number: u8) -> Self {
        let mut phases = Self::ALL.into_iter().chain([Self::Warming]);
        phases.find(|phase| *phase as u8 == number).unwrap_or(Self::Over)
    }
}

/// How long answers took, and how many requests had none.
#[derive(Debug, Clone, Default)]
pub(crate) struct Times {
    taken: Vec<Duration>,
    failed: u64,
}

impl Times {
    /// Number, failures, median, 99th and 99.9th percentile and the slowest, as cells of a table.
    pub(crate) fn summary(&self) -> String {
        let mut taken = self.taken.clone();
        taken.sort_unstable();
        let at = |thousandth: usize| {
            let place = (taken.len() * thousandth / 1000).min(taken.len().saturating_sub(1));
            taken.get(place).map_or_else(|| "-".to_owned(), |time| format!("{:.1}", time.as_secs_f64() * 1e3))
        };
        format!("{} | {} | {} | {} | {} | {}", taken.len(), self.failed, at(500), at(990), at(999), at(1000))
    }

    fn add(&mut self, other: Self) {
        self.taken.extend(other.taken);
        self.failed += other.failed;
    }
}

/// By phase.
pub(crate) type ByPhase = [Times; 3];

/// What all of them saw.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    pub(crate) reads: ByPhase,
    pub(crate) logins: ByPhase,
}

/// Everybody who asks.
pub(crate) struct Clients {
    phase: Arc<AtomicU8>,
    readers: Vec<JoinHandle<ByPhase>>,
    login: JoinHandle<ByPhase>,
}

impl Clients {
    /// Begins to ask for `rate` products a second, every other one with parts that lie in the store.
    pub(crate) fn start(shop: &Shop, rate: u64) -> Self {
        let phase = Arc::new(AtomicU8::new(Phase::Warming as u8));
        let interval = Duration::from_secs(1) * u32::try_from(READERS).unwrap() / u32::try_from(rate).unwrap();
        let reader = |number: u64| {
            let mut client = Client::new(&shop.address, &shop.token);
            let (stock_numbers, phase) = (shop.stock_numbers.clone(), Arc::clone(&phase));
            let mut next = number as usize * 617;
            std::thread::spawn(move || {
                by_timetable(&phase, interval, || {
                    next += 1;
                    let parts = if next.is_multiple_of(2) { "?include=description,features,media" } else { "" };
                    let target =
                        format!("/api/v2/products/{}{parts}", stock_numbers[next * 7919 % stock_numbers.len()]);
                    // A product of the old catalog is gone from the new one, and some are not public: that is an answer.
                    matches!(client.ask("GET", &target, ""), Some((200 | 404, _)))
                })
            })
        };
        let readers = (0..READERS).map(reader).collect();
        let (mut client, login_phase) = (Client::new(&shop.address, &shop.token), Arc::clone(&phase));
        let login = std::thread::spawn(move || {
            by_timetable(&login_phase, LOGIN_INTERVAL, || {
                matches!(client.ask("POST", "/auth/token", LOGIN), Some((200, _)))
            })
        });
        Self { phase, readers, login }
    }

    /// Says what goes on from now on.
    pub(crate) fn enter(&self, phase: Phase) {
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    /// Ends everything, and says how long it took.
    pub(crate) fn finish(self) -> Measured {
        self.enter(Phase::Over);
        let mut measured = Measured { logins: self.login.join().unwrap(), ..Measured::default() };
        for reader in self.readers {
            for (all, times) in measured.reads.iter_mut().zip(reader.join().unwrap()) {
                all.add(times);
            }
        }
        measured
    }
}

/// Asks once every `interval` until all is over; a late answer makes the next ones late. What is due in a phase counts in it.
fn by_timetable(phase: &AtomicU8, interval: Duration, mut ask: impl FnMut() -> bool) -> ByPhase {
    let mut times = ByPhase::default();
    let mut due = Instant::now();
    loop {
        due += interval;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let now = Phase::of(phase.load(Ordering::Relaxed));
        if now == Phase::Over {
            return times;
        }
        let is_answered = ask();
        let Some(times) = times.get_mut(now as usize) else { continue };
        if is_answered {
            times.taken.push(due.elapsed());
        } else {
            times.failed += 1;
        }
    }
}
