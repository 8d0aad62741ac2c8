//! The page "Visibility check" reads all sections of the store: a person has only a few of them at once.

use crate::browser::Browser;
use crate::test_portal::TestPortal;
use catalog_app::runtime::{Effort, Requester};
use catalog_domain::ports::{EventSearch, StoreError, VisibilityFacts, VisibilityLookup};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Reads from a store, and says whether that was before the permits were free.
struct Watched {
    store: Arc<dyn VisibilityLookup>,
    is_free: Arc<AtomicBool>,
    was_early: Arc<AtomicBool>,
}

impl VisibilityLookup for Watched {
    fn look_up(&self, item: Option<&str>, search: EventSearch) -> Result<VisibilityFacts, StoreError> {
        self.was_early.fetch_or(!self.is_free.load(Ordering::SeqCst), Ordering::SeqCst);
        self.store.look_up(item, search)
    }
}

#[actix_web::test]
async fn nothing_is_read_for_the_page_before_it_is_the_turn_of_its_reader() {
    let (is_free, was_early) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let portal = TestPortal::administered().with_lookup(|store| {
        Arc::new(Watched { store, is_free: Arc::clone(&is_free), was_early: Arc::clone(&was_early) })
    });
    let mut admin = Browser::of(&portal, "admin").await;
    let mut elsewhere = Browser::of(&portal, "admin").await;
    let work = portal.state.app.work.of(Requester::Account(portal.account("admin").id));
    let permits = (work.permit(Effort::Huge, 0).await, work.permit(Effort::Huge, 0).await);
    let finish_others = async {
        // They read the store, too: far more often than the page needs before it would be read for.
        for _ in 0..20 {
            assert_eq!(elsewhere.get("/portal/admin/imports").await.status, 200);
        }
        is_free.store(true, Ordering::SeqCst);
        drop(permits);
    };
    let (page, ()) = tokio::join!(admin.get("/portal/admin/look?item=P-1"), finish_others);
    assert_eq!((page.status, was_early.load(Ordering::SeqCst)), (200, false), "{}", page.body);
}
