// The lanes of the timeline and what part of them is in view.
gm.lanes = (() => {
  const d = gm.data;
  if (!d || d.lanes.length === 0) return null;
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

  gm.messages = [];
  for (let k = 0; k < d.messages.length; k += 10) {
    const [sender, receiver, sent, later, tag, bytes, data, on, send, receive] = d.messages.slice(k, k + 10), received = sent + later;
    gm.messages.push({ sender, receiver, sent, received, tag, bytes, data, on, send, receive, from: Math.min(sent, received), to: Math.max(sent, received) });
  }

  const TALL = 24 * rows.length + 8, ROWS = 6 * rows.length + 4; // heights of lanes; below ROWS one strip is drawn
  const finest = d.aggregated ? 8 * Math.max(...lanes.map((l) => l.bins.width)) : Math.max(200, d.span / 1e7);
  // What is in view: times in ns, the first point of the lanes, the height of
  // each; and the canvas: its context, width, height of the lanes, and width
  // of the names.
  const view = {
    from: 0, to: d.span, top: 0, height: Math.max(3, Math.min(TALL, Math.floor(MOST / lanes.length))),
    strip: has.has(CALL) ? CALL : rows[0][0], ctx: null, width: 0, high: 0, left: 64,
    lines: [0, 0], // between matching calls, and of messages: drawn, in view
    messages: [], // those drawn, with the ends of their lines
  };
  // Geometry.
  const x = (t) => view.left + (t - view.from) / (view.to - view.from) * (view.width - view.left - RIGHT);
  const timeAt = (px) => view.from + (px - view.left) / (view.width - view.left - RIGHT) * (view.to - view.from);
  const y = (i) => AXIS + i * view.height - view.top;
  const shownHeight = () => Math.min(lanes.length * view.height, MOST);
  const step = () => { // between lines of the axis: 1, 2 or 5 times a power of ten
    const raw = (view.to - view.from) / Math.max(2, (view.width - view.left) / 110), p = 10 ** Math.floor(Math.log10(raw));
    return [1, 2, 5, 10].map((m) => m * p).find((s) => s >= raw);
  };
  const low = () => view.height < ROWS; // one strip instead of rows
  const named = () => rows.length > 1 && view.width > 560 && view.height >= 13 * rows.length + 4; // room for the rows' names

  const clamp = () => {
    let len = Math.min(Math.max(view.to - view.from, Math.min(finest, d.span)), d.span);
    const mid = (view.from + view.to) / 2;
    view.from = Math.min(Math.max(mid - len / 2, 0), d.span - len);
    view.to = view.from + len;
    view.top = Math.min(Math.max(view.top, 0), Math.max(0, lanes.length * view.height - shownHeight()));
  };

  // eachLane calls f for the lanes in view.
  const eachLane = (f) => {
    const from = Math.max(0, Math.floor(view.top / view.height)), to = Math.min(lanes.length, Math.ceil((view.top + view.high) / view.height));
    for (let i = from; i < to; i++) f(lanes[i], i, y(i));
  };

  return { CALL, ACCESS, AXIS, FOOT, RIGHT, TALL, lanes, laneOf, has, rows, rowNames, finest, view, x, y, timeAt, step, low, named, clamp, shownHeight, eachLane };
})();
