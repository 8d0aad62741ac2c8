//! Checks on real threads: their bound, their turns, and what happens to abandoned ones.

use super::*;
use catalog_domain::accounts::AttemptSource;
use std::sync::mpsc;
use tokio::task::{JoinHandle, yield_now};

const SLOTS: usize = PasswordHashQueue::WAITING_PER_RUNNING;

fn origin(source: &str, login: &str) -> CheckOrigin {
    CheckOrigin::of_login(AttemptSource::of(source.parse().unwrap()), login)
}

fn present(queue: &PasswordHashQueue) -> (usize, usize) {
    let state = queue.state();
    (state.running, state.waiting.len())
}

/// A queue whose one permit is taken until the sender is dropped.
async fn busy_desk() -> (Arc<PasswordHashQueue>, mpsc::Sender<()>) {
    let queue = PasswordHashQueue::new(1);
    let (release, blocked) = mpsc::channel::<()>();
    let _running = start(&queue, origin("198.51.100.1", "first"), move || blocked.recv().is_err(), (1, 0)).await;
    (queue, release)
}

/// Begins a check and waits until so many run and wait.
async fn start<T: Send + 'static>(
    queue: &Arc<PasswordHashQueue>,
    origin: CheckOrigin,
    work: impl FnOnce() -> T + Send + 'static,
    then: (usize, usize),
) -> JoinHandle<Result<T, PasswordHashQueueError>> {
    let queued_checks = Arc::clone(queue);
    let task = tokio::spawn(async move { queued_checks.run(&origin, work).await });
    yield_now().await;
    while present(queue) != then {
        yield_now().await;
    }
    task
}

fn user() -> CheckOrigin {
    origin("192.0.2.1", "user")
}

#[tokio::test]
async fn the_queue_is_bounded_and_a_full_one_refuses_at_once() {
    let (queue, release) = busy_desk().await;
    let mut inside = Vec::new();
    for number in 0..SLOTS {
        // Each from a network of its own.
        let origin = origin(&format!("10.{number}.0.1"), "user");
        inside.push(start(&queue, origin, || (), (1, number + 1)).await);
    }
    assert!(matches!(queue.run(&origin("10.99.0.1", "user"), || ()).await, Err(PasswordHashQueueError::Full)));
    drop(release);
    for task in inside {
        task.await.unwrap().unwrap();
    }
    assert!(queue.run(&origin("10.99.0.1", "user"), || ()).await.is_ok(), "permits are free again");
}

#[tokio::test]
async fn a_flood_of_wrong_logins_keeps_no_other_network_no_other_login_and_nobody_familiar_out() {
    for (case, source_of, honest) in [
        ("another network", (|number| format!("10.0.0.{number}")) as fn(usize) -> String, user()),
        ("another login", |_| "192.0.2.1".into(), user()),
        ("familiar in a flood from everywhere", |number| format!("10.{number}.0.1"), origin("192.0.2.1", "Familiar")),
    ] {
        let (queue, release) = busy_desk().await;
        queue.remember(&origin("192.0.2.1", "familiar"));
        let (done, order) = mpsc::channel();
        let mut flood = Vec::new();
        for number in 0..2 * SLOTS {
            let (queued_checks, done, origin) = (Arc::clone(&queue), done.clone(), origin(&source_of(number), "admin"));
            let work = move || done.send("flood").unwrap();
            flood.push(tokio::spawn(async move { queued_checks.run(&origin, work).await }));
            yield_now().await;
        }
        let waiting = present(&queue).1;
        assert!([SLOTS, SLOTS / 2].contains(&waiting), "{case}: as many as may, {waiting}");
        let honest = start(&queue, honest, move || done.send("honest").unwrap(), (1, waiting)).await;
        drop(release);
        honest.await.unwrap().unwrap();
        for check in flood {
            assert!(matches!(check.await.unwrap(), Ok(()) | Err(PasswordHashQueueError::Full)));
        }
        let order: Vec<_> = order.iter().collect();
        assert_eq!(order[1], "honest", "{case}: after at most one check of the flood");
    }
}

#[tokio::test]
async fn a_check_whose_client_has_disconnected_keeps_its_permit_until_it_ends() {
    let queue = PasswordHashQueue::new(1);
    let (release, blocked) = mpsc::channel::<()>();
    let (started, has_started) = tokio::sync::oneshot::channel();
    let queued_checks = Arc::clone(&queue);
    let client = tokio::spawn(async move {
        let work = move || {
            started.send(()).unwrap();
            blocked.recv().unwrap();
        };
        queued_checks.run(&user(), work).await
    });
    has_started.await.unwrap();
    client.abort();
    assert!(client.await.unwrap_err().is_cancelled());
    assert_eq!(present(&queue), (1, 0));
    release.send(()).unwrap();
    assert!(queue.run(&user(), || ()).await.is_ok(), "the turn is free when the work has ended");
}

#[tokio::test(start_paused = true)]
async fn a_check_that_does_not_end_is_given_up_and_so_are_those_behind_it() {
    let queue = PasswordHashQueue::new(1);
    let (release, blocked) = mpsc::channel::<()>();
    let user = user();
    let stuck = queue.run(&user, move || blocked.recv());
    let behind = queue.run(&user, || ());
    let (stuck, behind) = tokio::join!(stuck, behind);
    assert!(matches!(stuck, Err(PasswordHashQueueError::TimedOut)), "{stuck:?}");
    assert!(matches!(behind, Err(PasswordHashQueueError::TimedOut)), "{behind:?}");
    assert_eq!(present(&queue), (1, 0), "only running checks hold a permit");
    release.send(()).unwrap();
    tokio::time::resume();
    assert!(queue.run(&user, || ()).await.is_ok());
}

#[tokio::test]
async fn a_check_that_panics_releases_its_permit() {
    let (queue, user) = (PasswordHashQueue::new(1), user());
    assert!(matches!(queue.run(&user, || panic!("a defect")).await, Err(PasswordHashQueueError::Background(_))));
    assert!(queue.run(&user, || ()).await.is_ok());
}
