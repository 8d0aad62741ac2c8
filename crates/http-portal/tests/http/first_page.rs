//! A buyer's first page, and the page of changes: what changed of prices and stock, as the buyer may see it now.

use crate::browser::{Browser, Page};
use crate::test_portal::{TestPortal, profile};
use catalog_app::catalog::ReplacedOffers;
use catalog_domain::accounts::AccountProfile;
use catalog_domain::change::{ChangeEvent, ChangeKind, Membership};
use catalog_domain::ports::{ProductRecord, ProductWrite};
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel, Stock};
use catalog_domain::values::{SectionId, Timestamp};
use catalog_index::{Catalog, ChangeTail, TailLimit};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{NOON, offer_record, product_record, product_type, section, storefront, warehouse};

const DAY: i64 = 86_400;

/// An offer with amounts that only it has: of retail, of the level `Опт`, of another level, and of the sale.
fn offer(first: i64, quantity: i64) -> Offer {
    let amount = |number: i64| Some(Money::from_units((first + number) * Money::UNITS_PER_DOLLAR));
    let at = |level, number| LevelPrice { level: PriceLevel::new(level), price: amount(number) };
    Offer {
        retail: amount(0),
        levels: [at("Опт", -10), at("VIP", -20)].into(),
        special: amount(-30),
        stock: [Stock { warehouse: "main".into(), quantity }].into(),
        ..Offer::default()
    }
}

fn event(product: &str, sections: &[i64], kind: ChangeKind) -> ChangeEvent {
    let memberships = sections.iter().map(|id| Membership { section: SectionId(*id), in_section: true });
    ChangeEvent {
        stock_number: product.into(),
        kind,
        section_ids: sections.iter().copied().map(SectionId).collect(),
        memberships: memberships.collect(),
    }
}

/// A catalog with two products in section 1 and one in section 2, and a buyer at the level `Опт`.
fn portals() -> impl Iterator<Item = TestPortal> {
    TestPortal::administered_on_all().inspect(|portal| {
        let records = [("A", 1), ("B", 1), ("C", 2)].map(|(name, section)| {
            let offer = offer_record(offer(100_000, 5));
            ProductRecord { offer: Some(offer), ..product_record(name, &[section]) }
        });
        let run = ImportRun {
            product_types: vec![product_type(1)],
            warehouses: vec![warehouse("main")],
            sections: vec![section(1), section(2)],
            new_price_levels: vec![PriceLevel::new("VIP")],
            ..ImportRun::of_records(records)
        };
        run.commit(&*portal.store).unwrap();
        portal.insert(AccountProfile { price_level: PriceLevel::new("Опт"), ..profile("wholesaler") }, true);
        restart(portal);
        portal.state.app.accounts.refresh().unwrap();
    })
}

/// The server begins again, and knows nothing of the offers before.
fn restart(portal: &TestPortal) {
    let catalog = Catalog::build(portal.store.load().unwrap(), storefront());
    portal.state.app.catalog.shared().replace(catalog);
}

/// Imports other offers `seconds` after noon, and serves them.
fn import(portal: &TestPortal, seconds: i64, offers: &[(&str, i64, Offer)]) {
    let at = NOON.plus_seconds(seconds);
    let write = |(product, _, offer): &(&str, i64, Offer)| ProductWrite::Offer {
        stock_number: (*product).into(),
        offer: offer_record(offer.clone()),
    };
    let commercial = ChangeKind::Upsert { content: false, commercial: true };
    let events = offers.iter().map(|(product, section, _)| event(product, &[*section], commercial)).collect();
    ImportRun { at, events, ..ImportRun::of_writes(offers.iter().map(write)) }.commit(&*portal.store).unwrap();
    let shared = portal.state.app.catalog.shared();
    let current = shared.current();
    let delta = portal.store.changes_since(current.revision(), current.log_position()).unwrap().unwrap();
    let replaced = ReplacedOffers::by(&current, &delta);
    let updated = current.updated(delta);
    let tail = ChangeTail::starting_at(updated.log_position(), TailLimit::NOTHING);
    shared.update_to(updated, tail, replaced);
}

/// Opens a page until it has what a write in the background leads to, a limited number of times.
async fn get_until(browser: &mut Browser, path: &str, has: &str) -> Page {
    let mut page = browser.get(path).await;
    for _ in 0..2_000 {
        if page.has(has) {
            break;
        }
        actix_web::rt::task::yield_now().await;
        page = browser.get(path).await;
    }
    assert!(page.has(has), "{has} is not on {path}: {}", page.body);
    page
}

async fn sign_out(browser: &mut Browser) {
    browser.fill_in("/portal", "/portal/sign-out", &[]).await;
}

/// The text of the rows of changed products, without markup.
fn rows(page: &Page) -> Vec<String> {
    let rows = page.body.split("<tr>").map(|row| row.split("</tr>").next().unwrap());
    let rows = rows.filter(|row| ["In stock", "В наличии"].iter().any(|label| row.contains(&format!("\"{label}\""))));
    let text = |row: &str| {
        let row = row.replace("</td>", "|").replace("</th>", "|");
        let (mut text, mut is_tag) = (String::new(), false);
        for sign in row.chars() {
            match sign {
                '<' => is_tag = true,
                '>' => is_tag = false,
                _ if !is_tag => text.push(sign),
                _ => {}
            }
        }
        text.rsplit_once("|").unwrap().0.rsplit_once('|').unwrap().0.to_owned()
    };
    rows.map(text).collect()
}

const CHANGES: &str = "/portal/changes/1?since=2026-01-31T11%3A00%3A00Z";

#[actix_web::test]
async fn a_buyer_reads_what_changed_since_the_last_visit_in_the_sections_that_were_looked_at() {
    for portal in portals() {
        portal.clock.set(NOON);
        let mut buyer = Browser::of(&portal, "wholesaler").await;
        let first = buyer.get("/portal").await;
        first.shows(&["<h2>Changes</h2>", "No price and no stock has changed for you."]);
        buyer.get("/portal/catalog/sections/1").await;
        get_until(&mut buyer, "/portal", "in the sections that you look at").await;
        sign_out(&mut buyer).await;
        import(&portal, DAY, &[("A", 1, offer(200_000, 5)), ("C", 2, offer(300_000, 5))]);
        import(&portal, DAY + 60, &[("A", 1, offer(400_000, 5)), ("B", 1, offer(100_000, 0))]);
        portal.clock.set(NOON.plus_seconds(2 * DAY));
        let mut buyer = Browser::of(&portal, "wholesaler").await;
        let page = buyer.get("/portal").await;
        page.shows(&["Changes since your last visit", "Since 31 Jan 2026, 12:00 UTC"]);
        let to = "→, now";
        let both = [
            "B|Product B|99,990.00|5 TO 0".replace("TO", to),
            "A|Product A|99,990.00 TO 399,990.00|5".replace("TO", to),
        ];
        let mut shown = rows(&page);
        shown.sort();
        assert_eq!(shown, [both[1].clone(), both[0].clone()], "{}", page.body);
        let section = "<a href=\"/portal/catalog/sections/1\"><bdi>Section 1</bdi></a>";
        assert!(page.has(section) && !page.has("Section 2"), "{}", page.body);
        // Until the next visit.
        buyer.get("/portal").await.shows(&["Changes since your last visit"]);
        let mut changes = rows(&buyer.get(CHANGES).await);
        changes.sort();
        assert_eq!(changes, [both[1].clone(), both[0].clone()]);
        restart(&portal);
        let page = buyer.get("/portal").await;
        let mut only_to = rows(&page);
        only_to.sort();
        assert_eq!(only_to, ["A|Product A|399,990.00|5", "B|Product B|99,990.00|0"], "old offers are gone");
        import(&portal, 2 * DAY, &[("A", 1, offer(500_000, 5))]);
        assert_eq!(rows(&buyer.get("/portal").await)[0], "A|Product A|499,990.00|5", "that of the visit is not known");
    }
}

#[actix_web::test]
async fn no_amount_of_another_level_and_none_of_a_hidden_price_is_among_the_changes() {
    for portal in portals() {
        let hidden = |first| Offer { hide_prices: true, ..offer(first, 5) };
        let on_sale = |first| Offer { sale: true, ..offer(first, 5) };
        import(&portal, 60, &[("A", 1, hidden(200_000)), ("B", 1, on_sale(200_000)), ("C", 2, hidden(200_000))]);
        import(&portal, 120, &[("A", 1, offer(300_000, 5)), ("B", 1, hidden(300_000)), ("C", 2, hidden(300_000))]);
        portal.clock.set(NOON.plus_seconds(180));
        for (person, language, own) in [("wholesaler", "en", "299,990"), ("buyer", "ru", "300\u{202f}000")] {
            let mut browser = Browser::of(&portal, person).await;
            browser.fill_in("/portal", "/portal/language", &[("language", language), ("next", "/portal")]).await;
            for path in ["/portal", CHANGES, "/portal/changes/2?since=2026-01-31T11%3A00%3A00Z"] {
                let page = browser.get(path).await;
                assert_eq!(page.status, 200, "{path}: {}", page.body);
                // A cost 100,000 at first, and costs 300,000 now; B and C are hidden now.
                let level = if person == "buyer" { 0 } else { -10 };
                let all =
                    [100_000, 200_000, 300_000].iter().flat_map(|first| [0, -10, -20, -30].map(|level| first + level));
                for amount in all.filter(|amount| ![100_000 + level, 300_000 + level].contains(amount)) {
                    let (thousands, rest) = (amount / 1_000, amount % 1_000);
                    for written in [",", "\u{202f}"].map(|separator| format!("{thousands}{separator}{rest:03}")) {
                        assert!(!page.has(&written), "{written} on {path} of {person}: {:?}", rows(&page));
                    }
                }
                assert_eq!(page.has(own), !path.contains("changes/2"), "{path}: {:?}", rows(&page));
            }
        }
    }
}

#[actix_web::test]
async fn an_administrator_reads_what_waits_and_programs_stand_behind_a_line_for_buyers() {
    for portal in portals() {
        let programs = |is_open: &str| format!("<details class=\"card\"{is_open}><summary>For programs</summary>");
        let admin = Browser::of(&portal, "admin").await.get("/portal").await;
        admin.shows(&[&programs(" open")]);
        admin.hides(&["Changes"]);
        let mut buyer = Browser::of(&portal, "buyer").await;
        buyer.get("/portal").await.shows(&[&programs("")]);
        let with_token = buyer.fill_in("/portal", "/portal/token", &[]).await;
        with_token.shows(&[&programs(" open"), "Your access token"]);
        let fields = [("name", "Shop"), ("days", "20"), ("format", "csv"), ("language", "en")];
        let list = "/portal/catalog/sections/1/price-list?available=true";
        assert_eq!(buyer.fill_in(list, list, &fields).await.status, 200);
        let page = buyer.get("/portal").await;
        page.shows(&["<bdi>Shop</bdi>: <a href=\"/portal/catalog/sections/1?available=true\">"]);
    }
}

#[actix_web::test]
async fn at_most_twenty_products_are_on_the_first_page_and_links_lead_to_the_others() {
    let portal = portals().next().unwrap();
    let names: Vec<String> = (0..25).map(|number| format!("N-{number}")).collect();
    let records = names.iter().map(|name| product_record(name, &[1]));
    ImportRun::of_records(records).commit(&*portal.store).unwrap();
    restart(&portal);
    let offers: Vec<_> = names.iter().map(|name| (&**name, 1, offer(100_000, 5))).collect();
    import(&portal, 60, &offers);
    portal.clock.set(NOON.plus_seconds(DAY));
    let mut buyer = Browser::of(&portal, "wholesaler").await;
    let page = buyer.get("/portal").await;
    assert_eq!(rows(&page).len(), 20);
    let since: Timestamp = NOON.plus_seconds(-6 * DAY);
    let all = format!("/portal/changes/1?since={}", catalog_app::text::iso_time(since).replace(':', "%3A"));
    page.shows(&["There are more changes in:", &format!("<a href=\"{all}\">")]);
    assert_eq!(rows(&buyer.get(&all).await).len(), 25);
}

#[actix_web::test]
async fn prices_are_not_called_unchanged_where_later_changes_fill_what_is_read() {
    let portal = portals().next().unwrap();
    import(&portal, 60, &[("A", 1, offer(200_000, 5))]);
    let content = ChangeKind::Upsert { content: true, commercial: false };
    let events = (0..=4_000).map(|_| event("A", &[1], content)).collect();
    ImportRun { at: NOON.plus_seconds(120), events, ..ImportRun::default() }.commit(&*portal.store).unwrap();
    restart(&portal);
    portal.clock.set(NOON.plus_seconds(DAY));
    let mut buyer = Browser::of(&portal, "wholesaler").await;
    for (path, says) in [("/portal", "There are more changes in:"), (CHANGES, "The latest changes are none of prices")]
    {
        let page = buyer.get(path).await;
        page.shows(&[says]);
        page.hides(&["No price and no stock has changed"]);
    }
}
