//! What the README gives to paste works as it is printed.

use crate::support::{Outcome, Sandbox, documented};
use catalog_testkit::program::all_installed_or_skipped;

#[test]
fn a_catalog_of_your_own_works_as_pasted() {
    let sandbox = Sandbox::new();
    let build = "cargo build --release\n";
    let pasted = documented("a catalog of your own");
    assert!(pasted.contains(build));
    // The tests have built the binary already. At the end the server, which must be there, is stopped.
    let script = format!(
        "exec > printed\n{}\nuntil grep -q '^listening on' ../printed; do kill -0 $!; sleep 0.1; done\nkill $!\nwait $!",
        pasted.replace(build, "")
    );
    let outcome = Outcome::from(sandbox.shell(&script).output().unwrap());
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let printed = std::fs::read_to_string(sandbox.path("printed")).unwrap();
    for expected in [r#""revision": 1, "changed": true"#, r#""revision": 2, "changed": true"#, "password"] {
        assert!(printed.contains(expected), "{expected}: {printed}");
    }
    assert!(sandbox.path("my-catalog/data/catalog.db").exists());
}

#[test]
fn a_spreadsheet_becomes_a_catalog_as_pasted() {
    if !all_installed_or_skipped(&["curl", "python3"]) {
        return;
    }
    let sandbox = Sandbox::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let page = std::fs::read_to_string(format!("{root}/docs/from-a-spreadsheet.md")).unwrap();
    let blocks: String =
        page.split("```sh\n").skip(1).filter_map(|rest| rest.split_once("```")).map(|(block, _)| block).collect();
    std::fs::create_dir_all(sandbox.path("docs")).unwrap();
    std::os::unix::fs::symlink(format!("{root}/docs/examples"), sandbox.path("docs/examples")).unwrap();
    // The server ends with the shell, even where a line before its end fails.
    let outcome =
        Outcome::from(sandbox.shell(&format!("trap 'kill $SERVER' EXIT\n{blocks}trap - EXIT")).output().unwrap());
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    for expected in ["Pumps: 2 products", r#""stock": 12"#, r#""price": 189.9"#, "true"] {
        assert!(outcome.stdout.contains(expected), "{expected}: {outcome:?}");
    }
    sandbox.write("wrong.csv", "number,name,group,price,stock\nPMP-1,N,G,5.10,3\nPMP-2,N,G,1 999,1\n");
    let wrong = sandbox.shell("python3 docs/examples/spreadsheet.py wrong.csv --host shop.example").output().unwrap();
    assert_eq!(
        Outcome::from(wrong).only_error(),
        "wrong.csv:3: the price is '1 999'; digits and at most 4 decimals are taken"
    );
}
