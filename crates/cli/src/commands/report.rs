//! `sgr report`: pages of results that are on file.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};
use sgr::document::Document;
use sgr::evaluation::Cell;
use sgr::experiment::{Comparison, Results, ResultsFile, ResultsPage};
use sgr::output::AtomicFile;
use sgr::text::{shown, shown_path};

use super::evaluate::read_remarks;
use crate::args::ReportArgs;
use crate::report::{Done, print};

/// Most bytes of a file of results: about a hundred thousand results with all their runs.
const RESULTS_BYTES: u64 = 1 << 28;

pub(crate) fn run(args: ReportArgs) -> anyhow::Result<Done> {
    args.files().check()?;
    let remarks = args.remarks.as_deref().map_or_else(|| Ok(BTreeMap::new()), read_remarks)?;
    let page = ResultsPage { results: read(&args)?, remarks, ..ResultsPage::default() };
    let render = renderer(args.output.as_deref())?;
    if let Some(path) = &args.ranks {
        draw_ranks(&page, path)?;
    }
    let text = if args.section.is_empty() {
        render(&page.document())
    } else {
        let blocks = args.section.iter().flat_map(|&section| page.section(section)).collect();
        render(&Document { title: String::new(), blocks })
    };
    match &args.output {
        Some(path) => AtomicFile::write(path, text.as_bytes())?,
        None => print(text.as_bytes())?,
    }
    Ok(Done::default())
}

fn draw_ranks(page: &ResultsPage, path: &Path) -> anyhow::Result<()> {
    match Comparison::new(&page.results.results).rank_figure() {
        Some(figure) => Ok(figure.save(path)?),
        None => bail!("--ranks: found no two methods with results on at least 2 collections"),
    }
}

/// The format of a page by the ending of its name; Markdown for standard output.
fn renderer(output: Option<&Path>) -> anyhow::Result<fn(&Document) -> String> {
    match output.map(|path| path.extension().unwrap_or_default().to_string_lossy().into_owned()).as_deref() {
        None | Some("md") => Ok(Document::to_markdown),
        Some("html") => Ok(Document::to_html),
        Some(other) => bail!("found the ending \".{}\", wanted .md or .html", shown(other)),
    }
}

/// The results that were asked for.
fn read(args: &ReportArgs) -> anyhow::Result<Results> {
    let place = || shown_path(&args.results).to_string();
    let text = sgr::input::read_text(&args.results, RESULTS_BYTES)?;
    let file = ResultsFile::from_json(&text).with_context(place)?;
    let mut results = file.table(args.table.as_deref()).with_context(place)?.clone();
    for name in &args.method {
        if !results.results.iter().any(|cell| is_named(cell, name)) {
            bail!("{}: found no result of the method \"{}\"", place(), shown(name));
        }
    }
    results.results.retain(|cell| args.method.is_empty() || args.method.iter().any(|name| is_named(cell, name)));
    if results.results.is_empty() {
        bail!("{}: found no result, wanted at least one", place());
    }
    Ok(results)
}

/// Whether a result is of the method `name`, or of its variant in `name:variant`. A name alone is the usual variant.
fn is_named(cell: &Cell, name: &str) -> bool {
    let (method, variant) = name.split_once(':').unwrap_or((name, ""));
    cell.method == method && cell.variant == variant
}
