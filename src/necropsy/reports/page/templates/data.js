// The page's data, read where it is first asked for, and elements made of it: text is never markup.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const once = (make) => {
  let made;
  return () => (made ??= make());
};
const cases = once(() => read("data-cases"));
const specs = once(() => read("data-charts"));
const games = once(() => read("data-games"));
const marks = read("data-marks");

/** The text of a column that is kept once for all games. */
const textOf = (column, game) => games().texts[column][games().columns[column][game]];
const sourceOf = (game) => textOf("folder", game) + games().columns.file[game];

/** An integer as people write it; one that is too large for a number comes as text. */
const grouped = (value) => BigInt(value).toLocaleString("en-GB");

function spanText(game) {
  const { low, high, recomputed } = games().columns;
  if (!recomputed[game]) return "";
  const [from, to] = [low[game], high[game]];
  if (from === null && to === null) return "anything";
  if (from === null) return `at most ${grouped(to)}`;
  if (to === null) return `at least ${grouped(from)}`;
  return from === to ? grouped(from) : `${grouped(from)} … ${grouped(to)}`;
}

/** An element with attributes and children; strings among the children are text. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

function badge(verdict) {
  return element(
    "span",
    { class: `verdict ${verdict}` },
    element("span", { "aria-hidden": "true" }, marks[verdict]),
    ` ${verdict}`,
  );
}
