"""The page of a map in a real browser: it is clicked, drawn on, filtered, searched and exported, without a network."""

from __future__ import annotations

import collections
import csv
import pathlib
from collections.abc import Iterator

import networkx as nx
import numpy as np
import pytest
from selenium import webdriver

import sgr
from conftest import ROOT
from map_page import ActionChains, By, Keys, MapPage, chromium
from test_same_as_the_command_line import run

SHAPES = ROOT / "examples" / "shapes.jsonl"
HOSTILE = [
    "</script><script>document.title = 'ran'</script>",
    "<img src=x onerror=\"document.title='ran'\">",
    "{{data}}",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    return tmp_path_factory.mktemp("map")


@pytest.fixture(scope="module")
def driver(folder: pathlib.Path) -> Iterator[webdriver.Chrome]:
    with chromium(folder) as driver:
        yield driver


@pytest.fixture(scope="module")
def path(folder: pathlib.Path) -> pathlib.Path:
    """A map of three kinds of graphs, of which two are equal."""
    graphs, labels = sgr.read(SHAPES)
    assert labels is not None
    names = [f"graph {at}" for at in range(len(graphs))]
    path = folder / "shapes.html"
    sgr.map([*graphs, graphs[0]], ids=[*names, "copy"], labels=[*labels, labels[0]], title="Shapes").save(path)
    return path


@pytest.fixture
def page(driver: webdriver.Chrome, path: pathlib.Path) -> Iterator[MapPage]:
    page = MapPage(driver, path)
    yield page
    assert page.complaints() == []
    assert page.requests() == []


def test_it_shows_the_graphs(page: MapPage) -> None:
    assert page.driver.title == "Shapes"
    assert page.text("#subtitle") == "91 graphs · 3 classes · sgr vectors"
    assert page.texts("#legend label") == ["communities\n30", "ring\n31", "tree\n30"]
    # Three colours and the paper, and the shades of their edges.
    assert page.colours() > 8


def test_a_graph_is_clicked_and_its_neighbours_lead_on(page: MapPage) -> None:
    page.keys(Keys.ARROW_RIGHT)
    first = page.until(lambda: page.text("#current"))
    assert page.text("#live").startswith(f"{first}: class ")
    assert page.text("figcaption") == "All nodes and edges are drawn."
    cards = page.driver.find_elements(By.CSS_SELECTOR, ".cards button")
    assert len(cards) == 10
    distances = [float(card.text.rsplit(" ", 1)[1]) for card in cards]
    assert distances == sorted(distances)
    name = cards[0].text.splitlines()[0]
    cards[0].click()
    assert page.text("#current") == name != first


def test_a_click_on_the_map_finds_the_point_below(page: MapPage) -> None:
    place = page.driver.execute_script("""
        const canvas = document.getElementById("map"), paper = getComputedStyle(document.body).backgroundColor;
        const context = canvas.getContext("2d");
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const isColoured = ([red, green, blue, alpha]) =>
            alpha > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 90;
        for (let at = 0; at < data.length; at += 4)
            if (isColoured(data.slice(at, at + 4)))
                return [(at / 4) % canvas.width / canvas.width, Math.floor(at / 4 / canvas.width) / canvas.height];""")
    page.drag([tuple(place)])
    assert page.text("#current").startswith(("graph", "copy"))


def test_a_lasso_selects_and_the_selection_is_explained_and_exported(page: MapPage, folder: pathlib.Path) -> None:
    page.find('[data-tool="lasso"]').click()
    page.drag([(0.005, 0.005), (0.995, 0.005), (0.995, 0.995), (0.005, 0.995)])
    assert page.text("#counts") == "91 graphs · 91 selected"
    page.find("#clear").click()
    # One class: filtered by the legend, then boxed.
    for label in page.driver.find_elements(By.CSS_SELECTOR, "#legend label")[:2]:
        label.click()
    assert page.text("#counts") == "30 of 91 graphs shown"
    page.find('[data-tool="box"]').click()
    page.drag([(0.005, 0.005), (0.995, 0.995)])
    assert page.text("#counts") == "30 of 91 graphs shown · 30 selected"
    words = page.texts("#words li")
    assert words[0] == "100 % are of class tree; of the others 0 %."
    assert any(line.startswith("Higher fraction of nodes of degree 1: ") for line in words)
    # `sgr cluster` computes the same differences, of the clusters that are the classes here.
    read, labels = sgr.read(SHAPES)
    assert labels is not None
    clusters = sgr.cluster([*read, read[0]], 3)
    is_tree = np.append(labels == "tree", False)
    tree = clusters.labels[is_tree][0]
    assert ((clusters.labels == tree) == is_tree).all()
    [paragraph] = [each for each in str(clusters).split("\n\n") if each.startswith(f"cluster {tree}:")]
    sentences = [line.strip() for line in paragraph.splitlines() if line.endswith("σ)")]
    shown = {(line[0].lower() + line[1:-1]).replace("\xa0", " ") for line in words}
    assert len(sentences) == 6 and set(sentences[:3]) < shown
    assert len(page.driver.find_elements(By.CSS_SELECTOR, ".chart .picked-line")) == 2
    rows = page.texts("#rows tr td:first-child")
    assert len(rows) == 30
    page.find("#export").click()
    exported = folder / "selection.csv"
    page.until(exported.exists)
    with exported.open(newline="") as file:
        table = list(csv.DictReader(file))
    exported.unlink()
    assert [row["id"] for row in table] == sorted(rows, key=lambda name: int(name.split()[1]))
    assert {row["class"] for row in table} == {"tree"}
    graphs, _ = sgr.read(SHAPES)
    assert all(float(row["nodes"]) == graphs[int(row["id"].split()[1])].node_count for row in table)


def test_rows_of_the_table_are_walked_by_keys(page: MapPage) -> None:
    page.find("#tab-selection").click()
    page.find("#take-shown").click()
    first = page.find("#rows tr")
    first.send_keys(Keys.ARROW_DOWN)
    second = page.driver.switch_to.active_element
    assert second.text.startswith("graph 0")
    second.send_keys(Keys.ENTER)
    assert page.text("#current") == "graph 0"
    assert page.find("#tab-graph").get_attribute("aria-selected") == "true"


def test_a_histogram_filters(page: MapPage) -> None:
    page.find("#tab-filters").click()
    filter = page.find('.filter[data-quantity="leaves"]')
    low, _ = filter.find_elements(By.TAG_NAME, "input")
    low.clear()
    low.send_keys("0.2", Keys.TAB)
    assert page.text("#counts") == "30 of 91 graphs shown"
    assert page.find("#filtered").text.startswith("30 of 91 graphs shown")
    page.find("#reset-filters").click()
    assert page.text("#counts") == "91 graphs"
    # The right half of the histogram is kept.
    picture = filter.find_element(By.TAG_NAME, "svg")
    half = picture.size["width"] // 2
    chain = ActionChains(page.driver, duration=10).move_to_element(picture).click_and_hold()
    chain.move_by_offset(half + 20, 0).release().perform()
    assert page.text("#counts") == "30 of 91 graphs shown"
    assert float(low.get_property("value")) > 0.1


def test_an_id_is_found(page: MapPage) -> None:
    page.driver.find_element(By.TAG_NAME, "body").send_keys("/")
    assert page.focused() == "search"
    search = page.find("#search")
    search.send_keys("graph 1")
    found = page.texts("#found li")
    assert found[0].startswith("graph 1\n") and len(found) == 11
    search.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    assert page.text("#current") == "graph 10"


def test_outliers_and_duplicates_are_listed(page: MapPage) -> None:
    page.find("#tab-notable").click()
    assert len(page.texts("#outliers li")) == 20
    [copies] = page.texts("#duplicates li")
    assert copies.splitlines()[:2] == ["graph 0", "= copy · isomorphic"]
    page.find("#duplicates li div button:last-child").click()
    assert page.text("#counts") == "91 graphs · 2 selected"


def test_layouts_colours_and_themes_change(page: MapPage) -> None:
    before = page.driver.execute_script("return document.getElementById('map').toDataURL()")
    page.driver.execute_script("""
        const list = document.getElementById("layout");
        list.value = "pca";
        list.dispatchEvent(new Event("change"));""")
    now = "return document.getElementById('map').toDataURL()"
    page.until(lambda: page.driver.execute_script(now) != before)
    page.driver.execute_script("""
        const list = document.getElementById("colour");
        list.value = "nodes";
        list.dispatchEvent(new Event("change"));""")
    assert page.text("#legend h2") == "Number of nodes (logarithmic)"
    paper = "return getComputedStyle(document.body).backgroundColor"
    assert page.driver.execute_script(paper) == "rgb(255, 255, 255)"
    page.find("#theme").click()
    assert page.driver.execute_script(paper) == "rgb(20, 23, 28)"


def test_every_control_has_a_name(page: MapPage) -> None:
    nameless = page.driver.execute_script("""
        const isNamed = (control) => control.textContent.trim() || control.labels?.length ||
            control.getAttribute("aria-label") || control.getAttribute("aria-labelledby");
        const controls = document.querySelectorAll("button, select, input, canvas, [role]");
        return [...controls].filter((control) => !isNamed(control)).map((control) => control.outerHTML);""")
    assert nameless == []


def test_hostile_ids_stay_texts(driver: webdriver.Chrome, folder: pathlib.Path) -> None:
    graphs = [([(0, 1), (1, 2)], 3), ([(0, 1), (1, 2), (2, 0)], 3), ([(0, 1)], 2)]
    path = folder / "hostile.html"
    sgr.map(graphs, ids=HOSTILE, labels=HOSTILE, title=HOSTILE[0]).save(path)
    page = MapPage(driver, path)
    page.find("#tab-selection").click()
    page.find("#take-shown").click()
    assert set(page.texts("#rows tr td:first-child")) == set(HOSTILE)
    assert page.text("#title") == page.driver.title == HOSTILE[0]
    assert page.driver.find_elements(By.TAG_NAME, "img") == []
    assert (page.complaints(), page.requests()) == ([], [])


def test_a_notebook_learns_what_is_selected(driver: webdriver.Chrome, folder: pathlib.Path) -> None:
    """The frame of a notebook and its listener, with a text field in the place of the widget."""
    from sgr._map import _LISTENER

    made = sgr.map(SHAPES, projection="pca")
    path = folder / "notebook.html"
    listener = _LISTENER.replace("TOKEN", made._token)
    path.write_text(f'<div class="{made._token}"><input></div>{made._frame(made._token)}{listener}', encoding="utf-8")
    driver.get(path.as_uri())
    driver.switch_to.frame(driver.find_element(By.TAG_NAME, "iframe"))
    driver.find_element(By.ID, "tab-selection").click()
    driver.find_element(By.ID, "take-shown").click()
    driver.switch_to.default_content()
    value = driver.find_element(By.TAG_NAME, "input").get_property("value")
    made._receive({"new": value})
    assert made.selection == list(range(90))


def test_clusters_of_the_program_colour_the_points(
    driver: webdriver.Chrome, folder: pathlib.Path, command_line: pathlib.Path
) -> None:
    files = ("-o", folder / "clusters.csv", "--map", folder / "clusters.html")
    run(command_line, "cluster", SHAPES, "--method", "hdbscan", "--min-cluster-size", 15, *files)
    page = MapPage(driver, folder / "clusters.html")
    assert page.text("#legend h2") == "Cluster (hdbscan by sgr)"
    lines = (folder / "clusters.csv").read_text().splitlines()[1:]
    sizes = collections.Counter(int(line.rsplit(",", 1)[1]) for line in lines)
    noise = sizes.pop(-1)
    wanted = [f"cluster {cluster}\n{size}" for cluster, size in sorted(sizes.items())]
    assert page.texts("#legend label") == [*wanted, f"without cluster\n{noise}"]
    assert page.complaints() == [] and page.requests() == []


def test_atoms_have_the_colours_and_the_names_of_their_elements(driver: webdriver.Chrome, folder: pathlib.Path) -> None:
    def legend(page: MapPage) -> list[tuple[str, str]]:
        script = """return [...document.querySelectorAll(".labels span")].map((row) =>
            [row.textContent, getComputedStyle(row.querySelector(".swatch")).backgroundColor])"""
        return [tuple(row) for row in driver.execute_script(script)]

    molecules = sgr.from_smiles(["OCCl", "CC(=O)[O-]", "c1ccccc1"], hydrogen_counts=True)
    for graphs in (molecules, sgr.from_smiles(["OCCl", "CC(=O)[O-]", "[H]O"])):
        path = folder / "molecules.html"
        sgr.map(graphs, ids=["first", "second", "third"], projection="pca").save(path)
        page = MapPage(driver, path)
        page.find("#search").send_keys("first", Keys.ENTER)
        page.until(lambda: legend(page))
        light = legend(page)
        assert sorted(light) == [("C", "rgb(74, 79, 87)"), ("Cl", "rgb(29, 138, 58)"), ("O", "rgb(212, 42, 42)")]
        assert page.find(".labels").get_attribute("aria-label") == "Elements of atoms"
        page.find("#theme").click()
        page.until(lambda: legend(page) != light)
        assert ("O", "rgb(255, 107, 94)") in legend(page)
        assert page.complaints() == []
    # Other graphs keep their colours, whatever the names of their labels.
    path = folder / "others.html"
    other = nx.path_graph(3)
    nx.set_node_attributes(other, {0: "C", 1: "O", 2: "N"}, "label")
    sgr.map([other, other], node_label="label", ids=["first", "second"], projection="pca").save(path)
    page = MapPage(driver, path)
    page.find("#search").send_keys("first", Keys.ENTER)
    page.until(lambda: legend(page))
    assert page.find(".labels").get_attribute("aria-label") == "Labels of nodes"
