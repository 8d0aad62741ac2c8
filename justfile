# Thin names over cargo. `just` alone lists them.

# List the recipes
default:
    @just --list

# Make and serve the demo catalog
demo *arguments:
    cargo run --release -- demo {{arguments}}

# Serve the store
serve *arguments:
    cargo run --release -- serve {{arguments}}

# Import files into the store
import *arguments:
    cargo run --release -- import {{arguments}}

# Build a faster server, with a profile of the benchmark, in half an hour; needs nginx and `rustup component add llvm-tools`
build-profiled *arguments:
    tools/build-profiled {{arguments}}

# Make Debian packages of the release; needs `cargo install --locked cargo-deb cargo-cyclonedx`, and help2man
package:
    cargo build --release --locked -p server -p client-cli
    tools/package target/release

# Install, run, upgrade and remove the packages on a clean Debian; needs root, mmdebstrap, systemd-nspawn and lintian
package-test:
    tools/package-test

# Run every test; those over PostgreSQL need its programs installed, or TEST_POSTGRES_URL
test *arguments:
    cargo test --workspace {{arguments}}

# Try encrypted connections to PostgreSQL; builds OpenSSL from source, which needs perl, make and some minutes
test-tls:
    cargo test -p store-diesel --features tls --test tls

# Look for mistakes
lint:
    cargo clippy --workspace --all-targets -- -D warnings

# Build the documentation of all crates; warnings are errors
doc *arguments:
    RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps {{arguments}}

# Check licences and sources of dependencies; needs `cargo install --locked cargo-deny`
deny:
    cargo deny check bans licenses sources

# Format the sources
format:
    cargo fmt --all

# Rewrite the OpenAPI documents that are kept in the repository, and the examples in them
openapi:
    UPDATE_OPENAPI=1 cargo test -p http-v2 --test http examples
    UPDATE_OPENAPI=1 cargo test -p http-v2 -p http-v1-compat --test http document

# Measure the server against nginx with files of the same bytes; needs nginx and wrk. `just bench --compare` shows the last two runs
bench *arguments:
    cargo build --release -p server -p load
    target/release/load http {{arguments}}

# Measure the read model
bench-catalog *arguments:
    cargo bench -p catalog-index -- {{arguments}}

# Measure imports on SQLite; `just bench-import --products 1000000` for another size
bench-import *arguments:
    cargo bench -p catalog-import --bench import -- {{arguments}}

# Measure what those who read and log in notice of an import; `just bench-import-readers --products 20000` for another size
bench-import-readers *arguments:
    cargo build --release -p server -p client-cli -p load
    target/release/load import-readers {{arguments}}

# Measure what clients cost that wait for changes, and how soon they get them; `just bench-waiters --waiters 1000` for fewer
bench-waiters *arguments:
    cargo build --release -p server -p load
    target/release/load waiters {{arguments}}

# Measure what several servers cost their PostgreSQL; needs PostgreSQL and nginx
bench-scaling *arguments:
    cargo build --release -p server -p load
    target/release/load scaling {{arguments}}

# Break a cluster with Patroni, etcd and HAProxy, and report what clients notice; ten times each takes an hour and a half
bench-cluster *arguments:
    cargo build --release -p server -p load
    target/release/load cluster {{arguments}}

# Measure what a first copy of 200,000 products costs, by snapshots and by pages; `just bench-copies --products 20000` for fewer
bench-copies *arguments:
    cargo build --release -p server -p load
    target/release/load copies {{arguments}}

# Attack a server with 200,000 products and measure what a quiet client notices; `just bench-hostile --list` shows the attacks
bench-hostile *arguments:
    cargo build --release -p server -p load --features server/jemalloc
    target/release/load hostile {{arguments}}

# Give edited texts to everything that reads from outside; `just fuzz 10000000 cursors` for more of them, to one target
fuzz executions="100000" target="":
    PROPTEST_CASES={{executions}} cargo test --release -p fuzz {{target}}

# Hold the responses of a demo to its OpenAPI documents, as accounts of three roles; `just schemathesis 50000` for so many cases
schemathesis *arguments:
    cargo build -p server
    clients/with-demo clients/schemathesis/run {{arguments}}

# Everything that must hold before a change is merged
ci:
    .ci/run
