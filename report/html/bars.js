// Drawing bars, bins, lines and axis of the timeline.
gm.bars = (() => {
  const d = gm.data;
  if (!gm.lanes) return null;
  const { ACCESS, AXIS, RIGHT, ranks, lanes, laneOf, units, heightOf, rows, rowNames, view, x, y, step, low, named, eachLane } = gm.lanes;

  // Pictures of bins: one point for each bin, one line for each lane.
  let pictures = new Map();
  const picture = (cat) => {
    if (pictures.has(cat)) return pictures.get(cat);
    const most = Math.max(...ranks.map((l) => l.bins.n));
    const c = gm.make("canvas", { width: most, height: ranks.length }), p = c.getContext("2d");
    const [r, g, b] = gm.rgb(gm.draw.paint.flat[cat]), image = p.createImageData(most, ranks.length);
    ranks.forEach((l, i) => {
      const s = l.bins.share[cat];
      for (let k = 0; s && k < l.bins.n; k++) {
        if (s[k] > 0) image.data.set([r, g, b, 55 + 200 * s[k] / 63], 4 * (i * most + k));
      }
    });
    p.putImageData(image, 0, 0);
    pictures.set(cat, c);
    return c;
  };
  const drawBins = (l, cat, top, h) => {
    const ctx = view.ctx;
    const b = l.bins;
    if (!b.share[cat]) return;
    const from = Math.max(0, Math.floor((view.from - b.start) / b.width)), to = Math.min(b.n, Math.ceil((view.to - b.start) / b.width) + 1);
    if (to <= from) return;
    const x0 = x(b.start + from * b.width), x1 = x(b.start + to * b.width);
    ctx.imageSmoothingEnabled = x1 - x0 < to - from;
    ctx.drawImage(picture(cat), from, l.number, to - from, 1, x0, top, x1 - x0, h);
  };

  const drawBars = (l, cats, top, h) => {
    const ctx = view.ctx;
    const p = gm.draw.paint, seen = new Int32Array(8).fill(-1e6), access = cats.includes(0);
    for (const b of l.bars) {
      if (b.start > view.to) break;
      if (b.end < view.from || !(cats.includes(b.cat) || (access && b.cat === ACCESS))) continue;
      const x0 = Math.max(x(b.start), view.left - 4), x1 = Math.min(x(b.end), view.width + 4);
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
      if (h >= 12 && w > 40) drawLabel(d.texts[b.call].replace(/^MPI_/, ""), b.cat, x0, top, w, h);
    }
  };
  // drawWork draws what a stream has been given to do: work covers earlier work that the program has not waited for either.
  const drawWork = (l, top, h) => {
    const ctx = view.ctx, p = gm.draw.paint, moments = new Map(), bars = [];
    let seen = -1e6;
    for (const w of l.work) {
      if (w.start > view.to || w.end < view.from) continue;
      if (w.kind < p.work.length) bars.push(w);
      else if (gm.draw.WAITED <= w.kind || h > 8) moments.set(Math.round(Math.max(x(w.start), view.left - 4)) + (w.kind < gm.draw.WAITED ? ":" : ""), w);
    }
    bars.forEach((w, n) => {
      const x0 = Math.max(x(w.start), view.left - 4), x1 = Math.min(x(w.end), view.width + 4);
      if (Math.round(x1) === seen && x1 - x0 < 1) return;
      seen = Math.round(x1);
      const width = Math.max(x1 - x0, 1.5), next = bars[n + 1];
      ctx.fillStyle = p.work[w.kind];
      ctx.fillRect(x0, top, width, h);
      if (width > 5 && h > 5) {
        ctx.strokeStyle = p.surface;
        ctx.lineWidth = 1;
        ctx.strokeRect(x0 + 0.5, top + 0.5, width - 1, h - 1);
      }
      if (w.open && h > 3) {
        ctx.fillStyle = p.ink;
        for (let k = 0; k < h; k += 4) ctx.fillRect(x1 - 3, top + k, 3, 2);
      }
      const room = next && next.start < w.end ? x(next.start) - x0 : width;
      if (h >= 12 && room > 40) drawText(w.kernel && d.texts[w.kernel] ? d.texts[w.kernel].replace(/\(.*/, "") : d.work[w.kind], p.work[w.kind], x0, top, room, h, false);
    });
    moments.forEach((w) => gm.draw.moment(ctx, x(w.start), top, h, w.kind));
  };
  const drawLabel = (text, cat, x0, top, w, h) => {
    const p = gm.draw.paint;
    drawText(text, p.flat[cat], x0, top, w, h, p.fill[cat] !== p.flat[cat]);
  };
  const drawText = (text, ground, x0, top, w, h, patterned) => {
    const ctx = view.ctx;
    const from = Math.max(x0, view.left) + 5;
    ctx.font = gm.draw.paint.small;
    const room = x0 + w - from - 5, size = ctx.measureText(text).width;
    if (size > room) return;
    ctx.fillStyle = ground;
    if (patterned) ctx.fillRect(from - 3, top + 2, size + 6, h - 4); // no text on a pattern
    ctx.fillStyle = gm.readable(ground);
    ctx.fillText(text, from, top + h / 2 + 0.5);
  };

  const drawGround = () => {
    const ctx = view.ctx;
    const p = gm.draw.paint, s = step(), gap = view.height > 8 ? 1.5 : 0;
    ctx.fillStyle = p.lane;
    eachLane((l, i, top) => {
      const x0 = Math.max(x(l.start), view.left), x1 = Math.min(x(l.end), view.width);
      ctx.fillRect(x0, top + gap, Math.max(0, x1 - x0), heightOf(i) - 2 * gap);
    });
    ctx.fillStyle = p.grid;
    for (let t = Math.ceil(view.from / s) * s; t <= view.to; t += s) ctx.fillRect(Math.round(x(t)), AXIS - 2, 1, view.high + 2);
  };
  const drawLanes = () => {
    const gap = view.height > 8 ? 1.5 : 0;
    eachLane((l, i, top) => {
      if (l.stream) {
        drawWork(l, top + gap, heightOf(i) - 2 * gap);
        return;
      }
      if (low()) {
        const cats = rows.find((r) => r.includes(view.strip)) || [view.strip];
        if (l.bins) drawBins(l, view.strip, top + gap, view.height - 2 * gap);
        else drawBars(l, cats.includes(0) ? cats : [view.strip], top + gap, view.height - 2 * gap);
        return;
      }
      const h = (view.height - 6) / rows.length;
      rows.forEach((cats, k) => {
        if (l.bins) cats.forEach((c) => drawBins(l, c, top + 3 + k * h, h - 2));
        else drawBars(l, cats, top + 3 + k * h, h - 2);
      });
    });
  };

  // sparse gives a test that lets one time through in every gap of so many
  // points, for each key: what would be a smear becomes some lines. The gaps lie
  // still while the view moves.
  const sparse = (points) => {
    const gap = points * (view.to - view.from) / (view.width - view.left - RIGHT), taken = new Set();
    return (t, key) => {
      const k = key + ":" + Math.floor(t / gap);
      return !taken.has(k) && taken.add(k);
    };
  };
  const drawRow = (r, mid) => {
    const ctx = view.ctx;
    let pen = false;
    r.times.forEach((t, i) => {
      const rank = r.ranks ? r.ranks[i] : i;
      if (t < 0 || !laneOf.has(rank)) { pen = false; return; }
      if (pen) ctx.lineTo(x(t), mid(rank)); else ctx.moveTo(x(t), mid(rank));
      pen = true;
      if (view.height > 20) ctx.fillRect(x(t) - 2, mid(rank) - 2, 4, 4);
    });
  };
  const drawLinks = () => {
    const ctx = view.ctx, mid = (rank) => y(laneOf.get(rank)) + view.height / 2;
    let drawn = 0, all = 0;
    ctx.strokeStyle = ctx.fillStyle = gm.draw.paint.link;
    ctx.lineWidth = 1;
    ctx.globalAlpha = 0.75;
    ctx.beginPath();
    let wants = sparse(view.height < 8 ? 60 : 10);
    for (const r of d.rows) {
      if (r.to < view.from || r.from > view.to) continue;
      all++;
      if (wants(r.from, "")) { drawRow(r, mid); drawn++; }
    }
    ctx.stroke();
    ctx.setLineDash([4, 3]);
    ctx.beginPath();
    wants = sparse(24);
    for (let k = 0; k < d.pairs.length; k += 5) {
      const [o, t, start, post] = d.pairs.slice(k, k + 4);
      if (Math.max(start, post) < view.from || Math.min(start, post) > view.to || !laneOf.has(o) || !laneOf.has(t)) continue;
      all++;
      if (view.height < 8 || !wants(start, o + ":" + t)) continue;
      drawn++;
      ctx.moveTo(x(start), mid(o));
      ctx.lineTo(x(post), mid(t));
      if (view.height > 20) { ctx.fillRect(x(start) - 2, mid(o) - 2, 4, 4); ctx.strokeRect(x(post) - 2, mid(t) - 2, 4, 4); }
    }
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
    view.lines[0] += drawn;
    view.lines[1] += all;
  };

  // drawMessages draws messages from send to receive, with an arrow where there is room.
  const drawMessages = () => {
    const ctx = view.ctx, mid = (rank) => y(laneOf.get(rank)) + view.height / 2, wants = sparse(view.height < 8 ? 40 : 6);
    ctx.strokeStyle = ctx.fillStyle = gm.draw.paint.message;
    ctx.lineWidth = 1;
    ctx.globalAlpha = 0.85;
    ctx.beginPath();
    for (const m of gm.messages) {
      if (m.to < view.from || m.from > view.to || !laneOf.has(m.sender) || !laneOf.has(m.receiver)) continue;
      view.lines[1]++;
      if (!wants(m.sent, m.sender + ":" + m.receiver)) continue;
      view.lines[0]++;
      const x0 = x(m.sent), y0 = mid(m.sender), x1 = x(m.received), y1 = mid(m.receiver);
      view.messages.push({ x0, y0, x1, y1, m });
      ctx.moveTo(x0, y0);
      if (m.sender === m.receiver) ctx.quadraticCurveTo((x0 + x1) / 2, y0 - view.height / 2, x1, y1);
      else ctx.lineTo(x1, y1);
      if (view.height > 20) drawHead(x0, y0, x1, y1);
    }
    ctx.stroke();
    ctx.globalAlpha = 1;
  };
  const drawHead = (x0, y0, x1, y1) => {
    const a = Math.atan2(y1 - y0, x1 - x0);
    for (const b of [a - 0.4, a + 0.4]) { view.ctx.moveTo(x1, y1); view.ctx.lineTo(x1 - 7 * Math.cos(b), y1 - 7 * Math.sin(b)); }
  };

  const shortName = (name) => ({ "the default stream": "default", "the default stream of a thread": "thread's" })[name] || name;
  const drawAxis = () => {
    const ctx = view.ctx;
    const p = gm.draw.paint, s = step();
    ctx.fillStyle = p.surface;
    ctx.fillRect(0, 0, view.width, AXIS - 2);
    ctx.fillRect(0, 0, view.left - 4, AXIS + view.high);
    ctx.font = p.font;
    ctx.fillStyle = p.muted;
    ctx.textAlign = "center";
    for (let t = Math.ceil(view.from / s) * s; t <= view.to; t += s) {
      const px = x(t);
      if (px < view.left - 1) continue;
      const text = gm.time(t, s), half = ctx.measureText(text).width / 2;
      if (px + half < view.width - 2 && px - half > 2) ctx.fillText(text, px, 12);
    }
    ctx.textAlign = "right";
    const every = [1, 2, 5, 10, 20].find((n) => n * view.height * units() / ranks.length >= 14);
    lanes.forEach((l, i) => {
      const top = y(i);
      if (l.stream) {
        if (heightOf(i) < 10 || top < AXIS - heightOf(i) / 2 || top > AXIS + view.high - 6) return;
        ctx.fillStyle = p.muted;
        ctx.font = p.small;
        ctx.fillText(shortName(l.name), view.left - 8, top + heightOf(i) / 2);
        return;
      }
      if (l.number % every || top < AXIS - view.height / 2 || top > AXIS + view.high - 8) return;
      ctx.fillStyle = p.ink;
      ctx.font = p.font;
      const tall = named();
      ctx.fillText((tall || ranks.length <= 64 ? "rank " : "") + l.rank, tall ? view.left - 66 : view.left - 10, top + (tall ? view.height / 2 : Math.min(view.height, 14 * every) / 2));
      if (!tall) return;
      ctx.font = p.small;
      ctx.fillStyle = p.muted;
      const h = (view.height - 6) / rows.length;
      rowNames.forEach((name, k) => ctx.fillText(name, view.left - 8, top + 3 + k * h + h / 2 - 1));
    });
    ctx.textAlign = "left";
    ctx.fillStyle = p.line; // where in the run and in the lanes this is
    const bottom = AXIS + view.high + 4;
    ctx.fillRect(view.left, bottom, view.width - view.left - RIGHT, 3);
    ctx.fillStyle = p.muted;
    const all = view.width - view.left - RIGHT;
    ctx.fillRect(view.left + view.from / d.span * all, bottom, Math.max(3, (view.to - view.from) / d.span * all), 3);
    const whole = units() * view.height;
    if (whole > view.high) {
      ctx.fillStyle = p.line;
      ctx.fillRect(view.width - 6, AXIS, 3, view.high);
      ctx.fillStyle = p.muted;
      ctx.fillRect(view.width - 6, AXIS + view.top / whole * view.high, 3, Math.max(8, view.high / whole * view.high));
    }
  };

  const forget = () => { pictures = new Map(); };
  return { drawGround, drawLanes, drawLinks, drawMessages, drawAxis, forget };
})();
