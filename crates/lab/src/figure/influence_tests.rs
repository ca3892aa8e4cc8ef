//! Influence figures: both formats show the same, and hostile texts are only texts.

use super::layout::PIXELS_PER_UNIT;
use super::picture::Picture;
use super::{BarRow, Bars, ColourScale, DrawnGraph, InfluenceFigure, Mark};
use sgr_core::graph::Graph;

const VERMILION: [u8; 3] = [213, 94, 0];
const BLUE: [u8; 3] = [0, 114, 178];

/// A path whose middle lowers and whose ends raise, half and full; node 3 has no value.
fn path(texts: [&str; 4]) -> DrawnGraph {
    let values = [Some(1.0), Some(-2.0), Some(2.0), None];
    let mark = |(text, value): (&str, Option<f64>)| Mark { text: text.to_owned(), value, note: format!("note {text}") };
    DrawnGraph {
        caption: "path".to_owned(),
        detail: String::new(),
        graph: Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3)]).unwrap(),
        nodes: texts.into_iter().zip(values).map(mark).collect(),
        edges: vec![([0, 1], Mark { text: "=".to_owned(), value: Some(-2.0), note: String::new() })],
    }
}

fn figure(graphs: Vec<DrawnGraph>) -> InfluenceFigure {
    let scale = ColourScale::Diverging { below: "lowers".to_owned(), above: "raises".to_owned() };
    InfluenceFigure { title: "title".to_owned(), remarks: vec![], bars: None, graphs, scale }
}

fn attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    tag.split_once(&format!(" {name}=\"")).unwrap().1.split_once('"').unwrap().0
}

/// Centre and fill of each circle.
fn circles(svg: &str) -> Vec<([f64; 2], [u8; 3])> {
    let circle = |tag: &str| {
        let [_, red, green, blue] = u32::from_str_radix(&attribute(tag, "fill")[1..], 16).unwrap().to_be_bytes();
        (["cx", "cy"].map(|name| attribute(tag, name).parse().unwrap()), [red, green, blue])
    };
    svg.lines().filter(|line| line.starts_with("<circle")).map(circle).collect()
}

/// Width and pixels of the .png.
fn pixels(figure: &InfluenceFigure) -> (usize, Vec<u8>) {
    let file = super::png::to_bytes(&figure.layout()).unwrap();
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    (info.width as usize, bytes)
}

#[test]
fn both_pictures_have_the_same_nodes_and_edges_in_the_colours_of_their_values() {
    // Labels that do not fit leave the middle of their nodes free.
    let figure = figure(vec![path([""; 4])]);
    let (svg, (width, bytes)) = (figure.to_svg(), pixels(&figure));
    let pixel = |[x, y]: [f64; 2]| {
        let [x, y] = [x, y].map(|units| (units * PIXELS_PER_UNIT as f64) as usize);
        <[u8; 3]>::try_from(&bytes[3 * (y * width + x)..][..3]).unwrap()
    };
    // The first circle is the paper below the label of the edge.
    let circles = circles(&svg);
    let nodes = &circles[1..];
    assert_eq!([nodes[1].1, nodes[2].1, nodes[3].1], [BLUE, VERMILION, [221; 3]]);
    assert!(nodes[0].1 != VERMILION && nodes[0].1[0] > nodes[0].1[2], "half as much is paler: {:?}", nodes[0].1);
    for (centre, fill) in nodes {
        assert_eq!(pixel(*centre), *fill);
    }
    let middle = |a: usize, b: usize| [0, 1].map(|axis| (nodes[a].0[axis] + nodes[b].0[axis]) / 2.0);
    assert_eq!(pixel(middle(2, 3)), [160; 3], "a plain edge");
    let [left, right] = [nodes[0].0, nodes[1].0];
    assert_eq!(pixel([left[0] + 0.33 * (right[0] - left[0]), left[1]]), BLUE, "an edge with a value");
    assert_eq!(svg.matches("<line").count(), 2 + 2, "an outline below the coloured edge");
    assert!(svg.contains("lowers -2.000</text>") && svg.contains("+2.000 raises</text>"));
}

#[test]
fn a_label_is_never_cut_to_another_one() {
    let wide = figure(vec![path(["Cl", "C", "Nitrogen", "O"])]).to_svg();
    assert!(wide.contains(">Cl</text>") && wide.contains(">Ni…</text>") && !wide.contains(">Nitrogen</text>"));
    // Nodes so small that one letter fits.
    let edges: Vec<(u32, u32)> = (1..40).map(|node| (node - 1, node)).collect();
    let marks = (0..40).map(|node| Mark { text: ["Cl", "O"][node % 2].to_owned(), ..Mark::default() }).collect();
    let graph = Graph::from_edges(40, &edges).unwrap();
    let small = DrawnGraph { caption: String::new(), detail: String::new(), graph, nodes: marks, edges: vec![] };
    let small = figure(vec![small]).to_svg();
    assert!(small.contains(">O</text>") && !small.contains(">C</text>"));
}

#[test]
fn hostile_texts_are_only_texts() {
    let hostile = "</text><script>\u{1b}&";
    let mut figure = figure(vec![path([hostile; 4])]);
    figure.graphs[0].caption = hostile.to_owned();
    figure.remarks = vec![hostile.to_owned(), "x".repeat(1000)];
    let row = BarRow { label: hostile.to_owned(), note: hostile.to_owned(), values: vec![f64::MAX, -1e-300] };
    figure.bars = Some(Bars { columns: vec![hostile.to_owned(); 2], rows: vec![row] });
    let svg = figure.to_svg();
    assert!(!svg.contains("<script") && !svg.contains('\u{1b}') && svg.contains("&lt;/text&gt;&lt;script&gt;"));
    assert_eq!(svg, figure.to_svg(), "the same bytes every time");
    pixels(&figure);
}

#[test]
fn a_figure_without_influence_is_drawn() {
    let mut flat = path(["a"; 4]);
    flat.nodes.iter_mut().for_each(|mark| mark.value = Some(0.0));
    flat.edges.clear();
    let mut figure = figure(vec![flat]);
    figure.bars = Some(Bars { columns: vec!["c".to_owned()], rows: vec![] });
    let neutral = circles(&figure.to_svg())[0].1;
    assert!(neutral.iter().all(|&part| part > 240));
}
