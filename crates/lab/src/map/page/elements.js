// Elements of the page. Foreign text only ever becomes text, never markup.

const byId = (id) => document.getElementById(id);

/** An element with properties, attributes (with a dash or role) and children. */
function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** An element of a picture. */
function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Tells a reader of the screen. */
function say(text) {
  byId("live").textContent = text;
}

/** A canvas that is sharp on this screen; the context is in its own units. */
function sharpContext(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  context.scale(canvas.width / width, canvas.height / height);
  return context;
}

/** A graph in a few words. */
function wordsOf(graph) {
  const class_ = classOf(graph);
  const size = `${plural(quantity.nodes.values[graph], "node")}, ${plural(quantity.edges.values[graph], "edge")}`;
  return class_ === undefined ? size : `class ${class_}, ${size}`;
}
