//! Which imports over HTTP are taken: how many wait, how many bytes of one are stored, and whose go on
//! (`docs/imports-over-http.md#import-limits`).

use super::job_id::JobId;
use super::part::JobPart;
use super::{MOST_WAITING_JOBS, MOST_WAITING_JOBS_OF_ONE_ACCOUNT};
use crate::accounts::{AccountProfile, AccountStatus, Operation, may};

/// Why no further job is taken now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooManyJobs {
    /// As many of the account receive or wait as may at once.
    #[error("at most {MOST_WAITING_JOBS_OF_ONE_ACCOUNT} imports of one account may be received or wait at once")]
    OfAccount,
    /// As many of all accounts do.
    #[error("at most {MOST_WAITING_JOBS} imports may be received or wait at once")]
    OfAll,
}

/// Whether an account may have one more job that receives or waits beside its `own`, of `all`.
///
/// # Errors
/// [`TooManyJobs`]; that of the account is reported first, since waiting for others would not help.
pub fn may_wait(own: usize, all: usize) -> Result<(), TooManyJobs> {
    if own >= MOST_WAITING_JOBS_OF_ONE_ACCOUNT {
        Err(TooManyJobs::OfAccount)
    } else if all >= MOST_WAITING_JOBS {
        Err(TooManyJobs::OfAll)
    } else {
        Ok(())
    }
}

/// Why the jobs of an account that have not begun are cancelled when its profile changes; `None` when they stay.
pub fn reason_to_cancel(before: &AccountProfile, after: &AccountProfile) -> Option<&'static str> {
    let may_import = |profile: &AccountProfile| {
        profile.status == AccountStatus::Active && may(Operation::Import, profile.role, None).is_ok()
    };
    if !may_import(before) || may_import(after) {
        return None;
    }
    Some(match after.status {
        AccountStatus::Active => "the account that sent it is not an administrator's any more",
        AccountStatus::Pending | AccountStatus::Disabled => "the account that sent it was disabled",
    })
}

/// Whether bytes of a part can be stored beside what there is of its job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartRoom {
    /// They fit.
    Fits,
    /// They would, without other bodies that are being received and may come to nothing.
    Later,
    /// The job would have more bytes than it may have.
    Never,
}

/// Whether part `number`, with `bytes` as sent, fits beside the stored `parts` of its job and those that are being
/// `received`, by the names of their bytes, if all have at most `most_bytes`. The part that it replaces does not count:
/// it is there until then, beyond the limit.
pub fn part_room(parts: &[JobPart], number: u32, bytes: u64, received: &[(JobId, u64)], most_bytes: u64) -> PartRoom {
    let (sent, _) = bytes_beside(parts, number);
    // What was stored meanwhile is among the parts.
    let unstored = received.iter().filter(|(blob, _)| parts.iter().all(|part| part.blob != *blob));
    let needed = sent.saturating_add(bytes);
    if needed > most_bytes {
        PartRoom::Never
    } else if needed.saturating_add(unstored.map(|(_, bytes)| bytes).sum()) > most_bytes {
        PartRoom::Later
    } else {
        PartRoom::Fits
    }
}

/// The bytes of all parts but that with `number`: as sent, and unpacked.
pub fn bytes_beside<'a>(parts: impl IntoIterator<Item = &'a JobPart>, number: u32) -> (u64, u64) {
    let others = parts.into_iter().filter(|part| part.number != number);
    others.fold((0, 0), |(sent, content), part| (sent + part.sent_bytes, content + part.content_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imports::{PartEncoding, PartFormat};
    use crate::pricing::Role;
    use crate::test_support::account;

    #[test]
    fn an_account_has_its_share_of_what_waits() {
        for (own, all, expected) in [
            (0, 0, Ok(())),
            (19, 99, Ok(())),
            (20, 20, Err(TooManyJobs::OfAccount)),
            (20, 100, Err(TooManyJobs::OfAccount)),
            (0, 100, Err(TooManyJobs::OfAll)),
        ] {
            assert_eq!(may_wait(own, all), expected, "{own} of {all}");
        }
    }

    #[test]
    fn imports_are_cancelled_when_their_account_loses_the_right_to_import() {
        use AccountStatus::{Active, Disabled, Pending};
        let profile = |status, role| AccountProfile { role, ..account(status).profile };
        let (admin, user) = (Role::Administrator, Role::User);
        let (demoted, disabled) = (Some("not an administrator's any more"), Some("was disabled"));
        for (before, after, expected) in [
            ((Active, admin), (Active, admin), None),
            ((Active, admin), (Active, user), demoted),
            ((Active, admin), (Disabled, admin), disabled),
            ((Active, admin), (Disabled, user), disabled),
            ((Active, admin), (Pending, admin), disabled),
            ((Active, user), (Disabled, user), None),
            ((Disabled, admin), (Active, admin), None),
            ((Pending, user), (Active, admin), None),
        ] {
            let reason = reason_to_cancel(&profile(before.0, before.1), &profile(after.0, after.1));
            let is_expected =
                expected.map_or(reason.is_none(), |end| reason.is_some_and(|reason| reason.ends_with(end)));
            assert!(is_expected, "{before:?} {after:?}: {reason:?}");
        }
    }

    #[test]
    fn parts_that_are_received_and_stored_have_one_limit_together() {
        let blob = |number: u8| JobId::new([number; 16]);
        let part = |number: u8, sent_bytes| JobPart {
            number: number.into(),
            blob: blob(number),
            source: None,
            encoding: PartEncoding::Identity,
            format: PartFormat::Records,
            sent_bytes,
            content_bytes: 2 * sent_bytes,
        };
        let parts = [part(1, 40), part(2, 20)];
        assert_eq!(bytes_beside(&parts, 2), (40, 80));
        for (number, bytes, received, expected) in [
            (3, 40, &[][..], PartRoom::Fits),
            (3, 41, &[], PartRoom::Never),
            (2, 60, &[], PartRoom::Fits),
            (2, 61, &[], PartRoom::Never),
            (3, 30, &[(blob(9), 10)], PartRoom::Fits),
            (3, 31, &[(blob(9), 10)], PartRoom::Later),
            (3, 40, &[(blob(1), 40)], PartRoom::Fits),
            (2, 60, &[(blob(2), 20)], PartRoom::Fits),
            (3, 40, &[(blob(9), u64::MAX)], PartRoom::Later),
        ] {
            assert_eq!(
                part_room(&parts, number, bytes, received, 100),
                expected,
                "part {number}: {bytes} {received:?}"
            );
        }
        assert_eq!(part_room(&[], 1, u64::MAX, &[(blob(9), u64::MAX)], 100), PartRoom::Never);
    }
}
