//! `--on-change`: notifies a command or an address of the sections that have changed, once that is stored.
//!
//! A thread sends one notification after the other, so that a slow receiver holds up no copy. A section that changes
//! again meanwhile gets one, with its newest revision. A failure is logged; the next change is a new notification.

use crate::mirror::progress::Progress;
use crate::mirror::session::SECRETS;
use crate::push::random_key;
use crate::signals::end_on_signals;
use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use catalog_client::{Poster, secret_of_environment};
use hmac::{Hmac, Mac};
use parking_lot::{Condvar, Mutex, MutexGuard};
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::json;
use sha2::Sha256;
use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub(super) const WEBHOOK_SECRET: &str = "CATALOG_WEBHOOK_SECRET";

/// How long a command may take.
const LONGEST_COMMAND: Duration = Duration::from_secs(300);
/// How often it is looked at.
const COMMAND_INTERVAL: Duration = Duration::from_millis(50);
/// How long a receiver may take to respond.
const LONGEST_POST: Duration = Duration::from_secs(15);
/// Bytes of a secret, as Standard Webhooks has them.
const SECRET_BYTES: std::ops::RangeInclusive<usize> = 24..=64;

pub(crate) struct OnChange {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The sections with a notification to send, with the newest revision of each.
    pending: BTreeMap<String, u64>,
    /// Whether one is being sent.
    is_sending: bool,
    /// The command that runs.
    command: Option<Pid>,
}

enum Receiver {
    Command(String),
    Address(Poster, Vec<u8>),
}

impl OnChange {
    /// Begins to notify a command of the shell, or an address of `http` or `https`.
    ///
    /// # Errors
    /// Without a usable address or secret.
    pub(crate) fn start(to: &str, ca_file: Option<&Path>, progress: &Arc<Progress>) -> anyhow::Result<Self> {
        let shared = Arc::<Shared>::default();
        let receiver = if to.starts_with("http://") || to.starts_with("https://") {
            let poster = Poster::new(to, ca_file, LONGEST_POST).context("--on-change")?;
            let Some(secret) = secret_of_environment(WEBHOOK_SECRET)? else {
                bail!("{WEBHOOK_SECRET} must hold the secret that the receiver knows")
            };
            Receiver::Address(poster, parse_secret(&secret)?)
        } else {
            let of_signals = Arc::clone(&shared);
            end_on_signals(move || {
                if let Some(command) = of_signals.lock().command {
                    let _ = kill_process_group(command, Signal::KILL);
                }
            })?;
            Receiver::Command(to.to_owned())
        };
        let (sender, progress) = (Arc::clone(&shared), Arc::clone(progress));
        thread::Builder::new().name("on change".to_owned()).spawn(move || {
            loop {
                let (section, revision) = sender.next();
                let sent = match &receiver {
                    Receiver::Command(command) => sender.run(command, &section, revision),
                    Receiver::Address(poster, secret) => post(poster, secret, &section, revision),
                };
                if let Err(error) = sent {
                    progress.print_line(&format!("section {section}: --on-change: {error:#}"));
                }
                sender.lock().is_sending = false;
                sender.changed.notify_all();
            }
        })?;
        Ok(Self { shared })
    }

    pub(crate) fn notify(&self, section: &str, revision: u64) {
        self.shared.lock().pending.insert(section.to_owned(), revision);
        self.shared.changed.notify_all();
    }

    /// Waits until no notification is left to send.
    pub(crate) fn finish(&self) {
        let is_busy = |state: &mut State| state.is_sending || !state.pending.is_empty();
        self.shared.changed.wait_while(&mut self.shared.lock(), is_busy);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Waits for a section with a notification to send.
    fn next(&self) -> (String, u64) {
        let mut state = self.lock();
        loop {
            if let Some(next) = state.pending.pop_first() {
                state.is_sending = true;
                return next;
            }
            self.changed.wait(&mut state);
        }
    }

    /// Runs a command in a group of its own, so that whatever it has started ends with it.
    fn run(&self, command: &str, section: &str, revision: u64) -> anyhow::Result<()> {
        let mut shell = Command::new("sh");
        for name in SECRETS {
            shell.env_remove(name);
        }
        shell.args(["-c", command]).stdin(Stdio::null()).process_group(0);
        shell.env("CATALOG_SECTION", section).env("CATALOG_REVISION", revision.to_string());
        let mut state = self.lock();
        let mut child = shell.spawn().context("cannot start sh")?;
        let group = Pid::from_child(&child);
        state.command = Some(group);
        drop(state);
        let started = Instant::now();
        loop {
            // Under the lock, as no signal may meet another group with the number of one that has ended.
            let mut state = self.lock();
            let ended = child.try_wait()?;
            let is_late = ended.is_none() && started.elapsed() > LONGEST_COMMAND;
            if is_late {
                let _ = kill_process_group(group, Signal::KILL);
                child.wait()?;
            }
            if ended.is_some() || is_late {
                state.command = None;
            }
            drop(state);
            ensure!(!is_late, "the command took longer than {} s", LONGEST_COMMAND.as_secs());
            if let Some(status) = ended {
                ensure!(status.success(), "the command ended with {status}");
                return Ok(());
            }
            thread::sleep(COMMAND_INTERVAL);
        }
    }
}

fn post(poster: &Poster, secret: &[u8], section: &str, revision: u64) -> anyhow::Result<()> {
    let body = json!({"section": section, "revision": revision}).to_string();
    let id = format!("msg_{}", random_key()?);
    #[expect(clippy::disallowed_methods, reason = "the receiver compares it with its own clock")]
    let timestamp = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs().to_string();
    let signature = sign(secret, &id, &timestamp, &body)?;
    let headers = [("webhook-id", &*id), ("webhook-timestamp", &*timestamp), ("webhook-signature", &*signature)];
    let status = poster.post(&headers, &body)?;
    ensure!((200..300).contains(&status), "the receiver responded {status}");
    Ok(())
}

/// The signature of Standard Webhooks, version 1.
fn sign(secret: &[u8], id: &str, timestamp: &str, body: &str) -> anyhow::Result<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret)?;
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    Ok(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

fn parse_secret(text: &str) -> anyhow::Result<Vec<u8>> {
    let secret = text.strip_prefix("whsec_").and_then(|text| STANDARD.decode(text).ok());
    let secret = secret.filter(|secret| SECRET_BYTES.contains(&secret.len()));
    secret.with_context(|| format!("{WEBHOOK_SECRET} must hold whsec_ and {SECRET_BYTES:?} bytes in base64"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    /// The example of the specification, computed once more by Python's `hmac`.
    #[test]
    fn a_message_is_signed_as_standard_webhooks_says() {
        let secret = parse_secret(SECRET).unwrap();
        let signature = sign(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", r#"{"test": 2432232314}"#);
        assert_eq!(signature.unwrap(), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn what_is_no_secret_is_refused_and_not_shown() {
        for wrong in ["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_short", "whsec_AAAA", &format!("{SECRET}=")] {
            let error = parse_secret(wrong).unwrap_err().to_string();
            assert!(error.contains(WEBHOOK_SECRET) && !error.contains(wrong), "{error}");
        }
    }
}
