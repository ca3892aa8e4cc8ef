// What is shown, clicked and selected, and who wants to know.

const state = {
  layout: layouts[0],
  colouring: null,
  /** The graph that was clicked or reached, or −1. */
  current: -1,
  /** 1 for each selected graph. */
  selected: new Uint8Array(count),
  selectedCount: 0,
  /** 1 for each graph that no filter hides. */
  shown: new Uint8Array(count).fill(1),
  shownCount: count,
  tool: "move",
};

const listeners = {};

/** Calls back after a change: current, selected, shown, colouring, layout or theme. */
function on(changes, listener) {
  for (const change of changes.split(" ")) (listeners[change] ??= []).push(listener);
}

function changed(change) {
  for (const listener of listeners[change] ?? []) listener();
}

function setCurrent(graph, tab = "graph") {
  state.current = graph;
  if (graph >= 0) say(`${ids[graph]}: ${wordsOf(graph)}`);
  if (graph >= 0 && tab) openTab(tab);
  changed("current");
}

/** Selects graphs; with `adds` besides those that are. */
function select(graphs, adds = false) {
  if (!adds) state.selected.fill(0);
  for (const graph of graphs) state.selected[graph] = 1;
  selectionChanged();
}

function toggleSelected(graph) {
  state.selected[graph] ^= 1;
  selectionChanged();
}

function selectionChanged() {
  state.selectedCount = state.selected.reduce((sum, one) => sum + one, 0);
  say(`${plural(state.selectedCount, "graph")} selected`);
  tellFrame();
  changed("selected");
}

/** All graphs, by their positions. */
const everyGraph = Array.from(ids, (_, at) => at);

const selectedGraphs = () => everyGraph.filter((graph) => state.selected[graph]);

/** A notebook that shows the page in a frame, and asked for it, learns what is selected. */
function tellFrame() {
  const token = document.documentElement.dataset.token;
  if (token && window.parent !== window) window.parent.postMessage({ sgrMap: token, selected: selectedGraphs() }, "*");
}

/** Tests of graphs, by the name of the filter; a graph is shown if all of them hold. */
const filters = new Map();

function setFilter(name, test) {
  if (test) filters.set(name, test);
  else filters.delete(name);
  const tests = [...filters.values()];
  let shown = 0;
  for (let graph = 0; graph < count; graph++) {
    shown += state.shown[graph] = tests.every((test) => test(graph)) ? 1 : 0;
  }
  state.shownCount = shown;
  changed("shown");
}
