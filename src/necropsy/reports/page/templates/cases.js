// A case is put together when it is opened: there may be thousands.

const PRINTED = 200; // cases that are opened for the printer

function fillCase(details) {
  if (details.dataset.filled) return;
  details.dataset.filled = "true";
  const number = Number(details.id.slice("case-".length));
  const data = cases()[number];
  const body = element("div", { class: "body" });
  details.append(body);
  body.append(
    scoresOf(data),
    ...data.reasons.map((reason) => element("p", { class: "reason" }, reason)),
    ...(data.rejected ? [evidence([data.rejected])] : []),
    ...(data.findings.length ? [element("h4", {}, "Findings"), ...data.findings.map(findingOf)] : []),
    ...breakdownOf(data),
    ...factsOf(data),
    element("p", { class: "dim" }, "The same in a terminal: ", element("code", {}, `necropsy explain ${data.source}`)),
  );
  const place = body.querySelector(".waterfall");
  if (!place) return;
  const { case: spec } = specs();
  const terms = new Set(data.steps.map(([term]) => term)).size;
  draw(place, { ...spec, height: spec.height * terms }, { steps: stepsOf(data) });
}

function scoresOf(data) {
  const pairs = data.scores.map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value)),
  );
  return element("dl", { class: "scores" }, pairs);
}

function findingOf(finding) {
  const { rule, severity, message } = finding;
  const head = element(
    "p",
    { class: "message" },
    element("span", { class: `severity ${severity}` }, severity),
    " ",
    element("a", { href: `#rule-${rule}`, class: "code" }, rule),
    ` ${message}`,
  );
  const sides = [
    ["The file says", finding.says, finding.left],
    ["What speaks against it", finding.follows, finding.right],
  ].filter(([, value, lines]) => value || lines.length);
  const columns = sides.map(([title, value, lines]) =>
    element(
      "div",
      {},
      element("h5", {}, title),
      value ? element("p", { class: "value" }, value) : null,
      lines.length ? evidence(lines) : null,
    ),
  );
  const more = finding.more
    ? element("p", { class: "dim" }, `and ${finding.more} more lines; necropsy explain has all`)
    : null;
  return element(
    "article",
    { class: "finding" },
    head,
    columns.length ? element("div", { class: "sides" }, columns) : null,
    more,
  );
}

function evidence(lines) {
  return element(
    "ul",
    { class: "evidence" },
    lines.map(([place, line, text], at) =>
      element(
        "li",
        {},
        place !== lines[at - 1]?.[0] ? element("span", { class: "place" }, place) : null,
        element("span", { class: "line" }, line),
        element("code", {}, text),
      ),
    ),
  );
}

function breakdownOf(data) {
  if (!data.terms.length) return [];
  const rows = data.terms.map(([name, amount, formula, source]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      element("td", { class: "num" }, amount),
      element("td", {}, formula),
      element("td", { class: "dim wide" }, source),
    ),
  );
  const head = ["term", "points", "formula", "from"].map((name, at) =>
    element("th", { scope: "col", class: at === 1 ? "num" : at === 3 ? "wide" : undefined }, name),
  );
  const table = element(
    "table",
    { class: "terms" },
    element("thead", {}, element("tr", {}, head)),
    element("tbody", {}, rows),
  );
  const chart = data.steps
    ? [
        element("div", { class: "waterfall", role: "img", "aria-label": "The terms, one after the other; the table has the same" }),
        element("p", { class: "dim legend" }, "Strong: what is certain. Faint: how much more it can be. Last, what the file says."),
      ]
    : [];
  return [element("h4", {}, "How the score is put together"), ...chart, element("div", { class: "scroll" }, table)];
}

function stepsOf(data) {
  return data.steps.map(([term, kind, from, to, amount]) => ({ term, kind, from, to, amount }));
}

function factsOf(data) {
  if (!data.facts.length) return [];
  const pairs = data.facts.map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value)),
  );
  return [
    element(
      "details",
      { class: "facts" },
      element("summary", {}, "All facts of the file"),
      element("dl", {}, pairs),
    ),
  ];
}

function openCase(details) {
  details.open = true;
  fillCase(details);
  details.scrollIntoView();
  details.querySelector("summary").focus({ preventScroll: true });
}

function startCases() {
  const every = [...document.querySelectorAll("details.case")];
  for (const details of every) {
    details.addEventListener("toggle", () => details.open && fillCase(details));
  }
  let opened = [];
  addEventListener("beforeprint", () => {
    const closed = [...every.slice(0, PRINTED), ...document.querySelectorAll("details.numbers, details.further")];
    opened = closed.filter((details) => !details.open);
    for (const details of opened) {
      if (details.matches(".case")) fillCase(details);
      details.open = true;
    }
  });
  addEventListener("afterprint", () => opened.forEach((details) => (details.open = false)));
}
