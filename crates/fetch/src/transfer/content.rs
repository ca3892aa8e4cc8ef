//! Is a file what its name says? A page that a network puts in the place of a file, and an archive without its end, are not.

use std::path::Path;

use super::Problem;

/// Bytes of each end to look at: the end of an archive is its last record of 22 bytes and a comment of up to 65,535.
pub(super) const LOOK: u64 = 22 + 65_535;

/// The record at the end of an archive.
const END_OF_ZIP: &[u8] = b"PK\x05\x06";

/// Checks the first and the last bytes of a file against its name.
pub(super) fn check(name: &Path, first: &[u8], last: &[u8]) -> Result<(), Problem> {
    let ending = name.extension().unwrap_or_default().to_ascii_lowercase();
    let (wanted, is_right): (_, fn(&[u8]) -> bool) = match ending.to_str() {
        Some("zip") => ("a .zip", |first| first.starts_with(b"PK\x03\x04") || first.starts_with(END_OF_ZIP)),
        Some("gz") => ("a .gz", |first| first.starts_with(b"\x1f\x8b")),
        Some("zst") => ("a .zst", |first| first.starts_with(b"\x28\xb5\x2f\xfd")),
        Some("html" | "htm") => return Ok(()),
        _ => ("data", |first| !is_page(first)),
    };
    let found = match () {
        () if first.is_empty() => "an empty file",
        () if !is_right(first) && is_page(first) => "an HTML page",
        () if !is_right(first) => "other content",
        () if ending == "zip" && !last.windows(4).any(|bytes| bytes == END_OF_ZIP) => "a .zip without its end",
        () => return Ok(()),
    };
    Err(Problem::OtherContent { found, wanted })
}

/// Whether a text is a page of the web.
fn is_page(first: &[u8]) -> bool {
    let text = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first).trim_ascii_start();
    let begins = |with: &str| text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with.as_bytes()));
    begins("<!doctype html") || begins("<html")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    #[test]
    fn contents_are_what_names_say() {
        let zip = b"PK\x03\x04 and more PK\x05\x06 and the rest";
        let cases: [(&str, &[u8], Option<&str>); 9] = [
            ("a.zip", zip, None),
            ("a.ZIP", b"PK\x05\x06 an archive without files", None),
            ("a.zip", b"PK\x03\x04 and more", Some("a .zip without its end")),
            ("a.zip", b"\n <!DOCTYPE HTML><html>", Some("an HTML page")),
            ("a.csv", b"\xef\xbb\xbf<html>", Some("an HTML page")),
            ("a.csv", b"smiles,label\n", None),
            ("a.csv", b"", Some("an empty file")),
            ("a.csv.gz", b"smiles", Some("other content")),
            ("a.html", b"<html>", None),
        ];
        for (name, bytes, wanted) in cases {
            let found = check(Path::new(name), bytes, bytes);
            let found = found.err().map(|problem| match problem {
                Problem::OtherContent { found, .. } => found,
                problem => panic!("{problem}"),
            });
            assert_eq!(found, wanted, "{name}");
        }
    }
}
