// Graphs as small pictures, from the bytes that were laid out beforehand.

/** The parts of a drawing; `drawing.rs` has the layout of the bytes. */
function drawingOf(graph) {
  const { offsets, bytes } = drawings();
  let at = offsets[graph];
  const nodes = bytes[at], edges = bytes[at + 1] | (bytes[at + 2] << 8), extent = bytes[at + 3];
  const part = (length) => bytes.subarray(at, (at += length));
  at += 4;
  const [positions, colours] = [part(2 * nodes), part(nodes)];
  const raw = extent ? part(2 * nodes) : null;
  const sizes = Array.from({ length: nodes }, (_, node) => (raw ? raw[2 * node] | (raw[2 * node + 1] << 8) : 1));
  return { nodes, edges, extent, positions, colours, sizes, ends: part(2 * edges) };
}

/** How much of the graph the drawing shows, in words. */
function extentWords(graph) {
  const { nodes, edges, extent, sizes } = drawingOf(graph);
  if (extent === 0) return "All nodes and edges are drawn.";
  const drawn = sizes.reduce((sum, size) => sum + size, 0);
  const all = quantity.nodes.values[graph];
  if (extent === 1) return `A summary: nodes with the same neighbours are one disc, ${plural(nodes, "disc")} for ${plural(all, "node")}.`;
  const joined = drawn > nodes ? `; nodes with the same neighbours are one disc` : "";
  return `A part: ${plural(nodes, "disc")} for ${short(drawn)} of ${plural(all, "node")}, around the largest degrees, and ${plural(edges, "edge")}${joined}.`;
}

/** Paints a graph into a canvas of some size in pixels of the page. */
function paint(canvas, graph, width, height = width) {
  const drawing = drawingOf(graph);
  const context = sharpContext(canvas, width, height);
  context.clearRect(0, 0, width, height);
  const side = Math.min(width, height);
  // Discs of one node never touch; those of several grow with the root of their number.
  const radius = Math.min(Math.max((0.22 * side) / Math.sqrt(drawing.nodes + 4), 1.3), side / 24);
  const margin = radius * 1.6 + 0.03 * side;
  const place = placing(drawing, width, height, margin);
  context.strokeStyle = tone("edge");
  context.lineWidth = Math.min(Math.max(side / 200, 0.8), 1.4);
  context.globalAlpha = drawing.edges > 150 ? 0.55 : 0.9;
  context.beginPath();
  for (let edge = 0; edge < drawing.edges; edge++) {
    context.moveTo(...place(drawing.ends[2 * edge]));
    context.lineTo(...place(drawing.ends[2 * edge + 1]));
  }
  context.stroke();
  context.globalAlpha = 1;
  const plain = tone("node"), paper = tone("paper"), colours = labelColours();
  for (let node = 0; node < drawing.nodes; node++) {
    const [x, y] = place(node);
    const size = Math.min(radius * Math.sqrt(drawing.sizes[node]), side / 11);
    context.fillStyle = source.labels.length ? colours[drawing.colours[node]] : plain;
    context.beginPath();
    context.arc(x, y, size, 0, 2 * Math.PI);
    context.fill();
    if (drawing.sizes[node] > 1 && size > 8) writeText(context, drawing.sizes[node] >= 65535 ? "65535+" : String(drawing.sizes[node]), x, y, size, paper);
    else if (source.elements && size > 5.5) writeElement(context, drawing.colours[node], x, y, size, colours);
  }
}

/** From bytes to the canvas: as large as it fits, in the middle, and turned to stand where it is higher than wide. */
function placing({ positions, nodes }, width, height, margin) {
  let [low, high] = [[255, 255], [0, 0]];
  for (let at = 0; at < 2 * nodes; at++) {
    low[at % 2] = Math.min(low[at % 2], positions[at]);
    high[at % 2] = Math.max(high[at % 2], positions[at]);
  }
  const extent = [high[0] - low[0], high[1] - low[1]];
  const scale = Math.min((width - 2 * margin) / Math.max(extent[0], 1), (height - 2 * margin) / Math.max(extent[1], 1), (0.33 * Math.min(width, height)) / 24);
  const start = [(width - scale * extent[0]) / 2, (height - scale * extent[1]) / 2];
  return (node) => [start[0] + scale * (positions[2 * node] - low[0]), start[1] + scale * (positions[2 * node + 1] - low[1])];
}

/** The letters of an element, but for carbon, which chemists do not write. */
function writeElement(context, label, x, y, size, colours) {
  if (source.labels[label] !== "C") writeText(context, source.labels[label], x, y, 1.25 * size, inkOn(colours[label]));
}

function writeText(context, text, x, y, size, colour) {
  context.fillStyle = colour;
  context.font = `600 ${Math.min(size * 0.85, 11)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  if (context.measureText(text).width < 1.8 * size) context.fillText(text, x, y);
}

/** A canvas with a drawing, which is painted again when the theme changes; `words` for those who do not see it. */
function picture(graph, width, height = width) {
  const canvas = element("canvas", { role: "img", "aria-label": `Drawing of ${ids[graph]}: ${wordsOf(graph)}` });
  canvas.graph = graph;
  canvas.size = [width, height];
  paint(canvas, graph, width, height);
  return canvas;
}

on("theme", () => {
  for (const canvas of document.querySelectorAll("canvas")) if (canvas.size) paint(canvas, canvas.graph, ...canvas.size);
});
