//! Jobs on real threads: their shares, their order, and what happens to abandoned ones.

use super::*;
use catalog_domain::values::AccountId;
use futures_util::future::join_all;
use std::sync::mpsc;
use tokio::task::yield_now;

const LOUD: Requester = Requester::Account(AccountId(1));
const QUIET: Requester = Requester::Account(AccountId(2));

/// A pool of two threads, one of which runs a job of `LOUD` until the sender is dropped.
async fn busy_pool() -> (Arc<WorkPool>, mpsc::Sender<()>) {
    let pool = Arc::new(WorkPool::start(1).unwrap());
    let (release, blocked) = mpsc::channel::<()>();
    let at_pool = Arc::clone(&pool);
    tokio::spawn(async move { at_pool.run(LOUD, move || blocked.recv()).await });
    until(&pool, |status| status.running == 1).await;
    (pool, release)
}

async fn until(pool: &WorkPool, is_so: impl Fn(WorkStatus) -> bool) {
    while !is_so(pool.status()) {
        yield_now().await;
    }
}

#[tokio::test]
async fn work_is_done_at_low_priority_and_its_panic_costs_nothing_but_its_result() {
    let pool = WorkPool::start(2).unwrap();
    let niceness = || rustix::process::getpriority_process(None).unwrap();
    assert!(pool.run(LOUD, niceness).await.unwrap() > niceness());
    for _ in 0..10 {
        assert!(matches!(pool.run(LOUD, || panic!("a defect")).await, Err(BackgroundError::Lost(_))));
    }
    assert_eq!(pool.run(LOUD, || 7).await.unwrap(), 7);
}

#[tokio::test]
async fn a_requester_with_a_full_queue_does_not_delay_others() {
    let (pool, release) = busy_pool().await;
    let further: Vec<_> = (0..WorkPool::MOST_WAITING_OF_ONE)
        .map(|number| {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(LOUD, move || number).await })
        })
        .collect();
    until(&pool, |status| status.waiting == WorkPool::MOST_WAITING_OF_ONE).await;
    assert!(matches!(pool.run(LOUD, || 0).await, Err(BackgroundError::OverQuota)));
    assert_eq!(pool.run(QUIET, || 7).await.unwrap(), 7);
    assert_eq!(pool.run(Requester::Anonymous, || 8).await.unwrap(), 8);
    drop(release);
    for (number, done) in join_all(further).await.into_iter().enumerate() {
        assert_eq!(done.unwrap().unwrap(), number);
    }
    let WorkStatus { waiting, refused, refused_over_quota, dropped, .. } = pool.status();
    assert_eq!((waiting, refused, refused_over_quota, dropped), (0, 0, 1, 0));
}

#[tokio::test]
async fn work_whose_client_goes_away_before_it_begins_is_never_done() {
    let (pool, release) = busy_pool().await;
    let (done, was_done) = mpsc::channel();
    let client = {
        let pool = Arc::clone(&pool);
        tokio::spawn(async move { pool.run(LOUD, move || done.send(())).await })
    };
    until(&pool, |status| status.waiting == 1).await;
    client.abort();
    assert!(client.await.unwrap_err().is_cancelled());
    let WorkStatus { waiting, dropped, .. } = pool.status();
    assert_eq!((waiting, dropped), (0, 1));
    drop(release);
    assert_eq!(pool.run(LOUD, || 7).await.unwrap(), 7);
    assert!(was_done.recv().is_err());
}

#[tokio::test]
async fn a_full_queue_refuses_the_next_job() {
    let (pool, release) = busy_pool().await;
    let at_pool = Arc::clone(&pool);
    let (release_quiet, blocked) = mpsc::channel::<()>();
    tokio::spawn(async move { at_pool.run(QUIET, move || blocked.recv()).await });
    until(&pool, |status| status.running == 2).await;
    for requester in [LOUD, QUIET] {
        for _ in 0..WorkPool::MOST_WAITING_OF_ONE {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(requester, || ()).await });
        }
    }
    until(&pool, |status| status.waiting == WorkPool::MOST_WAITING).await;
    assert!(matches!(pool.run(Requester::Anonymous, || ()).await, Err(BackgroundError::Full)));
    assert!(matches!(pool.run(LOUD, || ()).await, Err(BackgroundError::OverQuota)));
    drop((release, release_quiet));
    until(&pool, |status| status.waiting == 0).await;
    assert_eq!(pool.run(Requester::Anonymous, || 7).await.unwrap(), 7);
}
