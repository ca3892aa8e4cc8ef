//! Results become tables and pages that say what the numbers say, whatever the names.

use sgr::document::{Block, Document, Entry, TextTable};
use sgr::evaluation::{Cell, ClusterScore, Published, ResultTable, collection_title, method_title};
use sgr::experiment::{Method, ResultsPage};
use sgr::figure::{Line, LineFigure};

fn cell(collection: &str, method: &str, accuracy_mean: f64) -> Cell {
    let clustering = ClusterScore { clusters: 2, adjusted_rand_index: 0.5, normalized_mutual_information: 0.25 };
    Cell {
        collection: collection.into(),
        method: method.into(),
        classifier: "lr".into(),
        protocol: "split".into(),
        accuracy_mean,
        accuracy_std: 1.5,
        runs: 100,
        unfinished: 0,
        seconds: 2.0,
        describing_seconds: 1.0,
        seed: 0,
        graphs: 188,
        classes: 2,
        labels: false,
        clustering,
    }
}

#[test]
fn the_papers_table_has_the_cells_it_has() {
    // Table 2 of the paper, read by hand: corners, a gap, a method that the paper does not have.
    assert_eq!(Published::of("DD", "sgr"), Some(Published::Accuracy(76.12)));
    assert_eq!(Published::of("DD", "sp"), Some(Published::MoreThanADay));
    assert_eq!(Published::of("REDDIT-MULTI-5K", "gk4"), Some(Published::Accuracy(23.39)));
    assert_eq!(Published::of("REDDIT-MULTI-5K", "sgr").and_then(Published::accuracy), Some(53.22));
    assert_eq!(Published::of("MUTAG", "mlg").and_then(Published::accuracy), Some(86.54));
    assert_eq!(Published::of("MUTAG", "heat"), None);
    assert_eq!(Published::of("mine", "sgr"), None);
    assert_eq!((collection_title("DD"), collection_title("mine")), ("D&D", "mine"));
    assert_eq!((method_title("spectrum"), method_title("heat")), ("Λ", "heat"));
    let gaps = |method: Method| {
        let collections = [
            "DD",
            "ENZYMES",
            "MUTAG",
            "PROTEINS",
            "COLLAB",
            "IMDB-BINARY",
            "IMDB-MULTI",
            "REDDIT-BINARY",
            "REDDIT-MULTI-5K",
        ];
        collections
            .into_iter()
            .filter(|name| Published::of(name, method.name()) == Some(Published::MoreThanADay))
            .count()
    };
    assert_eq!(Method::ALL.map(gaps), [4, 1, 0, 4, 0, 0, 0, 0, 0]);
}

#[test]
fn a_table_sorts_results_into_rows_and_columns_and_finds_the_best() {
    let cells = [
        cell("B", "wl", 50.0),
        cell("A", "sgr", 70.0),
        cell("A", "wl", 60.0),
        cell("B", "sgr", 40.0),
        cell("A", "sgr", 65.0),
    ];
    let table = ResultTable::new(&cells);
    assert_eq!((table.collections(), table.methods()), (&["B", "A"][..], &["wl", "sgr"][..]));
    let accuracies = |row: usize| table.row(row).iter().map(|cell| cell.unwrap().accuracy_mean).collect::<Vec<_>>();
    assert_eq!((accuracies(0), accuracies(1)), (vec![50.0, 40.0], vec![60.0, 65.0]));
    assert_eq!([0, 1].map(|row| table.best(row, |cell| cell.accuracy_mean)), [Some(0), Some(1)]);
    assert_eq!(table.means(|cell| cell.accuracy_mean), [Some(55.0), Some(52.5)]);
    let cells = [cell("A", "wl", 50.0), cell("B", "sgr", 50.0)];
    let table = ResultTable::new(&cells);
    assert_eq!((table.row(0)[1], table.means(|cell| cell.seconds)), (None, vec![None, None]));
}

#[test]
fn a_page_holds_ours_the_papers_and_the_difference() {
    let cells = vec![cell("MUTAG", "wl", 84.0), cell("MUTAG", "sgr", 87.66)];
    let remarks = [("wl".to_owned(), "other iterations".to_owned())].into();
    let page =
        ResultsPage { cells, remarks, threads: 2, command: "sgr evaluate DATA".into(), ..ResultsPage::default() };
    let markdown = page.document().to_markdown();
    for wanted in [
        "| MUTAG | 84.00 ± 1.50 | **87.66 ± 1.50** |",
        "| MUTAG | 81.16 | **86.97** |",
        "| MUTAG | +2.84 | +0.69 |",
        "| sum | 2.00 | 2.00 |",
        "0.500 / 0.250",
        "- WL on MUTAG, +2.84: other iterations",
        "100 random splits, 80 % to learn from and 20 % to test, seed 0",
    ] {
        assert!(markdown.contains(wanted), "{wanted} in\n{markdown}");
    }
    // Half a point needs no remark.
    assert!(!markdown.contains("SGR on MUTAG"), "{markdown}");
    let html = page.document().to_html();
    assert!(html.contains("<td class=\"best\">87.66 ± 1.50<small>paper 86.97</small></td>"), "{html}");
    assert_eq!(page.accuracy_table().to_plain().lines().nth(1), Some("MUTAG       84.00 ± 1.50   87.66 ± 1.50*"));
}

#[test]
fn hostile_names_stay_text() {
    let name = "<script>alert(1)</script>|x\ny\u{1}";
    let entry = Entry { text: name.into(), detail: Some(name.into()), is_best: true };
    let table = TextTable { header: vec!["collection".into(), name.into()], rows: vec![vec![name.into(), entry]] };
    let blocks = vec![Block::Heading(name.into()), Block::List(vec![name.into()]), Block::Table(table)];
    let document = Document { title: name.into(), blocks };
    let html = document.to_html();
    assert!(!html.contains("<script") && !html.contains('\u{1}'), "{html}");
    let markdown = document.to_markdown();
    let row = markdown.lines().last().unwrap();
    // Two cells, so three bars that are not escaped.
    assert_eq!(row.replace("\\|", "").matches('|').count(), 3, "{row}");
    let line = Line { label: name.into(), values: vec![0.0, f64::NAN, 5.0, -5.0] };
    let svg = LineFigure { title: name.into(), lines: vec![line], axis: name.into(), range: [0.0, 2.0] }.to_svg();
    assert!(!svg.contains("<script") && !svg.contains("NaN"), "{svg}");
}

#[test]
fn a_curve_starts_left_and_stays_inside_its_frame() {
    let line = Line { label: "one".into(), values: vec![0.0, 1.0, 9.0] };
    let svg = LineFigure { title: "t".into(), lines: vec![line], axis: "x".into(), range: [0.0, 2.0] }.to_svg();
    // Frame from (50, 36) to (430, 276): the middle value in the middle, the last one clamped to the upper edge.
    assert!(svg.contains("M50.0 276.0L240.0 156.0L430.0 36.0"), "{svg}");
}
