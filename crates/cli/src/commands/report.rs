//! `sgr report`: pages of results that are on file.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};
use sgr::document::Document;
use sgr::evaluation::Cell;
use sgr::experiment::{Comparison, Results, ResultsFile, ResultsPage, Retrievals};
use sgr::output::AtomicFile;
use sgr::text::{shown, shown_path};

use super::evaluate::read_remarks;
use crate::args::ReportArgs;
use crate::report::{Done, print};

/// Most bytes of a file of results: about a hundred thousand results with all their runs.
const RESULTS_BYTES: u64 = 1 << 28;

pub(crate) fn run(args: ReportArgs) -> anyhow::Result<Done> {
    args.files().check()?;
    let render = renderer(args.output.as_deref())?;
    let content = sgr::input::read_text(&args.results, RESULTS_BYTES)?;
    if let Some(retrievals) = retrievals(&args, &content)? {
        return finish(&args, &render(&retrievals.document()));
    }
    let remarks = args.remarks.as_deref().map_or_else(|| Ok(BTreeMap::new()), read_remarks)?;
    let page = ResultsPage { results: read(&args, &content)?, remarks, ..ResultsPage::default() };
    if let Some(path) = &args.ranks {
        draw_ranks(&page, path)?;
    }
    let text = if args.section.is_empty() {
        render(&page.document())
    } else {
        let blocks = args.section.iter().flat_map(|&section| page.section(section)).collect();
        render(&Document { title: String::new(), blocks })
    };
    finish(&args, &text)
}

fn finish(args: &ReportArgs, text: &str) -> anyhow::Result<Done> {
    match &args.output {
        Some(path) => AtomicFile::write(path, text.as_bytes())?,
        None => print(text.as_bytes())?,
    }
    Ok(Done::default())
}

/// The content of a file of `sgr retrieval`, of which there is one page; `None` for a file of `sgr evaluate`.
fn retrievals(args: &ReportArgs, content: &str) -> anyhow::Result<Option<Retrievals>> {
    let Ok(retrievals) = Retrievals::from_json(content) else { return Ok(None) };
    let is_plain = args.section.is_empty() && args.method.is_empty();
    if !is_plain || args.table.is_some() || args.ranks.is_some() || args.remarks.is_some() {
        let name = shown_path(&args.results);
        bail!(
            "{name}: found retrievals, of which there is one page, wanted results of sgr evaluate for flags besides --output"
        );
    }
    Ok(Some(retrievals))
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
fn read(args: &ReportArgs, content: &str) -> anyhow::Result<Results> {
    let place = || shown_path(&args.results).to_string();
    let file = ResultsFile::from_json(content).with_context(place)?;
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
