// The timeline: findings as links over the lanes, and ways to move about.
gm.timeline = (() => {
  const d = gm.data;
  if (!gm.lanes) return null;
  const { AXIS, FOOT, RIGHT, CALL, ACCESS, TALL, LEAST, markLane, arrange, heightOf, has, works, finest, view, x, y, timeAt, low, named, clamp, shownHeight } = gm.lanes;
  const canvas = gm.byId("tl"), stage = gm.byId("stage"), overlay = gm.byId("tl-marks"), tip = gm.byId("tl-tip");
  let placed = [], current = -1;

  // place finds room for the findings in view: those of one rank close to each
  // other stand below each other, or side by side where the lane is too low for
  // that; repetitions of one finding are left out.
  const place = () => {
    const last = new Map();
    placed = [];
    d.marks.forEach((m, n) => {
      const i = markLane(m);
      if (i === undefined || m.time < view.from || m.time > view.to) return;
      const top = y(i), px = x(m.time), high = heightOf(i);
      if (top + high / 2 < AXIS || top + high / 2 > AXIS + view.high) return;
      const near = (last.get(i) || []).filter((q) => px - q.x < 14);
      if (near.some((q) => q.id === m.id) || placed.length >= 400) return;
      const below = 14 * (near.length + 1) <= high;
      const right = below || near.length === 0 ? px : Math.max(...near.map((q) => q.x)) + 14;
      const py = top + (high > 26 ? 10 : high / 2) + (below ? 14 * near.length : 0);
      placed.push({ n, x: right, y: Math.min(py, AXIS + view.high - 7), m });
      last.set(i, [...near, { x: right, id: m.id }]);
    });
  };
  const anchors = new Map();
  const layAnchors = () => {
    const stay = new Set();
    for (const q of placed) {
      let a = anchors.get(q.n);
      if (!a) {
        a = gm.make("a", { href: "#" + q.m.id, title: `${q.m.severity} ${q.m.text}, rank ${q.m.rank}` });
        a.setAttribute("aria-label", `${q.m.severity} ${q.m.text}, rank ${q.m.rank} at ${gm.time(q.m.time, d.span / 1000)}`);
        a.dataset.mark = q.n;
        anchors.set(q.n, a);
      }
      a.style.left = q.x + "px";
      a.style.top = q.y + "px";
      if (a.parentElement !== overlay) overlay.append(a);
      stay.add(q.n);
    }
    for (const [n, a] of anchors) if (!stay.has(n)) { a.remove(); anchors.delete(n); }
  };

  let queued = false;
  const draw = () => {
    queued = false;
    if (view.width === 0) return;
    clamp();
    const p = gm.draw.paint, ctx = view.ctx;
    ctx.textBaseline = "middle";
    ctx.fillStyle = p.surface;
    ctx.fillRect(0, 0, view.width, AXIS + view.high + FOOT);
    ctx.save();
    ctx.beginPath();
    ctx.rect(view.left - 4, AXIS - 2, view.width - view.left + 4, view.high + 2);
    ctx.clip();
    gm.bars.drawGround();
    gm.bars.drawLanes();
    view.lines = [0, 0];
    view.messages = [];
    if (gm.byId("links").checked) gm.bars.drawLinks();
    if (gm.byId("messages")?.checked) gm.bars.drawMessages();
    ctx.restore();
    place();
    gm.bars.drawAxis();
    for (const q of placed) gm.draw.mark(ctx, q.x, q.y, q.m.severity, view.height < 10 ? 6 : 7.5);
    layAnchors();
    gm.view.later();
  };
  const redraw = () => {
    if (!queued) { queued = true; requestAnimationFrame(draw); }
  };

  // Moving about.
  const zoom = (factor, at) => {
    const t = at ?? (view.from + view.to) / 2, len = Math.min(Math.max((view.to - view.from) * factor, Math.min(finest, d.span)), d.span);
    const part = (t - view.from) / (view.to - view.from);
    view.from = t - part * len;
    view.to = view.from + len;
    redraw();
  };
  const pan = (part) => { const by = part * (view.to - view.from); view.from += by; view.to += by; redraw(); };
  const taller = (factor) => {
    const mid = (view.top + view.high / 2) / view.height;
    view.height = Math.min(Math.max(view.height * factor, LEAST), 2 * TALL);
    size();
    view.top = mid * view.height - view.high / 2;
    redraw();
  };
  const goTo = (n, focus) => {
    const m = d.marks[n], i = markLane(m);
    current = n;
    const len = Math.min(view.to - view.from, Math.max(d.span / 8, finest));
    view.from = m.time - len / 2;
    view.to = view.from + len;
    const top = y(i) - AXIS + view.top;
    if (top < view.top || top + heightOf(i) > view.top + view.high) view.top = top - view.high / 2;
    draw();
    const a = anchors.get(n) || [...anchors.values()].find((e) => d.marks[e.dataset.mark].id === m.id);
    if (a && focus) a.focus({ preventScroll: true });
  };
  const turn = (by) => {
    if (d.marks.length === 0) return;
    current = current < 0 && by < 0 ? d.marks.length - 1 : (current + by + d.marks.length) % d.marks.length;
    goTo(current, true);
  };
  const actions = {
    in: () => zoom(1 / 1.6), out: () => zoom(1.6), left: () => pan(-0.25), right: () => pan(0.25),
    all: () => { view.from = 0; view.to = d.span; redraw(); },
    next: () => turn(1), prev: () => turn(-1), taller: () => taller(1.5), lower: () => taller(1 / 1.5),
    up: () => { view.top -= Math.max(view.height, 30); redraw(); }, down: () => { view.top += Math.max(view.height, 30); redraw(); },
    pageUp: () => { view.top -= view.high; redraw(); }, pageDown: () => { view.top += view.high; redraw(); },
  };
  const keys = { "+": "in", "=": "in", "-": "out", ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down",
    PageUp: "pageUp", PageDown: "pageDown", 0: "all", Home: "all", n: "next", p: "prev" };
  stage.addEventListener("keydown", (e) => {
    const act = keys[e.key];
    if (!act || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    actions[act]();
  });
  gm.byId("tl-tools").addEventListener("click", (e) => {
    const act = e.target.closest("[data-do]");
    if (act) actions[act.dataset.do]();
  });
  gm.byId("links").addEventListener("change", redraw);
  gm.byId("messages")?.addEventListener("change", redraw);
  gm.byId("streams")?.addEventListener("change", (e) => {
    arrange(e.target.checked);
    size();
    redraw();
  });
  canvas.addEventListener("wheel", (e) => {
    if (document.activeElement !== canvas && !e.ctrlKey && !e.metaKey) return;
    e.preventDefault();
    if (e.shiftKey) { view.top += e.deltaY; redraw(); return; }
    if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) { pan(e.deltaX / view.width); return; }
    zoom(Math.exp(Math.max(-120, Math.min(120, e.deltaY)) * 0.003), timeAt(e.offsetX));
  }, { passive: false });
  let drag = null;
  canvas.addEventListener("pointerdown", (e) => {
    drag = { x: e.offsetX, y: e.offsetY, from: view.from, to: view.to, top: view.top };
    canvas.setPointerCapture(e.pointerId);
  });
  canvas.addEventListener("pointermove", (e) => {
    if (!drag) { gm.view.showTip(e.offsetX, e.offsetY); return; }
    tip.hidden = true;
    const by = (drag.x - e.offsetX) / (view.width - view.left - RIGHT) * (drag.to - drag.from);
    view.from = drag.from + by;
    view.to = drag.to + by;
    view.top = drag.top + drag.y - e.offsetY;
    redraw();
  });
  const drop = () => { drag = null; };
  canvas.addEventListener("pointerup", drop);
  canvas.addEventListener("pointercancel", drop);
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  overlay.addEventListener("click", (e) => {
    const a = e.target.closest("a");
    if (!a) return;
    e.preventDefault();
    current = Number(a.dataset.mark);
    history.pushState(null, "", a.getAttribute("href"));
    gm.findings.open(d.marks[current].id);
  });
  document.addEventListener("click", (e) => {
    const a = e.target.closest("[data-goto]");
    if (!a) return;
    e.preventDefault();
    const n = d.marks.findIndex((m) => m.id === a.dataset.goto);
    if (n < 0) return;
    stage.scrollIntoView({ block: "center" });
    goTo(n, true);
  });

  // The legend, and what low lanes show.
  const legend = () => {
    const key = gm.byId("tl-key");
    key.replaceChildren();
    const item = (text, paint) => {
      const c = gm.make("canvas"), k = gm.fit(c, 26, 14);
      c.style.width = "26px";
      c.style.height = "14px";
      c.setAttribute("aria-hidden", "true");
      paint(k);
      key.append(gm.make("li", {}, c, text));
    };
    const p = gm.draw.paint;
    [...has].sort().forEach((cat) => item(d.names[cat], (k) => {
      k.fillStyle = d.aggregated ? p.flat[cat] : p.fill[cat];
      if (cat === ACCESS) k.fillRect(12, 1, 2, 12); else k.fillRect(0, 1, 26, 12);
    }));
    const work = [...works].filter((w) => w < p.work.length).sort();
    work.forEach((w) => item(d.work[w], (k) => { k.fillStyle = p.work[w]; k.fillRect(0, 1, 26, 12); }));
    [4, 5, 6].filter((w) => works.has(w)).forEach((w) => item(d.work[w], (k) => gm.draw.moment(k, 13, 0, 14, w)));
    if ([...works].some((w) => w >= gm.draw.WAITED)) item("Wait of the program", (k) => gm.draw.moment(k, 13, 0, 14, gm.draw.WAITED));
    const line = (dash, color) => (k) => {
      k.strokeStyle = k.fillStyle = color;
      k.setLineDash(dash);
      k.moveTo(2, 11); k.lineTo(24, 3); k.stroke();
      k.fillRect(0, 9, 4, 4); k.fillRect(22, 1, 4, 4);
    };
    if (d.rows.length) item("Collective call", line([], p.link));
    if (d.pairs.length) item("Start and its post", line([4, 3], p.link));
    if (gm.messages.length) item("Message", (k) => {
      k.strokeStyle = p.message;
      k.moveTo(2, 11); k.lineTo(24, 3); k.lineTo(18, 2); k.moveTo(24, 3); k.lineTo(20, 8); k.stroke();
    });
    [...new Set(d.marks.map((m) => m.severity))].forEach((s) => item(s[0].toUpperCase() + s.slice(1), (k) => gm.draw.mark(k, 13, 7, s, 6.5)));
    if (work.length) key.append(gm.make("li", { className: "wide", textContent: "Lanes of streams: work from the call that put it on the stream until the call that waited for it; later work covers earlier work. When the GPU did it is not recorded." }));
  };
  const strip = gm.byId("strip");
  [...has].filter((c) => c < ACCESS).sort().forEach((c) => strip.append(gm.make("option", { value: c, textContent: d.names[c] })));
  strip.value = view.strip;
  strip.addEventListener("change", () => { view.strip = Number(strip.value); redraw(); });

  const size = () => {
    view.high = shownHeight();
    gm.byId("strip-l").hidden = !low();
    const wide = stage.clientWidth;
    if (wide === 0) return;
    view.width = wide;
    view.left = named() ? 124 : 64;
    canvas.style.height = AXIS + view.high + FOOT + "px";
    view.ctx = gm.fit(canvas, view.width, AXIS + view.high + FOOT);
  };
  gm.byId("tl-tools").hidden = false;
  new ResizeObserver(() => { if (stage.clientWidth !== view.width) { size(); draw(); } }).observe(stage);
  gm.repaint.push(() => { gm.bars.forget(); legend(); size(); draw(); });
  legend();
  size();
  draw();
  return { draw, goTo };
})();
