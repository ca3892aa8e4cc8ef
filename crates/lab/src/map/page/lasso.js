// The pointer on the map: hovering, clicking, moving, and drawing around graphs.

/** Corners of what is being drawn, on the canvas. */
let outline = [];
let held = null;

function paintOutline(context) {
  if (outline.length < 2) return;
  context.beginPath();
  outline.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
  context.globalAlpha = 0.14;
  context.fillStyle = tone("accent");
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = tone("accent");
  context.lineWidth = 1.5;
  context.stroke();
}

/** Whether a place lies inside of a polygon: it crosses an odd number of sides. */
function isInside(polygon, x, y) {
  let inside = false;
  for (let at = 0, before = polygon.length - 1; at < polygon.length; before = at++) {
    const [ax, ay] = polygon[at], [bx, by] = polygon[before];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function selectOutlined(polygon, adds) {
  const found = [];
  for (let graph = 0; graph < count; graph++) {
    if (state.shown[graph] && isInside(polygon, screenX(graph), screenY(graph))) found.push(graph);
  }
  select(found, adds);
  if (found.length) openTab("selection");
}

map.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  map.setPointerCapture(event.pointerId);
  hideHover();
  const place = [event.offsetX, event.offsetY];
  held = { from: place, last: place, hasMoved: false, draws: state.tool !== "move" };
  if (held.draws) outline = [place];
});

map.addEventListener("pointermove", (event) => {
  const place = [event.offsetX, event.offsetY];
  if (!held) return hover(place);
  held.hasMoved ||= Math.hypot(place[0] - held.from[0], place[1] - held.from[1]) > 4;
  if (!held.hasMoved) return;
  if (!held.draws) {
    view.x += place[0] - held.last[0];
    view.y += place[1] - held.last[1];
    view.isFitted = false;
    map.classList.add("holds");
  } else if (state.tool === "lasso") {
    outline.push(place);
  } else {
    const [[left, top], [right, bottom]] = [held.from, place];
    outline = [[left, top], [right, top], [right, bottom], [left, bottom]];
  }
  held.last = place;
  repaint();
});

map.addEventListener("pointerup", (event) => {
  if (!held) return;
  const { hasMoved, draws } = held;
  held = null;
  map.classList.remove("holds");
  const polygon = outline;
  outline = [];
  if (hasMoved && draws) selectOutlined(polygon, event.shiftKey);
  else if (!hasMoved) click(event);
  repaint();
});

map.addEventListener("pointercancel", () => {
  held = null;
  outline = [];
  repaint();
});

map.addEventListener("pointerleave", () => hideHover());

function click(event) {
  const graph = graphAt(event.offsetX, event.offsetY);
  if (graph >= 0 && event.shiftKey) toggleSelected(graph);
  else if (graph >= 0) setCurrent(graph);
  else if (state.selectedCount) select([]);
  else setCurrent(-1);
}

const hoverCard = byId("hover");
let hovered = -1;

function hideHover() {
  hovered = -1;
  hoverCard.hidden = true;
}

/** Shows the graph below the pointer on a card next to it. */
function hover([x, y]) {
  const graph = graphAt(x, y);
  map.style.cursor = graph >= 0 && state.tool === "move" ? "pointer" : "";
  if (graph < 0) return hideHover();
  if (graph !== hovered) {
    hovered = graph;
    hoverCard.replaceChildren(picture(graph, 158), element("b", {}, ids[graph]), element("div", { className: "quiet" }, wordsOf(graph)));
    hoverCard.hidden = false;
  }
  const [width, height] = [hoverCard.offsetWidth, hoverCard.offsetHeight];
  const left = x + 18 + width > view.width ? x - 18 - width : x + 18;
  hoverCard.style.left = `${Math.max(4, left)}px`;
  hoverCard.style.top = `${Math.min(Math.max(4, y - height / 2), Math.max(4, view.height - height - 4))}px`;
}

for (const button of document.querySelectorAll("[data-tool]")) {
  button.addEventListener("click", () => {
    state.tool = button.dataset.tool;
    map.classList.toggle("draws", state.tool !== "move");
    for (const other of document.querySelectorAll("[data-tool]")) other.setAttribute("aria-pressed", String(other === button));
  });
}
byId("closer").addEventListener("click", () => zoom(1.4));
byId("farther").addEventListener("click", () => zoom(1 / 1.4));
byId("fit").addEventListener("click", fit);
