//! Which addresses are accepted, and that none of them reveals a password.

use super::*;

#[test]
fn a_password_is_never_printed() {
    for (url, shown) in [
        ("postgres://ann:hunter2@db.example:5432/catalog?sslmode=disable", "postgres://ann@db.example:5432/catalog"),
        ("postgresql://ann:hunter2@a.example:1,b.example:2/catalog", "postgres://ann@a.example:1,b.example:2/catalog"),
        ("postgres://db.example/catalog?user=ann&password=hunter2", "postgres://db.example/catalog"),
        ("postgres://:hunter2@[::1]:5432/catalog", "postgres://@[::1]:5432/catalog"),
        ("postgres:///catalog?host=/run/postgresql&password=hunter2", "postgres:///catalog"),
        ("sqlite://data/catalog.db", "sqlite://data/catalog.db"),
        ("sqlite:///var/lib/catalog.db", "sqlite:///var/lib/catalog.db"),
    ] {
        let parsed: DatabaseUrl = url.parse().unwrap();
        assert_eq!(parsed.to_string(), shown, "{url}");
        assert_eq!(format!("{parsed:?}"), format!("DatabaseUrl({shown})"), "{url}");
    }
}

#[test]
fn what_is_no_address_of_a_store_is_refused_without_repeating_it() {
    use DatabaseUrlError as Error;
    for (text, error) in [
        ("", Error::UnknownScheme),
        ("data/catalog.db", Error::UnknownScheme),
        ("mysql://ann:hunter2@db.example/catalog", Error::UnknownScheme),
        ("sqlite:////var/lib/catalog.db", Error::ManySlashes),
        ("sqlite://", Error::NoFile),
        ("sqlite://:memory:", Error::NoFile),
        ("sqlite://data/", Error::NoFile),
        ("sqlite://data/..", Error::NoFile),
        ("sqlite://catalog.db?hunter2", Error::NoFile),
        ("postgres://ann:hunter2", Error::BadPort),
        ("postgres://ann:hunter2/catalog", Error::BadPort),
        ("postgres://ann:p@hunter2@db.example/catalog", Error::NotEncoded),
        ("postgres://ann:p/hunter2@db.example/catalog", Error::NotEncoded),
        ("postgres://ann:p?hunter2@db.example/catalog", Error::NotEncoded),
        ("postgres://ann:p#hunter2@db.example/catalog", Error::NotEncoded),
        ("postgres://ann:p:hunter2@db.example/catalog", Error::NotEncoded),
        ("postgres://ann:hunter 2@db.example/catalog", Error::BadCharacter),
        ("postgres://ann:hunter2%@db.example/catalog", Error::NotEncoded),
        ("postgres://ann:hunter2%zz@db.example/catalog", Error::NotEncoded),
        ("postgres://ann:hunter2%00@db.example/catalog", Error::NotEncoded),
    ] {
        let refused = text.parse::<DatabaseUrl>().unwrap_err();
        assert_eq!(refused, error, "{text}");
        assert!(!refused.to_string().contains("hunter"), "{text}");
    }
}

#[test]
fn waits_are_bounded_unless_the_url_bounds_them_itself() {
    for (url, stored) in [("postgres://h/db", None), ("postgres://h/db?connect_timeout=1", Some("connect_timeout"))] {
        let parsed: DatabaseUrl = url.parse().unwrap();
        let Target::Postgres(server) = parsed.target() else { panic!("{url} is a server's") };
        let connected = server.with_bounded_waits();
        assert!(connected.starts_with(url), "{connected}");
        assert_eq!(connected.matches('?').count(), 1, "{connected}");
        for (name, value) in CONNECTION_PARAMETERS {
            let is_added = connected[url.len()..].split(['?', '&']).any(|added| added == format!("{name}={value}"));
            assert_eq!(is_added, stored != Some(name), "{name}: {connected}");
        }
    }
}
