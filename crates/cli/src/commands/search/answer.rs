//! What was found, as text.

use std::io::Write;

use serde_json::json;
use sgr::output::write_field;
use sgr::search::index::{Certainty, Index};
use sgr::search::nearest::Neighbor;
use sgr::text::{json_escaped, visible};

use crate::args::HitFormat;

/// The class label of a hit is shown where the index has it.
const LABEL: &str = "label";

/// The hits of each query in a format.
pub(super) fn text<'a>(
    index: &Index,
    found: impl Iterator<Item = (&'a String, Vec<Neighbor>)>,
    format: HitFormat,
    certainty: Option<Certainty>,
) -> anyhow::Result<Vec<u8>> {
    match format {
        HitFormat::Json => Ok(json(index, found, certainty)),
        HitFormat::Csv => csv(index, found),
        HitFormat::Txt => Ok(table(index, found)),
    }
}

fn json<'a>(
    index: &Index,
    found: impl Iterator<Item = (&'a String, Vec<Neighbor>)>,
    certainty: Option<Certainty>,
) -> Vec<u8> {
    let hit = |hit: &Neighbor| {
        let mut value = json!({ "id": index.id(hit.row), "distance": hit.distance });
        if let Some(label) = index.columns().get(LABEL, hit.row) {
            value[LABEL] = label.into();
        }
        value
    };
    let queries = found.map(|(query, hits)| {
        let mut value = json!({ "query": query, "hits": hits.iter().map(hit).collect::<Vec<_>>() });
        if let Some(certainty) = certainty {
            value["recall"] = certainty.recall().into();
        }
        value
    });
    let text = serde_json::Value::from(queries.collect::<Vec<_>>()).to_string();
    format!("{}\n", json_escaped(&text)).into_bytes()
}

fn csv<'a>(index: &Index, found: impl Iterator<Item = (&'a String, Vec<Neighbor>)>) -> anyhow::Result<Vec<u8>> {
    let mut text = b"query,rank,id,distance,label\n".to_vec();
    for (query, hits) in found {
        for (hit, rank) in hits.iter().zip(1..) {
            write_field(&mut text, query)?;
            write!(text, ",{rank},")?;
            write_field(&mut text, index.id(hit.row))?;
            write!(text, ",{},", hit.distance)?;
            write_field(&mut text, index.columns().get(LABEL, hit.row).unwrap_or_default())?;
            text.push(b'\n');
        }
    }
    Ok(text)
}

/// One block a query: its id, and a line for each hit.
fn table<'a>(index: &Index, found: impl Iterator<Item = (&'a String, Vec<Neighbor>)>) -> Vec<u8> {
    let mut text = String::new();
    for (query, hits) in found {
        text.push_str(&format!("{}\n", visible(query)));
        for (hit, rank) in hits.iter().zip(1..) {
            let label = index.columns().get(LABEL, hit.row).map(|label| format!("  (class {})", visible(label)));
            let (id, distance) = (visible(index.id(hit.row)), hit.distance);
            text.push_str(&format!("{rank:>6}  {distance:<12.6}  {id}{}\n", label.unwrap_or_default()));
        }
    }
    text.into_bytes()
}
