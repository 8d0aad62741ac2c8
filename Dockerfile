# The catalog server, with TLS to PostgreSQL, and catalog-client. `docker build -t catalog --build-arg CATALOG_COMMIT=$(git rev-parse HEAD) .`, then for example
#   docker run --read-only -p 8080:8080 -v catalog-data:/var/lib/catalog -e CATALOG_STOREFRONT_HOST=shop.example catalog
FROM rust:1.95-bookworm AS build
# OpenSSL, libpq and jemalloc are built from source: that takes perl and make, which this image has.
WORKDIR /source
COPY . .
# What `catalog --version` and the metric catalog_build_info tell beside the version: the repository itself is not copied.
ARG CATALOG_COMMIT=
RUN cargo build --profile dist --locked -p server -p client-cli --features server/tls,server/jemalloc

FROM node:22-bookworm AS clients
RUN apt-get update && apt-get install --yes --no-install-recommends python3-venv
WORKDIR /source
COPY . .
RUN tools/client-packages

FROM build AS downloads
COPY --from=clients /source/target/client-packages target/client-packages
RUN tools/download-folder target/dist /download

FROM debian:bookworm-slim
# The certificates are for mail servers, and for sslmode=verify-full with sslrootcert=system or a public authority's file.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /var/lib/catalog --shell /usr/sbin/nologin catalog \
    && install -d -o catalog -g catalog -m 700 /var/lib/catalog
COPY --from=build /source/target/dist/catalog /source/target/dist/catalog-client /usr/local/bin/
COPY --from=downloads /download /usr/local/share/catalog/download
USER 10001
WORKDIR /var/lib/catalog
VOLUME /var/lib/catalog
# Temporary files are on the volume, too: an import needs as much space there as what it changes, and nothing else is written.
ENV CATALOG_BIND=0.0.0.0:8080 CATALOG_LOG_FORMAT=json TMPDIR=/var/lib/catalog
EXPOSE 8080
# SIGTERM lets the requests in flight end, for ten seconds at most.
STOPSIGNAL SIGTERM
# Whether it responds, not whether it is ready: without its store a server still serves from memory, and a restart would end that.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["catalog", "health", "live"]
ENTRYPOINT ["catalog"]
CMD ["serve"]
