// What is in view, in words, as a table, and beside the pointer.
gm.view = (() => {
  const d = gm.data;
  if (!gm.lanes) return null;
  const { AXIS, FOOT, CALL, ACCESS, ranks, lanes, has, laneAt, heightOf, view, y, timeAt } = gm.lanes;
  const tip = gm.byId("tl-tip");

  // What the view holds, in words and as a table.
  let timer = 0;
  const later = () => { clearTimeout(timer); timer = setTimeout(tell, 250); };
  const inLanes = () => lanes.filter((l, i) => y(i) + heightOf(i) > AXIS + 1 && y(i) < AXIS + view.high - 1);
  const tell = () => {
    const len = view.to - view.from, ls = inLanes(), all = ls.length === lanes.length;
    gm.byId("tl-view").textContent = `${gm.time(view.from, len / 100)} to ${gm.time(view.to, len / 100)}, ${gm.span(len)} of ${gm.span(d.span)}; ` +
      (all ? `all ${lanes.length} lanes` : `ranks ${ls[0].rank} to ${ls[ls.length - 1].rank} of ${ranks.length}`) +
      (view.lines[0] < view.lines[1] ? `; ${gm.number(view.lines[0])} of ${gm.number(view.lines[1])} matches and messages drawn` : "");
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
      if (l.stream) {
        if (d.aggregated) continue;
        for (const w of l.work) {
          if (w.start > view.to || w.end < view.from) continue;
          add([l.rank, d.work[w.kind], w.kernel ? d.texts[w.kernel] : "", gm.time(w.start, 100), isMoment(w) ? "" : gm.span(w.end - w.start), aboutWork(l, w)]);
        }
        continue;
      }
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
    if (!d.aggregated && gm.byId("messages")?.checked) {
      for (const m of gm.messages) {
        if (m.from > view.to || m.to < view.from) continue;
        const [what, ...ends] = aboutMessage(m);
        add([m.sender, "Message", ends.join(", "), gm.time(m.sent, 100), gm.span(m.received - m.sent), what]);
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

  const isMoment = (w) => w.kind >= gm.draw.paint.work.length;
  const aboutWork = (l, w) => [l.name, d.texts[w.place], w.open ? "not waited for" : ""].filter((s) => s).join(", ");

  // aboutMessage describes a message in a few lines.
  const aboutMessage = (m) => [
    `message from rank ${m.sender} to rank ${m.receiver}, tag ${m.tag}: ${m.bytes < 0 ? "unknown size" : gm.bytes(m.bytes)}${d.texts[m.data] ? ", " + d.texts[m.data] : ""}, on ${d.texts[m.on]}`,
    `sent by ${d.texts[m.send]}`, `received by ${d.texts[m.receive]}`,
  ];
  // distance is how far a point is from the line of a message.
  const distance = (q, px, py) => {
    const dx = q.x1 - q.x0, dy = q.y1 - q.y0, len = dx * dx + dy * dy;
    const part = len === 0 ? 0 : Math.max(0, Math.min(1, ((px - q.x0) * dx + (py - q.y0) * dy) / len));
    return Math.hypot(px - q.x0 - part * dx, py - q.y0 - part * dy);
  };

  // The tip beside the pointer.
  const showTip = (px, py) => {
    const l = lanes[laneAt(py)], t = timeAt(px);
    if (!l || py < AXIS || py > AXIS + view.high || px < view.left || t < l.start || t > l.end) { tip.hidden = true; return; }
    const lines = [gm.make("p", { textContent: `rank ${l.rank}, ${l.stream ? l.name + ", " : ""}${gm.time(t, (view.to - view.from) / 500)}` })];
    const sample = (color, text) => {
      const sw = gm.make("span", { className: "sw" });
      sw.style.background = color;
      lines.push(gm.make("p", {}, sw, text));
    };
    if (l.stream) {
      const slack = 4 * (view.to - view.from) / view.width;
      const hits = l.work.filter((w) => w.start - (isMoment(w) ? slack : 0) <= t && w.end + (w.end - w.start < slack ? slack : 0) >= t);
      hits.slice(-9).forEach((w) => {
        const text = d.work[w.kind] + (w.kernel && d.texts[w.kernel] ? " " + d.texts[w.kernel] : "") + (isMoment(w) ? "" : " " + gm.span(w.end - w.start)) +
          (d.texts[w.place] ? ", " + d.texts[w.place] : "") + (w.open ? ", not waited for" : "");
        sample(isMoment(w) ? gm.draw.paint.ink : gm.draw.paint.work[w.kind], text);
      });
      if (hits.length > 9) lines.push(gm.make("p", { textContent: `and ${hits.length - 9} earlier ones` }));
    } else if (l.bins) {
      const k = Math.floor((t - l.bins.start) / l.bins.width);
      l.bins.share.forEach((s, c) => { if (s && s[k] > 0) sample(gm.draw.paint.flat[c], `${d.names[c]}: ${Math.round(100 * s[k] / 63)} % of ${gm.span(l.bins.width)}`); });
      lines.push(gm.make("p", { textContent: `${gm.number(l.bins.calls[k] || 0)} calls` }));
    } else {
      const slack = 3 * (view.to - view.from) / view.width;
      const hits = l.bars.filter((b) => b.start - (b.end - b.start < slack ? slack : 0) <= t && b.end + (b.end - b.start < slack ? slack : 0) >= t);
      hits.slice(0, 9).forEach((b) => {
        const on = describe(b), what = b.cat >= CALL ? d.texts[b.call] : d.names[b.cat];
        sample(gm.draw.paint.flat[b.cat], what + (b.cat === ACCESS ? "" : " " + gm.span(b.end - b.start)) + (on ? ", " + on : ""));
      });
      if (hits.length > 9) lines.push(gm.make("p", { textContent: `and ${hits.length - 9} more` }));
    }
    const near = view.messages.filter((q) => distance(q, px, py) < 5).map((q) => q.m);
    near.slice(0, 3).forEach((m) => aboutMessage(m).forEach((text, i) => lines.push(gm.make("p", { textContent: text, className: i ? "" : "message-line" }))));
    if (near.length > 3) lines.push(gm.make("p", { textContent: `and ${near.length - 3} more messages` }));
    tip.replaceChildren(...lines);
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = Math.max(4, Math.min(px + 16, view.width - box.width - 8)) + "px";
    tip.style.top = Math.max(4, py + 18 + box.height > AXIS + view.high + FOOT ? py - box.height - 10 : py + 18) + "px";
  };

  gm.byId("bars").addEventListener("toggle", tell);
  return { later, showTip };
})();
