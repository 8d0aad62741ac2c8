//! One run of the command: bring the copy up to date, verify it, or follow without end.

use crate::api::{Api, ApiError};
use crate::arguments::Arguments;
use crate::copy::{Copy, Position, Step, Task};
use crate::follow::follow;
use crate::progress::print_line;
use crate::retry_policy::RetryPolicy;
use crate::verify::{Comparison, compare};
use crate::walk::walk;
use anyhow::{Context, bail, ensure};
use std::time::Duration;

const PASSWORD: &str = "CATALOG_MIRROR_PASSWORD";

/// How often in a row the copy may be restarted before that counts as a failure.
const MAXIMUM_FRESH_STARTS: u32 = 5;

/// How long a difference may last that is only due to the feed's delay behind the list.
const DIFFERENCES_MAY_LAST: Duration = Duration::from_secs(30);

/// Executes the command line.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    ensure!(arguments.base_url.starts_with("http://"), "--base-url: must begin with http://");
    let is_section_id = !arguments.section.is_empty() && arguments.section.bytes().all(|byte| byte.is_ascii_digit());
    ensure!(is_section_id, "--section: must be a decimal section id");
    let password = std::env::var(PASSWORD).with_context(|| format!("{PASSWORD} must hold the password"))?;
    let retry_policy = Duration::from_secs(arguments.patience_seconds);
    let mut session = Session {
        api: Api::new(&arguments.base_url, &arguments.login, password, retry_policy),
        copy: Copy::open(&arguments.database, &arguments.section, &arguments.login)
            .with_context(|| format!("cannot use {}", arguments.database.display()))?,
        arguments,
    };
    loop {
        session.catch_up()?;
        if arguments.verify {
            session.verify()?;
        }
        if !arguments.follow {
            print_line(&format!("the copy is up to date: {} products", session.copy.count()?));
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(arguments.interval_ms));
    }
}

struct Session<'a> {
    api: Api,
    copy: Copy,
    arguments: &'a Arguments,
}

impl Session<'_> {
    /// Walks if necessary, then follows to the end of the feed. A copy whose feed position is no longer valid is
    /// restarted; the products stay until the new walk has ended.
    fn catch_up(&mut self) -> anyhow::Result<()> {
        let Arguments { section, page_size, limit, .. } = self.arguments;
        for _ in 0..MAXIMUM_FRESH_STARTS {
            let outcome = walk(&mut self.api, &mut self.copy, section, *page_size)
                .and_then(|()| follow(&mut self.api, &mut self.copy, section, *limit));
            match outcome.as_ref().err().and_then(|error| error.downcast_ref()) {
                Some(ApiError::Expired) => {
                    print_line("the changes since the last time are no longer known; reading everything again");
                    self.restart(false)?;
                }
                Some(ApiError::NotFound) => {
                    print_line("the section is not in the public catalog; the copy is empty");
                    return self.restart(true);
                }
                _ => return outcome,
            }
        }
        bail!("the position in the feed was lost {MAXIMUM_FRESH_STARTS} times in a row")
    }

    fn restart(&mut self, empty: bool) -> anyhow::Result<()> {
        let generation = self.copy.position().generation + i64::from(empty);
        let step = Step { drops_older: empty, ..Step::default() };
        self.copy.apply(&step, Position { generation, task: Task::Begin })
    }

    /// Compares until nothing changes meanwhile. The feed is a little behind the list, so a difference counts only when
    /// it persists.
    fn verify(&mut self) -> anyhow::Result<()> {
        let mut retry_policy = RetryPolicy::new(DIFFERENCES_MAY_LAST);
        loop {
            let comparison = compare(&mut self.api, &mut self.copy, &self.arguments.section, self.arguments.page_size)?;
            let goes_on = match &comparison {
                Comparison::Equal(products) => {
                    print_line(&format!("verified: all {products} products are equal"));
                    return Ok(());
                }
                Comparison::Interrupted => retry_policy.pause("the list changed while it was compared", None),
                Comparison::Different(_) => retry_policy.pause("the copy and the list differ", None),
            };
            if !goes_on {
                return report(comparison);
            }
            self.catch_up()?;
        }
    }
}

fn report(comparison: Comparison) -> anyhow::Result<()> {
    if let Comparison::Different(differences) = comparison {
        differences.iter().for_each(|difference| print_line(difference));
        bail!("the copy differs from the list");
    }
    bail!("the list changes too often to be compared")
}
