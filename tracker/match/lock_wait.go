package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// lockWaits finds ranks that hold a lock while they wait for a rank that has to get the same lock first. The run
// got through since that rank had the lock before; nothing says that it does the next time. A lock may be acquired
// as soon as MPI_Win_lock asks for it.
//
// Only what one rank waits for directly counts: so no other rank has chosen on the way what to wait for.
type lockWaits struct {
	*Job
	held   func(rank int32) []*hold
	past   [][]passed // by rank: the last locks that it has released, oldest first
	doubts []lockWait
	told   doubted[waitPlaces]
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

// lockWait is a call of the rank of first, which holds that lock, and the call of another rank that it waits for.
type lockWait struct {
	places       waitPlaces
	first, other passed
	call, awaits tracker.Site
}

// waitPlaces are the calls of a lockWait in the program.
type waitPlaces struct{ lock, call, other uint64 }

// maxPassed bounds the released locks that are kept of a rank, maxHolders the ranks of one collective call that are
// looked at.
const (
	maxPassed  = 16
	maxHolders = 64
)

func newLockWaits(j *Job, held func(int32) []*hold) *lockWaits {
	return &lockWaits{Job: j, held: held, past: make([][]passed, j.Size), told: newDoubted[waitPlaces]()}
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
	if len(m.past[rank]) == maxPassed {
		m.past[rank] = slices.Delete(m.past[rank], 0, maxPassed/2)
	}
	m.past[rank] = append(m.past[rank], h.passed())
}

// around returns the locks that the thread of a call held there, when its rank had n records.
func (m *lockWaits) around(call *tracker.Site, n int64) (out []passed) {
	for _, h := range m.held(call.Rank) {
		if !h.noCheck && !h.dead && h.at.N < n && h.site.Thread == call.Thread {
			out = append(out, h.passed())
		}
	}
	for i := range m.past[call.Rank] {
		if h := &m.past[call.Rank][i]; h.at.N < n && n < h.end && h.site.Thread == call.Thread {
			out = append(out, *h)
		}
	}
	return out
}

// waits takes a call, made when its rank had n records, that waits for a call of another rank, made when that one had
// forN.
func (m *lockWaits) waits(call tracker.Site, n int64, awaits tracker.Site, forN int64) {
	if len(m.past[awaits.Rank]) == 0 || call.Rank == awaits.Rank {
		return
	}
	for _, h := range m.around(&call, n) {
		m.compare(&h, call, awaits, forN)
	}
}

// compare looks for a lock that a rank has got and released before its call, and that it might have had to wait for.
func (m *lockWaits) compare(h *passed, call, awaits tracker.Site, forN int64) {
	for i := range m.past[awaits.Rank] {
		o := &m.past[awaits.Rank][i]
		if o.end > forN || o.site.Thread != awaits.Thread || !excludes(h.ref(), o.ref()) || m.earlier(o, h) {
			continue
		}
		places := waitPlaces{h.site.PC, call.PC, o.site.PC}
		if m.told.enough(places) {
			continue
		}
		m.told.doubt(places)
		m.doubts = append(m.doubts, lockWait{places, *h, *o, call, awaits})
	}
}

// earlier reports whether a lock may always be asked for before another one.
func (m *lockWaits) earlier(o, h *passed) bool {
	return m.order.Vague(o.at) || m.order.Vague(h.at) || o.at.N <= h.at.MayKnow(o.site.Rank)
}

// together takes a collective call, which all ranks have made and each of them may wait for.
func (m *lockWaits) together(kind calls.Kind, row []fact.Arrival) {
	if s := calls.Of(kind); s.Starts != calls.NoOperation || s.Persistent {
		return
	}
	holders := 0
	for i := range row {
		a := &row[i]
		if len(m.past[a.Site.Rank])+len(m.held(a.Site.Rank)) == 0 {
			continue
		}
		list := m.around(&a.Site, a.N)
		if len(list) == 0 {
			continue
		}
		if holders++; holders > maxHolders {
			return
		}
		for k := range row {
			if b := &row[k]; b.Site.Rank != a.Site.Rank {
				for h := range list {
					m.compare(&list[h], a.Site, b.Site, b.N)
				}
			}
		}
	}
}

// decide reports what the program may not have ordered by values in windows; of one window, or of all where that
// is 0.
func (m *lockWaits) decide(window uint64) {
	m.doubts = slices.DeleteFunc(m.doubts, func(d lockWait) bool {
		if window != 0 && d.first.on.ID != window {
			return false
		}
		o, h := &d.other, &d.first
		if !m.told.reported(d.places) && !m.order.Vague(o.at) && !m.order.Vague(h.at) && !m.races.spots.MayLead(o.at, o.at.N, h.at) {
			m.told.report(d.places)
			m.emit(&fact.LockWait{Holds: h.use(), Call: d.call, For: d.awaits, Gets: o.use()})
		}
		return true
	})
}
