package timeline

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Bounds of the data that is kept, for all ranks together.
const (
	maxBars    = 60_000  // a run with more bars has bins
	maxBins    = 1 << 18 // over all lanes
	maxPoints  = 40_000  // of rows: ranks times rows
	maxPairs   = 8_000
	maxSent    = 8_000   // messages
	maxSamples = 1 << 19 // times of calls
	maxLabels  = 4_096
)

// Collector takes the calls of a job. It belongs to a single goroutine.
type Collector struct {
	lanes  map[int32]*lane
	size   int // ranks of MPI_COMM_WORLD
	bars   int64
	binned bool
	rows   chooser[rawRow]
	pairs  chooser[rawPair]
	sent   chooser[rawMessage]
	work   chooser[rawWork]
	pins   map[pin]uint64
	// onStream has, for calls in pins that have put work on a stream, the number of the stream.
	onStream map[pin]int32

	labels   []string
	labelOf  map[string]uint32
	maxBars  int64
	binLimit int

	takeBar func(*lane, *rawBar) // if not nil, takes each bar; the Collector then keeps no bars
}

// rawBar is a bar in ticks.
type rawBar struct {
	start, end uint64
	peer       int32
	label      uint32
	thread     uint32
	call       calls.Kind
	category   Category
	open       bool
}

type rawRow struct {
	call  calls.Kind
	label uint32
	ranks []int32 // nil: all ranks in order
	ticks []uint64
}

type rawPair struct {
	label          uint32
	origin, target int32
	start, post    uint64
}

type rawMessage struct {
	message       Message
	on, data      uint32
	sent, receive uint64
}

// pin identifies a call whose time must be kept.
type pin struct {
	rank int32
	ring uint16
	seq  uint32
}

// NewCollector returns a collector for a job with the given number of ranks.
func NewCollector(ranks int) *Collector {
	limit := 64 // bins of a lane: a power of two
	for limit < 4096 && 2*limit*ranks <= maxBins {
		limit *= 2
	}
	return &Collector{
		lanes: map[int32]*lane{}, size: ranks, pins: map[pin]uint64{},
		rows:  newChooser[rawRow](max(64, maxPoints/max(ranks, 1))),
		pairs: newChooser[rawPair](maxPairs),
		sent:  newChooser[rawMessage](maxSent),
		work:  newChooser[rawWork](maxWork), onStream: map[pin]int32{},
		labelOf: map[string]uint32{}, maxBars: maxBars, binLimit: limit,
	}
}

// Call takes the entry or the return of a call, before the rank r is changed by it.
func (c *Collector) Call(r *rank.Rank, call *call.Call, m record.Moment) {
	l := c.lane(r, call)
	if m == record.Returned {
		l.last = max(l.last, call.End)
		l.returned(call)
		c.add(l, c.bar(InCall, call, call.Time, call.End))
		c.epochs(l, call)
		return
	}
	l.entered(call)
	switch {
	case (calls.Of(call.Kind).RMA != calls.NoRMA):
		c.access(l, call)
	case call.Kind == calls.WinFree && call.Win != nil:
		c.windowFreed(l, call)
	}
}

// lane returns the lane of the rank, created at its first call.
func (c *Collector) lane(r *rank.Rank, call *call.Call) *lane {
	l := c.lanes[int32(r.World)]
	if l == nil {
		l = &lane{rank: r, first: call.Time, last: call.Time, open: map[span]rawBar{}, totals: map[calls.Kind]*total{},
			samples: max(1024, min(maxSamples/c.size, 1<<16))}
		if c.binned {
			l.bins = newBins(l.first, c.binLimit)
		}
		c.lanes[int32(r.World)] = l
	}
	return l
}

// bar creates a bar for a call on its object.
func (c *Collector) bar(cat Category, call *call.Call, start, end uint64) rawBar {
	return rawBar{category: cat, start: start, end: end, peer: -1, call: call.Kind, thread: call.Site.Thread,
		label: c.label(call.Object().Label)}
}

// label returns the number of a text, from 1; 0 for "", and for a new text after maxLabels different texts.
func (c *Collector) label(s string) uint32 {
	n, ok := c.labelOf[s]
	if !ok && s != "" && len(c.labels) < maxLabels {
		s = strings.Clone(s)
		c.labels = append(c.labels, s)
		n = uint32(len(c.labels))
		c.labelOf[s] = n
	}
	return n
}

func (c *Collector) labelText(n uint32) string {
	if n == 0 {
		return ""
	}
	return c.labels[n-1]
}

// access takes a communication call.
func (c *Collector) access(l *lane, call *call.Call) {
	l.accesses++
	b := c.bar(Access, call, call.Time, call.Time)
	if w := call.Win; w != nil && !call.RMA.ProcNull {
		b.peer = int32(w.WorldOf(call.RMA.Target))
	}
	c.add(l, b)
}

// add keeps a bar, in a list or in bins, or hands it on.
func (c *Collector) add(l *lane, b rawBar) {
	if c.takeBar != nil {
		c.takeBar(l, &b)
		return
	}
	c.bars++
	l.sums[b.category] += b.end - b.start
	if c.binned {
		l.bins.add(&b)
		return
	}
	l.bars = append(l.bars, b)
	if c.bars > c.maxBars {
		c.toBins()
	}
}

// toBins replaces the single bars of all lanes by bins.
func (c *Collector) toBins() {
	c.binned = true
	for _, l := range c.lanes {
		l.bins = newBins(l.first, c.binLimit)
		for i := range l.bars {
			l.bins.add(&l.bars[i])
		}
		l.bars = nil
	}
}

// Fact takes a fact; it keeps matching calls and ignores other facts.
func (c *Collector) Fact(f fact.Fact) {
	switch f := f.(type) {
	case *fact.Matched:
		c.row(f)
	case *fact.Pair:
		if f.Kind() == fact.OfPair {
			c.pair(f)
		}
	case *fact.Message:
		c.message(f)
	}
}

func (c *Collector) row(f *fact.Matched) {
	n, ok := c.rows.wants(f.Call.String())
	if !ok {
		return
	}
	r := rawRow{call: f.Call, label: c.label(f.Object.Label), ticks: make([]uint64, len(f.Row))}
	if !c.everyone(f.Members) {
		r.ranks = append(r.ranks, f.Members...)
	}
	for i := range f.Row {
		r.ticks[i], _ = c.tick(f.Row[i].Site)
	}
	c.rows.keep(n, r)
}

// everyone reports whether members are all ranks in order.
func (c *Collector) everyone(members []int32) bool {
	for i, m := range members {
		if int32(i) != m {
			return false
		}
	}
	return len(members) == c.size
}

func (c *Collector) pair(f *fact.Pair) {
	n, ok := c.pairs.wants("")
	if !ok {
		return
	}
	p := rawPair{label: c.label(f.Object.Label), origin: f.Origin, target: f.Target}
	p.start, _ = c.tick(f.Start.Site)
	p.post, _ = c.tick(f.Post.Site)
	if p.start != 0 && p.post != 0 {
		c.pairs.keep(n, p)
	}
}

// message takes a message that a receive has matched.
func (c *Collector) message(f *fact.Message) {
	n, ok := c.sent.wantsAny()
	if !ok {
		return
	}
	size := f.Send.Data.Bytes()
	if size < 0 {
		size = f.Bytes
	}
	from, to := f.Send.Site.Rank, f.Receive.Site.Rank
	m := rawMessage{on: c.label(f.Comm.Label), message: Message{From: int(from), To: int(to), Tag: int(f.Tag),
		Bytes: size,
		Send:  f.Send.Site, Receive: f.Receive.Site}}
	if d := &f.Send.Data; d.Type != nil {
		m.data = c.label(fmt.Sprintf("%d %s", d.Count, d.Type))
	}
	m.sent, _ = c.tick(f.Send.Site)
	m.receive, _ = c.tick(f.Receive.Site)
	if m.sent != 0 && m.receive != 0 {
		c.sent.keep(n, m)
	}
}

// Pin keeps the time of a call, as exactly as the Collector has it now, for Timeline.At.
func (c *Collector) Pin(s tracker.Site) {
	if l := c.lanes[s.Rank]; l != nil {
		if c.pinWork(l, s) {
			return
		}
	}
	if t, ok := c.tick(s); ok {
		c.pins[pinOf(s)] = t
	}
}

// tick returns the tick at which a call was entered.
func (c *Collector) tick(s tracker.Site) (uint64, bool) {
	l := c.lanes[s.Rank]
	if l == nil {
		return 0, false
	}
	return l.tick(s, c.pins)
}

// String names the category.
func (c Category) String() string {
	names := [...]string{"fence epoch", "access epoch", "lock", "lock_all", "exposure epoch", "split collective",
		"in call", "access"}
	if int(c) >= len(names) {
		return fmt.Sprintf("category %d", c)
	}
	return names[c]
}
