//! `/download/`: the client's programs and packages of this release, for anybody.
//!
//! The files are opened when the server starts. So a request opens nothing, names nothing else, and gets the bytes of
//! this release also while the next one is installed.

use crate::filters;
use crate::help::page_for_anybody;
use crate::page::{Layout, PageResult};
use crate::portal_error::PortalError;
use crate::resources::{not_found, page_at};
use crate::settings::PortalSettings;
use actix_web::body::SizedStream;
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::from_fn;
use actix_web::web::{self, Bytes, Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_app::runtime::{Effort, Requester};
use futures_util::Stream;
use futures_util::stream::{TryStreamExt, empty, try_unfold};
use http_common::HttpState;
use http_common::cache::{EntityTag, Preconditions};
use http_common::response::{CHUNK_BYTES, present_errors};
use localization::{Message, ToMessage};
use std::fs::{self, DirEntry, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

/// The most files of a folder: each stays open.
const MOST_FILES: usize = 100;

/// What is at `/download/`, or else where it is.
#[derive(Debug, Default)]
pub struct Downloads {
    /// By name.
    files: Vec<Download>,
    client_url: Option<String>,
}

#[derive(Debug)]
struct Download {
    name: String,
    bytes: u64,
    tag: EntityTag,
    content: Arc<File>,
}

impl Downloads {
    /// The files of `folder`. Without any, pages lead to `client_url`.
    ///
    /// # Errors
    /// When the folder or a file cannot be read, or there are too many.
    pub fn open(folder: Option<&std::path::Path>, client_url: Option<String>) -> io::Result<Self> {
        let mut files = Vec::new();
        for entry in folder.map(fs::read_dir).transpose()?.into_iter().flatten() {
            files.extend(Download::open(&entry?)?);
            if files.len() > MOST_FILES {
                return Err(io::Error::other(format!("has more than {MOST_FILES} files")));
            }
        }
        files.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Self { files, client_url })
    }

    /// Where else the client is; `None` when it is here.
    pub(crate) fn elsewhere(&self) -> Option<Message> {
        match &self.client_url {
            _ if !self.files.is_empty() => None,
            Some(url) => Some(Message::new("download-elsewhere").with("url", url)),
            None => Some(Message::new("download-none")),
        }
    }

    /// The address that takes the place of `/download/` on pages, if one does.
    pub(crate) fn other_address(&self) -> Option<&str> {
        self.client_url.as_deref().filter(|_| self.files.is_empty())
    }
}

impl Download {
    /// `None` for what is no plain file, or has a name that an address or a shell would read as something else.
    fn open(entry: &DirEntry) -> io::Result<Option<Self>> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._+~".contains(&byte);
        let name = entry.file_name().into_string().unwrap_or_default();
        if !entry.file_type()?.is_file() || !name.bytes().all(is_plain) || name.starts_with(['.', '-', '~']) {
            return Ok(None);
        }
        let content =
            File::open(entry.path()).map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
        let metadata = content.metadata()?;
        let (bytes, version) = (metadata.len(), env!("CARGO_PKG_VERSION"));
        let tag = EntityTag::of_body(format!("{version} {name} {bytes} {:?}", metadata.modified()?));
        Ok(Some(Self { name, bytes, tag, content: Arc::new(content) }))
    }

    fn media_type(&self) -> &'static str {
        match self.name.rsplit('.').next() {
            Some("gz" | "tgz") => "application/gzip",
            Some("deb") => "application/vnd.debian.binary-package",
            Some("whl") => "application/zip",
            Some("SHA256SUMS") => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        }
    }

    fn kind(&self) -> Message {
        let key = match self.name.rsplit('.').next() {
            Some("deb") => "download-debian",
            Some("whl") => "download-python",
            Some("tgz") => "download-typescript",
            Some("SHA256SUMS") => "download-checksums",
            Some("gz") if self.name.starts_with("catalog-client-") => "download-program",
            Some("gz") => "download-python-source",
            _ => return Message::plain(""),
        };
        key.to_message()
    }

    /// The command that installs it from the server at `address`, if there is one.
    fn command(&self, address: &str) -> Option<String> {
        let name = &self.name;
        match name.rsplit('.').next()? {
            "deb" => Some(format!("sudo apt install ./{name}")),
            "whl" => Some(format!("pip install {address}/download/{name}")),
            "tgz" => Some(format!("npm install {address}/download/{name}")),
            _ => None,
        }
    }

    /// Its bytes, a piece at a time. What fails ends the connection: the status was sent long ago.
    fn pieces(&self, state: Data<HttpState>) -> impl Stream<Item = Result<Bytes, PortalError>> + use<> {
        let (content, bytes) = (Arc::clone(&self.content), self.bytes);
        let read = move |sent: u64| {
            let (state, content) = (state.clone(), Arc::clone(&content));
            async move {
                let length = usize::try_from(bytes - sent).unwrap_or(usize::MAX).min(CHUNK_BYTES);
                if length == 0 {
                    return Ok(None);
                }
                let work = state.app.work.of(Requester::Anonymous);
                let read = move || {
                    let mut piece = vec![0; length];
                    content.read_exact_at(&mut piece, sent).map(|()| piece)
                };
                let piece = work.run(Effort::Long, read).await?.map_err(PortalError::internal)?;
                Ok(Some((work.track(piece).into_bytes(), sent + length as u64)))
            }
        };
        try_unfold(0, read).inspect_err(PortalError::log)
    }
}

/// Registers `/download/`.
pub(crate) fn configure(config: &mut ServiceConfig) {
    let downloads = web::scope("/download")
        .service(page_at("", || async {
            HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/download/")).finish()
        }))
        .service(page_at("/", list))
        .service(page_at("/{name}", serve))
        .default_service(web::to(not_found))
        .wrap(from_fn(present_errors::<PortalError>));
    config.service(downloads);
}

#[derive(Template)]
#[template(path = "public/downloads.html")]
struct DownloadsPage<'a> {
    layout: Layout,
    address: String,
    downloads: &'a Downloads,
}

async fn list(request: HttpRequest, settings: Data<PortalSettings>) -> PageResult {
    let (address, downloads) = (settings.address(&request), &*settings.downloads);
    page_for_anybody(&request, "downloads", |layout| DownloadsPage { layout, address, downloads }).await
}

async fn serve(
    request: HttpRequest,
    name: Path<String>,
    state: Data<HttpState>,
    settings: Data<PortalSettings>,
) -> PageResult {
    let found = settings.downloads.files.iter().find(|file| file.name == *name);
    let file = found.ok_or(PortalError::NotFound("error-file-not-found"))?;
    let known = Preconditions::of(&request);
    let is_known = known.are_met_by(&file.tag) || known.are_met_by_anything();
    let mut response = HttpResponse::build(if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
    response
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::ETAG, file.tag.to_string()));
    if is_known {
        return Ok(response.finish());
    }
    response.content_type(file.media_type());
    Ok(if request.method() == Method::HEAD {
        response.body(SizedStream::new(file.bytes, empty::<Result<Bytes, PortalError>>()))
    } else {
        response.body(SizedStream::new(file.bytes, Box::pin(file.pieces(state))))
    })
}
