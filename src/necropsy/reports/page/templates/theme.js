// Light or dark: as the system has it, until the reader says otherwise.

const THEMES = [
  ["", "Theme: as the system"],
  ["light", "Theme: light"],
  ["dark", "Theme: dark"],
];

function startTheme(changed) {
  const button = document.getElementById("theme");
  let at = 0;
  button.hidden = false;
  button.addEventListener("click", () => {
    at = (at + 1) % THEMES.length;
    const [theme, label] = THEMES[at];
    document.documentElement.dataset.theme = theme;
    button.textContent = label;
    changed();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
}

/** The colour that a name of the style sheet stands for now, as a chart can read it. */
function colour(name) {
  const probe = element("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
