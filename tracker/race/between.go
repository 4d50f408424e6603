package race

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// Betweens find calls that seem to order two accesses but do not: a collective call that a rank has made after its
// access, and a collective call that the other rank has made before its access.
type Betweens []*passes // by rank; nil: it has made no such call

// passes are the last collective calls of a rank.
type passes struct {
	last  [fewPasses]pass // a ring
	n     int             // how many there were
	waits []*Between      // pairs of accesses that wait for the rank's next call
}

// fewPasses is how many calls are kept: the accesses are compared soon after such calls, as a rank that makes such
// a call waits for the others to catch up.
const fewPasses = 4

// pass is a collective call; a site of zero: none.
type pass stamp.Pass

// Between is the calls next to two accesses of different ranks.
type Between struct {
	of     [2]*Access
	before [2]pass // the last call before each access
	after  [2]pass // the first call after each access
}

// orders reports whether programs make the call to order their ranks, among other things.
func (p *pass) orders() bool {
	s := calls.Of(calls.Of(p.Site.Call).As)
	return (s.Over == calls.ClassComm || s.Epoch == calls.EpochFence) && s.Makes == 0 && s.Frees == 0
}

// Pass takes a collective call of a rank.
func (l Betweens) Pass(call *stamp.Pass) {
	p := (*pass)(call)
	if !p.orders() {
		return
	}
	x := l.at(p.Site.Rank)
	x.last[x.n%fewPasses] = *p
	x.n++
	if len(x.waits) > 0 {
		x.waits = slices.DeleteFunc(x.waits, func(b *Between) bool { return b.passed(p) })
	}
}

func (l Betweens) at(rank int32) *passes {
	if l[rank] == nil {
		l[rank] = &passes{}
	}
	return l[rank]
}

// Of returns the calls between two accesses; calls that the ranks have not made yet are added later.
func (l Betweens) Of(a, b *Access) *Between {
	x := &Between{of: [2]*Access{a, b}}
	for i, a := range x.of {
		mine := l.at(a.Site.Rank)
		for k := max(0, mine.n-fewPasses); k < mine.n; k++ {
			p := &mine.last[k%fewPasses]
			switch {
			case p.Site.Thread != a.Site.Thread: // threads of a rank do not wait for each other
			case p.N < a.At.N:
				x.before[i] = *p
			case p.after(a) && x.after[i].Site.IsZero():
				x.after[i] = *p
			}
		}
		if x.after[i].Site.IsZero() {
			mine.waits = append(mine.waits, x)
		}
	}
	return x
}

// passed takes the next call of either rank. It reports whether further calls are not needed.
func (x *Between) passed(p *pass) bool {
	i := 0
	if x.of[1].Site.Rank == p.Site.Rank {
		i = 1
	}
	if p.Site.Thread != x.of[i].Site.Thread {
		return false
	}
	if p.after(x.of[i]) {
		x.after[i] = *p
	}
	return true
}

// after reports whether the call was entered when the access was known to be complete.
func (p *pass) after(a *Access) bool {
	end := completeAt(a)
	return end > 0 && p.N >= end
}

// completeAt is when an access was complete, in records of its rank; 0: it is not.
func completeAt(a *Access) int64 {
	if a.Seq != nil {
		return a.Back
	}
	return a.Done
}

// Says returns the calls that seem to order the accesses and do not; zero: there are none for certain.
func (x *Between) Says() fact.Between {
	for i := range 2 {
		a, b, p, q := x.of[i], x.of[1-i], &x.after[i], &x.before[1-i]
		if p.Site.IsZero() || q.Site.IsZero() || !p.after(a) || completeAt(a) <= b.At.MayKnow(a.Site.Rank) {
			continue
		}
		begins := calls.Of(q.Site.Call).Starts != calls.NoOperation
		f := fact.Between{After: p.Site, Before: q.Site}
		switch {
		case p.On == q.On && p.Row == q.Row && begins:
			// A call that does not make all ranks wait for all may order nothing even when complete.
			if f.Pending = p.Sync && q.Sync; !f.Pending {
				continue
			}
		case p.On == q.On && p.Row == q.Row:
		case q.N > a.At.MayKnow(b.Site.Rank) && apart(p, q): // a call from before the first access cannot be meant
			f.Apart = true
		default:
			continue
		}
		return f
	}
	return fact.Between{}
}

// apart reports whether two calls are the same, on communicators that do not have the other rank.
func apart(p, q *pass) bool {
	return calls.Of(p.Site.Call).Over == calls.ClassComm && calls.Of(p.Site.Call).As == calls.Of(q.Site.Call).As &&
		!p.On.Has(q.Site.Rank) && !q.On.Has(p.Site.Rank)
}

// Forget ends the wait for calls beside accesses whose doubt is decided.
func (l Betweens) Forget(x *Between) {
	if x == nil {
		return
	}
	for _, a := range x.of {
		mine := l[a.Site.Rank]
		mine.waits = slices.DeleteFunc(mine.waits, func(o *Between) bool { return o == x })
	}
}
