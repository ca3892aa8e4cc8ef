// The clicked graph: its drawing, its numbers, its nearest neighbours.

/** Labels that occur in a drawing, with their colours. */
function labelKey(graph) {
  if (!source.labels.length) return null;
  const used = [...new Set(drawingOf(graph).colours)].sort((a, b) => a - b);
  const key = used.map((colour) => {
    const swatch = element("i", { className: "swatch" });
    swatch.style.background = labelColours()[colour];
    return element("span", {}, swatch, source.labels[colour] ?? "other labels");
  });
  return element("div", { className: "labels", "aria-label": source.elements ? "Elements of atoms" : "Labels of nodes" }, ...key);
}

function facts(graph) {
  const groups = groupings.map(({ words, names, of }) => [words, names[of[graph]] ?? "none"]);
  const numbers = quantities.map(({ words, values }) => [words[0].toUpperCase() + words.slice(1), short(values[graph])]);
  const rows = [...groups, ...numbers].flatMap(([term, value]) => [element("dt", {}, term), element("dd", {}, value)]);
  return element("dl", { className: "facts" }, ...rows);
}

/** A card that goes to a graph. */
function card(graph, note) {
  const button = element("button", { type: "button", title: ids[graph] }, picture(graph, 110), element("b", {}, ids[graph]), element("span", { className: "quiet" }, note));
  button.dataset.graph = graph;
  button.addEventListener("click", () => {
    setCurrent(graph);
    reveal(graph);
  });
  return element("li", {}, button);
}

function neighbourCards(graph) {
  const { each, others, distances } = neighbours();
  const range = Array.from({ length: each }, (_, at) => graph * each + at);
  const mean = quantity.isolation.values.reduce((sum, value) => sum + value, 0) / count || 1;
  const cards = range.map((at) => card(others[at], distances[at] === 0 ? "distance 0" : `distance ${short(distances[at])}`));
  const scale = `The mean distance between neighbours in this map is ${short(mean)}.`;
  return element("section", {}, element("h3", {}, "Nearest graphs"), element("ul", { className: "cards" }, ...cards), element("p", { className: "caption" }, scale));
}

function showGraph() {
  const panel = byId("panel-graph");
  const graph = state.current;
  if (graph < 0) {
    panel.replaceChildren(element("p", { className: "empty" }, "Click a point, or go to one with the arrow keys, to see the graph and the graphs most like it."));
    return;
  }
  const portrait = picture(graph, 380, 304);
  portrait.className = "portrait";
  const isIn = state.selected[graph];
  const toggle = element("button", { type: "button", id: "toggle" }, isIn ? "Remove from the selection" : "Add to the selection");
  toggle.addEventListener("click", () => toggleSelected(graph));
  const nearest = element("button", { type: "button", id: "take-nearest" }, "Select with the nearest");
  nearest.addEventListener("click", () => {
    const { each, others } = neighbours();
    select([graph, ...others.subarray(graph * each, (graph + 1) * each)]);
  });
  panel.replaceChildren(
    element("figure", {}, portrait, labelKey(graph), element("figcaption", { className: "caption" }, extentWords(graph))),
    element("div", {}, element("p", { className: "name", id: "current" }, ids[graph]), element("p", { className: "quiet" }, wordsOf(graph))),
    element("div", { className: "row" }, toggle, nearest),
    neighbourCards(graph),
    element("section", {}, element("h3", {}, "Numbers"), facts(graph)),
  );
}

on("current", () => {
  showGraph();
  byId("panel-graph").scrollTop = 0;
});
on("selected", () => {
  const toggle = byId("toggle");
  if (toggle) toggle.textContent = state.selected[state.current] ? "Remove from the selection" : "Add to the selection";
});
on("theme", () => {
  const key = document.querySelector(".labels");
  if (key) key.replaceWith(labelKey(state.current));
});
