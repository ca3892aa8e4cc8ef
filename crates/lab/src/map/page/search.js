// Finding a graph by its id.

const input = byId("search");
const found = byId("found");

/** Graphs whose ids are, begin with, or contain a text; the first dozen, in this order. */
function graphsNamed(text) {
  const wanted = text.toLowerCase();
  const ranks = [[], [], []];
  for (let graph = 0; graph < count; graph++) {
    const at = ids[graph].toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    ranks[at > 0 ? 2 : ids[graph].length === text.length ? 0 : 1].push(graph);
  }
  return ranks.flat().slice(0, 12);
}

let chosen = 0;

function showFound() {
  const text = input.value.trim();
  const graphs = text ? graphsNamed(text) : [];
  chosen = Math.min(chosen, Math.max(0, graphs.length - 1));
  found.replaceChildren(...graphs.map((graph, at) => {
    const option = element("li", { role: "option", id: `found-${at}`, "aria-selected": String(at === chosen) }, element("span", {}, ids[graph]), element("span", { className: "quiet" }, classOf(graph) ?? ""));
    option.dataset.graph = graph;
    return option;
  }));
  found.hidden = !graphs.length;
  input.setAttribute("aria-expanded", String(!found.hidden));
  if (graphs.length) input.setAttribute("aria-activedescendant", `found-${chosen}`);
  else input.removeAttribute("aria-activedescendant");
  if (text) say(`${graphs.length === 12 ? "12 or more" : graphs.length} found`);
}

function take(graph) {
  found.hidden = true;
  input.setAttribute("aria-expanded", "false");
  setCurrent(graph);
  reveal(graph);
}

input.addEventListener("input", () => {
  chosen = 0;
  showFound();
});
input.addEventListener("keydown", (event) => {
  const options = [...found.children];
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    chosen = (chosen + (event.key === "ArrowDown" ? 1 : options.length - 1)) % Math.max(1, options.length);
    showFound();
  } else if (event.key === "Enter" && options[chosen]) {
    take(Number(options[chosen].dataset.graph));
  } else if (event.key === "Escape") {
    found.hidden = true;
  }
});
input.addEventListener("blur", () => setTimeout(() => (found.hidden = true), 150));
found.addEventListener("pointerdown", (event) => {
  const option = event.target.closest("li");
  event.preventDefault();
  if (option) take(Number(option.dataset.graph));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName)) return;
  event.preventDefault();
  input.focus();
});
