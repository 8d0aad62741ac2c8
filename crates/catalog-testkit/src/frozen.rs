//! Processes that stand still for a while.

use std::io::Read;
use std::process::{Child, Command, Stdio};

/// Freezes processes and lets them go on when its input closes, that is also when this program is killed.
const FREEZE: &str =
    r#"trap '' INT HUP TERM; exec 2>/dev/null; kill -STOP "$@"; echo; cat >/dev/null; kill -CONT "$@""#;

/// Processes that are frozen until this value is dropped.
pub struct Frozen(Child);

impl Frozen {
    /// Freezes them, in this order.
    pub fn new(ids: &[u32]) -> Self {
        assert!(!ids.is_empty(), "there is nothing to freeze");
        let mut shell = Command::new("sh");
        shell.args(["-c", FREEZE, "freeze"]).args(ids.iter().map(u32::to_string));
        let mut shell = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        shell.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
        Self(shell)
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process_info::family;
    use std::fs;
    use std::thread;
    use std::time::{Duration, Instant};

    fn state(id: u32) -> String {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
        stat.rsplit_once(") ").unwrap().1[..1].to_owned()
    }

    fn await_state(id: u32, expected: &str) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while state(id) != expected {
            assert!(Instant::now() < deadline, "{} instead of {expected}", state(id));
            thread::yield_now();
        }
    }

    #[test]
    fn what_is_frozen_goes_on_afterwards_and_can_be_ended() {
        let mut child = Command::new("sleep").arg("600").spawn().unwrap();
        let frozen = Frozen::new(&family(child.id()));
        await_state(child.id(), "T");
        drop(frozen);
        await_state(child.id(), "S");
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
    }
}
