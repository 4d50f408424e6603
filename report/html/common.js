"use strict";
// What the parts of the page share. Texts from the program are only ever put
// into the page as text, never as HTML.
const gm = {
  byId(id) { return document.getElementById(id); },

  // make returns a new element with properties and children.
  make(tag, props, ...children) {
    const e = Object.assign(document.createElement(tag), props);
    e.append(...children);
    return e;
  },

  data: null,
  repaint: [], // called when colours have changed

  // color reads a custom property of the style sheet.
  color(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); },

  number(n) { return Math.round(n).toLocaleString("en-US"); },

  // span writes a length of time in ns with three digits.
  span(ns) {
    const v = Math.abs(ns);
    if (v === 0) return "0 s";
    if (v < 999.5) return Number(ns.toPrecision(3)) + " ns";
    if (v < 999.5e3) return Number((ns / 1e3).toPrecision(3)) + " µs";
    if (v < 999.5e6) return Number((ns / 1e6).toPrecision(3)) + " ms";
    return Number((ns / 1e9).toPrecision(3)) + " s";
  },

  // time writes a point in time, as finely as step asks for, in the unit that
  // fits the whole run.
  time(ns, step) {
    const [unit, power] = [["ns", 0], ["µs", 3], ["ms", 6], ["s", 9]].find(([, p]) => gm.data.span < 999.5 * 10 ** p) || ["s", 9];
    const digits = Math.min(power, Math.max(0, Math.ceil(power - Math.log10(Math.max(step, 1)) - 1e-9)));
    return (ns / 10 ** power).toFixed(digits) + " " + unit;
  },

  bytes(n) {
    if (n < 1024) return n + (n === 1 ? " byte" : " bytes");
    let u = -1;
    do { n /= 1024; u++; } while (n >= 999.5 && u < 5);
    return Number(n.toPrecision(3)) + " " + ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"][u];
  },

  // rgb splits a color of the style sheet, #rrggbb, into its parts.
  rgb(color) { return color.match(/[\da-f]{2}/gi).map((h) => parseInt(h, 16)); },

  // readable is a text color for a ground.
  readable(ground) {
    const [r, g, b] = gm.rgb(ground);
    return 0.299 * r + 0.587 * g + 0.114 * b > 125 ? "#14181d" : "#ffffff";
  },

  // fit gives a canvas as many points as the screen has for its size.
  fit(canvas, width, height) {
    const dots = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * dots);
    canvas.height = Math.round(height * dots);
    const ctx = canvas.getContext("2d");
    ctx.setTransform(dots, 0, 0, dots, 0, 0);
    return ctx;
  },
};

(() => {
  const data = gm.byId("data");
  if (data) gm.data = JSON.parse(data.textContent);

  const root = document.documentElement, button = gm.byId("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
  const show = () => {
    button.setAttribute("aria-pressed", String(dark()));
    gm.repaint.forEach((f) => f());
  };
  const set = (theme) => {
    if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
    show();
  };
  try { // a page from a file may have no storage
    const kept = localStorage.getItem("gomarmot-theme");
    if (kept === "dark" || kept === "light") root.dataset.theme = kept;
  } catch { /* the choice lasts as long as the page */ }
  button.hidden = false;
  button.addEventListener("click", () => {
    set(dark() ? "light" : "dark");
    try { localStorage.setItem("gomarmot-theme", root.dataset.theme); } catch { /* see above */ }
  });
  system.addEventListener("change", show);
  show();

  // On paper: light, and everything unfolded that is not a second view.
  let before = null;
  addEventListener("beforeprint", () => {
    before = { theme: root.dataset.theme, closed: [...document.querySelectorAll("details.body:not([open])")] };
    before.closed.forEach((d) => { d.open = true; });
    set("light");
  });
  addEventListener("afterprint", () => {
    if (!before) return;
    before.closed.forEach((d) => { d.open = false; });
    set(before.theme);
    before = null;
  });
})();
