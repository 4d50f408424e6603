// The traffic between ranks: senders and origins downwards, receivers and targets across.
gm.matrix = (() => {
  const d = gm.data;
  if (!d || d.cells.length === 0) return null;
  const canvas = gm.byId("mx"), out = gm.byId("mx-cell"), HEAD = 34;
  const cells = new Map();
  const sum = { messages: 0, calls: 0, bytes: 0 };
  for (let k = 0; k < d.cells.length; k += 5) {
    const c = { messages: d.cells[k + 2], calls: d.cells[k + 3], bytes: d.cells[k + 4] };
    cells.set(d.cells[k] * d.size + d.cells[k + 1], c);
    for (const n in sum) sum[n] += c[n];
  }
  const counts = [["messages", "message"], ["calls", "RMA call"]].filter(([n]) => sum[n] > 0);
  let by = "bytes", cell = 0, at = null, ctx;
  const name = (n) => d.block === 1 ? "rank " + n : `ranks ${n * d.block} to ${Math.min(d.ranks, n * d.block + d.block) - 1}`;
  const text = (v) => by === "bytes" ? gm.bytes(v) : gm.number(v);

  // mix gives a colour between the ends of the ramp.
  const mix = (part) => {
    const [a, b] = ["--ramp0", "--ramp1"].map((n) => gm.rgb(gm.color(n)));
    return a.map((v, i) => Math.round(v + (b[i] - v) * part));
  };
  const range = () => {
    let min = Infinity, max = 0;
    for (const c of cells.values()) if (c[by] > 0) { min = Math.min(min, c[by]); max = Math.max(max, c[by]); }
    return max === 0 ? [1, 1] : [min, max];
  };
  const part = (v, [min, max]) => max > min ? Math.log(v / min) / Math.log(max / min) : 1;

  const draw = () => {
    const room = Math.min(gm.byId("mx-box").clientWidth - 12, 620) - HEAD;
    cell = Math.max(2, Math.min(64, Math.floor(room / d.size)));
    const side = cell * d.size, p = gm.draw.paint, r = range();
    canvas.style.width = canvas.style.height = HEAD + side + 1 + "px";
    ctx = gm.fit(canvas, HEAD + side + 1, HEAD + side + 1);
    ctx.fillStyle = p.lane;
    ctx.fillRect(HEAD, HEAD, side, side);
    const shades = Array.from({ length: 65 }, (_, i) => mix(i / 64));
    ctx.textBaseline = "middle";
    ctx.textAlign = "center";
    for (const [k, c] of cells) {
      if (!(c[by] > 0)) continue;
      const y = HEAD + Math.floor(k / d.size) * cell, x = HEAD + k % d.size * cell, shade = shades[Math.round(64 * part(c[by], r))];
      ctx.fillStyle = `rgb(${shade})`;
      ctx.fillRect(x, y, cell - (cell > 5 ? 1 : 0), cell - (cell > 5 ? 1 : 0));
      if (cell < 46) continue;
      ctx.fillStyle = gm.readable(shade);
      ctx.font = p.small;
      ctx.fillText(text(c[by]).replace(/ bytes?$/, " B"), x + cell / 2, y + cell / 2, cell - 4);
    }
    ctx.fillStyle = p.muted;
    ctx.font = p.small;
    const every = [1, 2, 5, 10, 20, 50].find((n) => n * cell >= 28) || 100;
    for (let i = 0; i < d.size; i += every) {
      ctx.textAlign = "center";
      ctx.fillText(i * d.block, HEAD + i * cell + cell / 2, HEAD - 8);
      ctx.textAlign = "right";
      ctx.fillText(i * d.block, HEAD - 5, HEAD + i * cell + cell / 2);
    }
    ctx.textAlign = "left";
    ctx.fillText("to \u2192", HEAD, 8);
    ctx.save();
    ctx.translate(7, HEAD + 42);
    ctx.rotate(-Math.PI / 2);
    ctx.fillText("\u2190 from", 0, 0);
    ctx.restore();
    if (at) {
      ctx.strokeStyle = p.ink;
      ctx.lineWidth = 2;
      ctx.strokeRect(HEAD + at.t * cell - 1, HEAD + at.o * cell - 1, cell + 1, cell + 1);
    }
    gm.byId("mx-min").textContent = text(r[0]);
    gm.byId("mx-max").textContent = text(r[1]);
    const ramp = gm.byId("mx-ramp"), k = ramp.getContext("2d");
    for (let i = 0; i < ramp.width; i++) { k.fillStyle = `rgb(${mix(i / (ramp.width - 1))})`; k.fillRect(i, 0, 1, ramp.height); }
  };
  const show = (o, t) => {
    if (o < 0 || t < 0 || o >= d.size || t >= d.size) return;
    at = { o, t };
    const c = cells.get(o * d.size + t) || { messages: 0, calls: 0, bytes: 0 };
    out.textContent = `${name(o)} to ${name(t)}: ` + counts.map(([n, one]) => `${gm.number(c[n])} ${one}${c[n] === 1 ? "" : "s"}, `).join("") + gm.bytes(c.bytes);
    draw();
  };
  canvas.addEventListener("pointermove", (e) => {
    const o = Math.floor((e.offsetY - HEAD) / cell), t = Math.floor((e.offsetX - HEAD) / cell);
    if (!at || at.o !== o || at.t !== t) show(o, t);
  });
  canvas.addEventListener("focus", () => { if (!at) show(0, 0); });
  const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  canvas.addEventListener("keydown", (e) => {
    const m = moves[e.key];
    if (!m || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    const from = at || { o: 0, t: 0 };
    show(from.o + m[0], from.t + m[1]);
  });
  gm.byId("mx-tools").addEventListener("change", (e) => {
    by = e.target.value;
    draw();
  });
  gm.byId("mx-tools").querySelectorAll("input").forEach((e) => { e.parentElement.hidden = sum[e.value] === 0 && !e.checked; });
  gm.byId("mx-tools").hidden = false;
  gm.repaint.push(draw);
  let wide = 0;
  const box = gm.byId("mx-box");
  new ResizeObserver(() => { if (box.clientWidth !== wide) { wide = box.clientWidth; draw(); } }).observe(box);
  draw();
})();
