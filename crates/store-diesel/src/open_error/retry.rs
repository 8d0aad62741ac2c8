//! Classifies the engines' error texts on opening a store: whether a retry helps, and the remedy.
//!
//! The client library has no codes for failed connections, only texts. Its own are always English; those of a server
//! are when its `lc_messages` is. Unknown texts are reported as they are, without retries.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Retry {
    /// It may succeed later.
    Transient,
    /// Something must be fixed first.
    Permanent,
}

struct ErrorPattern {
    text: &'static str,
    retry: Retry,
    advice: &'static str,
}

const fn transient(text: &'static str, advice: &'static str) -> ErrorPattern {
    ErrorPattern { text, retry: Retry::Transient, advice }
}

const fn permanent(text: &'static str, advice: &'static str) -> ErrorPattern {
    ErrorPattern { text, retry: Retry::Permanent, advice }
}

const START: &str = "check the address, and that the store is up";
const WAIT: &str = "wait until it takes connections";
const CONNECTIONS: &str = "raise its max_connections or run fewer servers";
const BUSY: &str = "something else keeps it busy; try again";
const CERTIFICATE: &str = "check sslrootcert, and that the certificate is for the host in the address";
const ACCESS: &str =
    "the user who runs this must be able to read and write the file, those beside it, and their folder";
const DISK_FULL: &str = "free space on its disk";
const RIGHTS: &str =
    "the user must own the database, or have CREATE on its schema (GRANT CREATE ON SCHEMA public TO the user)";
const PRIMARY: &str = "that is a standby; wait until it is promoted, or name the primary, which can be written to";

/// The first match counts. A name can have several addresses and an address several hosts: where one of them was
/// reached and refused, that counts, and not that another was unreachable.
const PATTERNS: &[ErrorPattern] = &[
    transient("too many clients already", CONNECTIONS),
    transient("too many connections for", CONNECTIONS),
    transient("remaining connection slots are reserved", CONNECTIONS),
    permanent("password authentication failed", "check the user and the password in the address"),
    permanent("no password supplied", "put the password into the address, or into ~/.pgpass"),
    permanent("pg_hba.conf", "allow this user and host there, or use the required sslmode"),
    permanent("permission denied", RIGHTS),
    permanent("role \"", "make the user, or name another in the address"),
    permanent("database \"", "make the database, or name another in the address"),
    permanent("certificate", CERTIFICATE),
    permanent("server does not support SSL", "switch ssl on there, or use a weaker sslmode if the network is trusted"),
    // A primary that was demoted, or whose successor is not known yet: in a cluster that ends by itself.
    transient("read-only transaction", PRIMARY),
    transient("during recovery", PRIMARY),
    permanent("of a version before 0.2.0", "start 0.2.0 with it first"),
    permanent("file is not a database", "name another file, or restore a backup"),
    permanent("unable to open database file", ACCESS),
    permanent("attempt to write a readonly database", ACCESS),
    permanent("Permission denied", ACCESS),
    permanent("Read-only file system", ACCESS),
    transient("Is the server running", START),
    transient("timeout expired", START),
    transient("could not translate host name", START),
    transient("server closed the connection unexpectedly", START),
    transient("could not receive data from server", START),
    transient("could not send data to server", START),
    transient("Connection reset by peer", START),
    transient("Connection timed out", START),
    transient("terminating connection", START),
    transient("the database system is", WAIT),
    transient("session is read-only", WAIT),
    transient("server is in hot standby mode", WAIT),
    transient("due to lock timeout", BUSY),
    transient("due to statement timeout", BUSY),
    transient("deadlock detected", BUSY),
    transient("database is locked", BUSY),
    transient("database or disk is full", DISK_FULL),
    transient("No space left on device", DISK_FULL),
    transient("could not extend file", DISK_FULL),
    transient("disk I/O error", "free space on its disk, and check that the disk is whole"),
];

fn find(reason: &str) -> Option<&'static ErrorPattern> {
    PATTERNS.iter().find(|known| reason.contains(known.text))
}

/// Whether a retry helps against `reason`.
pub(super) fn retry(reason: &str) -> Retry {
    find(reason).map_or(Retry::Permanent, |known| known.retry)
}

/// The remedy for `reason`, or else `general`.
pub(super) fn advice<'a>(reason: &str, general: &'a str) -> &'a str {
    find(reason).map_or(general, |known| known.advice)
}

/// `text` on one line, as required of an error message. The library quotes what it cannot parse, which may be a
/// password.
pub(crate) fn one_line(text: &str) -> String {
    if ["URI", "percent-encoded"].iter().any(|word| text.contains(word)) {
        return "the address cannot be understood: something in it must be percent-encoded, or is not a parameter"
            .to_owned();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_transient_errors_are_retried() {
        for (reason, expected) in [
            (
                "connection to server at \"127.0.0.1\", port 1 failed: Connection refused Is the server running on that \
                 host and accepting TCP/IP connections?",
                Retry::Transient,
            ),
            (
                "connection to server on socket \"/x\" failed: FATAL: the database system is starting up",
                Retry::Transient,
            ),
            ("FATAL: the database system is not yet accepting connections", Retry::Transient),
            ("FATAL: sorry, too many clients already", Retry::Transient),
            ("cannot execute CREATE TABLE in a read-only transaction", Retry::Transient),
            ("cannot execute INSERT during recovery", Retry::Transient),
            ("FATAL: remaining connection slots are reserved for roles with the SUPERUSER attribute", Retry::Transient),
            ("could not translate host name \"db\" to address: Name or service not known", Retry::Transient),
            ("canceling statement due to lock timeout", Retry::Transient),
            ("FATAL: too many connections for role \"ann\"", Retry::Transient),
            ("FATAL: password authentication failed for user \"ann\"", Retry::Permanent),
            (
                "connection to server at \"db\" (::1), port 1 failed: Connection refused Is the server running on that \
                 host and accepting TCP/IP connections? connection to server at \"db\" (127.0.0.1), port 1 failed: FATAL: \
                 password authentication failed for user \"ann\"",
                Retry::Permanent,
            ),
            ("FATAL: database \"nowhere\" does not exist", Retry::Permanent),
            ("root certificate file \"/x\" does not exist", Retry::Permanent),
            ("permission denied for schema public", Retry::Permanent),
            ("attempt to write a readonly database", Retry::Permanent),
            ("Permission denied (os error 13)", Retry::Permanent),
            ("something that nobody has seen before", Retry::Permanent),
        ] {
            assert_eq!(retry(reason), expected, "{reason}");
        }
    }

    #[test]
    fn what_the_library_quotes_of_an_address_is_not_repeated() {
        for text in [
            "invalid percent-encoded token: \"hunter2%\"",
            "invalid URI query parameter: \"hunter2\"",
            "missing key/value separator \"=\" in URI query parameter: \"hunter2\"",
        ] {
            assert!(!one_line(text).contains("hunter2"), "{text}");
        }
        assert_eq!(one_line("a\n\tb  c\n"), "a b c");
    }
}
