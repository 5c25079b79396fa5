// The table of all games (DataTables does the work), and the sheet of a game without a case.

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text) =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => escapes[character]) : text;

/** Text for the table: escaped wherever it is read as markup, plain where it is sorted. */
const plainly = (text) => (row, type) => (type === "sort" || type === "type" ? text(row[0]) : escaped(text(row[0])));

const addressOf = (game) => {
  const number = games().columns.case[game];
  return number < 0 ? `#game-${game}` : `#case-${number}`;
};

function columnsOf() {
  const { columns } = games();
  const name = (game) => textOf("player", game) || "no name";
  const points = (value) => (row, type) => {
    const found = value(row[0]);
    if (type === "display") return found === null ? "" : grouped(found);
    return found === null ? -1 : Number(found);
  };
  const slack = (game) => {
    const [low, high] = [columns.low[game], columns.high[game]];
    return low === null || high === null ? null : BigInt(high) - BigInt(low);
  };
  const verdict = (row, type) => {
    const word = textOf("verdict", row[0]);
    return type === "display" ? badge(word).outerHTML : word;
  };
  const link = (row, type) => {
    const text = plainly(name)(row, type);
    return type === "display" ? `<a href="${addressOf(row[0])}">${text}</a>` : text;
  };
  const text = (title, read, className = "", searchable = false) => ({
    title,
    data: plainly(read),
    type: "string",
    className,
    searchable, // what has a list to choose from need not be searched, and costs time at the start
  });
  const number = (title, read, className = "") => ({
    title,
    data: points(read),
    type: "num",
    className: `num ${className}`,
    searchable: false,
    orderSequence: ["desc", "asc", ""],
  });
  return [
    { title: "Verdict", data: verdict, type: "string", searchable: false },
    { title: "Player", data: link, type: "string" },
    text("Game", (game) => textOf("game", game), "wide"),
    text("Version", (game) => textOf("version", game), "wide"),
    number("Recorded", (game) => columns.recorded[game]),
    { ...number("Recomputed", (game) => columns.high[game] ?? columns.low[game], "wide"), render: recomputed },
    number("Slack", slack, "wide"),
    text("Ended", (game) => textOf("ended", game), "wide day"),
    { ...text("Rules", (game) => textOf("rules", game).join(" "), "codes", true), render: codes },
    { ...text("File", sourceOf, "wide path", true), render: path },
  ];
}

const CODES = 4; // of a game that are shown in its row

const codes = (value, type, row) => {
  if (type !== "display") return value;
  const every = textOf("rules", row[0]);
  const more = every.length > CODES ? ` +${every.length - CODES}` : "";
  return every.slice(0, CODES).join(" ") + more;
};

/** A path breaks at its slashes; it is escaped already. */
const path = (value, type) => (type === "display" ? value.replaceAll("/", "/<wbr>") : value);

const recomputed = (value, type, row) => (type === "display" ? spanText(row[0]) : value);

function startTable() {
  const rows = games().columns.case.map((_, game) => [game]);
  const table = new jQuery.fn.dataTable.Api(
    jQuery("#table").dataTable({
      data: rows,
      columns: columnsOf(),
      order: [],
      autoWidth: false,
      pageLength: 25,
      lengthMenu: [25, 50, 100, 500],
      layout: { topStart: "search", topEnd: "pageLength", bottomStart: "info", bottomEnd: "paging" },
      language: {
        search: "Search",
        searchPlaceholder: "player, rule or file",
        lengthMenu: "_MENU_ on a page",
        info: "_START_ to _END_ of _TOTAL_ games",
        infoEmpty: "no game",
        infoFiltered: "(of _MAX_)",
        thousands: ",",
        zeroRecords: "No game is like that.",
        emptyTable: "No game was audited.",
      },
      createdRow: (row, [game]) => (row.dataset.game = game),
    }),
  );
  startFilters(table);
  jQuery("#table tbody").on("click", "tr[data-game]", (event) => {
    if (!event.target.closest("a")) openGame(Number(event.currentTarget.dataset.game));
  });
  return table;
}

function startFilters(table) {
  const form = document.querySelector(".filters");
  const selects = [...form.querySelectorAll("select")];
  const counts = (name, value) => {
    if (name !== "rule") {
      const wanted = games().texts[name].indexOf(value);
      return (game) => games().columns[name][game] === wanted;
    }
    const speaks = games().texts.rules.map((codes) => codes.includes(value));
    return (game) => speaks[games().columns.rules[game]];
  };
  const apply = () => {
    const chosen = selects.filter((select) => select.value);
    const tests = chosen.map((select) => counts(select.dataset.filter, select.value));
    table.search.fixed("filters", tests.length ? (_, [game]) => tests.every((test) => test(game)) : null);
    table.draw();
  };
  form.hidden = false;
  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => {
    table.search("");
    setTimeout(apply); // once the form is empty
  });
}

function showRule(code) {
  const select = document.querySelector("select[data-filter=rule]");
  select.value = code;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  document.getElementById("games").scrollIntoView();
}

function openGame(game) {
  location.hash = addressOf(game);
}

/** What there is to say of a game that needs no attention. */
function showSheet(game) {
  const { columns } = games();
  const sheet = document.getElementById("sheet");
  const pairs = [
    ["the file says", columns.recorded[game] === null ? "no score" : grouped(columns.recorded[game])],
    ["the formula gives", spanText(game)],
    ["game", `${textOf("game", game)} ${textOf("version", game)}`.trim()],
    ["ended", textOf("ended", game)],
    ["file", sourceOf(game)],
  ].filter(([, value]) => value);
  const codes = textOf("rules", game).map((code) => element("a", { href: `#rule-${code}`, class: "code" }, code));
  const close = element("button", { type: "button" }, "Close");
  close.addEventListener("click", () => sheet.close());
  for (const link of codes) link.addEventListener("click", () => sheet.close());
  sheet.replaceChildren(
    element("h2", { id: "sheet-title" }, badge(textOf("verdict", game)), ` ${textOf("player", game)}`),
    element("dl", { class: "scores" }, pairs.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)))),
    ...(codes.length ? [element("p", {}, "Rules that spoke: ", codes.flatMap((code) => [code, " "]))] : []),
    element("p", { class: "dim" }, "No case is made of a game that needs no attention. Term by term: ", element("code", {}, `necropsy explain ${sourceOf(game)}`)),
    close,
  );
  sheet.showModal();
}
