//! Each seeded difference is found and named, among all others and without any of them, and nothing else is.

use crate::catalog::usual;
use crate::comparison::{Comparison, Report};
use crate::edits::edits;
use crate::site::Site;

/// How many products: enough for every difference.
const PRODUCTS: i64 = 70;

/// The name of a difference; the edits of the new system; what every difference that is found is about, by the
/// beginnings of identities; and path and kind of each, all of which have to be found. `.` is no path, and `*` at the
/// end of one matches any rest. An indented line goes on with the one above. No two are about the same value.
const SEEDED: &str = "
    a name | 90060 /name = 'Another' | item 90060 | name value
    a full name | 90060 /fullName = 'Another' | item 90060 | fullName.value value
    a vendor is lost | 90061 /vendor = null | item 90061 | vendor missing
    a vendor's trailing blank | 90062 /vendor = 'Acme' | item 90062 | vendor.value value
    a description | 90060 /description = 'x' | item 90060 | description.value value
    a description is lost | 90004 /description = '' | item 90004 | description missing
    a description is new | 90003 /description := {'name':'x','uid':'description','field_id':5,'value':'new'}
        | item 90003 | description extra
    a path | 90060 /url = '/another/' | item 90060 | url value
    a path is lost | 90007 /url = '' | item 90007 | url missing
    a preview | 90060 /previewPhoto = 'x.jpg' | item 90060 | previewPhoto.value value
    a photo | 90060 /photos/1 = 'y.jpg' | item 90060 | photos.value[* missing, photos.value[* extra
    a photo is lost | 90006 /photos - 2 | item 90006 | photos.value[* missing
    all photos are lost | 90009 /photos = [] | item 90009 | photos missing
    a feature | 90060 /features/power/value = '61 kW' | item 90060 | features.power.value value
    the only feature is lost | 90005 /features = {} | item 90005 | features missing
    one of several values | 90060 /features/color/value/0 = 'green'
        | item 90060 | features.color.value[* missing, features.color.value[* extra
    the name of a feature | 90064 /features/power/name = 'P'; META /data/featureSchema/fields/100/name = 'P'
        | item 90064, section 100002 | features.power.name value, featureSchema.fields.100.name value
    a price | 90001 /price = '1.75' | item 90001 | price.value price, price price
    the last digits | 90002 /price = '300.2500001' | item 90002 | price.value price, price price
    the price of an option | ITEM/90031/configurator /data/groups/0/options/0/price = 41
        | item 90031 | groups[motor].options[m5].price price
    a configurator is lost | ITEM/90041/configurator /data = {}; ITEM/90041/configurator /message = 'none'
        | item 90041 | . missing, message value
    a quantity | 90010 /inStock = '77'; 90010 /warehouses/0/quantity = 76
        | item 90010 | inStock stock, inStock.value stock, warehouses[a]* stock, warehouses.value[a]* stock
    a warehouse is new | 90013 /warehouses + {'id':'c','name':'C','quantity':1}
        | item 90013 | warehouses[c] extra, warehouses.value[c] extra
    all warehouses are lost | 90015 /warehouses = [] | item 90015 | warehouses missing
    on its way | 90016 /shipping = '9' | item 90016 | shipping stock, shipping.value stock
    the title of a document | 90060 /documentation/0/title = 'X'; ITEM/90060/documentation /data/0/title = 'X'
        | item 90060 | documentation[* value, [* value
    a document is lost | 90006 /documentation = []; ITEM/90006/documentation /data = []
        | item 90006 | documentation missing, . missing
    a stock number | 90017 /stockNumber = 'N' | item 90017 | stockNumber value, stockNumber.value value
    a product is lost | 90019 . x | item 90019 | . missing, message value
    a product is new | /api/v1/get/items?id_list=90000* /data + {'id':91000,'stockNumber':'N'} | item 91000 | . extra
    the name of a section | META /data/section/name = 'New'; TREE /data/0/subSections/0/name = 'New'
        | section 100002 | name value, section.name value
    a section is lost | TREE /data/1/subSections - 1 | section 100006 | . missing
    a section is elsewhere | TREE /data/1/subSections - 0; TREE /data + {'id':100005,'name':'Seals'}
        | section 100005 | parent value
    the order of sections | TREE /data/0/subSections ~ | section 100001 | subSections order
    a filter | META /data/filters/0/name = 'New' | section 100002 | filters[power].name value
    the count of a filter value | META /data/filters/0/values/0/count = 99
        | section 100002 | filters[power].values[* value
    the index of a section | META /data/filterValuesSource := 'pumps_v2' | section 100002 | filterValuesSource extra
    the order of vendors | /api/v1/get/vendors/for/100004 /data ~ | section 100004 | . order
    the order of a batch | /api/v1/get/items/documentation?id_list=90000* /data ~
        | /api/v1/get/items/documentation? | data order
    a status | ITEM/90020/availability . ! 403 | item 90020 | . status
    a refusal | ITEM/90033 . = {'status':false,'data':{},'error':{'code':403,'name':'X'},'message':''}
        | item 90033 | status status, error.code status
    a number as a text | ITEM/90040 /data/id = '90040' | item 90040 | id shape
    the price level | /auth/check /data/priceLevel = 'Розн' | the account | priceLevel value
";

struct Seeded {
    name: &'static str,
    edits: &'static str,
    about: Vec<&'static str>,
    /// Path and kind.
    expected: Vec<(&'static str, &'static str)>,
}

fn seeded() -> Vec<Seeded> {
    let columns: Vec<&str> = SEEDED.split(['\n', '|']).map(str::trim).filter(|column| !column.is_empty()).collect();
    let row = |row: &[&'static str]| {
        let expected = row[3].split(", ").map(|expected| expected.rsplit_once(' ').unwrap());
        let expected = expected.map(|(path, kind)| (path.trim_start_matches('.'), kind));
        let about = row[2].split(", ").collect();
        Seeded { name: row[0], edits: row[1], about, expected: expected.collect() }
    };
    columns.chunks(4).map(row).collect()
}

/// All that is expected is found, and nothing else.
fn assert_found(report: &Report, seeded: &[&Seeded]) {
    let found = report.counting();
    let is_reason =
        |Seeded { about, .. }: &Seeded, (pattern, of): &(&str, &str), [identity, path, kind]: &[&str; 3]| {
            let fits = pattern.strip_suffix('*').map_or(pattern == path, |start| path.starts_with(start));
            fits && of == kind && about.iter().any(|about| identity.starts_with(about))
        };
    for seeded in seeded {
        for expected in &seeded.expected {
            let is_found = found.iter().any(|found| is_reason(seeded, expected, found));
            assert!(is_found, "{}: no {expected:?} in {found:#?}", seeded.name);
        }
    }
    for found in found {
        let is_expected = |seeded: &&Seeded| seeded.expected.iter().any(|expected| is_reason(seeded, expected, &found));
        let names: Vec<&str> = seeded.iter().map(|seeded| seeded.name).collect();
        assert!(seeded.iter().any(is_expected), "{names:?} is no reason for {found:?}");
    }
}

#[test]
fn each_seeded_difference_is_found_and_named_and_nothing_else_is() {
    let (old, new) = (Site::of(&usual(PRODUCTS)), Site::of(&usual(PRODUCTS)));
    let seeded = seeded();
    let find = |group: Vec<&Seeded>| {
        new.change(edits(&group.iter().map(|seeded| seeded.edits).collect::<Vec<_>>().join("; ")));
        let report = Comparison::between(&old, &new, "").report(&[]);
        assert_found(&report, &group);
        report
    };
    // Of any two, some group has the first and not the second, because their numbers differ in a binary digit.
    for digit in 0..usize::BITS - seeded.len().leading_zeros() {
        for value in [0, 1] {
            let numbered = seeded.iter().enumerate();
            find(numbered.filter(|(number, _)| number >> digit & 1 == value).map(|(_, seeded)| seeded).collect());
        }
    }
    let report = find(seeded.iter().collect());
    let kinds: Vec<&String> = report.summary["kinds"].as_object().unwrap().keys().collect();
    assert_eq!(kinds, ["extra", "missing", "order", "price", "shape", "status", "stock", "value"]);
    let page = &report.files[2];
    assert!(page.contains("The systems differ.") && !page.contains("Valves <&>"), "{page}");
}

#[test]
fn the_service_is_equal_to_itself_and_two_reports_of_it_are_the_same() {
    let site = Site::of(&usual(PRODUCTS));
    let comparison = Comparison::between(&site, &site, "");
    let report = comparison.report(&[]);
    assert_eq!(report.counting(), Vec::<[&str; 3]>::new());
    let summary = &report.summary;
    assert!(summary["compared"].as_u64() > Some(500) && summary["share"] == "100.00 %", "{summary}");
    let requested = site.targets().len();
    assert_eq!(report.files, comparison.report(&["--resume"]).files);
    assert_eq!(site.targets().len(), requested, "everything was read");
    assert_eq!(report.files, Comparison::between(&site, &site, "").report(&[]).files);
}
