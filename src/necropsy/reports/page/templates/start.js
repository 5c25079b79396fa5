// What the address names is opened; the table comes first, the charts as they are scrolled to.

function follow() {
  const found = /^#(case|game)-(\d+)$/.exec(location.hash);
  if (!found) return;
  const number = Number(found[2]);
  if (found[1] === "case") {
    const details = document.getElementById(`case-${number}`);
    if (details) openCase(details);
  } else if (number < games().columns.case.length) {
    showSheet(number);
  }
}

startTheme(redraw);
startTable();
startCases();
startCharts(openGame, showRule);
addEventListener("hashchange", follow);
// A second click on the same game is no change of the address.
document.getElementById("sheet").addEventListener("close", () => history.replaceState(null, "", "#games"));
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#case-"]');
  if (link && link.hash === location.hash) follow();
});
document.addEventListener("mouseleave", () => (document.getElementById("tip").hidden = true));
// Once the browser has gone to the address itself, which takes the focus away again.
addEventListener("load", () => setTimeout(follow));
document.documentElement.dataset.ready = "true";
