// Colours and shapes of timeline and legend.
gm.draw = (() => {
  const names = ["--fence", "--start", "--lock", "--lockall", "--post", "--io", "--call", "--access"];
  const works = ["--copy", "--fill", "--kernel", "--other"]; // on streams of GPUs
  let paint = {};

  // tile is a pattern over a colour, so that states differ by more than hue.
  const tile = (color, lines, strokes) => {
    const c = gm.make("canvas", { width: 8, height: 8 }), ctx = c.getContext("2d");
    ctx.fillStyle = color;
    ctx.fillRect(0, 0, 8, 8);
    ctx.strokeStyle = lines;
    ctx.globalAlpha = 0.55;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    strokes.forEach(([a, b, x, y]) => { ctx.moveTo(a, b); ctx.lineTo(x, y); });
    ctx.stroke();
    return ctx.createPattern(c, "repeat");
  };
  const slant = [[-2, 2, 2, -2], [-2, 10, 10, -2], [6, 10, 10, 6]], level = [[0, 4, 8, 4]], cross = [[4, 0, 4, 8]];

  const load = () => {
    const flat = names.map(gm.color), over = gm.color("--surface");
    const fill = flat.slice();
    fill[3] = tile(flat[3], over, level);
    fill[4] = tile(flat[4], over, slant);
    fill[5] = tile(flat[5], over, cross);
    paint = { flat, fill, surface: over, work: works.map(gm.color) };
    for (const n of ["ink", "muted", "line", "grid", "lane", "link", "message", "error", "warning", "note", "accent"]) paint[n] = gm.color("--" + n);
    paint.font = "12px " + gm.color("--sans");
    paint.small = "10.5px " + gm.color("--sans");
  };
  gm.repaint.unshift(load);
  load();

  // mark draws a finding: the shape tells its severity.
  const mark = (ctx, x, y, severity, size) => {
    const path = () => {
      ctx.beginPath();
      if (severity === "error") {
        ctx.moveTo(x, y - size); ctx.lineTo(x + size, y); ctx.lineTo(x, y + size); ctx.lineTo(x - size, y);
      } else if (severity === "warning") {
        ctx.moveTo(x, y - size); ctx.lineTo(x + size, y + size * 0.8); ctx.lineTo(x - size, y + size * 0.8);
      } else {
        ctx.arc(x, y, size * 0.85, 0, 7);
      }
      ctx.closePath();
    };
    path();
    ctx.strokeStyle = paint.surface;
    ctx.lineWidth = 3;
    ctx.lineJoin = "round";
    ctx.stroke();
    ctx.fillStyle = paint[severity];
    ctx.fill();
  };

  // moment draws a moment of a stream: an event, a host function, or a wait of the program.
  const EVENT = 4, AWAITS = 5, HOST = 6, WAITED = 7;
  const moment = (ctx, x, top, h, kind) => {
    ctx.fillStyle = ctx.strokeStyle = paint.ink;
    ctx.lineWidth = 1.5;
    const r = Math.min(3.5, Math.max(1, h / 4)), y = top + h / 2;
    ctx.beginPath();
    if (kind >= WAITED) ctx.fillRect(Math.round(x) - 1, top, h < 14 ? 1 : 2, h);
    else if (kind === HOST) { ctx.rect(x - r, y - r, 2 * r, 2 * r); }
    else ctx.arc(x, y, r, 0, 7);
    if (kind === EVENT) { ctx.fill(); return; }
    if (kind !== AWAITS && kind !== HOST) return;
    ctx.fillStyle = paint.surface;
    ctx.fill();
    ctx.stroke();
  };

  return { mark, moment, WAITED, get paint() { return paint; } };
})();
