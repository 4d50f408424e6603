package provoke

import (
	"path/filepath"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/tracker"
)

// seen is a call of a rank, as recorded.
type seen struct {
	site  tracker.Site
	count int64   // of the rank's calls of this kind at this place, from 1
	args  []int64 // the words of the record of its entry
	array []int64 // the call's array of requests, if it has one
	large bool    // the large-count variant was called
}

// name returns the name of the called function.
func (c *seen) name() string {
	if c.large {
		return c.site.Call.String() + "_c"
	}
	return c.site.Call.String()
}

// returned are the results of a call.
type returned struct {
	*seen
	words  []int64   // the words after the return code
	arrays [][]int64 // of the blob
	failed bool
}

// visitor gets each call of a rank when it has returned, or has been entered if it has no other record.
type visitor interface {
	entered(c *seen, s *calls.Sem)
	returned(r returned, s *calls.Sem)
}

// at names a place and a kind of call.
type at struct {
	kind calls.Kind
	pc   uint64
}

// walker follows the calls of a rank.
type walker struct {
	log    *logdir.RankLog
	counts map[at]int64
	open   map[uint16][]*seen // calls under way, by ring
	to     visitor
}

// walk passes the calls of a rank to a visitor.
func walk(log *logdir.RankLog, to visitor) error {
	w := &walker{log: log, counts: map[at]int64{}, open: map[uint16][]*seen{}, to: to}
	return log.Each(func(e *event.Event) bool {
		if e.Kind < calls.MaxKind && calls.ByKind(e.Kind) != nil {
			w.take(e)
		}
		return true
	})
}

func (w *walker) take(e *event.Event) {
	s := calls.Of(e.Kind)
	if e.Phase == event.Leave {
		w.leave(e, s)
		return
	}
	pc := event.Address(e.PC)
	key := at{e.Kind, pc}
	w.counts[key]++
	c := &seen{
		site:  tracker.Site{Rank: int32(w.log.Rank), Call: e.Kind, Ring: e.Thread, Seq: e.Seq, PC: e.PC},
		count: w.counts[key], args: slices.Clone(e.Words()), large: e.Large,
	}
	if s.Requests >= 0 {
		if arrays := event.Arrays(e.Blob); len(arrays) > 0 {
			c.array = arrays[0]
		}
	}
	w.to.entered(c, s)
	if e.Phase == event.Enter {
		w.open[e.Thread] = append(w.open[e.Thread], c)
	}
}

func (w *walker) leave(e *event.Event, s *calls.Sem) {
	open := w.open[e.Thread]
	if len(open) == 0 || open[len(open)-1].site.Call != e.Kind || e.N == 0 {
		return // records are lost
	}
	c := open[len(open)-1]
	w.open[e.Thread] = open[:len(open)-1]
	r := returned{seen: c, failed: e.A[0] != 0, words: slices.Clone(e.Words()[1:])}
	if s.Statuses {
		r.arrays = event.Arrays(e.Blob)
	}
	w.to.returned(r, s)
}

// moduleOf returns the name of the file that a call is in and the position of its return address there.
func moduleOf(log *logdir.RankLog, pc uint64) (name string, offset uint64) {
	address := event.Address(pc)
	m, ok := log.Module(address - 1)
	if !ok {
		return "", 0
	}
	return filepath.Base(m.Path), address - m.Start + m.Offset
}
