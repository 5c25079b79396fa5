// Charts are drawn when they come into view, and again when the colours change.

const drawn = new Map();

/** A specification with the page's colours put in the place of their names. */
function coloured(spec) {
  return JSON.parse(JSON.stringify(spec).replace(/"@([a-z]+)"/g, (_, name) => JSON.stringify(colour(name))));
}

function look(place) {
  const [ink, dim, line] = ["ink", "dim", "line"].map(colour);
  const font = getComputedStyle(document.body).fontFamily;
  const text = { labelColor: dim, titleColor: dim, labelFont: font, titleFont: font, labelFontSize: 12, titleFontSize: 12 };
  return {
    background: null,
    font,
    view: { stroke: null },
    axis: { ...text, titleFontWeight: "normal", gridColor: line, domainColor: line, tickColor: line },
    legend: { ...text, labelColor: ink, columns: place.clientWidth < 480 ? 2 : 4 },
  };
}

/** Draw a chart into a place; `data` are the rows that its specification names. */
async function draw(place, spec, data, chosen) {
  const ready = coloured(spec);
  ready.datasets = { ...ready.datasets, ...data };
  drawn.get(place)?.view?.finalize();
  drawn.set(place, { spec, data, chosen });
  const { view } = await vegaEmbed(place, ready, {
    mode: "vega-lite",
    ast: true, // no code is made of text, so the page needs no 'unsafe-eval'
    actions: false,
    renderer: "canvas",
    defaultStyle: false,
    config: look(place),
    tooltip: showTip,
  });
  drawn.set(place, { spec, data, chosen, view });
  place.dataset.drawn = "true";
  if (chosen) view.addEventListener("click", (_, item) => item?.datum && chosen(item.datum));
}

function redraw() {
  for (const [place, { spec, data, chosen }] of drawn) draw(place, spec, data, chosen);
}

function showTip(_, event, item, value) {
  const tip = document.getElementById("tip");
  tip.hidden = value === null || value === undefined || value === "";
  if (tip.hidden) return;
  tip.replaceChildren(...tipLines(item.datum, value).map((line) => element("div", {}, line)));
  const { innerWidth, scrollX, scrollY } = window;
  tip.style.left = `${scrollX + Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${scrollY + event.clientY + 14}px`;
}

function tipLines(datum, value) {
  const game = datum?.game;
  if (typeof game !== "number") return Object.entries(value).map(([name, each]) => `${name}: ${each}`);
  return [
    `${textOf("verdict", game)}: ${textOf("player", game)}`,
    `the file says ${grouped(games().columns.recorded[game])}`,
    `the formula gives ${spanText(game)}`,
    sourceOf(game),
  ];
}

const SIZES = { other: 40, tampered: 80, mismatch: 90 };

/** A point for each game that has both scores: those that fit, and the others, what stands out last, on top. */
function points() {
  const { recorded, recomputed, low, high } = games().columns;
  const fitting = [];
  const others = [];
  recorded.forEach((score, game) => {
    if (score === null || !recomputed[game]) return;
    const file = Number(score);
    const nearest = Math.min(Math.max(file, low[game] ?? -Infinity), high[game] ?? Infinity);
    const found = textOf("verdict", game);
    const point = { game, file: Math.max(file, 1), formula: Math.max(nearest, 1) };
    if (found === "match") {
      fitting.push(point);
    } else {
      const verdict = found in SIZES ? found : "other";
      others.push({ ...point, verdict, size: SIZES[verdict] });
    }
  });
  others.sort((a, b) => a.size - b.size);
  return { fitting, others };
}

function startCharts(openGame, showRule) {
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        const name = target.dataset.chart;
        if (name === "scores") draw(target, specs().scores, points(), ({ game }) => openGame(game));
        else draw(target, specs()[name], {}, name === "rules" ? ({ rule }) => showRule(rule) : undefined);
      }
    },
    { rootMargin: "200px" },
  );
  for (const place of document.querySelectorAll("[data-chart]")) watcher.observe(place);
}
