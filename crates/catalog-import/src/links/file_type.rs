//! Kinds of file by file name extension.

use url::Url;

/// The reported kinds; pages (`.html`, `.php`) are excluded.
const KNOWN: [&str; 78] = [
    "7Z", "APK", "AVI", "BIN", "BMP", "BZ2", "CAB", "CFG", "CHM", "CSV", "DEB", "DJVU", "DLL", "DMG", "DOC", "DOCX",
    "DWF", "DWG", "DXF", "EDS", "EPUB", "EXE", "FW", "GIF", "GSD", "GSDML", "GZ", "HEX", "IFC", "IGES", "IGS", "IMG",
    "INI", "IPA", "ISO", "JAR", "JPEG", "JPG", "JSON", "MOV", "MP3", "MP4", "MSI", "ODP", "ODS", "ODT", "PDF", "PKG",
    "PNG", "PPT", "PPTX", "RAR", "RFA", "ROM", "RPM", "RTF", "RVT", "SAT", "STEP", "STL", "STP", "SVG", "TAR", "TGZ",
    "TIF", "TIFF", "TXT", "UPD", "WAV", "WEBM", "WEBP", "XLS", "XLSM", "XLSX", "XML", "XPS", "XZ", "ZIP",
];

/// The kind of the file that `url` ends in.
pub(super) fn of_path(url: &Url) -> Option<&'static str> {
    let file = url.path_segments()?.next_back()?;
    known(file.rsplit_once('.')?.1)
}

pub(super) fn known(name: &str) -> Option<&'static str> {
    KNOWN.iter().find(|kind| kind.eq_ignore_ascii_case(name)).copied()
}
