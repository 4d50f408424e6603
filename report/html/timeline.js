// The timeline: one lane for each rank, drawn on a canvas; findings are links
// that lie on it.
gm.timeline = (() => {
  const d = gm.data;
  if (!d || d.lanes.length === 0) return null;
  const canvas = gm.byId("tl"), stage = gm.byId("stage"), overlay = gm.byId("tl-marks"), tip = gm.byId("tl-tip");
  const CALL = 6, ACCESS = 7, AXIS = 26, FOOT = 10, RIGHT = 12, MOST = 560;

  // Lanes, with numbers unpacked.
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const digit = new Uint8Array(128);
  for (let i = 0; i < 64; i++) digit[digits.charCodeAt(i)] = i;
  const laneOf = new Map();
  const lanes = d.lanes.map((l, i) => {
    laneOf.set(l.rank, i);
    const lane = { rank: l.rank, start: l.start, end: l.end, bars: [], bins: null };
    const b = l.bars || [];
    let at = 0;
    for (let k = 0; k < b.length; k += 7) {
      at += b[k];
      lane.bars.push({ start: at, end: at + b[k + 1], cat: b[k + 2], call: b[k + 3], on: b[k + 4], peer: b[k + 5], open: b[k + 6] & 1, thread: b[k + 6] >> 1 });
    }
    if (l.bins) {
      lane.bins = { start: l.bins.start, width: l.bins.width, n: l.bins.calls.length, calls: l.bins.calls,
        share: l.bins.share.map((s) => s && Uint8Array.from(s, (c) => digit[c.charCodeAt(0)])) };
    }
    return lane;
  });
  const has = new Set();
  lanes.forEach((l) => {
    l.bars.forEach((b) => has.add(b.cat));
    if (l.bins) l.bins.share.forEach((s, c) => { if (s) has.add(c); });
  });
  const rows = [[0, 1, 2, 3], [4], [5], [CALL]].filter((cats, i) => cats.some((c) => has.has(c)) || (i === 0 && has.has(ACCESS)));
  if (rows.length === 0) rows.push([CALL]);
  const rowNames = rows.map((cats) => ({ 0: "access", 4: "exposure", 5: "file", 6: "in MPI" })[cats[0]]);
  d.rows.forEach((r) => {
    const known = r.times.filter((t) => t >= 0);
    r.from = Math.min(...known);
    r.to = Math.max(...known);
  });

  const TALL = 16 * rows.length + 8, ROWS = 6 * rows.length + 4; // heights of lanes; below ROWS one strip is drawn
  const finest = d.aggregated ? 8 * Math.max(...lanes.map((l) => l.bins.width)) : Math.max(200, d.span / 1e7);
  const view = { from: 0, to: d.span, top: 0, height: Math.max(3, Math.min(TALL, Math.floor(MOST / lanes.length))), strip: has.has(CALL) ? CALL : rows[0][0] };
  let ctx, width = 0, high = 0, left = 60, placed = [], current = -1;

  // Geometry.
  const x = (t) => left + (t - view.from) / (view.to - view.from) * (width - left - RIGHT);
  const timeAt = (px) => view.from + (px - left) / (width - left - RIGHT) * (view.to - view.from);
  const y = (i) => AXIS + i * view.height - view.top;
  const shownHeight = () => Math.min(lanes.length * view.height, MOST);
  const step = () => { // between lines of the axis: 1, 2 or 5 times a power of ten
    const raw = (view.to - view.from) / Math.max(2, (width - left) / 110), p = 10 ** Math.floor(Math.log10(raw));
    return [1, 2, 5, 10].map((m) => m * p).find((s) => s >= raw);
  };
  const low = () => view.height < ROWS;

  const clamp = () => {
    let len = Math.min(Math.max(view.to - view.from, Math.min(finest, d.span)), d.span);
    const mid = (view.from + view.to) / 2;
    view.from = Math.min(Math.max(mid - len / 2, 0), d.span - len);
    view.to = view.from + len;
    view.top = Math.min(Math.max(view.top, 0), Math.max(0, lanes.length * view.height - shownHeight()));
  };

  // Pictures of bins: one point for each bin, one line for each lane.
  let pictures = new Map();
  const picture = (cat) => {
    if (pictures.has(cat)) return pictures.get(cat);
    const most = Math.max(...lanes.map((l) => l.bins.n));
    const c = gm.make("canvas", { width: most, height: lanes.length }), p = c.getContext("2d");
    const probe = gm.make("canvas", { width: 1, height: 1 }).getContext("2d");
    probe.fillStyle = gm.draw.paint.flat[cat];
    probe.fillRect(0, 0, 1, 1);
    const [r, g, b] = probe.getImageData(0, 0, 1, 1).data, image = p.createImageData(most, lanes.length);
    lanes.forEach((l, i) => {
      const s = l.bins.share[cat];
      for (let k = 0; s && k < l.bins.n; k++) {
        if (s[k] > 0) image.data.set([r, g, b, 55 + 200 * s[k] / 63], 4 * (i * most + k));
      }
    });
    p.putImageData(image, 0, 0);
    pictures.set(cat, c);
    return c;
  };
  const drawBins = (l, i, cat, top, h) => {
    const b = l.bins;
    if (!b.share[cat]) return;
    const from = Math.max(0, Math.floor((view.from - b.start) / b.width)), to = Math.min(b.n, Math.ceil((view.to - b.start) / b.width) + 1);
    if (to <= from) return;
    const x0 = x(b.start + from * b.width), x1 = x(b.start + to * b.width);
    ctx.imageSmoothingEnabled = x1 - x0 < to - from;
    ctx.drawImage(picture(cat), from, i, to - from, 1, x0, top, x1 - x0, h);
  };

  const drawBars = (l, cats, top, h) => {
    const p = gm.draw.paint, seen = new Int32Array(8).fill(-1e6), access = cats.includes(0);
    for (const b of l.bars) {
      if (b.start > view.to) break;
      if (b.end < view.from || !(cats.includes(b.cat) || (access && b.cat === ACCESS))) continue;
      const x0 = Math.max(x(b.start), left - 4), x1 = Math.min(x(b.end), width + 4);
      if (b.cat === ACCESS) {
        if (Math.round(x0) === seen[ACCESS]) continue;
        seen[ACCESS] = Math.round(x0);
        ctx.fillStyle = p.flat[ACCESS];
        ctx.fillRect(Math.round(x0), top + h * 0.15, 1.5, h * 0.7);
        continue;
      }
      if (Math.round(x1) === seen[b.cat] && x1 - x0 < 1) continue; // another one fills this point
      seen[b.cat] = Math.round(x1);
      ctx.fillStyle = p.fill[b.cat];
      const w = Math.max(x1 - x0, 1.5);
      ctx.fillRect(x0, top, w, h);
      if (w > 5 && h > 5) {
        ctx.strokeStyle = p.surface;
        ctx.lineWidth = 1;
        ctx.strokeRect(x0 + 0.5, top + 0.5, w - 1, h - 1);
      }
      if (b.open && h > 3) { // ragged: it had not ended
        ctx.fillStyle = p.ink;
        for (let k = 0; k < h; k += 4) ctx.fillRect(x1 - 3, top + k, 3, 2);
      }
      if (h >= 12 && w > 40) drawLabel(b, x0, top, w, h);
    }
  };
  const drawLabel = (b, x0, top, w, h) => {
    const text = d.texts[b.call].replace(/^MPI_/, "");
    const from = Math.max(x0, left) + 5;
    ctx.font = gm.draw.paint.small;
    const room = x0 + w - from - 5, size = ctx.measureText(text).width;
    if (size > room) return;
    ctx.fillStyle = gm.draw.paint.surface;
    ctx.globalAlpha = 0.82;
    ctx.fillRect(from - 2, top + 2, size + 4, h - 4);
    ctx.globalAlpha = 1;
    ctx.fillStyle = gm.draw.paint.ink;
    ctx.fillText(text, from, top + h / 2 + 0.5);
  };

  const drawLanes = () => {
    const p = gm.draw.paint;
    lanes.forEach((l, i) => {
      const top = y(i);
      if (top + view.height < AXIS || top > AXIS + high) return;
      ctx.fillStyle = p.lane;
      const gap = view.height > 8 ? 1 : 0, x0 = Math.max(x(l.start), left), x1 = Math.min(x(l.end), width);
      ctx.fillRect(x0, top + gap, Math.max(0, x1 - x0), view.height - 2 * gap);
      if (low()) {
        const cats = rows.find((r) => r.includes(view.strip)) || [view.strip];
        if (l.bins) drawBins(l, i, view.strip, top + gap, view.height - 2 * gap);
        else drawBars(l, cats.includes(0) ? cats : [view.strip], top + gap, view.height - 2 * gap);
        return;
      }
      const h = (view.height - 6) / rows.length;
      rows.forEach((cats, k) => {
        if (l.bins) cats.forEach((c) => drawBins(l, i, c, top + 3 + k * h, h - 2));
        else drawBars(l, cats, top + 3 + k * h, h - 2);
      });
    });
  };

  const drawLinks = () => {
    const p = gm.draw.paint, mid = (rank) => y(laneOf.get(rank)) + view.height / 2;
    const inView = d.rows.filter((r) => r.to >= view.from && r.from <= view.to);
    ctx.strokeStyle = ctx.fillStyle = p.link;
    ctx.lineWidth = 1;
    ctx.globalAlpha = inView.length > 300 ? 0.25 : 0.8;
    for (const r of inView) {
      ctx.beginPath();
      let pen = false;
      r.times.forEach((t, i) => {
        const rank = r.ranks ? r.ranks[i] : i;
        if (t < 0 || !laneOf.has(rank)) { pen = false; return; }
        if (pen) ctx.lineTo(x(t), mid(rank)); else ctx.moveTo(x(t), mid(rank));
        pen = true;
        if (view.height > 20) ctx.fillRect(x(t) - 1.5, mid(rank) - 1.5, 3, 3);
      });
      ctx.stroke();
    }
    ctx.setLineDash([4, 3]);
    ctx.beginPath();
    let n = 0;
    for (let k = 0; k < d.pairs.length; k += 5) {
      const [o, t, start, post] = [d.pairs[k], d.pairs[k + 1], d.pairs[k + 2], d.pairs[k + 3]];
      if (Math.max(start, post) < view.from || Math.min(start, post) > view.to || !laneOf.has(o) || !laneOf.has(t)) continue;
      ctx.moveTo(x(start), mid(o));
      ctx.lineTo(x(post), mid(t));
      if (view.height > 20) { ctx.fillRect(x(start) - 2, mid(o) - 2, 4, 4); ctx.strokeRect(x(post) - 2, mid(t) - 2, 4, 4); }
      n++;
    }
    ctx.globalAlpha = n > 1000 ? 0.25 : 0.8;
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  };

  // place finds room for the findings in view: those of one rank close to each
  // other stand below each other; repetitions of one finding are left out.
  const place = () => {
    const last = new Map();
    placed = [];
    d.marks.forEach((m, n) => {
      const i = laneOf.get(m.rank);
      if (i === undefined || m.time < view.from || m.time > view.to) return;
      const top = y(i), px = x(m.time);
      if (top + view.height / 2 < AXIS || top + view.height / 2 > AXIS + high) return;
      const rest = last.get(i) || [];
      const near = rest.filter((q) => px - q.x < 14);
      if (near.some((q) => q.id === m.id) || placed.length >= 400) return;
      let py = top + (view.height > 26 ? 10 : view.height / 2) + 14 * near.length;
      py = Math.min(py, AXIS + high - 7);
      placed.push({ n, x: px, y: py, m });
      last.set(i, [...near, { x: px, id: m.id }]);
    });
  };
  const anchors = new Map();
  const layAnchors = () => {
    const stay = new Set();
    for (const q of placed) {
      let a = anchors.get(q.n);
      if (!a) {
        a = gm.make("a", { href: "#" + q.m.id, title: `${q.m.severity} ${q.m.text}, rank ${q.m.rank}` });
        a.setAttribute("aria-label", `${q.m.severity} ${q.m.text}, rank ${q.m.rank} at ${gm.time(q.m.time, 1e6)}`);
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

  const drawAxis = () => {
    const p = gm.draw.paint, s = step();
    ctx.fillStyle = p.surface;
    ctx.fillRect(0, 0, width, AXIS - 2);
    ctx.fillRect(0, 0, left - 4, AXIS + high);
    ctx.font = p.font;
    ctx.fillStyle = p.muted;
    ctx.textAlign = "center";
    for (let t = Math.ceil(view.from / s) * s; t <= view.to; t += s) {
      const px = x(t);
      if (px < left - 1) continue;
      const text = gm.time(t, s), half = ctx.measureText(text).width / 2;
      if (px + half < width - 2 && px - half > 2) ctx.fillText(text, px, 12);
    }
    ctx.textAlign = "right";
    const every = Math.max(1, Math.ceil(14 / view.height));
    lanes.forEach((l, i) => {
      const top = y(i);
      if (i % every || top + Math.min(view.height, 14) < AXIS + 4 || top > AXIS + high - 8) return;
      ctx.fillStyle = p.ink;
      ctx.font = p.font;
      const tall = view.height >= 14 * rows.length + 4 && rows.length > 1;
      ctx.fillText((tall || lanes.length <= 64 ? "rank " : "") + l.rank, tall ? left - 56 : left - 10, top + (tall ? view.height / 2 : Math.min(view.height, 14 * every) / 2));
      if (!tall) return;
      ctx.font = p.small;
      ctx.fillStyle = p.muted;
      const h = (view.height - 6) / rows.length;
      rowNames.forEach((name, k) => ctx.fillText(name, left - 8, top + 3 + k * h + h / 2 - 1));
    });
    ctx.textAlign = "left";
    ctx.fillStyle = p.line; // where in the run and in the lanes this is
    const bottom = AXIS + high + 4;
    ctx.fillRect(left, bottom, width - left - RIGHT, 3);
    ctx.fillStyle = p.muted;
    const all = width - left - RIGHT;
    ctx.fillRect(left + view.from / d.span * all, bottom, Math.max(3, (view.to - view.from) / d.span * all), 3);
    const whole = lanes.length * view.height;
    if (whole > high) {
      ctx.fillStyle = p.line;
      ctx.fillRect(width - 6, AXIS, 3, high);
      ctx.fillStyle = p.muted;
      ctx.fillRect(width - 6, AXIS + view.top / whole * high, 3, Math.max(8, high / whole * high));
    }
  };

  let queued = false;
  const draw = () => {
    queued = false;
    if (width === 0) return;
    clamp();
    const p = gm.draw.paint, s = step();
    ctx.textBaseline = "middle";
    ctx.fillStyle = p.surface;
    ctx.fillRect(0, 0, width, AXIS + high + FOOT);
    ctx.save();
    ctx.beginPath();
    ctx.rect(left - 4, AXIS - 2, width - left + 4, high + 2);
    ctx.clip();
    drawLanes();
    ctx.fillStyle = p.grid;
    for (let t = Math.ceil(view.from / s) * s; t <= view.to; t += s) ctx.fillRect(Math.round(x(t)), AXIS - 2, 1, high + 2);
    if (gm.byId("links").checked) drawLinks();
    ctx.restore();
    place();
    drawAxis();
    for (const q of placed) gm.draw.mark(ctx, q.x, q.y, q.m.severity, view.height < 10 ? 6 : 7.5);
    layAnchors();
    later();
  };
  const redraw = () => {
    if (!queued) { queued = true; requestAnimationFrame(draw); }
  };

  // What the view holds, in words and as a table.
  let timer = 0;
  const later = () => { clearTimeout(timer); timer = setTimeout(tell, 250); };
  const inLanes = () => lanes.filter((l, i) => y(i) + view.height > AXIS + 1 && y(i) < AXIS + high - 1);
  const tell = () => {
    const len = view.to - view.from, ls = inLanes(), all = ls.length === lanes.length;
    gm.byId("tl-view").textContent = `${gm.time(view.from, len / 100)} to ${gm.time(view.to, len / 100)}, ${gm.span(len)} of ${gm.span(d.span)}; ` +
      (all ? `all ${lanes.length} lanes` : `ranks ${ls[0].rank} to ${ls[ls.length - 1].rank} of ${lanes.length}`);
    if (gm.byId("bars").open) fillTable();
  };
  const fillTable = () => {
    const box = gm.byId("bars"), head = box.querySelector("thead"), body = box.querySelector("tbody"), most = 300;
    const line = (cells, tag) => gm.make("tr", {}, ...cells.map((c, i) => {
      const e = gm.make(tag, { textContent: c });
      if (tag === "th") e.scope = "col";
      if (typeof c === "number" || (i > 0 && /^[\d.,]+ (ns|µs|ms|s|%)$/.test(c))) e.className = "n";
      return e;
    }));
    let found = 0;
    const out = [];
    const add = (cells) => { if (++found <= most) out.push(line(cells, "td")); };
    for (const l of inLanes()) {
      if (l.bins) {
        const cells = [l.rank];
        [...has].filter((c) => c < ACCESS).sort().forEach((c) => cells.push((100 * shareIn(l, c)).toFixed(1) + " %"));
        add(cells);
        continue;
      }
      for (const b of l.bars) {
        if (b.start > view.to || b.end < view.from) continue;
        add([l.rank, d.names[b.cat], d.texts[b.call], gm.time(b.start, 100), b.cat === ACCESS ? "" : gm.span(b.end - b.start), describe(b)]);
      }
    }
    head.replaceChildren(d.aggregated ? line(["Rank", ...[...has].filter((c) => c < ACCESS).sort().map((c) => d.names[c])], "th") :
      line(["Rank", "State", "Call", "From", "For", "On"], "th"));
    body.replaceChildren(...out);
    gm.byId("bars-more").textContent = found > most ? `The first ${most} of ${gm.number(found)}; zoom in to see others.` : "";
  };
  const shareIn = (l, cat) => {
    const b = l.bins, s = b.share[cat];
    if (!s) return 0;
    const from = Math.max(0, Math.floor((view.from - b.start) / b.width)), to = Math.min(b.n, Math.ceil((view.to - b.start) / b.width));
    let sum = 0;
    for (let k = from; k < to; k++) sum += s[k] / 63;
    return to > from ? sum / (to - from) : 0;
  };
  const describe = (b) => {
    let s = d.texts[b.on];
    if (b.peer >= 0) s += (s ? ", " : "") + "rank " + b.peer;
    if (b.thread) s += (s ? ", " : "") + "thread " + b.thread;
    if (b.open) s += (s ? ", " : "") + "had not ended";
    return s;
  };

  // The tip beside the pointer.
  const showTip = (px, py) => {
    const i = Math.floor((py - AXIS + view.top) / view.height), l = lanes[i], t = timeAt(px);
    if (!l || py < AXIS || py > AXIS + high || px < left || t < l.start || t > l.end) { tip.hidden = true; return; }
    const lines = [gm.make("p", { textContent: `rank ${l.rank}, ${gm.time(t, (view.to - view.from) / 500)}` })];
    const sample = (cat, text) => {
      const sw = gm.make("span", { className: "sw" });
      sw.style.background = gm.draw.paint.flat[cat];
      lines.push(gm.make("p", {}, sw, text));
    };
    if (l.bins) {
      const k = Math.floor((t - l.bins.start) / l.bins.width);
      l.bins.share.forEach((s, c) => { if (s && s[k] > 0) sample(c, `${d.names[c]}: ${Math.round(100 * s[k] / 63)} % of ${gm.span(l.bins.width)}`); });
      lines.push(gm.make("p", { textContent: `${gm.number(l.bins.calls[k] || 0)} calls` }));
    } else {
      const slack = 3 * (view.to - view.from) / width;
      const hits = l.bars.filter((b) => b.start - (b.end - b.start < slack ? slack : 0) <= t && b.end + (b.end - b.start < slack ? slack : 0) >= t);
      hits.slice(0, 9).forEach((b) => {
        const on = describe(b), what = b.cat >= CALL ? d.texts[b.call] : d.names[b.cat];
        sample(b.cat, what + (b.cat === ACCESS ? "" : " " + gm.span(b.end - b.start)) + (on ? ", " + on : ""));
      });
      if (hits.length > 9) lines.push(gm.make("p", { textContent: `and ${hits.length - 9} more` }));
    }
    tip.replaceChildren(...lines);
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = Math.max(4, Math.min(px + 16, width - box.width - 8)) + "px";
    tip.style.top = Math.max(4, py + 18 + box.height > AXIS + high + FOOT ? py - box.height - 10 : py + 18) + "px";
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
    const mid = (view.top + high / 2) / view.height;
    view.height = Math.min(Math.max(view.height * factor, 3), 2 * TALL);
    size();
    view.top = mid * view.height - high / 2;
    redraw();
  };
  const goTo = (n, focus) => {
    const m = d.marks[n], i = laneOf.get(m.rank);
    current = n;
    const len = Math.min(view.to - view.from, Math.max(d.span / 8, finest));
    view.from = m.time - len / 2;
    view.to = view.from + len;
    const top = i * view.height;
    if (top < view.top || top + view.height > view.top + high) view.top = top - high / 2;
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
    pageUp: () => { view.top -= high; redraw(); }, pageDown: () => { view.top += high; redraw(); },
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
  canvas.addEventListener("wheel", (e) => {
    if (document.activeElement !== canvas && !e.ctrlKey && !e.metaKey) return;
    e.preventDefault();
    if (e.shiftKey) { view.top += e.deltaY; redraw(); return; }
    if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) { pan(e.deltaX / width); return; }
    zoom(Math.exp(Math.max(-120, Math.min(120, e.deltaY)) * 0.003), timeAt(e.offsetX));
  }, { passive: false });
  let drag = null;
  canvas.addEventListener("pointerdown", (e) => {
    drag = { x: e.offsetX, y: e.offsetY, from: view.from, to: view.to, top: view.top };
    canvas.setPointerCapture(e.pointerId);
  });
  canvas.addEventListener("pointermove", (e) => {
    if (!drag) { showTip(e.offsetX, e.offsetY); return; }
    tip.hidden = true;
    const by = (drag.x - e.offsetX) / (width - left - RIGHT) * (drag.to - drag.from);
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
  gm.byId("bars").addEventListener("toggle", tell);

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
    const line = (dash) => (k) => {
      k.strokeStyle = k.fillStyle = p.link;
      k.setLineDash(dash);
      k.moveTo(2, 11); k.lineTo(24, 3); k.stroke();
      k.fillRect(0, 9, 4, 4); k.fillRect(22, 1, 4, 4);
    };
    if (d.rows.length) item("Collective call", line([]));
    if (d.pairs.length) item("Start and its post", line([4, 3]));
    [...new Set(d.marks.map((m) => m.severity))].forEach((s) => item(s[0].toUpperCase() + s.slice(1), (k) => gm.draw.mark(k, 13, 7, s, 6.5)));
  };
  const strip = gm.byId("strip");
  [...has].filter((c) => c < ACCESS).sort().forEach((c) => strip.append(gm.make("option", { value: c, textContent: d.names[c] })));
  strip.value = view.strip;
  strip.addEventListener("change", () => { view.strip = Number(strip.value); redraw(); });

  const size = () => {
    high = shownHeight();
    gm.byId("strip-l").hidden = !low();
    const wide = stage.clientWidth;
    if (wide === 0) return;
    width = wide;
    left = view.height >= 14 * rows.length + 4 && rows.length > 1 ? 108 : 64;
    canvas.style.height = AXIS + high + FOOT + "px";
    ctx = gm.fit(canvas, width, AXIS + high + FOOT);
  };
  gm.byId("tl-tools").hidden = false;
  new ResizeObserver(() => { if (stage.clientWidth !== width) { size(); draw(); } }).observe(stage);
  gm.repaint.push(() => { pictures = new Map(); legend(); size(); draw(); });
  legend();
  size();
  draw();
  return { view, goTo, placed: () => placed };
})();
