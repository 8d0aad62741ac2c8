//! The catalog, the users and the services that the tests ask.

use crate::details::FixedDetails;
use actix_web::web::Data;
use catalog_domain::account::{Account, AccountProfile, AccountStatus, login_key};
use catalog_domain::authentication::grant_for;
use catalog_domain::catalog::{Catalog, CatalogFacts, LogHead, Warehouse};
use catalog_domain::filter::{FilterDefinition, FilterValue, SharedFilterValue};
use catalog_domain::identifiers::{AccountId, CatalogRevision, FieldId, GroupId, ProductTypeId, SectionId, SourceId};
use catalog_domain::money::Money;
use catalog_domain::offer::{LevelPrice, Offer, Stock};
use catalog_domain::ports::{
    ChangeLog, ChangeLogBounds, MockAccountStore, MockClock, PasswordHasher, SigningSecret, TokenSigner,
};
use catalog_domain::price_level::PriceLevel;
use catalog_domain::product::Product;
use catalog_domain::product_type::{FeatureField, FeatureGroup, FeatureRole, ProductType};
use catalog_domain::section::Section;
use catalog_domain::timestamp::Timestamp;
use catalog_domain::url_group::{PageUrl, StorefrontHost};
use catalog_domain::vendor::Vendor;
use catalog_domain::viewer::Role;
use catalog_testkit::MemoryStore;
use credentials::{BcryptHasher, JwtSigner, SealedCursors, TokenKeys};
use http_common::{AccountDirectory, AttemptLimits, FeedServices, PasswordDesk, Services, SharedCatalog};
use std::sync::Arc;
use std::time::Duration;

/// 2026-01-31T10:00:00Z.
pub(crate) const NOW: Timestamp = Timestamp::from_unix_microseconds(1_769_853_600_000_000);

/// Everybody's password.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// Services over a known catalog, with users who have the names of their roles.
pub(crate) struct Fixture {
    pub(crate) services: Data<Services>,
    /// The store's parts of products.
    pub(crate) details: Arc<FixedDetails>,
    accounts: Vec<Account>,
}

impl Fixture {
    /// The usual catalog and users.
    pub(crate) fn new() -> Self {
        Self::with_facts(facts())
    }

    /// The usual users before another catalog.
    pub(crate) fn with_facts(facts: CatalogFacts) -> Self {
        let accounts = accounts();
        let store = store_of(accounts.clone());
        Self::assemble(facts, accounts, store)
    }

    /// The usual catalog before a given account store.
    pub(crate) fn with_store(store: MockAccountStore) -> Self {
        Self::assemble(facts(), accounts(), store)
    }

    /// The usual catalog and users with a log of changes, whose events are held back for `settle`.
    pub(crate) fn with_feed(head: LogHead, feed: FeedServices, settle: Duration) -> Self {
        let accounts = accounts();
        let store = store_of(accounts.clone());
        Self::assemble_with_feed(CatalogFacts { log_head: head, ..facts() }, accounts, store, (feed, settle))
    }

    fn assemble(facts: CatalogFacts, accounts: Vec<Account>, store: MockAccountStore) -> Self {
        let feed = feed_of(Arc::new(MemoryStore::new()));
        Self::assemble_with_feed(facts, accounts, store, (feed, Duration::ZERO))
    }

    fn assemble_with_feed(
        facts: CatalogFacts,
        accounts: Vec<Account>,
        store: MockAccountStore,
        (feed, settle): (FeedServices, Duration),
    ) -> Self {
        let details = Arc::new(FixedDetails::of(&facts));
        let store = Arc::new(store);
        let mut clock = MockClock::new();
        clock.expect_now().return_const(NOW);
        let clock = Arc::new(clock);
        let services = Services {
            catalog: Arc::new(SharedCatalog::new(Catalog::build(facts, storefront()), settle, clock.clone())),
            product_details: details.clone(),
            feed,
            accounts: Arc::new(AccountDirectory::new(store.clone())),
            account_store: store,
            passwords: Arc::new(BcryptHasher::new(4).unwrap()),
            password_desk: PasswordDesk::new(1),
            attempts: AttemptLimits::default(),
            tokens: Arc::new(signer()),
            clock,
        };
        Self { services: Data::new(services), accounts, details }
    }

    /// The `Authorization` header of a user.
    pub(crate) fn bearer(&self, user: &str) -> String {
        self.bearer_issued_at(user, NOW)
    }

    /// The same with a token from another time.
    pub(crate) fn bearer_issued_at(&self, user: &str, at: Timestamp) -> String {
        let email = format!("{user}@shop.example");
        let account = self.accounts.iter().find(|account| account.profile.email == email).unwrap();
        format!("Bearer {}", signer().issue(grant_for(account), at).unwrap().text)
    }
}

fn signer() -> JwtSigner {
    JwtSigner::new(&keys(), 86_400)
}

fn keys() -> TokenKeys {
    TokenKeys { current: SigningSecret::new(vec![7; 32]).unwrap(), previous: None }
}

/// A log of changes that is kept for 90 days.
pub(crate) fn feed_of<L: ChangeLog + ChangeLogBounds + 'static>(log: Arc<L>) -> FeedServices {
    FeedServices {
        events: log.clone(),
        bounds: log,
        cursors: Arc::new(SealedCursors::new(&keys())),
        retention_days: 90,
    }
}

pub(crate) fn storefront() -> StorefrontHost {
    StorefrontHost::parse("storefront.example").unwrap()
}

fn store_of(accounts: Vec<Account>) -> MockAccountStore {
    let mut store = MockAccountStore::new();
    let all = accounts.clone();
    store.expect_find().returning(move |id| Ok(all.iter().find(|account| account.id == id).cloned()));
    store.expect_find_by_login().returning(move |login| {
        let matches = |account: &&Account| login_key(&account.profile.email) == login_key(login);
        Ok(accounts.iter().find(matches).cloned())
    });
    store
}

fn accounts() -> Vec<Account> {
    use AccountStatus::{Active, Disabled, Pending};
    let hash = BcryptHasher::new(4).unwrap().hash(PASSWORD).unwrap();
    let account = |id, name: &str, role, status, level: &str, configurator_access| Account {
        id: AccountId(id),
        profile: AccountProfile {
            email: format!("{name}@shop.example"),
            name: name.into(),
            company: "Shop Ltd".into(),
            phone: None,
            comment: None,
            role,
            status,
            price_level: PriceLevel::new(level),
            configurator_access,
        },
        password_hash: hash.clone(),
        token_generation: 0,
        created_at: NOW,
        updated_at: NOW,
    };
    vec![
        account(1, "admin", Role::Administrator, Active, "Розн", false),
        account(2, "wholesaler", Role::User, Active, "Опт", false),
        account(3, "retailer", Role::User, Active, "Розн", false),
        account(4, "builder", Role::User, Active, "Опт", true),
        account(5, "disabled", Role::User, Disabled, "Опт", false),
        account(6, "pending", Role::User, Pending, "Опт", false),
    ]
}

/// A section; `path` is an absolute URL, or a path on the storefront, or empty for none.
pub(crate) fn section(id: i64, parent: Option<i64>, name: &str, sort_order: i64, path: &str) -> Section {
    let url = if path.starts_with('/') { format!("https://storefront.example{path}") } else { path.into() };
    Section {
        id: SectionId(id),
        source_id: Some(SourceId(id + 50_000)),
        parent: parent.map(SectionId),
        name: name.into(),
        url: PageUrl::parse(&url).ok(),
        is_active: true,
        is_service: false,
        sort_order,
        filter_index: None,
        filters: Vec::new(),
        synced_at: NOW,
    }
}

/// A product without vendor, prices and stock.
pub(crate) fn product(stock_number: &str, name: &str, sections: &[i64]) -> Product {
    Product {
        stock_number: stock_number.into(),
        source_id: SourceId(stock_number.bytes().map(i64::from).sum()),
        name: name.into(),
        full_name: format!("{name}, full").into(),
        url: None,
        type_id: ProductTypeId(1),
        vendor: None,
        sections: sections.iter().copied().map(SectionId).collect(),
        primary_section: None,
        preview: None,
        offer: Offer::default(),
        filter_values: Box::default(),
        has_configurator: false,
        content_updated_at: NOW,
        commercial_updated_at: NOW,
    }
}

fn money(text: &str) -> Option<Money> {
    Some(Money::parse(text).unwrap())
}

fn offer(retail: &str, wholesale: &str, special: &str, stock: &[(&str, i64)]) -> Offer {
    let level = |name, price| LevelPrice { level: PriceLevel::new(name), price: money(price) };
    let stock = stock.iter().map(|(warehouse, quantity)| Stock { warehouse: (*warehouse).into(), quantity: *quantity });
    Offer {
        retail: money(retail),
        levels: Box::new([level("Опт", wholesale), level("Дилер", "80006.0606")]),
        special: money(special),
        stock: stock.collect(),
        ..Offer::default()
    }
}

fn vendor(id: &str, name: &str) -> Option<Arc<Vendor>> {
    Some(Arc::new(Vendor { id: id.into(), name: name.into() }))
}

/// Pumps (100), which has two filters, holds Submersible (120), Centrifugal (110) and, below a section of another host, Fire (131). Empty (200)
/// has no product. What is below an inactive or a service section is not public.
pub(crate) fn facts() -> CatalogFacts {
    let mut inactive = section(140, Some(100), "Old", 4, "/pumps/old/");
    inactive.is_active = false;
    let mut service = section(300, None, "Archive", 3, "/archive/");
    service.is_service = true;
    let sections = vec![
        with_filters(section(100, None, "Pumps", 1, "/pumps/"), &["material", "colour"]),
        section(110, Some(100), "Centrifugal", 2, "/pumps/centrifugal/"),
        section(120, Some(100), "Submersible", 1, "/pumps/submersible/"),
        section(130, Some(100), "Foreign", 3, "https://other.example/x"),
        section(131, Some(130), "Fire", 3, "/pumps/fire/"),
        inactive,
        section(141, Some(140), "Older", 1, "/pumps/old/older/"),
        section(150, Some(100), "Nowhere", 5, ""),
        section(200, None, "Empty", 2, "/empty/"),
        service,
    ];
    CatalogFacts {
        revision: CatalogRevision(42),
        log_head: LogHead::default(),
        sections: sections.into_iter().map(Arc::new).collect(),
        products: products().into_iter().map(Arc::new).collect(),
        price_levels: vec![PriceLevel::new("Опт"), PriceLevel::new("Дилер")],
        warehouses: vec![
            Warehouse { id: "msk".into(), name: "Moscow".into() },
            Warehouse { id: "spb".into(), name: "Petersburg".into() },
        ],
        product_types: vec![pump_type()],
    }
}

/// The amounts that nobody but an administrator may see: a hidden product's, and other levels' than the user's own.
pub(crate) const ADMINISTRATORS_AMOUNTS: [&str; 6] =
    ["70001.0101", "70002.0202", "70003.0303", "70004.0404", "70005.0505", "80006.0606"];

fn products() -> Vec<Product> {
    let sold = Product {
        url: PageUrl::parse("https://storefront.example/pumps/alpha/").ok(),
        vendor: vendor("acme", "Acme "),
        preview: Some("https://storefront.example/alpha.jpg".into()),
        offer: Offer { sale: true, shipping: 3, ..offer("1999.9", "1799", "1500", &[("spb", 2), ("msk", 5)]) },
        has_configurator: true,
        filter_values: Box::new([
            filter_value("material", "Cast iron", "iron:cast", &[100, 130]),
            filter_value("material", "Steel", "steel", &[100]),
            filter_value("size", "Large", "large", &[130, 140]),
        ]),
        content_updated_at: NOW.plus_seconds(-10),
        ..product("P-1", "Alpha pump", &[110])
    };
    let hidden = Product {
        vendor: vendor("acme", "Acme"),
        primary_section: Some(SectionId(120)),
        offer: Offer { hide_prices: true, ..offer("70001.0101", "70002.0202", "70003.0303", &[("msk", 0)]) },
        has_configurator: true,
        filter_values: Box::new([filter_value("material", "Steel", "steel", &[100, 120])]),
        content_updated_at: NOW.plus_seconds(-5),
        ..product("P-2", "beta pump", &[110, 120])
    };
    let unpriced = Product {
        vendor: vendor("zeta", "Zeta"),
        offer: offer("0", "0", "0", &[("spb", 1)]),
        ..product("P-4", "Gamma pump", &[120])
    };
    vec![
        sold,
        hidden,
        product("A/B+C 3%", "Delta pump", &[131]),
        unpriced,
        product("P-5", "Invisible pump", &[141, 130]),
    ]
}

fn with_filters(section: Section, uids: &[&str]) -> Section {
    let filter = |uid: &&str| FilterDefinition {
        uid: (*uid).into(),
        name: format!("i18n::{uid}").into(),
        group_name: "Design".into(),
        group_ids: Vec::new(),
        field_ids: Vec::new(),
        type_ids: Vec::new(),
        data_type: "relation".into(),
        is_multiple: true,
        main_filter: false,
        hidden: false,
    };
    Section { filters: uids.iter().map(filter).collect(), ..section }
}

fn filter_value(uid: &str, value: &str, key: &str, sections: &[i64]) -> SharedFilterValue {
    SharedFilterValue::from(FilterValue {
        field_id: FieldId(1),
        uid: uid.into(),
        value: value.into(),
        key: key.into(),
        sections: sections.iter().copied().map(SectionId).collect(),
    })
}

/// Group 2 stands before group 1; field 4 is nobody's business.
fn pump_type() -> ProductType {
    let field = |id, ord, role| FeatureField {
        id: FieldId(id),
        uid: format!("f{id}").into(),
        name: format!("Field {id}").into(),
        ord,
        role,
        data_type: "string".into(),
        in_filter: false,
        in_search: false,
        is_multiple: true,
        guide_id: None,
        main_filter: false,
        hidden: false,
        base_property: false,
        analog: false,
    };
    let group = |id, ord, role, fields| FeatureGroup {
        id: GroupId(id),
        uid: format!("g{id}").into(),
        name: format!("Group {id}").into(),
        ord,
        role,
        fields,
    };
    use FeatureRole::{Feature, Price, Service, Warranty};
    let groups = vec![
        group(1, 2, Feature, vec![field(1, 2, Feature), field(2, 1, Feature), field(4, 0, Price)]),
        group(2, 1, Service, vec![field(3, 1, Warranty)]),
    ];
    ProductType { id: ProductTypeId(1), name: "Pump".into(), groups }
}
