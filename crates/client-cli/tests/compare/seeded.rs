//! Each seeded difference is found and named, among all others and without any of them, and nothing else is.

use crate::comparison::{Comparison, Report};
use crate::site::{Site, edits};

/// The name of a difference; the edits of the new system; what every difference that is found is about, by the
/// beginnings of identities; and path and kind of each, all of which have to be found. `.` is no path, and `*` at the
/// end of one matches any rest. An indented line goes on with the one above. No two are about the same value.
const SEEDED: &str = "
    a name | 174 /name 'Another' | item 174 | name value
    a full name | 174 /fullName 'Another' | item 174 | fullName.value value
    a vendor is lost | 175 /vendor null | item 175 | vendor missing
    a vendor's trailing blank | 174 /vendor 'Acme' | item 174 | vendor.value value
    a vendor is new | /api/v1/get/items?id_list=174* ./3/vendor {'name':'x','uid':'x','field_id':5,'value':'new'}
        | item 178 | vendor extra
    a description | 174 /description 'x' | item 174 | description.value value
    a description is lost | 177 /description '' | item 177 | description missing
    a path | ITEM/174 ./url '/another/' | item 174 | url value
    a path is lost | /api/v1/get/items/by-stock* ./0/url '' | item 174 | url missing
    a preview | 174 /previewPhoto 'x.jpg' | item 174 | previewPhoto.value value
    a photo | 174 /photos/1 'y.jpg' | item 174 | photos.value[* missing, photos.value[* extra
    a photo is lost | 175 /photos/1 - | item 175 | photos.value[* missing
    all photos are lost | 177 /photos [] | item 177 | photos missing
    a feature | 174 /features/f2/value 'd' | item 174 | features.f2.value value
    all features are lost | 178 /features {} | item 178 | features missing
    a feature is new | 175 /features/f9 {'name':'x','uid':'x','field_id':9,'value':'x'} | item 175 | features.f9 extra
    one of several values | 174 /features/f1/value/0 'z'
        | item 174 | features.f1.value[* missing, features.f1.value[* extra
    the name of a feature | 175 /features/f2/name 'P'; META ./featureSchema/fields/2/name 'P'
        | item 175, section 50100 | features.f2.name value, featureSchema.fields.2.name value
    a price | 174 /price '1.75' | item 174 | price.value price, price price
    the last digits | 175 /price '0.0000001' | item 175 | price.value price, price price
    the price of an option | ITEM/174/configurator ./groups/0/options/0/price 41
        | item 174 | groups[motor].options[m5].price price
    a configurator is lost | ITEM/175/configurator . {}; ITEM/175/configurator /body/message 'none'
        | item 175 | . missing, message value
    a quantity | 174 /inStock '77'; 174 /warehouses/0/quantity 76
        | item 174 | inStock stock, inStock.value stock, warehouses[msk]* stock, warehouses.value[msk]* stock
    a warehouse is new | 177 /warehouses/1 {'id':'c','name':'C','quantity':1}
        | item 177 | warehouses[c] extra, warehouses.value[c] extra
    all warehouses are lost | 175 /warehouses [] | item 175 | warehouses missing
    on its way | 177 /shipping '9' | item 177 | shipping stock, shipping.value stock
    the title of a document | 174 /documentation/0/title 'X'; ITEM/174/documentation ./0/title 'X'
        | item 174 | documentation[* value, [* value
    a document is lost | 175 /documentation []; ITEM/175/documentation . []
        | item 175 | documentation missing, . missing
    a stock number | 177 /stockNumber 'N' | item 177 | stockNumber value, stockNumber.value value
    a product is lost | ITEM/178 . {}; ITEM/178 /body/message 'none' | item 178 | . missing, message value
    a product is new | /api/v1/get/items?id_list=174* ./5 {'id':91000,'stockNumber':'N'} | item 91000 | . extra
    the name of a section | META ./section/name 'New'; TREE ./0/name 'New'
        | section 50100 | name value, section.name value
    a section is lost | TREE ./1 - | section 50200 | . missing
    a section is elsewhere | TREE ./0/subSections/0 -; TREE ./0/subSections/1/subSections/1 {'id':50120,'name':'x'}
        | section 50120 | parent value, name value
    the order of sections | TREE ./0/subSections ~ | section 50100 | subSections order
    a filter | META ./filters/0/name 'New' | section 50100 | filters[material].name value
    the count of a filter value | META ./filters/0/values/0/count 99
        | section 50100 | filters[material].values[* value
    the index of a section | META ./filterValuesSource 'pumps_v2' | section 50100 | filterValuesSource extra
    the order of vendors | /api/v1/get/vendors/for/50100 . ~ | section 50100 | . order
    the order of a batch | /api/v1/get/items/documentation?id_list=174* . ~
        | /api/v1/get/items/documentation? | data order
    a status | ITEM/177/availability /status 403 | item 177 | . status
    a refusal | ITEM/408 /body {'status':false,'data':{},'error':{'code':403,'name':'X'},'message':''}
        | item 408 | status status, error.code status
    a body that is none | ITEM/408/documentation /body null | item 408 | . shape
    a number as a text | ITEM/408/availability ./id '408' | item 408 | id shape
    the price level | /auth/check ./priceLevel 'Розн' | the account | priceLevel value
";

struct Seeded {
    name: &'static str,
    edits: &'static str,
    about: Vec<&'static str>,
    /// Path and kind.
    expected: Vec<(&'static str, &'static str)>,
}

fn seeded() -> Vec<Seeded> {
    let columns = SEEDED.split(['\n', '|']).map(str::trim).filter(|column| !column.is_empty());
    let columns: Vec<&str> = columns.collect();
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
    let (old, new) = (Site::usual(), Site::usual());
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
    assert!(page.contains("The systems differ.") && !page.contains("<p>All"), "{page}");
}

#[test]
fn the_service_is_equal_to_itself_and_two_reports_of_it_are_the_same() {
    let site = Site::usual();
    let comparison = Comparison::between(&site, &site, "");
    let report = comparison.report(&[]);
    assert_eq!(report.counting(), Vec::<[&str; 3]>::new());
    let summary = &report.summary;
    assert!(summary["compared"].as_u64() > Some(100) && summary["share"] == "100.00 %", "{summary}");
    let requested = site.targets().len();
    assert_eq!(report.files, comparison.report(&["--resume"]).files);
    assert_eq!(site.targets().len(), requested, "everything was read");
    assert_eq!(report.files, Comparison::between(&site, &site, "").report(&[]).files);
}
