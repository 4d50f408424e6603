package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/state"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// lockWaits finds ranks that hold a lock while they wait for a rank that has to get the same lock first. The run
// got through since that rank had the lock before; nothing says that it does the next time. A lock may be acquired
// as soon as MPI_Win_lock asks for it.
//
// A rank may wait for another one through others, as long as none of these has chosen on the way what to wait for.
type lockWaits struct {
	*Job
	held func(rank int32) []*hold
	// contested reports whether a rank has asked for an exclusive lock of a window.
	contested func(window uint64) bool
	past      [][]passed   // by rank: the last locks that it has released, oldest first
	waited    [][]awaiting // by rank: its last waits for single calls, oldest first, from the first lock on
	some      bool         // a lock has been released
	doubts    []lockWait
	told      doubted[waitPlaces]
}

// passed is a lock that a rank holds or has released.
type passed struct {
	site      tracker.Site
	on        *state.Place
	target    int32
	exclusive bool
	at        order.Point
	end       int64 // 0: not yet
}

// lockWait is a rank that holds the first lock while it waits for another one, which has had the other lock: by the waits
// of that rank and those in between.
type lockWait struct {
	places       waitPlaces
	mirror       waitPlaces // the same as the other rank has it
	first, other passed
	waits        []fact.WaitFor
}

// awaiting is what a call waited for, made when its rank had n records: a call of a rank that had forN.
type awaiting struct {
	fact.WaitFor
	n, forN int64
	chose   bool // it might have been something else
}

// waitPlaces are the calls of a lockWait in the program.
type waitPlaces struct{ lock, call, other uint64 }

// maxPassed bounds the released locks and the waits that are kept of a rank, maxHolders the ranks of one collective call
// that are looked at, maxThrough the ranks that one waits for in turn.
const (
	maxPassed  = 16
	maxHolders = 64
	maxThrough = 3
)

func newLockWaits(j *Job, held func(int32) []*hold, contested func(uint64) bool) *lockWaits {
	return &lockWaits{Job: j, held: held, contested: contested, past: make([][]passed, j.Size), waited: make([][]awaiting, j.Size), told: newDoubted[waitPlaces]()}
}

func (h *hold) passed() passed { return passed{h.site, h.on, h.target, h.exclusive, h.at, h.end} }

func (h *passed) ref() state.LockRef {
	return state.LockRef{Window: h.on.ID, Target: h.target, Exclusive: h.exclusive}
}

func (h *passed) use() fact.LockUse {
	return lockUse(h.on, h.target, fact.LockUse{Site: h.site, Exclusive: h.exclusive})
}

// released takes a lock that its rank has released.
func (m *lockWaits) released(rank int32, h *hold) {
	if h.noCheck || h.dead {
		return
	}
	m.some = true
	keep(&m.past[rank], h.passed())
}

// keep adds to a list of the last ones.
func keep[T any](list *[]T, v T) {
	if len(*list) == maxPassed {
		*list = slices.Delete(*list, 0, maxPassed/2)
	}
	*list = append(*list, v)
}

// around returns the locks that the thread of a call held there, when its rank had n records, and that others may have
// to wait for.
func (m *lockWaits) around(call *tracker.Site, n int64) (out []passed) {
	for _, h := range m.held(call.Rank) {
		if !h.noCheck && !h.dead && h.at.N < n && h.site.Thread == call.Thread && (h.exclusive || m.contested(h.on.ID)) {
			out = append(out, h.passed())
		}
	}
	for i := range m.past[call.Rank] {
		if h := &m.past[call.Rank][i]; h.at.N < n && n < h.end && h.site.Thread == call.Thread && (h.exclusive || m.contested(h.on.ID)) {
			out = append(out, *h)
		}
	}
	return out
}

// waits takes what a call has waited for, when its rank had n records.
func (m *lockWaits) waits(d *wait.Need, n int64) {
	row := d.Row()
	if !m.some || row == nil && d.Other.IsZero() {
		return
	}
	w := awaiting{fact.WaitFor{Call: d.Site, For: d.Other}, n, d.At(), d.Chose || d.Why == fact.Polled}
	if row == nil || w.chose {
		keep(&m.waited[d.Site.Rank], w)
	}
	if w.chose || row != nil && row.Looked == maxHolders {
		return
	}
	list := m.around(&d.Site, n)
	switch {
	case len(list) == 0:
	case row != nil:
		row.Looked++
		m.among(list, w, row)
	default:
		for i := range list {
			m.follow(&list[i], []awaiting{w})
		}
	}
}

// among takes a wait for all ranks of a collective call.
func (m *lockWaits) among(list []passed, w awaiting, row *wait.Row) {
	for _, c := range row.Comers() {
		w.For, w.forN = c.Site, c.N
		for i := range list {
			m.compare(&list[i], []awaiting{w})
		}
	}
}

// follow looks for a lock that the last rank of a path of waits must get first, and goes on with what that rank has
// waited for before.
func (m *lockWaits) follow(h *passed, path []awaiting) {
	m.compare(h, path)
	last := &path[len(path)-1]
	if len(path) == maxThrough {
		return
	}
	for _, w := range slices.Backward(m.waited[last.For.Rank]) {
		switch {
		case w.Call.Thread != last.For.Thread || w.n >= last.forN:
		case w.chose:
			return
		case !slices.ContainsFunc(path, func(p awaiting) bool { return p.Call.Rank == w.For.Rank }):
			m.follow(h, append(slices.Clip(path), w))
		}
	}
}

// compare looks for a lock that the last rank of a path of waits has asked for before, and that it might have had to wait
// for.
func (m *lockWaits) compare(h *passed, path []awaiting) {
	rank := path[len(path)-1].For.Rank
	if rank == path[0].Call.Rank {
		return
	}
	for i := range m.past[rank] {
		m.against(h, &m.past[rank][i], path)
	}
	for _, k := range m.held(rank) {
		if !k.noCheck && !k.dead {
			o := k.passed()
			m.against(h, &o, path)
		}
	}
}

// against compares a lock with another one, of the last rank of a path of waits.
func (m *lockWaits) against(h, o *passed, path []awaiting) {
	last := &path[len(path)-1]
	if o.at.N >= last.forN || o.site.Thread != last.For.Thread || !excludes(h.ref(), o.ref()) || m.earlier(o, h) {
		return
	}
	places := waitPlaces{h.site.PC, path[0].Call.PC, o.site.PC}
	if m.told.enough(places) {
		return
	}
	m.told.doubt(places)
	waits := make([]fact.WaitFor, len(path))
	for k := range path {
		waits[k] = path[k].WaitFor
	}
	m.doubts = append(m.doubts, lockWait{places, waitPlaces{o.site.PC, last.For.PC, h.site.PC}, *h, *o, waits})
}

// earlier reports whether a lock may always be asked for before another one.
func (m *lockWaits) earlier(o, h *passed) bool {
	return m.order.Vague(o.at) || m.order.Vague(h.at) || o.at.N <= h.at.MayKnow(o.site.Rank)
}

// decide reports what the program may not have ordered by values in windows; of one window, or of all where that
// is 0.
func (m *lockWaits) decide(window uint64) {
	m.doubts = slices.DeleteFunc(m.doubts, func(d lockWait) bool {
		if window != 0 && d.first.on.ID != window {
			return false
		}
		o, h := &d.other, &d.first
		if !m.told.reported(d.places) && !m.told.reported(d.mirror) && !m.order.Vague(o.at) && !m.order.Vague(h.at) && !m.races.spots.MayLead(o.at, o.at.N, h.at) {
			m.told.report(d.places)
			m.emit(&fact.LockWait{Holds: h.use(), Waits: d.waits, Gets: o.use()})
		}
		return true
	})
}
