package timeline

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// lane holds the data of a rank while the rank's calls are being collected.
type lane struct {
	rank        *rank.Rank
	first, last uint64 // ticks
	calls       int64
	accesses    int64
	sums        [Categories]uint64
	totals      map[calls.Kind]*total
	bars        []rawBar
	bins        *bins
	open        map[span]rawBar
	threads     []*index
	streams     []*rawStream // of GPUs, by number; nil: unused
	recent      []rawWork    // that have ended, from index oldest on in a circle
	oldest      int
	frees       map[pin]uint64
	samples     int // moments of each thread, at most
	scale       scale
}

// span identifies a lasting state of a rank: an epoch on a window, or a split collective operation on a file.
type span struct {
	win      *windows.Win
	file     int64
	category Category
	target   int64
}

// total sums up the calls of a procedure on a rank.
type total struct {
	count          int64
	ticks, longest uint64
	timed          bool // the return of a call was recorded
}

func (l *lane) entered(call *call.Call) {
	l.calls++
	l.last = max(l.last, call.Time)
	l.total(call.Kind).count++
	t := int(call.Site.Ring)
	for len(l.threads) <= t {
		l.threads = append(l.threads, nil)
	}
	if l.threads[t] == nil {
		l.threads[t] = &index{limit: l.samples, stride: 1}
	}
	l.threads[t].note(call.Site.Seq, call.Time, calls.Of(call.Kind).RMA == calls.NoRMA)
}

func (l *lane) returned(call *call.Call) {
	t := l.total(call.Kind)
	d := call.End - call.Time
	t.ticks += d
	t.longest = max(t.longest, d)
	t.timed = true
}

func (l *lane) total(k calls.Kind) *total {
	t := l.totals[k]
	if t == nil {
		t = &total{}
		l.totals[k] = t
	}
	return t
}

// tick returns the tick at which a call of the lane was entered.
func (l *lane) tick(s tracker.Site, pins map[pin]uint64) (uint64, bool) {
	if t, ok := pins[pinOf(s)]; ok {
		return t, true
	}
	if s.IsZero() || int(s.Ring) >= len(l.threads) || l.threads[s.Ring] == nil {
		return 0, false
	}
	return l.threads[s.Ring].at(s.Seq)
}

// epochs begins and ends lasting states, each at the return of a call.
func (c *Collector) epochs(l *lane, call *call.Call) {
	w := call.Win
	if w == nil {
		c.splits(l, call)
		return
	}
	rank := call.Arg("rank")
	ok := call.RC == 0
	switch step := calls.Of(call.Kind).Epoch; step {
	case calls.EpochFence:
		c.end(l, call, span{win: w, category: FenceEpoch})
		if ok && call.Arg("assert")&l.rank.Flavour.ModeNoSucceed == 0 {
			c.begin(l, call, span{win: w, category: FenceEpoch}, -1)
		}
	case calls.EpochStart, calls.EpochPost, calls.EpochLockAll:
		if ok {
			c.begin(l, call, span{win: w, category: category[step]}, -1)
		}
	case calls.EpochLock:
		if ok {
			c.begin(l, call, span{win: w, category: LockEpoch, target: rank}, w.WorldOf(rank))
		}
	case calls.EpochUnlock:
		c.end(l, call, span{win: w, category: LockEpoch, target: rank})
	case calls.EpochComplete, calls.EpochUnlockAll, calls.EpochWait:
		c.end(l, call, span{win: w, category: category[step]})
	case calls.EpochTest:
		if call.OutWord(0) != 0 {
			c.end(l, call, span{win: w, category: PostEpoch})
		}
	}
}

// category gives the category of the bar that a step begins or ends.
var category = map[calls.EpochStep]Category{
	calls.EpochStart: StartEpoch, calls.EpochComplete: StartEpoch,
	calls.EpochPost: PostEpoch, calls.EpochWait: PostEpoch,
	calls.EpochLockAll: LockAllEpoch, calls.EpochUnlockAll: LockAllEpoch,
}

// splits follows split collective operations. A file has at most one at a time.
func (c *Collector) splits(l *lane, call *call.Call) {
	s := span{file: call.In[0], category: SplitIO}
	switch calls.Of(call.Kind).IO.Half {
	case calls.SplitBegin:
		if call.RC == 0 {
			c.begin(l, call, s, -1)
		}
	case calls.SplitEnd:
		c.end(l, call, s)
	}
}

// begin opens a span, unless it is open.
func (c *Collector) begin(l *lane, call *call.Call, s span, peer int) {
	if _, on := l.open[s]; on {
		return
	}
	b := c.bar(s.category, call, call.End, call.End)
	b.peer = int32(peer)
	l.open[s] = b
}

func (c *Collector) end(l *lane, call *call.Call, s span) {
	b, on := l.open[s]
	if !on {
		return
	}
	delete(l.open, s)
	b.end = call.End
	c.add(l, b)
}

// windowFreed ends the open spans on a window that the program frees. A fence epoch that the rank did not use is
// dropped: its fence was the last, and only ended the epoch before.
func (c *Collector) windowFreed(l *lane, call *call.Call) {
	for s, b := range l.open {
		if s.win != call.Win {
			continue
		}
		delete(l.open, s)
		if s.category != FenceEpoch || s.win.Fence.Used {
			b.end = call.Time
			c.add(l, b)
		}
	}
}

// endOpen ends the open spans and calls at tick now, when the rank was last known to be alive.
func (c *Collector) endOpen(l *lane, now uint64) {
	for s, b := range l.open {
		if s.category != FenceEpoch || s.win.Fence.Used {
			b.end, b.open = now, true
			c.add(l, b)
		}
	}
	clear(l.open)
	for t := range l.rank.Threads.Rings() {
		if call := l.rank.Threads.OpenCall(t); call != nil {
			b := c.bar(InCall, call, call.Time, now)
			b.open = true
			c.add(l, b)
		}
	}
}
