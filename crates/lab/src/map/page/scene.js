// The points: placing, painting, finding, moving.

const map = byId("map");
/** `isFitted` until the map is moved or magnified: then another size of the window shows all points again. */
const view = { scale: 1, x: 0, y: 0, width: 0, height: 0, isFitted: true };
/** Where the points stand now, between two layouts while they move. */
let places = state.layout.points;

/** Radius of a point in pixels: smaller where there are many, larger where the map is magnified. */
function pointRadius() {
  const base = Math.min(6, Math.max(1.6, 90 / Math.sqrt(count)));
  return Math.min(base * Math.max(1, Math.sqrt(view.scale / fitted(places).scale)), 9);
}

/** The view that shows all points. */
function fitted(points) {
  const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
  for (let at = 0; at < points.length; at++) {
    const axis = at & 1;
    if (points[at] < low[axis]) low[axis] = points[at];
    if (points[at] > high[axis]) high[axis] = points[at];
  }
  // Room for the tools above.
  const [margin, top] = [28, 52];
  const extent = [0, 1].map((axis) => Math.max(high[axis] - low[axis], 1e-6));
  const room = [Math.max(view.width - 2 * margin, 10), Math.max(view.height - top - margin, 10)];
  const scale = Math.min(room[0] / extent[0], room[1] / extent[1]);
  const middle = [0, 1].map((axis) => (low[axis] + high[axis]) / 2);
  return { scale, x: view.width / 2 - scale * middle[0], y: top + room[1] / 2 + scale * middle[1] };
}

/** From a layout to the canvas; the second coordinate points upwards. */
const screenX = (graph) => view.x + view.scale * places[2 * graph];
const screenY = (graph) => view.y - view.scale * places[2 * graph + 1];

function fit() {
  Object.assign(view, fitted(places), { isFitted: true });
  repaint();
}

/** Magnifies around a place of the canvas. */
function zoom(factor, x = view.width / 2, y = view.height / 2) {
  const least = fitted(places).scale / 4;
  const scale = Math.min(Math.max(view.scale * factor, least), least * 4000);
  view.x = x - ((x - view.x) * scale) / view.scale;
  view.y = y - ((y - view.y) * scale) / view.scale;
  view.scale = scale;
  view.isFitted = false;
  repaint();
}

let isAsked = false;

function repaint() {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    paintPoints();
  });
}

/** A disc of each colour, and a pale one, painted once: copies are far faster than circles. */
function stamps(radius, ratio) {
  const key = [radius.toFixed(2), ratio, isDark(), ...state.colouring.colours].join();
  if (stamps.key === key) return stamps.made;
  const side = Math.ceil((2 * radius + 2) * ratio);
  const edge = tone("paper");
  const disc = (colour, alpha) => {
    const stamp = element("canvas", { width: side, height: side });
    const context = stamp.getContext("2d");
    context.beginPath();
    context.arc(side / 2, side / 2, radius * ratio, 0, 2 * Math.PI);
    // Pale by the paper below, not by transparency: many pale points in one place stay pale.
    context.fillStyle = edge;
    context.fill();
    context.globalAlpha = alpha;
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = 1;
    if (radius > 2.4) {
      context.strokeStyle = edge;
      context.lineWidth = 0.7 * ratio;
      context.stroke();
    }
    return stamp;
  };
  stamps.made = [0.22, 1].map((alpha) => state.colouring.colours.map((colour) => disc(colour, alpha)));
  stamps.key = key;
  return stamps.made;
}

/** The context of the map, empty. Another size takes new memory, so it is set only where it changes. */
function clearedContext(ratio) {
  const [width, height] = [view.width, view.height].map((side) => Math.round(side * ratio));
  if (map.width !== width || map.height !== height) return sharpContext(map, view.width, view.height);
  const context = map.getContext("2d");
  context.clearRect(0, 0, view.width, view.height);
  return context;
}

function paintPoints() {
  if (!view.width) return;
  const ratio = window.devicePixelRatio || 1;
  const context = clearedContext(ratio);
  const radius = pointRadius();
  const discs = stamps(radius, ratio);
  const side = discs[1][0].width / ratio;
  const hasSelection = state.selectedCount > 0;
  // Those that are not selected lie below, and pale.
  for (const layer of hasSelection ? [0, 1] : [1]) {
    context.globalAlpha = layer ? 0.9 : 1;
    for (let graph = 0; graph < count; graph++) {
      if (!state.shown[graph] || (hasSelection && state.selected[graph] !== layer)) continue;
      const x = screenX(graph), y = screenY(graph);
      if (x < -side || y < -side || x > view.width + side || y > view.height + side) continue;
      context.drawImage(discs[layer][state.colouring.of[graph]], x - side / 2, y - side / 2, side, side);
    }
  }
  context.globalAlpha = 1;
  paintMarks(context, radius);
  paintOutline(context);
  if (!map.dataset.painted) performance.mark("first picture");
  map.dataset.painted = "yes";
}

/** Rings around the clicked graph and its neighbours, with lines to them. */
function paintMarks(context, radius) {
  const graph = state.current;
  if (graph < 0) return;
  const [x, y] = [screenX(graph), screenY(graph)];
  const { each, others } = neighbours();
  context.strokeStyle = tone("picked");
  context.lineWidth = 1;
  for (const other of others.subarray(graph * each, (graph + 1) * each)) {
    if (!state.shown[other]) continue;
    context.globalAlpha = 0.55;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(screenX(other), screenY(other));
    context.stroke();
    context.globalAlpha = 1;
    context.beginPath();
    context.arc(screenX(other), screenY(other), radius + 2, 0, 2 * Math.PI);
    context.stroke();
  }
  context.lineWidth = 2.5;
  context.beginPath();
  context.arc(x, y, radius + 4, 0, 2 * Math.PI);
  context.stroke();
}

/** The graph at a place of the canvas, or −1. */
function graphAt(x, y) {
  const reach = Math.max(pointRadius() + 3, 7);
  let [found, nearest] = [-1, reach * reach];
  for (let graph = 0; graph < count; graph++) {
    if (!state.shown[graph]) continue;
    const squared = (screenX(graph) - x) ** 2 + (screenY(graph) - y) ** 2;
    if (squared < nearest) [found, nearest] = [graph, squared];
  }
  return found;
}

/** Brings a graph into the visible part. */
function reveal(graph) {
  const [x, y] = [screenX(graph), screenY(graph)];
  if (x > 20 && y > 60 && x < view.width - 20 && y < view.height - 20) return;
  view.x += view.width / 2 - x;
  view.y += view.height / 2 - y;
  view.isFitted = false;
  repaint();
}

/** Goes to the nearest graph in a direction: what is straight ahead counts more. */
function step(alongX, alongY) {
  if (state.current < 0) return setCurrent(graphNearest(view.width / 2, view.height / 2));
  const [x, y] = [screenX(state.current), screenY(state.current)];
  let [found, least] = [-1, Infinity];
  for (let graph = 0; graph < count; graph++) {
    if (!state.shown[graph] || graph === state.current) continue;
    const across = [screenX(graph) - x, screenY(graph) - y];
    const ahead = across[0] * alongX + across[1] * alongY;
    const aside = Math.abs(across[0] * alongY - across[1] * alongX);
    if (ahead <= 0.5 || aside > 2 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [found, least] = [graph, cost];
  }
  if (found >= 0) {
    setCurrent(found);
    reveal(found);
  }
}

function graphNearest(x, y) {
  let [found, least] = [-1, Infinity];
  for (let graph = 0; graph < count; graph++) {
    const squared = (screenX(graph) - x) ** 2 + (screenY(graph) - y) ** 2;
    if (state.shown[graph] && squared < least) [found, least] = [graph, squared];
  }
  return found;
}

function nearestNeighbour() {
  const { each, others } = neighbours();
  if (state.current < 0 || !each) return;
  setCurrent(others[state.current * each]);
  reveal(state.current);
}

const keys = {
  ArrowLeft: () => step(-1, 0),
  ArrowRight: () => step(1, 0),
  ArrowUp: () => step(0, -1),
  ArrowDown: () => step(0, 1),
  Enter: () => state.current >= 0 && toggleSelected(state.current),
  " ": () => state.current >= 0 && toggleSelected(state.current),
  n: nearestNeighbour,
  "+": () => zoom(1.4),
  "=": () => zoom(1.4),
  "-": () => zoom(1 / 1.4),
  0: fit,
  Escape: () => (state.selectedCount ? select([]) : setCurrent(-1)),
};

map.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
});

map.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), event.offsetX, event.offsetY);
}, { passive: false });

/** Moves all points from one layout to another, at once where motion is not wanted. */
function showLayout(layout) {
  const from = places, to = layout.points;
  const start = { ...view };
  state.layout = layout;
  places = to;
  const end = fitted(to);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return fit();
  const began = performance.now();
  const moved = new Float32Array(to.length);
  const frame = (now) => {
    if (state.layout !== layout) return;
    const part = Math.min(1, (now - began) / 450);
    const eased = part * part * (3 - 2 * part);
    // On the canvas, not in the layouts: their units differ.
    Object.assign(view, end, { isFitted: true });
    for (let at = 0; at < to.length; at += 2) {
      const x0 = start.x + start.scale * from[at], y0 = start.y - start.scale * from[at + 1];
      const x1 = end.x + end.scale * to[at], y1 = end.y - end.scale * to[at + 1];
      moved[at] = (x0 + eased * (x1 - x0) - end.x) / end.scale;
      moved[at + 1] = (end.y - (y0 + eased * (y1 - y0))) / end.scale;
    }
    places = part < 1 ? moved : to;
    paintPoints();
    if (part < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

new ResizeObserver(() => {
  const { width, height } = map.getBoundingClientRect();
  const isFirst = !view.width;
  const shift = [(width - view.width) / 2, (height - view.height) / 2];
  Object.assign(view, { width, height });
  if (isFirst || view.isFitted) return fit();
  view.x += shift[0];
  view.y += shift[1];
  paintPoints();
}).observe(map);

on("current selected shown colouring theme", repaint);
