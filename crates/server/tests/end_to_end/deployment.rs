//! `catalog health`, the image's health check, and `docs/deployment/compose.yaml`: what they name exists and fits
//! together.

use crate::support::{Outcome, Sandbox, Server};
use serde_json::Value;

const COMPOSE: &str = include_str!("../../../../docs/deployment/compose.yaml");
const NGINX: &str = include_str!("../../../../docs/deployment/nginx.conf");
const DOCKERFILE: &str = include_str!("../../../../Dockerfile");
const DOCKERIGNORE: &str = include_str!("../../../../.dockerignore");
/// What the packages of clients leave in their folders.
const LEFT_BY_CLIENTS: [&str; 2] =
    [include_str!("../../../../clients/python/.gitignore"), include_str!("../../../../clients/typescript/.gitignore")];

/// Asks the server at `address`.
fn health(sandbox: &Sandbox, probe: &[&str], address: &str) -> Outcome {
    let mut command = sandbox.command(&["health"]);
    command.args(probe).env("CATALOG_BIND", address).output().unwrap().into()
}

#[test]
fn a_server_is_asked_whether_it_is_live_or_ready_and_the_status_says_so() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    for (probe, printed) in [(&[][..], "ready\n"), (&["ready"], "ready\n"), (&["live"], "live\n")] {
        let outcome = health(&sandbox, probe, &server.address);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(0), printed), "{outcome:?}");
    }
    let waiting = Sandbox::over("postgres://nobody@127.0.0.1:1/nothing");
    let waiting_server = waiting.serve(&[]);
    assert_eq!(health(&sandbox, &["live"], &waiting_server.address).code, Some(0));
    let not_ready = health(&sandbox, &[], &waiting_server.address);
    not_ready.assert_refused(&["503: not ready: the store cannot be used yet"]);
    let address = waiting_server.address.clone();
    drop(waiting_server);
    health(&sandbox, &["live"], &address).assert_refused(&[&format!("no response from {address}")]);
}

fn compose() -> Value {
    let mut document: serde_yaml_ng::Value = serde_yaml_ng::from_str(COMPOSE).unwrap();
    document.apply_merge().unwrap();
    serde_json::to_value(document).unwrap()
}

/// The words after `CMD` of a health check.
fn words(list: &Value) -> Vec<&str> {
    let words = list.as_array().unwrap().iter().map(|word| word.as_str().unwrap());
    words.skip_while(|word| *word == "CMD").collect()
}

#[test]
fn the_settings_and_health_checks_of_the_image_and_the_compose_file_exist() {
    let sandbox = Sandbox::new();
    let compose = compose();
    let image = DOCKERFILE.lines().find_map(|line| line.strip_prefix("HEALTHCHECK")).unwrap();
    let mut checks = vec![serde_json::from_str(image.split_once("CMD ").unwrap().1).unwrap()];
    for name in ["catalog-1", "catalog-2"] {
        let service = &compose["services"][name];
        let mut command = sandbox.command(&["config", "--format", "json"]);
        command.env_remove("CATALOG_PASSWORD_HASH_COST");
        for (variable, value) in service["environment"].as_object().unwrap() {
            command.env(variable, value.as_str().unwrap().replace("${", "").replace(":?}", ""));
        }
        let outcome = Outcome::from(command.output().unwrap());
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        let effective: Value = serde_json::from_str(&outcome.stdout).unwrap();
        let settings = effective["settings"].as_array().unwrap();
        let given = settings.iter().filter(|setting| setting["source"] == "environment").count();
        assert_eq!(given, service["environment"].as_object().unwrap().len(), "{outcome:?}");
        checks.push(service["healthcheck"]["test"].clone());
    }
    let server = Server::start(&sandbox);
    for check in &checks {
        let ["catalog", "health", probe] = words(check)[..] else { panic!("{check}") };
        assert_eq!(health(&sandbox, &[probe], &server.address).code, Some(0));
    }
}

#[test]
fn the_addresses_of_the_compose_file_are_those_of_the_documented_nginx() {
    let compose = compose();
    let service = |name: &str| compose["services"][name].clone();
    let address = |name: &str| service(name)["networks"]["site"]["ipv4_address"].as_str().unwrap().to_owned();
    let upstream = NGINX.lines().filter_map(|line| line.trim().strip_prefix("server 10.")?.split(' ').next());
    let upstream: Vec<String> = upstream.map(|rest| format!("10.{rest}")).collect();
    assert_eq!(upstream, ["catalog-1", "catalog-2"].map(|name| format!("{}:8080", address(name))));
    assert!(DOCKERFILE.contains("CATALOG_BIND=0.0.0.0:8080"));
    for name in ["catalog-1", "catalog-2"] {
        let environment = &service(name)["environment"];
        assert_eq!(environment["CATALOG_TRUSTED_PROXIES"], address("nginx"));
        assert!(environment["DATABASE_URL"].as_str().unwrap().contains(&format!("@{}/", address("postgres"))));
        assert_eq!(service("nginx")["depends_on"][name]["condition"], "service_healthy");
    }
    let mounted: Vec<String> = words(&service("nginx")["volumes"]).into_iter().map(str::to_owned).collect();
    for line in NGINX.lines().filter(|line| line.trim().starts_with("ssl_certificate")) {
        let file = line.trim().trim_end_matches(';').rsplit(' ').next().unwrap();
        assert!(mounted.iter().any(|mount| mount.contains(&format!(":{file}:"))), "{line}");
    }
    assert!(mounted.iter().any(|mount| mount.starts_with("./nginx.conf:/etc/nginx/conf.d/")), "{mounted:?}");
}

/// So the image runs where nothing else can be written.
#[test]
fn all_that_the_image_writes_is_on_its_volume() {
    let volume = DOCKERFILE.lines().find_map(|line| line.strip_prefix("VOLUME ")).unwrap();
    let environment = DOCKERFILE.lines().find_map(|line| line.strip_prefix("ENV ")).unwrap();
    assert!(environment.split(' ').any(|set| set == format!("TMPDIR={volume}")), "{environment}");
    assert!(DOCKERFILE.contains(&format!("\nWORKDIR {volume}\nVOLUME {volume}\n")));
    let compose = compose();
    for name in ["catalog-1", "catalog-2"] {
        assert_eq!(compose["services"][name]["read_only"], true, "{name}");
    }
}

/// An environment of Python is of the machine that made it: copied into another one it cannot be used, nor made again.
#[test]
fn what_is_made_of_the_clients_on_this_machine_is_no_part_of_the_image() {
    let made = LEFT_BY_CLIENTS.into_iter().flat_map(str::lines).filter_map(|line| line.strip_suffix('/'));
    let made = made.filter_map(|path| path.rsplit('/').next()).collect::<Vec<_>>();
    assert!(made.contains(&".venv"), "{made:?}");
    let left_out = |name: &&str| DOCKERIGNORE.lines().any(|line| line.rsplit('/').next() == Some(*name));
    assert_eq!(made.into_iter().filter(|name| !left_out(name)).collect::<Vec<_>>(), Vec::<&str>::new());
}
