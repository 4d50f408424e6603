package timeline

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// States passes on the lasting states of ranks, epochs and split collective operations, as they end. It keeps only
// open states. It belongs to a single goroutine.
type States struct {
	collector *Collector
	take      func(*State)
}

// State is a lasting state of a rank, in ticks of the rank.
type State struct {
	Rank, Thread int
	Category     Category // below InCall
	Start, End   uint64
	Call         string // the call that began the state
	On           string // the window or file
	Peer         int    // rank of the target in MPI_COMM_WORLD, -1: none
	Open         bool   // the state had not ended when the rank was last known to be alive
}

// NewStates returns the States of a job with the given number of ranks; it calls take with each state.
func NewStates(ranks int, take func(*State)) *States {
	s := &States{NewCollector(ranks), take}
	c := s.collector
	c.takeBar = func(l *lane, b *rawBar) {
		if b.category >= InCall {
			return
		}
		s.take(&State{Rank: l.rank.World, Thread: int(b.thread), Category: b.category, Start: b.start, End: b.end,
			Call: b.call.String(), On: c.labelText(b.label), Peer: int(b.peer), Open: b.open})
	}
	return s
}

// Call takes the entry or the return of a call, before the rank r is changed by it.
func (s *States) Call(r *rank.Rank, c *call.Call, m record.Moment) { s.collector.Call(r, c, m) }

// End passes on the states that are open at the end of the log. last has the tick at which each rank was last known
// to be alive.
func (s *States) End(last []uint64) {
	var open []*State
	take := s.take
	s.take = func(x *State) { open = append(open, x) }
	for rank, l := range s.collector.lanes {
		s.collector.endOpen(l, max(l.last, last[rank]))
	}
	s.take = take
	slices.SortFunc(open, func(a, b *State) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Start, b.Start), cmp.Compare(a.Category, b.Category),
			cmp.Compare(a.On, b.On), cmp.Compare(a.Peer, b.Peer))
	})
	for _, x := range open {
		take(x)
	}
}
