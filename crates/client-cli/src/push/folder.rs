//! `--folder`: pushes what lies in a folder in the order of names, and moves each file where it belongs.

use super::import::Pushed;
use super::input::unpacked_name;
use crate::Completion;
use crate::output::print_error;
use anyhow::Context;
use catalog_client::ImportReport;
use safe_output::private_files;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use time::OffsetDateTime;

/// The ends of names that are imported, in any case, but for `.gz` and `.zst`. A file has another name, or a dot before
/// it, until it is whole.
const ENDS: [&str; 2] = [".ndjson", ".csv"];

/// How many bytes of a name are left behind a time and before `.problems`; systems take 255 together.
const LONGEST_NAME: usize = 200;

/// Pushes each file. One that was imported goes to `done/`, a rejected one to `failed/` with its problems beside it. In
/// a dry run all stay, and problems are printed.
///
/// # Errors
/// When one could neither be imported nor rejected: it and all after it stay.
pub(super) fn push_all(
    folder: &Path,
    is_dry_run: bool,
    push: impl Fn(&str) -> anyhow::Result<Pushed>,
    print: impl Fn(&ImportReport) -> anyhow::Result<()>,
) -> anyhow::Result<Completion> {
    let mut completion = Completion::Done;
    for name in names(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = folder.join(&name);
        let pushed = match (name.to_str(), path.to_str()) {
            (None, _) => Ok(Pushed::Rejected(vec!["its name is not UTF-8".to_owned()])),
            _ if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) => {
                Ok(Pushed::Rejected(vec!["it is not a file".to_owned()]))
            }
            (_, path) => push(path.with_context(|| format!("{} is not UTF-8", folder.display()))?),
        };
        match pushed.with_context(|| format!("{} stays", path.display()))? {
            Pushed::Done(report) => {
                if !is_dry_run {
                    move_file(&path, &free_name(folder, "done", &name)?)?;
                }
                print(&report)?;
            }
            Pushed::Rejected(problems) if is_dry_run => {
                problems.iter().for_each(|problem| print_error(problem));
                print_error(&format!("catalog-client: {} would be rejected", path.display()));
                completion = Completion::Rejected;
            }
            Pushed::Rejected(problems) => {
                let target = free_name(folder, "failed", &name)?;
                let beside = PathBuf::from(format!("{}.problems", target.display()));
                let written =
                    private_files::create(&beside).and_then(|mut file| writeln!(file, "{}", problems.join("\n")));
                written.with_context(|| format!("cannot write {}", beside.display()))?;
                move_file(&path, &target)?;
                print_error(&format!("catalog-client: {} was rejected: see {}", path.display(), beside.display()));
                completion = Completion::Rejected;
            }
        }
    }
    Ok(completion)
}

/// The names of what is to be imported, in their order.
fn names(folder: &Path) -> anyhow::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?.file_name();
        let name = unpacked_name(&entry.to_string_lossy());
        if !name.starts_with('.') && ENDS.iter().any(|end| name.ends_with(end)) {
            names.push(entry);
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// A path that is free: the time, and the end of the name, so that both fit into a name.
fn free_name(folder: &Path, below: &str, name: &OsStr) -> anyhow::Result<PathBuf> {
    let name = name.to_string_lossy();
    let name = &name[name.ceil_char_boundary(name.len().saturating_sub(LONGEST_NAME))..];
    #[expect(clippy::disallowed_methods, reason = "a name of a file: no rule depends on it")]
    let now = OffsetDateTime::now_utc();
    let (date, time) =
        (now.year() * 10_000 + i32::from(u8::from(now.month())) * 100 + i32::from(now.day()), now.time());
    let stamp = format!("{date}T{:02}{:02}{:02}Z", time.hour(), time.minute(), time.second());
    let folder = folder.join(below);
    private_files::create_folder(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let is_free = |target: &PathBuf| fs::symlink_metadata(target).is_err();
    let mut numbered = (2..).map(|number| folder.join(format!("{stamp}.{number}-{name}")));
    let first = folder.join(format!("{stamp}-{name}"));
    Ok(if is_free(&first) { first } else { numbered.find(is_free).unwrap_or_default() })
}

fn move_file(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::rename(from, to)
        .with_context(|| format!("{} is imported and cannot be moved to {}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;

    #[test]
    fn files_are_pushed_in_the_order_of_names_whatever_these_are_and_none_replaces_another() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), name).unwrap();
        for name in [
            "b 1.NDJSON",
            "-a.ndjson.gz",
            "c.ndjson.ZST",
            "d.ndjson.new",
            ".e.ndjson",
            "bad\n.ndjson",
            "p.CSV",
            "q.csv.gz",
            "r.csv.new",
        ] {
            write(name);
        }
        fs::create_dir(folder.path().join("f.ndjson")).unwrap();
        let pushed = RefCell::new(Vec::new());
        let push = |path: &str| {
            let name = Path::new(path).file_name().unwrap().to_str().unwrap().to_owned();
            pushed.borrow_mut().push(name.clone());
            Ok(if name.starts_with("bad") {
                Pushed::Rejected(vec!["line 1".into()])
            } else {
                Pushed::Done(Box::default())
            })
        };
        let before = names(folder.path()).unwrap();
        assert!(matches!(push_all(folder.path(), true, push, |_| Ok(())).unwrap(), Completion::Rejected));
        assert_eq!(names(folder.path()).unwrap(), before, "a dry run moves nothing");
        assert_eq!(pushed.take().len(), 6);
        assert!(matches!(push_all(folder.path(), false, push, |_| Ok(())).unwrap(), Completion::Rejected));
        assert_eq!(pushed.take(), ["-a.ndjson.gz", "b 1.NDJSON", "bad\n.ndjson", "c.ndjson.ZST", "p.CSV", "q.csv.gz"]);
        for _ in 0..3 {
            write("c.ndjson.ZST");
            assert!(matches!(push_all(folder.path(), false, push, |_| Ok(())).unwrap(), Completion::Done));
        }
        let count = |name: &str| fs::read_dir(folder.path().join(name)).unwrap().count();
        assert_eq!((count("done"), count("failed")), (8, 4));
        let problems = fs::read_dir(folder.path().join("failed")).unwrap().map(|entry| entry.unwrap().path());
        let problems = problems.filter(|path| path.extension().is_some_and(|end| end == "problems"));
        assert_eq!(
            problems.map(|path| fs::read_to_string(path).unwrap()).collect::<BTreeSet<_>>(),
            ["it is not a file\n", "line 1\n"].map(Into::into).into()
        );
    }

    #[test]
    fn the_unit_of_systemd_waits_for_the_names_that_are_pushed() {
        const UNIT: &str = include_str!("../../../../docs/deployment/catalog-import.path");
        let folder = tempfile::tempdir().unwrap();
        for (end, packing) in
            ENDS.iter().flat_map(|end| ["", ".gz", ".zst", ".bz2", ".new"].map(|packing| (end, packing)))
        {
            for name in [format!("a b{end}{packing}"), format!("C{end}{packing}").to_uppercase(), format!(".d{end}")] {
                fs::write(folder.path().join(name), "").unwrap();
            }
        }
        let globs = UNIT.lines().filter_map(|line| line.strip_prefix("PathExistsGlob=/var/lib/catalog-import/"));
        let list = format!(
            r#"for name in {}; do if [ -e "$name" ]; then printf '%s\n' "$name"; fi; done"#,
            globs.collect::<Vec<_>>().join(" ")
        );
        let listed = Command::new("sh").args(["-c", &list]).current_dir(folder.path()).output().unwrap();
        let listed = String::from_utf8(listed.stdout).unwrap();
        let mut listed: Vec<OsString> = listed.lines().map(Into::into).collect();
        listed.sort_unstable();
        assert_eq!(listed, names(folder.path()).unwrap());
        assert_eq!(listed.len(), 12, "{listed:?}");
    }

    #[test]
    fn a_name_that_is_not_utf_8_or_too_long_to_be_moved_stops_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let long = format!("{}.ndjson", "я".repeat(124));
        for name in [OsStr::from_bytes(b"\xff.ndjson"), OsStr::new(&long), OsStr::new("z.ndjson")] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let pushed = RefCell::new(0);
        let push = |_: &str| {
            *pushed.borrow_mut() += 1;
            Ok(Pushed::Done(Box::default()))
        };
        assert!(matches!(push_all(folder.path(), false, push, |_| Ok(())).unwrap(), Completion::Rejected));
        let count = |name: &str| fs::read_dir(folder.path().join(name)).unwrap().count();
        assert_eq!((count("done"), count("failed"), pushed.take()), (2, 2, 2));
        assert!(names(folder.path()).unwrap().is_empty());
    }

    #[test]
    fn what_can_neither_be_imported_nor_rejected_stays_with_all_after_it() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["1.ndjson", "2.ndjson"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let pushed = push_all(folder.path(), false, |_| anyhow::bail!("the server is away"), |_| Ok(()));
        assert!(format!("{:#}", pushed.err().unwrap()).contains("1.ndjson stays: the server is away"));
        assert_eq!(names(folder.path()).unwrap(), ["1.ndjson", "2.ndjson"]);
    }
}
