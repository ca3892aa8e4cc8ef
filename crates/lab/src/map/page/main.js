// The start: choices in the bar, tabs, themes, the first picture.

const tabs = [...document.querySelectorAll('[role="tab"]')];

function openTab(name) {
  for (const tab of tabs) {
    const isOpen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !isOpen;
  }
  changed("tab");
}

for (const tab of tabs) {
  tab.addEventListener("click", () => openTab(tab.id.slice(4)));
  tab.addEventListener("keydown", (event) => {
    const along = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!along) return;
    const next = tabs[(tabs.indexOf(tab) + along + tabs.length) % tabs.length];
    openTab(next.id.slice(4));
    next.focus();
  });
}

/** A list of choices; one alone is not a choice. */
function choices(id, options, chosen, act) {
  const list = byId(id);
  list.replaceChildren(...options.map(({ name, words }) => element("option", { value: name, selected: name === chosen }, words)));
  list.closest(".field").hidden = options.length < 2;
  list.addEventListener("change", () => act(list.value));
}

const firstColour = source.clusters_by[1] ? "cluster" : (classes ?? groupings[0]).name;
const inCapitals = quantities.map(({ name, words }) => ({ name, words: words[0].toUpperCase() + words.slice(1) }));
choices("layout", layouts, layouts[0].name, (name) => showLayout(layouts.find((layout) => layout.name === name)));
choices("colour", [...groupings, ...inCapitals], firstColour, colourBy);

byId("subtitle").textContent = [
  plural(count, "graph"),
  classes && plural(classes.names.length, "class", "classes"),
  `${source.representation} vectors`,
].filter(Boolean).join(" · ");
map.setAttribute("aria-label", `Map of ${plural(count, "graph")}: ${source.title}`);

function showTheme() {
  byId("theme").textContent = isDark() ? "Light" : "Dark";
  changed("theme");
}
byId("theme").addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  showTheme();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);

/** On paper the map is light. */
let themeOnScreen;
addEventListener("beforeprint", () => {
  themeOnScreen = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
  changed("theme");
  showNotable();
  paintPoints();
});
addEventListener("afterprint", () => {
  if (themeOnScreen) document.documentElement.dataset.theme = themeOnScreen;
  else delete document.documentElement.dataset.theme;
  showTheme();
});

byId("help").addEventListener("click", () => {
  const text = byId("help-text");
  text.hidden = !text.hidden;
  byId("help").setAttribute("aria-expanded", String(!text.hidden));
});

colourBy(firstColour);
showCounts();
showGraph();
showSelection();
showTheme();
