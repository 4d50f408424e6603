package lock

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// waits finds ranks that hold a lock while they wait for a rank that has to get the same lock first. The run got
// through since that rank had the lock before; nothing says that it has the lock the next time. A lock may be acquired
// as soon as MPI_Win_lock asks for it.
//
// A rank may wait for another rank through others, as long as none of these has chosen on the way whom to wait for.
type waits struct {
	times
	pool      *pool
	emit      func(fact.Fact)
	held      [][]*lockOrPost
	contested func(window uint64) bool // a rank has asked for an exclusive lock of the window
	past      [][]*lockOrPost          // by rank: the last locks that it has released, oldest first
	waited    [][]stamp.Wait           // by rank: its last waits for single calls, oldest first, from the first lock on
	some      bool                     // a lock has been released
	doubts    doubts[waitPlaces, waiting]
}

// waiting is a rank that holds a lock while it waits for another rank, which has had the lock gets, through the
// waits of the rank and of ranks in between.
type waiting struct {
	holds, gets *lockOrPost
	waits       []fact.WaitFor
}

// waitPlaces are the calls of a waiting rank in the program.
type waitPlaces struct{ lock, call, other uint64 }

func (d waiting) places() waitPlaces {
	return waitPlaces{d.holds.site.PC, d.waits[0].Call.PC, d.gets.site.PC}
}

// mirror is the same as the other rank sees it.
func (d waiting) mirror() waitPlaces {
	return waitPlaces{d.gets.site.PC, d.waits[len(d.waits)-1].For.PC, d.holds.site.PC}
}

func (d waiting) about(window uint64) bool { return d.holds.Window == window }

const (
	maxPast    = 16 // released locks, and waits, that are kept of a rank
	maxHolders = 64 // ranks of a collective call that are looked at
	maxThrough = 3  // ranks that a rank waits for in turn
)

func newWaits(t times, p *pool, emit func(fact.Fact), held [][]*lockOrPost, contested func(uint64) bool) *waits {
	return &waits{times: t, pool: p, emit: emit, held: held, contested: contested,
		past:   make([][]*lockOrPost, len(held)),
		waited: make([][]stamp.Wait, len(held)), doubts: newDoubts[waitPlaces, waiting]()}
}

// released takes a lock that its rank has released.
func (m *waits) released(l *lockOrPost) {
	if l.noCheck || l.dead {
		return
	}
	m.some = true
	past := &m.past[l.rank()]
	if len(*past) == maxPast {
		for _, o := range (*past)[:maxPast/2] {
			m.pool.drop(o)
		}
	}
	keepLast(past, l.keep())
}

// keepLast adds to a list of the last values.
func keepLast[T any](list *[]T, v T) {
	if len(*list) == maxPast {
		*list = slices.Delete(*list, 0, maxPast/2)
	}
	*list = append(*list, v)
}

// around returns the locks that the thread of a call held there, when its rank had n records, and that others may have
// to wait for.
func (m *waits) around(call *tracker.Site, n int64) (out []*lockOrPost) {
	for _, list := range [...][]*lockOrPost{m.held[call.Rank], m.past[call.Rank]} {
		for _, l := range list {
			inside := l.asked.N < n && (l.end == 0 || n < l.end) && l.site.Thread == call.Thread
			if inside && !l.noCheck && !l.dead && (l.Exclusive || m.contested(l.Window)) {
				out = append(out, l)
			}
		}
	}
	return out
}

// take takes the wait of a call.
func (m *waits) take(w stamp.Wait) {
	if !m.some || w.Row == nil && w.For.IsZero() {
		return
	}
	if w.Row == nil || w.Chose {
		keepLast(&m.waited[w.Call.Rank], w)
	}
	if w.Chose || w.Row != nil && w.Row.Looked == maxHolders {
		return
	}
	list := m.around(&w.Call, w.N)
	switch {
	case len(list) == 0:
	case w.Row != nil:
		w.Row.Looked++
		m.among(list, w)
	default:
		for _, l := range list {
			m.follow(l, []stamp.Wait{w})
		}
	}
}

// among takes a wait for all ranks of a collective call.
func (m *waits) among(list []*lockOrPost, w stamp.Wait) {
	for _, c := range w.Row.Came {
		w.For, w.ForN = c.Site, c.N
		for _, l := range list {
			m.compare(l, []stamp.Wait{w})
		}
	}
}

// follow looks for a lock that the last rank of a path of waits must get first, and goes on with the earlier waits
// of that rank.
func (m *waits) follow(l *lockOrPost, path []stamp.Wait) {
	m.compare(l, path)
	last := &path[len(path)-1]
	if len(path) == maxThrough {
		return
	}
	for _, w := range slices.Backward(m.waited[last.For.Rank]) {
		switch {
		case w.Call.Thread != last.For.Thread || w.N >= last.ForN:
		case w.Chose:
			return
		case !slices.ContainsFunc(path, func(p stamp.Wait) bool { return p.Call.Rank == w.For.Rank }):
			m.follow(l, append(slices.Clip(path), w))
		}
	}
}

// compare looks for a lock that the last rank of a path of waits has asked for before, and that it might have had to
// wait for.
func (m *waits) compare(l *lockOrPost, path []stamp.Wait) {
	rank := path[len(path)-1].For.Rank
	if rank == path[0].Call.Rank {
		return
	}
	for _, list := range [...][]*lockOrPost{m.past[rank], m.held[rank]} {
		for _, o := range list {
			if !o.noCheck && !o.dead {
				m.against(l, o, path)
			}
		}
	}
}

// against compares a lock with a lock of the last rank of a path of waits.
func (m *waits) against(l, o *lockOrPost, path []stamp.Wait) {
	last := &path[len(path)-1]
	if o.asked.N >= last.ForN || o.site.Thread != last.For.Thread || !l.Excludes(o.LockRef) || m.earlier(o, l) {
		return
	}
	d := waiting{holds: l, gets: o}
	for k := range path {
		d.waits = append(d.waits, path[k].WaitFor)
	}
	if m.doubts.add(d) {
		l.keep()
		o.keep()
	}
}

// earlier reports whether a lock may always be asked for before another.
func (m *waits) earlier(o, l *lockOrPost) bool {
	return m.vague(&o.asked, &l.asked) || o.asked.N <= l.asked.MayKnow(o.rank())
}

func (m *waits) decide(window uint64) {
	m.doubts.decide(window, m.ordered, func(d waiting) {
		m.emit(&fact.LockWait{Holds: d.holds.use(), Waits: d.waits, Gets: d.gets.use()})
	})
}

// ordered reports whether values in windows may have ordered the locks, or the other rank's view has been reported.
func (m *waits) ordered(d waiting) bool {
	o, l := &d.gets.asked, &d.holds.asked
	return m.doubts.told.Reported(d.mirror()) || m.vague(o, l) || m.signals.MayLead(*o, o.N, *l)
}
