//! Figures say what the numbers say: pictures are painted again from the file alone, and hostile texts change nothing.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use sgr::figure::{FigureFormat, Strip, StripFigure};
use sgr::output::OutputError;

const AXIS: &str = "position in the spectrum, ascending";
/// Of a strip, in units; the .png has two pixels to a unit.
const STRIP_HEIGHT: usize = 48;
const PIXELS: usize = 2;

fn strip(label: &str, values: Vec<f64>) -> Strip {
    Strip { label: label.to_owned(), values }
}

/// A strip of every whole value, and one that jumps between the ends.
fn figure() -> StripFigure {
    let ascending = (0..256).map(f64::from).collect();
    let jumping = (0..256).map(|column| f64::from(column % 2 * 255)).collect();
    StripFigure::new("saliency", vec![strip("block-model", ascending), strip("erdos-renyi", jumping)], AXIS)
}

fn saved(figure: &StripFigure, name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    figure.save(&path).unwrap();
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, [name], "nothing else is left in the folder");
    fs::read(path).unwrap()
}

fn svg(figure: &StripFigure) -> String {
    String::from_utf8(saved(figure, "figure.svg")).unwrap()
}

struct Picture {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Picture {
    fn of(figure: &StripFigure) -> Self {
        let file = saved(figure, "figure.png");
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        Self { width: info.width as usize, height: info.height as usize, bytes }
    }

    fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        let start = (y * self.width + x) * 3;
        self.bytes[start..start + 3].try_into().unwrap()
    }
}

/// A `<rect>` of an .svg.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Rectangle {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    colour: [u8; 3],
}

fn attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    tag.split_once(&format!(" {name}=\"")).unwrap().1.split_once('"').unwrap().0
}

fn rectangles(svg: &str) -> Vec<Rectangle> {
    let number = |tag, name| attribute(tag, name).parse().unwrap();
    let rectangle = |tag| {
        let [_, red, green, blue] = u32::from_str_radix(&attribute(tag, "fill")[1..], 16).unwrap().to_be_bytes();
        let colour = [red, green, blue];
        let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(tag, name));
        Rectangle { x, y, width, height, colour }
    };
    svg.lines().filter(|line| line.starts_with("<rect")).map(rectangle).collect()
}

/// The rectangles of each strip, from the top.
fn strips(svg: &str) -> Vec<Vec<Rectangle>> {
    let columns: Vec<_> = rectangles(svg).into_iter().filter(|found| found.height == STRIP_HEIGHT).collect();
    columns.chunk_by(|before, after| before.y == after.y).map(<[_]>::to_vec).collect()
}

/// Panics unless `text` is one element with every tag closed by its own, attributes quoted and known entities only.
/// Gives the texts of the elements in `<text>` and `<title>`, with the entities read.
fn texts(text: &str) -> Vec<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut texts = Vec::new();
    let mut rest = text.trim_end();
    loop {
        let (content, after) = rest.split_once('<').unwrap();
        if matches!(open.last(), Some(&"text" | &"title")) {
            texts.push(read_entities(content));
        } else {
            assert_eq!(content.trim(), "");
        }
        let (tag, after) = after.split_once('>').unwrap();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            assert!(!tag.contains(['<', '&']), "{tag}");
            if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap());
            }
        }
        rest = after;
        if open.is_empty() {
            assert_eq!(rest, "", "one root");
            return texts;
        }
    }
}

fn read_entities(content: &str) -> String {
    assert!(!content.contains(['>', '"']) && !content.contains(char::is_control), "{content:?}");
    let mut parts = content.split('&');
    let mut read = parts.next().unwrap().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(';').unwrap_or_else(|| panic!("a bare & in {content:?}"));
        let known = [("lt", '<'), ("gt", '>'), ("amp", '&'), ("quot", '"')];
        read.push(known.iter().find(|(known, _)| *known == name).unwrap().1);
        read.push_str(rest);
    }
    read
}

#[test]
fn a_drawing_has_a_column_for_each_value_and_says_what_it_shows() {
    let svg = svg(&figure());
    let strips = strips(&svg);
    let counts: Vec<usize> = strips.iter().map(Vec::len).collect();
    assert_eq!(counts, [256, 256]);
    for columns in &strips {
        let lefts: Vec<usize> = columns.iter().map(|column| column.x).collect();
        let wanted: Vec<usize> = (0..256).map(|column| 66 + 3 * column).collect();
        assert_eq!(lefts, wanted);
        assert_eq!(columns[255].x + columns[255].width, 66 + 768);
    }
    let texts = texts(&svg);
    let wanted = ["saliency", "saliency", "block-model", "erdos-renyi", "0", "1/4", "1/2", "3/4", "1", AXIS];
    assert_eq!(texts, [&wanted[..], &["least influence 0", "255 most influence"]].concat());
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" "));
    assert_eq!(svg.matches("http").count(), 1, "nothing from outside but the name of the format");
}

#[test]
fn columns_of_one_colour_are_one_box() {
    let values = [vec![0.0; 100], vec![255.0; 27], vec![10.0; 1]].concat();
    let strips = strips(&svg(&StripFigure::new("", vec![strip("runs", values)], AXIS)));
    let lefts: Vec<usize> = strips[0].iter().map(|column| column.x - 66).collect();
    assert_eq!(lefts, [0, 600, 762]);
}

#[test]
fn pixels_have_the_colours_of_their_values() {
    let figure = figure();
    let picture = Picture::of(&figure);
    let middle_of = |strip: usize| (strips(&svg(&figure))[strip][0].y + STRIP_HEIGHT / 2) * PIXELS;
    let (ascending, jumping) = (middle_of(0), middle_of(1));
    let at = |column: usize, y| picture.pixel((66 + 3 * column) * PIXELS + 3, y);
    // From another program for Oklab.
    let known = [
        (0, [255, 255, 255]),
        (32, [218, 224, 252]),
        (64, [182, 193, 247]),
        (128, [121, 129, 213]),
        (192, [75, 66, 156]),
        (255, [40, 7, 86]),
    ];
    for (column, colour) in known {
        assert_eq!(at(column, ascending), colour, "column {column}");
    }
    for column in 0..256 {
        assert_eq!(at(column, jumping), if column % 2 == 0 { [255, 255, 255] } else { [40, 7, 86] });
    }
}

#[test]
fn both_pictures_are_the_same_but_for_their_letters() {
    // 300 columns do not divide the width, 1000 do not fit it, and one is all of it.
    for columns in [1, 300, 1000] {
        let values = (0..columns).map(|column| f64::from(column * 7919 % 256)).collect();
        let figure = StripFigure::new("", vec![strip("", values)], "");
        let (svg, picture) = (svg(&figure), Picture::of(&figure));
        let rectangles = rectangles(&svg);
        let paper = rectangles[0];
        assert_eq!((paper.width * PIXELS, paper.height * PIXELS), (picture.width, picture.height));
        let mut painted = vec![[0; 3]; paper.width * paper.height];
        for Rectangle { x, y, width, height, colour } in &rectangles {
            (*y..y + height).for_each(|y| painted[y * paper.width..][*x..x + width].fill(*colour));
        }
        // All but the letters: the strip with its frame and its ticks.
        let top = strips(&svg)[0][0].y;
        for y in 0..top + STRIP_HEIGHT + 7 {
            for x in 0..paper.width {
                let (wanted, (x, y)) = (painted[y * paper.width + x], (x * PIXELS, y * PIXELS));
                assert_eq!([picture.pixel(x, y), picture.pixel(x + 1, y + 1)], [wanted; 2], "{columns}: {x}, {y}");
            }
        }
        // Neighbours differ in colour, so each column has a box: all of one width but for a unit, edge to edge.
        let boxes = &strips(&svg)[0];
        let edges = boxes.iter().map(|column| column.x).chain([paper.width - 66]).collect::<Vec<_>>();
        assert_eq!((edges[0], edges.len()), (66, columns as usize + 1));
        let narrow = (paper.width - 2 * 66) / columns as usize;
        assert!(narrow > 0 && edges.windows(2).all(|edges| [narrow, narrow + 1].contains(&(edges[1] - edges[0]))));
    }
}

#[test]
fn letters_are_drawn_in_pixels() {
    let blank = StripFigure::new("", vec![strip("", vec![0.0; 256])], "");
    let ink = |label: &str| {
        let picture = Picture::of(&StripFigure::new("", vec![strip(label, vec![0.0; 256])], ""));
        let places = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        places.filter(|&(x, y)| picture.pixel(x, y) == [34, 34, 34]).count()
    };
    let none = ink("");
    assert_eq!(Picture::of(&blank).width, 1800);
    // Nine pixels of the .png to a pixel of the letter.
    assert_eq!(ink("-") - none, 3 * 9);
    assert_eq!(ink("l") - none, 10 * 9);
    assert_eq!(ink("L") - none, 11 * 9);
    assert_eq!(ink("λ") - none, 20 * 9, "a box");
    assert_eq!(ink(&"-".repeat(58)) - none, 58 * 27);
    assert_eq!(ink(&"-".repeat(5000)) - none, 57 * 27 + 27, "57 and the dots");
}

#[test]
fn numbers_read_back() {
    let values = vec![0.0, 1.0 / 3.0, 254.999_999_999_999_97, 255.0];
    let figure = StripFigure::new("", vec![strip("a", values.clone()), strip("b", vec![5e-324; 4])], AXIS);
    let text = String::from_utf8(saved(&figure, "figure.CSV")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("position,a,b"));
    for (position, line) in lines.clone().enumerate() {
        let fields: Vec<f64> = line.split(',').map(|field| field.parse().unwrap()).collect();
        assert_eq!(fields, [position as f64, values[position], 5e-324]);
    }
    assert_eq!(lines.count(), 4);
}

#[test]
fn hostile_texts_are_only_texts() {
    let hostile = "</text><script a=\"b\">&amp;, 'x'\u{0}\u{1b}\n\u{ffff}]]>";
    let long = "ä".repeat(300);
    let strips = vec![strip(hostile, vec![1.0]), strip(&long, vec![2.0])];
    let figure = StripFigure::new(hostile, strips, "<&>");
    let replaced = hostile.replace(['\u{0}', '\u{1b}', '\n', '\u{ffff}'], "\u{fffd}");
    let cut = format!("{}…", "ä".repeat(57));
    assert_eq!(texts(&svg(&figure))[..4], [replaced.clone(), replaced.clone(), replaced, cut]);
    Picture::of(&figure);
    let csv = String::from_utf8(saved(&figure, "figure.csv")).unwrap();
    assert_eq!(csv, format!("position,\"{}\",{long}\n0,1.0,2.0\n", hostile.replace('"', "\"\"")));
}

#[test]
fn mistakes_of_the_caller_are_told_at_once() {
    let message = |strips: Vec<Strip>| {
        let panic = catch_unwind(|| StripFigure::new("", strips, "")).unwrap_err();
        panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(|text| text.to_string())).unwrap()
    };
    assert_eq!(message(vec![]), "found 0 strips, wanted at least 1");
    assert!(message(vec![strip("a", vec![])]).contains("strip \"a\": found 0 values, wanted at least 1"));
    let uneven = message(vec![strip("a", vec![0.0; 3]), strip("b", vec![0.0; 2])]);
    assert!(uneven.contains("strip \"b\": found 2 values, wanted 3 as in the first strip"), "{uneven}");
    for (value, found) in [(f64::NAN, "NaN"), (f64::INFINITY, "inf"), (-0.5, "-0.5"), (255.5, "255.5")] {
        let wanted = format!("strip \"a\", column 1: found {found}, wanted a number from 0 to 255");
        assert_eq!(message(vec![strip("a", vec![0.0, value])]), wanted);
    }
}

#[test]
fn the_ending_tells_the_format_and_a_failure_leaves_nothing() {
    for format in FigureFormat::ALL {
        let name = format!("a.b/figure.{}", format.name().to_uppercase());
        assert_eq!(FigureFormat::from_path(&name).unwrap(), format);
    }
    let error = figure().save(Path::new("figure.jpg")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "figure.jpg: the name does not tell the format; wanted one that ends in .svg, .png, .csv"
    );
    let folder = tempfile::tempdir().unwrap();
    let missing = figure().save(folder.path().join("missing/figure.svg"));
    assert!(matches!(missing, Err(OutputError::MissingFolder { .. })));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
