//! Indexes that change, and their files: whole, cut off, changed, foreign.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use super::{Answer, Certainty, Columns, Filter, Index, IndexError, Reason};
use crate::cells::{Cells, Effort};
use crate::distance::{Distance, Preparation};
use crate::nearest::NearestSettings;
use crate::rows::Rows;

fn number(at: usize) -> f32 {
    ((at * 7919) % 1000) as f32 / 333.0 - 1.5
}

/// Vectors number `first` to before `end`, of three dimensions.
fn vectors(first: usize, end: usize) -> Vec<f32> {
    (3 * first..3 * end).map(number).collect()
}

fn ids(first: usize, end: usize) -> Vec<String> {
    (first..end).map(|row| format!("graph {row} ∑")).collect()
}

/// Two of three vectors have a label.
fn labels(first: usize, end: usize) -> Columns {
    let label = |row: usize| (!row.is_multiple_of(3)).then(|| format!("class {}", row % 3));
    Columns::new().with("label", (first..end).map(label).collect())
}

/// A distance with made-up statistics.
fn preparation(distance: Distance) -> Preparation {
    let statistics: &[f32] = match distance {
        Distance::Standardized => &[0.5, 1.0, 2.0],
        Distance::Whitened => &[1.0, -2.0, 0.5, 0.0, 3.0, -1.0],
        Distance::Ranks => &[-1.5, -0.5, 0.5, 1.5, -1.0, -1.0, 0.0, 1.0, 0.0, 0.2, 0.4, 0.6],
        _ => &[],
    };
    Preparation::of_kept(distance, 3, statistics).unwrap()
}

fn empty(distance: Distance) -> Index {
    Index::prepared_by(preparation(distance), 3).unwrap().with_source("{\"model\": \"default\"}")
}

/// The vectors of a distance: those of counts have no negative numbers.
fn of(distance: Distance, mut vectors: Vec<f32>) -> Vec<f32> {
    if distance == Distance::Tanimoto {
        vectors.iter_mut().for_each(|value| *value = value.abs());
    }
    vectors
}

fn index(distance: Distance, count: usize) -> Index {
    let mut index = empty(distance);
    index.add(Rows::new(&of(distance, vectors(0, count)), 3).unwrap(), ids(0, count), labels(0, count)).unwrap();
    index
}

/// With cells, however few the vectors are.
fn with_cells(distance: Distance, count: usize) -> Index {
    let mut index = index(distance, count);
    index.cells = Cells::build(index.prepared().rows(), 1);
    index
}

fn is_same(one: &Index, other: &Index) -> bool {
    (&one.preparation, one.dimensions, &one.source, &one.ids, &one.columns, &one.cells)
        == (&other.preparation, other.dimensions, &other.source, &other.ids, &other.columns, &other.cells)
        && one.values.as_slice() == other.values.as_slice()
}

fn saved(index: &Index, folder: &Path) -> (std::path::PathBuf, Vec<u8>) {
    let path = folder.join("graphs.sgri");
    index.save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    (path, bytes)
}

#[test]
fn a_file_is_the_index_that_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    for distance in Distance::ALL {
        for count in [0, 1, 7, 500] {
            let index = if count == 500 { with_cells(distance, count) } else { index(distance, count) };
            let (path, bytes) = saved(&index, folder.path());
            let opened = Index::open(&path).unwrap();
            assert!(is_same(&opened, &index), "{distance} of {count}");
            // Over the file that is mapped: it is replaced, and the map still shows the old one.
            opened.save(&path).unwrap();
            assert!(fs::read(&path).unwrap() == bytes && is_same(&opened, &index), "{distance} of {count}");
            let query = Rows::new(&[0.1, 0.2, 0.3], 3).unwrap();
            let search = |index: &Index| index.search(query, &Filter::new(), &NearestSettings::new(5)).unwrap();
            assert_eq!(search(&opened), search(&index));
            let version = if count == 500 { 3 } else { 1 + u8::from(distance.needs_statistics()) };
            assert_eq!(bytes[8..12], [version, 0, 0, 0]);
        }
    }
}

#[test]
fn an_index_needs_nothing_but_its_file() {
    let folder = tempfile::tempdir().unwrap();
    for distance in Distance::ALL {
        let values = of(distance, vectors(0, 7));
        let (path, _) = saved(&index(distance, 4), folder.path());
        let mut opened = Index::open(&path).unwrap();
        opened.add(Rows::new(&values[12..], 3).unwrap(), ids(4, 7), labels(4, 7)).unwrap();
        assert!(is_same(&opened, &index(distance, 7)), "{distance}");
        assert_eq!(opened.remove(ids(1, 6)), 5);
        let prepared = preparation(distance).prepare(Rows::new(&values[18..], 3).unwrap()).unwrap();
        assert_eq!(opened.prepared().rows().row(1), prepared.rows().row(0), "{distance}");
        let error = opened.search(Rows::new(&[1.0; 2], 2).unwrap(), &Filter::new(), &NearestSettings::new(1));
        assert_eq!(error.unwrap_err().to_string(), "found vectors of 2 dimensions, wanted 3");
        let other = Index::prepared_by(preparation(distance), 4).map(|index| index.dimensions());
        assert_eq!(other.is_ok(), !distance.needs_statistics());
        assert_eq!(Index::new(distance, 3).is_ok(), !distance.needs_statistics());
    }
}

#[test]
fn the_format_is_the_one_that_is_documented() {
    let mut index = Index::new(Distance::Euclidean, 1).unwrap();
    let column = Columns::new().with("label", vec![None, Some("x".to_owned())]);
    index.add(Rows::new(&[1.0, -2.0], 1).unwrap(), ["a", "bc"], column).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (_, bytes) = saved(&index, folder.path());
    assert_eq!(bytes[..12], *b"SGRINDEX\x01\0\0\0");
    let length = u64::from_le_bytes(bytes[16..24].try_into().unwrap()) as usize;
    let header: serde_json::Value = serde_json::from_slice(&bytes[24..24 + length]).unwrap();
    assert_eq!(bytes[12..16], crc32fast::hash(&bytes[24..24 + length]).to_le_bytes());
    assert_eq!((&header["rows"], &header["dimensions"]), (&2.into(), &1.into()));
    let sections = [
        (&header["vectors"], &b"\0\0\x80\x3f\0\0\0\xc0"[..]),
        (&header["ids"], b"\x01\0\0\0a\x02\0\0\0bc"),
        (&header["columns"][0]["texts"], b"\x01\0\0\0x"),
        (&header["columns"][0]["codes"], b"\0\0\0\0\x01\0\0\0"),
    ];
    let mut at = 24 + length;
    for (section, wanted) in sections {
        at = at.next_multiple_of(64);
        assert_eq!(&bytes[at..at + wanted.len()], wanted);
        assert_eq!(section["bytes"], wanted.len());
        assert_eq!(section["crc32"], crc32fast::hash(wanted));
        at += wanted.len();
    }
    assert_eq!(at, bytes.len());
}

#[test]
fn a_file_that_was_cut_off_or_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    // With statistics and cells: such a file has all sections.
    let (path, bytes) = saved(&with_cells(Distance::Whitened, 9), folder.path());
    for length in 0..bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        assert!(Index::open(&path).is_err(), "cut off after {length} of {} bytes", bytes.len());
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(&path, &changed).unwrap();
        assert!(Index::open(&path).is_err(), "byte {at} changed");
    }
    fs::write(&path, [&bytes[..], b"\0"].concat()).unwrap();
    assert!(Index::open(&path).unwrap_err().to_string().contains("end: found"));
}

/// A file whose checksums are right and whose content is not.
#[test]
fn statistics_that_are_none_are_refused_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let said = |distance: Distance, change: &dyn Fn(&mut serde_json::Value, &mut Vec<u8>, usize)| {
        let (path, bytes) = saved(&index(distance, 0), folder.path());
        let length = u64::from_le_bytes(bytes[16..24].try_into().unwrap()) as usize;
        let mut header: serde_json::Value = serde_json::from_slice(&bytes[24..24 + length]).unwrap();
        let start = (24 + length).next_multiple_of(64);
        let mut sections = bytes[start..].to_vec();
        let numbers = header["statistics"]["bytes"].as_u64().unwrap_or(0) as usize;
        change(&mut header, &mut sections, numbers);
        if header.get("statistics").is_some() {
            header["statistics"]["crc32"] = crc32fast::hash(&sections[..numbers]).into();
        }
        let header = header.to_string().into_bytes();
        let mut file = [&bytes[..12], &crc32fast::hash(&header).to_le_bytes()].concat();
        file.extend((header.len() as u64).to_le_bytes());
        file.extend(&header);
        file.resize(file.len().next_multiple_of(64), 0);
        file.extend(&sections);
        fs::write(&path, file).unwrap();
        Index::open(&path).map(|index| index.len()).map_err(|error| error.to_string())
    };
    assert_eq!(said(Distance::Ranks, &|_, _, _| ()), Ok(0));
    let set = |value: f32| {
        move |_: &mut serde_json::Value, bytes: &mut Vec<u8>, _: usize| {
            bytes[8..12].copy_from_slice(&value.to_le_bytes());
        }
    };
    for (distance, value, wanted) in [
        (Distance::Standardized, -1.0, "deviations of at least 1e-9"),
        (Distance::Whitened, f32::NAN, "finite numbers"),
        (Distance::Ranks, 9.0, "at least two ascending quantiles for each dimension"),
    ] {
        let error = said(distance, &set(value)).unwrap_err();
        assert!(error.contains("statistics: found") && error.contains(wanted), "{error}");
    }
    let renamed = |name: &'static str| {
        move |header: &mut serde_json::Value, _: &mut Vec<u8>, _: usize| {
            header["distance"] = name.into();
        }
    };
    let error = said(Distance::Whitened, &renamed("standardized")).unwrap_err();
    assert!(error.contains("wanted one number for each dimension"), "{error}");
    let error = said(Distance::Whitened, &renamed("euclidean")).unwrap_err();
    assert!(error.contains("wanted no numbers"), "{error}");
    let error = said(Distance::Euclidean, &renamed("ranks")).unwrap_err();
    assert!(error.contains("wanted a multiple of the dimensions"), "{error}");
    let dropped = said(Distance::Whitened, &|header, _, _| drop(header.as_object_mut().unwrap().remove("statistics")));
    assert!(dropped.unwrap_err().contains("wanted the keys of version 2"));
}

#[test]
fn errors_say_what_was_found_and_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut bytes) = saved(&index(Distance::Euclidean, 9), folder.path());
    let said = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Index::open(&path).unwrap_err().to_string()
    };
    let text = said(b"id,label\n");
    assert!(text.contains("begins with \"id,label\", wanted an index file"), "{text}");
    assert!(said(b"").contains("begins with nothing"), "{}", said(b""));
    let cut = said(&bytes[..bytes.len() - 10]);
    assert!(cut.contains("column \"label\": found 26 bytes, wanted 36 bytes"), "{cut}");
    bytes[8] = 4;
    assert!(said(&bytes).contains("found version 4 of the index file, wanted 1 to 3"), "{}", said(&bytes));
    let missing = Index::open(folder.path().join("none.sgri")).unwrap_err();
    assert!(matches!(missing, IndexError::Io { .. }), "{missing}");
    assert!(matches!(Index::open(folder.path()), Err(IndexError::Foreign { .. })));
}

#[test]
fn numbers_that_the_distance_does_not_take_are_refused_in_files_too() {
    let folder = tempfile::tempdir().unwrap();
    for (distance, value) in [(Distance::Euclidean, f32::NAN), (Distance::Tanimoto, -1.0)] {
        let mut index = index(distance, 2);
        index.values = super::Values::Owned(vec![value; 6]);
        let (path, _) = saved(&index, folder.path());
        assert!(Index::open(&path).unwrap_err().to_string().contains("vectors: found vector number 0"));
    }
}

#[test]
fn additions_and_removals_give_the_index_of_the_rest() {
    let mut grown = empty(Distance::Cosine);
    for (first, end) in [(0, 2), (2, 2), (2, 40), (40, 60)] {
        grown.add(Rows::new(&vectors(first, end), 3).unwrap(), ids(first, end), labels(first, end)).unwrap();
    }
    assert!(is_same(&grown, &index(Distance::Cosine, 60)));

    assert_eq!(grown.remove(ids(10, 60)), 50);
    assert_eq!(grown.remove(["graph 3 ∑", "no such graph"]), 1);
    let rest: Vec<usize> = (0..10).filter(|row| *row != 3).collect();
    assert_eq!(
        (0..9).map(|row| grown.id(row).to_owned()).collect::<Vec<_>>(),
        rest.iter().map(|row| format!("graph {row} ∑")).collect::<Vec<_>>()
    );
    let all = index(Distance::Cosine, 10);
    for (at, &row) in rest.iter().enumerate() {
        assert_eq!(grown.prepared().rows().row(at), all.prepared().rows().row(row));
        assert_eq!(grown.columns().get("label", at), all.columns().get("label", row));
    }
}

#[test]
fn vectors_without_a_column_have_no_text_in_it() {
    let mut index = index(Distance::Euclidean, 2);
    let sizes = Columns::new().with("size", vec![Some("7".to_owned())]);
    index.add(Rows::new(&[0.0; 3], 3).unwrap(), ["new"], sizes).unwrap();
    let column = |name| (0..3).map(|row| index.columns().get(name, row)).collect::<Vec<_>>();
    assert_eq!(column("size"), [None, None, Some("7")]);
    assert_eq!(column("label"), [None, Some("class 1"), None]);
}

#[test]
fn additions_that_do_not_fit_change_nothing() {
    let mut index = index(Distance::Euclidean, 5);
    let before = index.clone();
    let rows = [0.0; 6];
    let two = Rows::new(&rows, 3).unwrap();
    let error = index.add(two, ["one"], Columns::new()).unwrap_err();
    assert_eq!(error.to_string(), "found 1 ids, wanted 2, one for each vector");
    let error = index.add(two, ["one", "two"], labels(0, 3)).unwrap_err();
    assert_eq!(error.to_string(), "found 3 texts of the column label, wanted 2, one for each vector");
    let error = index.add(Rows::new(&rows, 2).unwrap(), ids(0, 3), labels(0, 3)).unwrap_err();
    assert_eq!(error.to_string(), "found vectors of 2 dimensions, wanted 3");
    assert!(is_same(&index, &before));
}

#[test]
fn filters_let_through_what_they_name() {
    let mut index = index(Distance::Euclidean, 30);
    let parities = (0..30).map(|row| Some((row % 2).to_string())).collect();
    index.columns = index.columns.with("parity", parities);
    let query = Rows::new(&[0.0; 3], 3).unwrap();
    let passing = |filter: Filter| {
        let mut found = index.search(query, &filter, &NearestSettings::new(30)).unwrap().remove(0);
        found.sort_by_key(|found| found.row);
        found.iter().map(|found| found.row).collect::<Vec<_>>()
    };
    let rows = |keeps: fn(&usize) -> bool| (0..30).filter(keeps).collect::<Vec<_>>();
    let class = |number: &str| Filter::new().with("label", format!("class {number}"));
    assert_eq!(passing(class("1")), rows(|row| row % 3 == 1));
    assert_eq!(passing(class("1").and(class("2"))), rows(|row| row % 3 > 0));
    assert_eq!(passing(class("2").with("parity", "0")), rows(|row| row % 3 == 2 && row % 2 == 0));
    assert_eq!(passing(class("9")), rows(|_| false));
    let error = index.search(query, &Filter::new().with("colour", "red"), &NearestSettings::new(1)).unwrap_err();
    assert_eq!(error.to_string(), "found the column \"colour\" in a filter, wanted one of label, parity");
    for bad in ["label", "=1", ""] {
        assert!(bad.parse::<Filter>().is_err(), "{bad}");
    }
    assert_eq!("a=b=c".parse::<Filter>().unwrap(), Filter::new().with("a", "b=c"));
}

/// A change of cells, and what the error says of it.
type Case<'a> = (&'a dyn Fn(&mut Cells), &'a str);

/// Files whose checksums are right and whose cells are none.
#[test]
fn cells_that_are_none_are_refused_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let said = |change: &dyn Fn(&mut Cells)| {
        let mut index = with_cells(Distance::Euclidean, 40);
        change(index.cells.as_mut().unwrap());
        let (path, _) = saved(&index, folder.path());
        Index::open(&path).map(|index| index.len()).map_err(|error| error.to_string())
    };
    assert_eq!(said(&|_| ()), Ok(40));
    let cases: [Case<'_>; 17] = [
        (&|cells| (cells.ends, cells.rows) = (Vec::new(), Vec::new()), "0 cells, wanted at least 1"),
        (&|cells| cells.rows[3] = 40, "found row 40, wanted one below 40"),
        (&|cells| cells.rows[3] = u32::MAX, "wanted one below 40"),
        (&|cells| cells.rows[3] = cells.rows[4], "twice, wanted each row in one cell"),
        (&|cells| cells.ends[2] = 41, "ends of cells in another order"),
        (&|cells| *cells.ends.last_mut().unwrap() = 39, "the last of them 40"),
        (&|cells| cells.ends.push(40), "numbers of centres"),
        (&|cells| cells.steps[0] = f32::NAN, "the step NaN"),
        (&|cells| cells.steps[1] = -1.0, "the step -1"),
        (&|cells| cells.centres[0] = f32::INFINITY, "a centre at inf"),
        (&|cells| cells.centres[1] = -1e16, "at most 1e15"),
        (&|cells| cells.axes.scale = 0.0, "not finite"),
        (&|cells| cells.axes.means[0] = f32::NAN, "not finite"),
        (&|cells| cells.axes.means.push(0.0), "numbers of axes"),
        (&|cells| cells.codes.truncate(1), "1 codes, wanted"),
        (&|cells| cells.efforts.push(Effort { reach: 1.0, recall: 1.5, error: 0.0, seen: 0.0 }), "numbers from 0 to 1"),
        (&|cells| cells.rows.extend(40..50), "rows, wanted at most 40"),
    ];
    for (change, wanted) in cases {
        let error = said(change).unwrap_err();
        assert!(error.contains("cells: found") && error.contains(wanted), "{wanted}: {error}");
    }
}

#[test]
fn an_approximate_search_says_why_it_is_exact() {
    let index = with_cells(Distance::Euclidean, 500);
    let query = Rows::new(&[0.1, 0.2, 0.3], 3).unwrap();
    let search = |recall| index.search_approximately(query, &Filter::new(), &NearestSettings::new(3), recall);
    let answer = search(0.9).unwrap();
    assert_eq!(answer.certainty, Certainty::Exact(Reason::Few(500)));
    assert_eq!(answer.found, index.search(query, &Filter::new(), &NearestSettings::new(3)).unwrap());
    assert_eq!(search(1.5).unwrap_err().to_string(), "found 1.5 as a recall, wanted a number from 0 to 1");
    assert!(search(f64::NAN).is_err());
}

/// As many vectors as cells serve otherwise.
#[test]
fn cells_do_not_serve_the_tanimoto_distance() {
    let mut index = index(Distance::Tanimoto, 20_000);
    index.build_cells(1);
    assert_eq!(index.cells(), None);
    let (query, settings) = (Rows::new(&[0.1, 0.2, 0.3], 3).unwrap(), NearestSettings::new(3));
    let answer = index.search_approximately(query, &Filter::new(), &settings, 0.9).unwrap();
    assert_eq!(answer.certainty, Certainty::Exact(Reason::Distance(Distance::Tanimoto)));
    assert_eq!(answer.found, index.search(query, &Filter::new(), &settings).unwrap());
}

/// As many vectors as cells serve.
#[test]
fn approximate_searches_of_an_index_that_changes() {
    let mut index = Index::new(Distance::Cosine, 3).unwrap();
    let names = |first: usize, end: usize| (first..end).map(|row| row.to_string()).collect::<Vec<_>>();
    let numbers: Vec<f32> = (0..3 * 24_000u64).map(|at| (at * at % 65_537) as f32 / 30_000.0 - 1.0).collect();
    let part = |first: usize, end: usize| Rows::new(&numbers[3 * first..3 * end], 3).unwrap();
    let classes = |first: usize, end: usize| {
        Columns::new().with("class", (first..end).map(|row| Some((row % 10 == 0).to_string())).collect())
    };
    index.add(part(0, 22_000), names(0, 22_000), classes(0, 22_000)).unwrap();
    let (all, queries, settings) = (Filter::new(), part(23_900, 24_000), NearestSettings::new(10));
    fn nearly(index: &Index, queries: Rows<'_>, filter: &Filter, settings: &NearestSettings<'_>) -> Answer {
        index.search_approximately(queries, filter, settings, 0.99).unwrap()
    }
    let without = nearly(&index, queries, &all, &settings);
    assert_eq!(without.certainty, Certainty::Exact(Reason::NoCells));
    index.build_cells(2);
    let recall = |index: &Index, filter: &Filter, count: usize| {
        let settings = NearestSettings::new(count);
        let (answer, exact) =
            (nearly(index, queries, filter, &settings), index.search(queries, filter, &settings).unwrap());
        assert!(answer.certainty.recall() >= 0.99 && answer.found.iter().all(|found| found.len() == count));
        let pairs =
            answer.found.iter().zip(&exact).flat_map(|(found, exact)| exact.iter().map(move |hit| found.contains(hit)));
        (pairs.filter(|is_found| *is_found).count() as f64 / (100 * count) as f64, answer.certainty)
    };
    let (found, certainty) = recall(&index, &all, 10);
    // A hundred queries of ten neighbours: three in a thousand, times five.
    assert!(found > 0.975 && matches!(certainty, Certainty::Approximate { .. }), "{found} {certainty}");
    let classed = Filter::new().with("class", "true");
    assert_eq!(recall(&index, &classed, 10), (1.0, Certainty::Exact(Reason::Few(2200))));
    let (found, certainty) = recall(&index, &Filter::new().with("class", "true").with("class", "false"), 5);
    assert!(found > 0.975 && matches!(certainty, Certainty::Approximate { .. }), "{found} {certainty}");
    assert_eq!(recall(&index, &all, 100), (1.0, Certainty::Exact(Reason::Count(100))));
    // The queries themselves: each is found, at the distance 0, though it is in no cell.
    index.add(part(23_900, 24_000), names(23_900, 24_000), Columns::new()).unwrap();
    let answer = nearly(&index, queries, &all, &settings);
    assert!(answer.found.iter().enumerate().all(|(query, found)| found.iter().any(|hit| hit.row == 22_000 + query)));
    assert!(recall(&index, &all, 10).0 > 0.975);
    assert_eq!(index.remove(names(5, 1000)), 995);
    assert_eq!(index.cells().unwrap().len(), 21_005);
    assert!(recall(&index, &all, 10).0 > 0.975);
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = saved(&index, folder.path());
    let opened = Index::open(path).unwrap();
    assert!(
        is_same(&opened, &index)
            && nearly(&opened, queries, &all, &settings) == nearly(&index, queries, &all, &settings)
    );
    assert_eq!(index.remove(names(1000, 20_000)), 19_000);
    assert_eq!(nearly(&index, queries, &all, &settings).certainty, Certainty::Exact(Reason::Few(2105)));
}
