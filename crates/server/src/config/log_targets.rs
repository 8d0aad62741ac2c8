//! The names that a log filter may use. A misspelt level is, in the filter's syntax, a target without any log lines: it
//! would silence everything, the audit log included.

const LOCK_FILE: &str = include_str!("../../../../Cargo.lock");

/// Targets that are not crates: the program itself, whose package has another name, and explicit targets.
const OWN_TARGETS: [&str; 3] = ["catalog", "audit", "v1"];

const LEVELS: [&str; 12] = ["off", "error", "warn", "info", "debug", "trace", "0", "1", "2", "3", "4", "5"];

/// Checks that `filter` names only levels and targets that exist. Its syntax is checked elsewhere.
///
/// # Errors
/// What is wrong, with the unknown name.
pub(super) fn check_targets(filter: &str) -> Result<(), String> {
    for directive in filter.split(',').map(str::trim).filter(|directive| !directive.is_empty()) {
        let target = directive.split(['[', '=']).next().unwrap_or_default().trim();
        let is_known = target.is_empty()
            || match directive.contains('=') {
                true => is_target_prefix(target),
                false => is_level(target) || is_target(target),
            };
        if !is_known {
            let levels = LEVELS[..6].join(", ");
            return Err(format!("{target:?} is neither a level ({levels}) nor a target, such as audit or http_v2"));
        }
    }
    Ok(())
}

fn is_level(name: &str) -> bool {
    LEVELS.iter().any(|level| level.eq_ignore_ascii_case(name))
}

/// Whether `name` is a target, or a module of one.
fn is_target(name: &str) -> bool {
    let root = name.split("::").next().unwrap_or(name);
    targets().any(|target| target == root)
}

/// Whether `name` is one, or a prefix of one: a filter accepts `actix=debug` for `actix_web` and `actix_http`.
fn is_target_prefix(name: &str) -> bool {
    is_target(name) || targets().any(|target| target.starts_with(name))
}

fn targets() -> impl Iterator<Item = String> {
    let names = LOCK_FILE.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    names.chain(OWN_TARGETS).map(|name| name.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_targets_that_exist_are_taken() {
        for filter in [
            "info",
            "WARN",
            "off",
            "3",
            "",
            "info,",
            "warn,http_v2=debug",
            "info, audit=off",
            "catalog=trace,catalog::http_server=off",
            "audit",
            "v1=warn,info",
            "actix=debug,info",
            "actix_web::middleware=info",
            "mio=off,r2d2=warn,store_diesel=debug",
            "[request]=debug",
            "http_common[request{id=7}]=debug",
        ] {
            assert_eq!(check_targets(filter), Ok(()), "{filter}");
        }
    }

    #[test]
    fn an_unknown_name_is_reported() {
        for (filter, name) in [
            ("infoo", "infoo"),
            ("warn,infoo", "infoo"),
            ("inf", "inf"),
            ("err", "err"),
            ("http-v2=debug", "http-v2"),
            ("http_v3=debug,info", "http_v3"),
            ("audti=info", "audti"),
            ("info debug", "info debug"),
        ] {
            let problem = check_targets(filter).unwrap_err();
            assert!(problem.starts_with(&format!("{name:?} is neither a level (off, error,")), "{problem}");
        }
    }
}
