// The lanes of the timeline and what part of them is in view.
gm.lanes = (() => {
  const d = gm.data;
  if (!d || d.lanes.length === 0) return null;
  const CALL = 6, ACCESS = 7, AXIS = 26, FOOT = 10, RIGHT = 12, MOST = 560;

  // Lanes, with numbers unpacked.
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const digit = new Uint8Array(128);
  for (let i = 0; i < 64; i++) digit[digits.charCodeAt(i)] = i;
  const ranks = d.lanes.map((l, i) => {
    const lane = { number: i, rank: l.rank, start: l.start, end: l.end, bars: [], bins: null, stream: 0, streams: [] };
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
    (l.streams || []).forEach((s, k) => {
      if (s.work.length === 0) return;
      const stream = { rank: l.rank, start: l.start, end: l.end, bars: [], bins: null, stream: k + 1, name: s.name, work: [] };
      let from = 0;
      for (let n = 0; n < s.work.length; n += 5) {
        from += s.work[n];
        stream.work.push({ start: from, end: from + s.work[n + 1], kind: s.work[n + 2], kernel: s.work[n + 3], open: s.work[n + 4] & 1, place: s.work[n + 4] >> 1 });
      }
      lane.streams.push(stream);
    });
    return lane;
  });
  const has = new Set(), works = new Set(); // states, and kinds of work on streams, that occur
  ranks.forEach((l) => {
    l.streams.forEach((s) => s.work.forEach((w) => works.add(w.kind)));
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

  // Lanes in their order: each rank's, and below it those of its streams unless they are hidden. A stream's lane is lower.
  const lanes = [], tops = [0], laneOf = new Map(), streamOf = new Map();
  const share = rows.length === 1 ? 0.75 : 1 / rows.length;
  const arrange = (streams) => {
    lanes.length = 0;
    tops.length = 1;
    streamOf.clear();
    const add = (l) => {
      tops.push(tops[lanes.length] + (l.stream ? share : 1));
      return lanes.push(l) - 1;
    };
    ranks.forEach((l) => {
      laneOf.set(l.rank, add(l));
      if (streams) l.streams.forEach((s) => streamOf.set(l.rank + ":" + s.stream, add(s)));
    });
  };
  arrange(true);
  const LEAST = works.size ? 3 / share : 3; // height of a rank's lane
  const units = () => tops[lanes.length]; // height of all lanes, in heights of a rank's
  const markLane = (m) => streamOf.get(m.rank + ":" + (m.stream || 0)) ?? laneOf.get(m.rank);

  const TALL = 24 * rows.length + 8, ROWS = 6 * rows.length + 4; // heights of lanes; below ROWS one strip is drawn
  const finest = d.aggregated ? 8 * Math.max(...ranks.map((l) => l.bins.width)) : Math.max(200, d.span / 1e7);
  // What is in view: times in ns, the first point of the lanes, the height of
  // each; and the canvas: its context, width, height of the lanes, and width
  // of the names.
  const view = {
    from: 0, to: d.span, top: 0, height: Math.max(LEAST, Math.min(TALL, Math.floor(MOST / units()))),
    strip: has.has(CALL) ? CALL : rows[0][0], ctx: null, width: 0, high: 0, left: 64,
    lines: [0, 0], // between matching calls, and of messages: drawn, in view
    messages: [], // those drawn, with the ends of their lines
  };
  // Geometry.
  const x = (t) => view.left + (t - view.from) / (view.to - view.from) * (view.width - view.left - RIGHT);
  const timeAt = (px) => view.from + (px - view.left) / (view.width - view.left - RIGHT) * (view.to - view.from);
  const y = (i) => AXIS + tops[i] * view.height - view.top;
  const heightOf = (i) => (tops[i + 1] - tops[i]) * view.height;
  const shownHeight = () => Math.min(units() * view.height, MOST);
  const laneAt = (py) => lanes.findIndex((l, i) => y(i) <= py && py < y(i) + heightOf(i));
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
    view.top = Math.min(Math.max(view.top, 0), Math.max(0, units() * view.height - shownHeight()));
  };

  // eachLane calls f for the lanes in view.
  const eachLane = (f) => {
    lanes.forEach((l, i) => {
      const top = y(i);
      if (top + heightOf(i) > AXIS && top < AXIS + view.high) f(l, i, top);
    });
  };

  return { CALL, ACCESS, AXIS, FOOT, RIGHT, TALL, LEAST, ranks, lanes, laneOf, markLane, arrange, units, laneAt, heightOf, has, works, rows, rowNames, finest, view, x, y, timeAt, step, low, named, clamp, shownHeight, eachLane };
})();
