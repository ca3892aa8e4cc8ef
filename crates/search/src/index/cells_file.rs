//! The cells of an index in its file.

use super::IndexError;
use super::file::{Bytes, Reader};
use super::header::{CellsHeader, Section};
use crate::cells::axes::Axes;
use crate::cells::{Cells, Effort};

/// The sections of cells, in their order.
pub(super) fn sections(cells: &Cells) -> Vec<Bytes<'_>> {
    let axes = [&[cells.axes.scale][..], &cells.axes.means, &cells.axes.axes].concat();
    let efforts = cells.efforts.iter().flat_map(|effort| [effort.reach, effort.recall, effort.error, effort.seen]);
    vec![
        Bytes::Made(axes),
        Bytes::Numbers(&cells.centres),
        Bytes::Numbers(&cells.steps),
        Bytes::Codes(&cells.ends),
        Bytes::Codes(&cells.rows),
        Bytes::Small(&cells.codes),
        Bytes::Made(efforts.collect()),
    ]
}

/// The header of seven sections.
pub(super) fn header(sections: &[Section]) -> Option<CellsHeader> {
    let [axes, centres, steps, ends, rows, codes, efforts] = *sections else { return None };
    Some(CellsHeader { axes, centres, steps, ends, rows, codes, efforts })
}

/// Reads and checks the cells of an index of that many prepared vectors of that length.
pub(super) fn read(
    reader: &mut Reader<'_>,
    header: &CellsHeader,
    vectors: usize,
    width: usize,
) -> Result<Cells, IndexError> {
    let axes = floats(reader, header.axes)?;
    let Some(((&scale, rest), true)) = axes.split_first().map(|(scale, rest)| ((scale, rest), rest.len() >= width))
    else {
        return Err(reader.damaged(
            "cells",
            format!("{} numbers of axes", axes.len()),
            format!("at least {}", width + 1),
        ));
    };
    let (means, axes) = rest.split_at(width);
    let axes = Axes { scale, means: means.to_vec(), axes: axes.to_vec() };
    let cells = Cells {
        axes,
        centres: floats(reader, header.centres)?,
        steps: floats(reader, header.steps)?,
        ends: whole(reader, header.ends)?,
        rows: whole(reader, header.rows)?,
        codes: bytemuck::cast_slice(reader.bytes("cells", header.codes)?).to_vec(),
        efforts: efforts(reader, header.efforts)?,
    };
    if cells.len() > vectors {
        return Err(reader.damaged("cells", format!("{} rows", cells.len()), format!("at most {vectors}")));
    }
    cells.check(width).map_err(|fault| reader.damaged("cells", fault.found, fault.wanted))?;
    Ok(cells)
}

fn efforts(reader: &mut Reader<'_>, section: Section) -> Result<Vec<Effort>, IndexError> {
    let numbers = floats(reader, section)?;
    let (efforts, rest) = numbers.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(reader.damaged("cells", format!("{} numbers of efforts", numbers.len()), "a multiple of 4"));
    }
    let effort = |&[reach, recall, error, seen]: &[f32; 4]| Effort { reach, recall, error, seen };
    Ok(efforts.iter().map(effort).collect())
}

fn floats(reader: &mut Reader<'_>, section: Section) -> Result<Vec<f32>, IndexError> {
    numbers(reader, section, f32::from_le_bytes)
}

fn whole(reader: &mut Reader<'_>, section: Section) -> Result<Vec<u32>, IndexError> {
    numbers(reader, section, u32::from_le_bytes)
}

/// The numbers of a section of the cells.
fn numbers<T>(reader: &mut Reader<'_>, section: Section, decode: fn([u8; 4]) -> T) -> Result<Vec<T>, IndexError> {
    let bytes = reader.bytes("cells", section)?;
    let (numbers, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(reader.damaged("cells", format!("a section of {} bytes", bytes.len()), "a multiple of 4"));
    }
    Ok(numbers.iter().map(|bytes| decode(*bytes)).collect())
}
