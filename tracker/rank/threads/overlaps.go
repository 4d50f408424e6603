package threads

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Overlapped looks, when a call returns, for calls that other threads made in the meantime. Times decide, not the order
// of records, as records of different threads may come late.
func (ts *Threads) Overlapped(t *Thread, c *call.Call) {
	if ts.reading.ThreadLevel != reading.ThreadSerialized || len(t.Stack) != 1 || c.Sem.Anytime {
		return
	}
	for _, o := range ts.List {
		if o == t || o.last.IsZero() || o.since <= c.Time || o.since >= c.End || len(ts.Overlaps) == maxOverlaps {
			continue
		}
		again := func(x Overlap) bool { return x.Inside.PC == c.Site.PC && x.Other.PC == o.last.PC }
		if !slices.ContainsFunc(ts.Overlaps, again) {
			ts.Overlaps = append(ts.Overlaps, Overlap{Inside: c.Site, Other: o.last})
		}
	}
}

// collectiveOn returns the object of a collective call that is not made inside another call. In a group of one process
// any order is right, except that two blocking calls of collective communication must not overlap.
func (t *Thread) collectiveOn(c *call.Call) (tracker.Object, bool) {
	if len(t.Stack) == 0 || t.Stack[0] != c || !c.Sem.Ordered || c.Sem.Persistent {
		return tracker.Object{}, false
	}
	var on tracker.Object
	members := 0
	switch {
	case c.Sem.Over == calls.ClassComm && c.Comm != nil:
		on, members = c.Comm.Object(), len(c.Comm.Members)+len(c.Comm.Remote)
	case c.Sem.Over == calls.ClassWin && c.Win != nil:
		on, members = c.Win.Object(), len(c.Win.Members)
	case c.Sem.Over == calls.ClassFile && c.File != nil:
		on, members = c.File.Object(), len(c.File.Members)
	default:
		return tracker.Object{}, false
	}
	return on, members != 1 || c.Sem.Family == calls.FamilyCollectives && !starts(c)
}

// starts reports whether a collective call only starts an operation.
func starts(c *call.Call) bool { return c.Sem.Blocks == calls.NeverBlocks }

// NoteTogether looks, when a call returns, for an overlapping collective call of another thread on the same object.
// Times decide: if the calls do not overlap, the first ended before the second began.
func (ts *Threads) NoteTogether(t *Thread, c *call.Call) {
	defer t.Hear(c.End)
	if ts.reading.ThreadLevel != reading.ThreadMultiple {
		return
	}
	on, ok := t.collectiveOn(c)
	if !ok {
		return
	}
	t.coll = collCall{site: c.Site, on: on, starts: starts(c), from: c.Time, to: c.End, heard: t.heard}
	for _, o := range ts.List {
		x := &o.coll
		if o == t || x.site.IsZero() || x.on.ID != on.ID || x.on.Class != on.Class ||
			x.from >= c.End || c.Time >= x.to || len(ts.Together) == maxOverlaps {
			continue
		}
		first, second := x, &t.coll
		if c.Time < x.from {
			first, second = second, first
		}
		if (first.starts || second.starts) && ts.mayKnow(t, o, first, second) {
			continue
		}
		again := func(v Overlap) bool { return v.Inside.PC == first.site.PC && v.Other.PC == second.site.PC }
		if !slices.ContainsFunc(ts.Together, again) {
			ts.Together = append(ts.Together, Overlap{Inside: first.site, Other: second.site, On: &on})
		}
	}
}

// Hear notes when a call of the thread has returned.
func (t *Thread) Hear(at uint64) { t.heard = max(t.heard, at) }

// mayKnow reports whether the process may have known, when the second call began, that the first had begun: another
// rank, which waited for the first call, may have sent it a message. Calls that start operations are in order then,
// although the first has not returned. The calls are those of the threads a and b.
func (ts *Threads) mayKnow(a, b *Thread, first, second *collCall) bool {
	return second.heard > first.from || slices.ContainsFunc(ts.List, func(t *Thread) bool {
		return t != a && t != b && t.heard > first.from
	})
}

// OpenTogether returns the pairs of blocking collective calls on the same object in which two threads were at the end.
func (ts *Threads) OpenTogether() []Overlap {
	if ts.reading.ThreadLevel != reading.ThreadMultiple {
		return nil
	}
	var open []collCall
	for _, t := range ts.List {
		if len(t.Stack) == 0 {
			continue
		}
		c := t.Stack[0]
		if on, ok := t.collectiveOn(c); ok && !starts(c) {
			open = append(open, collCall{site: c.Site, on: on, from: c.Time})
		}
	}
	slices.SortStableFunc(open, func(a, b collCall) int { return cmp.Compare(a.from, b.from) })
	var out []Overlap
	for i := range open {
		for k := i + 1; k < len(open) && len(out) < maxOverlaps; k++ {
			if a, b := &open[i], &open[k]; a.on.ID == b.on.ID && a.on.Class == b.on.Class {
				out = append(out, Overlap{Inside: a.site, Other: b.site, On: &b.on})
			}
		}
	}
	return out
}

// OpenOverlaps returns the calls that threads made while another thread was in a call that never returned.
func (ts *Threads) OpenOverlaps() []Overlap {
	var out []Overlap
	if ts.reading.ThreadLevel != reading.ThreadSerialized {
		return nil
	}
	for _, t := range ts.List {
		for _, o := range ts.List {
			if len(t.Stack) > 0 && o != t && o.since > t.Stack[0].Time && !t.Stack[0].Sem.Anytime {
				out = append(out, Overlap{Inside: t.Stack[0].Site, Other: o.last})
			}
		}
	}
	return out
}
