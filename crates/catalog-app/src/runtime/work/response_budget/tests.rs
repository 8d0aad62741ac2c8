//! The budget, and its use by requesters.

use super::*;
use bytes::Bytes;
use catalog_domain::values::AccountId;

const KIB: usize = 1_024;
const LOUD: Requester = Requester::Account(AccountId(1));
const QUIET: Requester = Requester::Account(AccountId(2));

fn present(budget: &ResponseBudget) -> usize {
    usize::try_from(budget.status().present).unwrap()
}

#[tokio::test]
async fn a_body_counts_once_however_often_it_is_shared_and_until_nobody_holds_it() {
    let budget = ResponseBudget::new(1 << 20);
    let body = budget.reserve(LOUD, 300 * KIB).await.unwrap().track(vec![0; 200 * KIB]);
    let (again, body) = (body.downgrade().unwrap(), body.into_bytes());
    assert_eq!(present(&budget), 200 * KIB);
    let shares: Vec<Bytes> = (0..100).map(|at| again.upgrade().unwrap().slice(at..)).collect();
    drop(body);
    assert_eq!(present(&budget), 200 * KIB);
    drop(shares);
    assert!(again.upgrade().is_none());
    assert!(again.is_gone());
    assert_eq!(present(&budget), 0);
}

#[tokio::test]
async fn responses_beyond_the_budget_wait_and_are_refused_after_a_timeout() {
    tokio::time::pause();
    let budget = ResponseBudget::new(1 << 20);
    let first = budget.reserve(LOUD, 600 * KIB).await.unwrap();
    assert!(matches!(budget.reserve(QUIET, 600 * KIB).await, Err(BackgroundError::Full)));
    assert_eq!(budget.status().refused, 1);
    let waiting = budget.reserve(QUIET, 600 * KIB);
    let (second, ()) = tokio::join!(waiting, async { drop(first) });
    assert_eq!((second.is_ok(), present(&budget)), (true, 600 * KIB));
}

#[tokio::test]
async fn one_requester_has_half_of_the_budget_and_the_others_have_the_rest() {
    tokio::time::pause();
    let budget = ResponseBudget::new(1 << 20);
    let bodies: Vec<TrackedBody> = [LOUD; 2].map(|loud| budget.nothing(loud).track(vec![0; 256 * KIB])).into();
    assert!(matches!(budget.reserve(LOUD, 100 * KIB).await, Err(BackgroundError::OverQuota)));
    let others = budget.reserve(QUIET, 512 * KIB).await.unwrap();
    assert!(budget.reserve(LOUD, KIB).await.is_ok(), "small answers do not count");
    drop(bodies);
    let large = budget.reserve(LOUD, 512 * KIB).await.unwrap();
    assert!(matches!(budget.reserve(LOUD, 100 * KIB).await, Err(BackgroundError::OverQuota)));
    drop((large, others));
    assert!(budget.reserve(LOUD, 900 * KIB).await.is_ok(), "more than half, for a requester with nothing else");
    assert_eq!(budget.state().bytes.own(LOUD), 0);
}

#[tokio::test]
async fn a_body_that_is_kept_counts_for_nobody_until_it_is_kept_no_longer() {
    tokio::time::pause();
    let budget = ResponseBudget::with_cache(1 << 20, 1 << 20);
    let body = budget.nothing(LOUD).track(vec![0; 512 * KIB]);
    let cached = [body.mark_cached().unwrap(), body.mark_cached().unwrap()];
    assert_eq!(present(&budget), 512 * KIB);
    let more = budget.reserve(LOUD, 512 * KIB).await.unwrap();
    drop(cached);
    drop(more);
    assert!(matches!(budget.reserve(LOUD, 100 * KIB).await, Err(BackgroundError::OverQuota)));
    let cached = body.mark_cached();
    drop(body);
    assert_eq!(present(&budget), 0);
    drop(cached);
    assert_eq!(budget.state().bytes.own(LOUD), 0);
}

#[tokio::test]
async fn small_responses_are_never_refused() {
    let budget = ResponseBudget::new(0);
    let _all = budget.nothing(LOUD).track(vec![0; 10 * KIB * KIB]);
    for _ in 0..1_000 {
        let small = budget.reserve(LOUD, 64 * KIB).await.unwrap().track(vec![0; 64 * KIB]);
        assert_eq!(small.bytes().len(), 64 * KIB);
    }
}

#[tokio::test]
async fn a_response_larger_than_the_budget_is_sent_alone() {
    tokio::time::pause();
    let budget = ResponseBudget::new(100 * KIB as u64);
    let large = budget.reserve(LOUD, 1_000 * KIB).await.unwrap();
    assert!(budget.reserve(QUIET, 65 * KIB).await.is_err());
    drop(large);
    assert!(budget.reserve(QUIET, 65 * KIB).await.is_ok());
}

#[tokio::test]
async fn a_reservation_grows_only_within_the_budget_and_shrinks_for_others() {
    let budget = ResponseBudget::new(1 << 20);
    let mut one = budget.reserve(LOUD, 100 * KIB).await.unwrap();
    let other = budget.reserve(QUIET, 500 * KIB).await.unwrap();
    assert!(one.resize(500 * KIB).is_ok());
    assert!(one.resize(600 * KIB).is_err());
    assert_eq!(present(&budget), 1_000 * KIB);
    drop(other);
    assert!(one.resize(600 * KIB).is_ok());
    assert!(one.resize(65 * KIB).is_ok());
    assert_eq!(present(&budget), 65 * KIB);
}
