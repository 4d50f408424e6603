package timeline

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// States hands the lasting states of ranks on as they end: epochs, and split collective operations. It keeps only those
// that are open. One goroutine uses it.
type States struct {
	collector *Collector
	take      func(*State)
}

// State is a lasting state of a rank, in ticks of the rank.
type State struct {
	Rank, Thread int
	Category     Category // below InCall
	Start, End   uint64
	Call         string // the call that began it
	On           string // the window or file
	Peer         int    // the rank in MPI_COMM_WORLD it concerns, -1: none
	Open         bool   // it had not ended when the rank was last seen
}

// NewStates returns the states of a job of so many ranks, which take is called with.
func NewStates(ranks int, take func(*State)) *States {
	s := &States{NewCollector(ranks), take}
	c := s.collector
	c.hand = func(l *lane, b *rawBar) {
		if b.category >= InCall {
			return
		}
		s.take(&State{Rank: l.rank.World, Thread: int(b.thread), Category: b.category, Start: b.start, End: b.end,
			Call: b.call.String(), On: c.labelText(b.label), Peer: int(b.peer), Open: b.open})
	}
	return s
}

// Call takes one side of a call, before it changes the state of the rank.
func (s *States) Call(r *rank.Rank, c *call.Call, m record.Moment) { s.collector.Call(r, c, m) }

// End hands on what is open at the end of the log. last is the tick when each rank was last seen.
func (s *States) End(last []uint64) {
	var open []*State
	take := s.take
	s.take = func(x *State) { open = append(open, x) }
	for rank, l := range s.collector.lanes {
		s.collector.rest(l, max(l.last, last[rank]))
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
