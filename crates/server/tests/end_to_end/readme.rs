//! What the README gives to paste works as it is printed.

use crate::support::{Outcome, Sandbox, documented};

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
