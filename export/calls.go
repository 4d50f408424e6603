package export

import (
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/spell"
)

const (
	maxQueue  = 4096    // calls of a ring that are kept while an earlier call has not returned
	maxPlaces = 1 << 16 // places in the source that are kept for a rank
)

// calls writes the calls, rank by rank.
func (x *exporter) calls() error {
	l, err := logdir.Open(x.paths[0], x.paths[1:]...)
	if err != nil {
		return err
	}
	defer l.Close() // only read
	var now *reading
	want := func(r *logdir.RankLog) bool {
		if x.ranks[r.Rank] == nil || !x.opt.Where.rank(r.Rank) {
			_ = r.Leave() // only read
			return false
		}
		now = &reading{exporter: x, number: r.Rank, rank: x.ranks[r.Rank], rings: map[uint16]*ring{},
			places: map[uint64]source.Place{}}
		return true
	}
	take := func(_ *logdir.RankLog, e *event.Event) error { return now.take(e) }
	end := func(r *logdir.RankLog) error {
		if err := now.rest(r.Late); err != nil {
			return err
		}
		return r.Leave()
	}
	return x.read(l, 1, want, take, end)
}

// reading is a rank whose calls are being written.
type reading struct {
	*exporter
	number    int
	rank      *rankInfo
	rings     map[uint16]*ring
	places    map[uint64]source.Place // by return address
	finalized bool                    // the rank has returned from MPI_Finalize
	last      event.Event             // time and number of the last record
}

// ring has the calls of a ring that are not written yet.
type ring struct {
	thread int
	queue  []*pendingCall // in the order in which they were entered
	open   []*pendingCall // of queue, the calls that have not returned, the innermost last
}

// pendingCall is a call to be written, after the calls that were entered before it and when its end is known.
type pendingCall struct {
	callRecord
	kind  calls.Kind
	known bool // Ended is set
}

func (r *reading) ring(n uint16) *ring {
	if r.rings[n] == nil {
		r.rings[n] = &ring{thread: int(n)}
	}
	return r.rings[n]
}

// take takes a record.
func (r *reading) take(e *event.Event) error {
	r.last.Time, r.last.Seq = e.Time, e.Seq
	g := r.ring(e.Thread)
	switch {
	case e.Kind == event.Thread && e.N > 3:
		g.thread = int(e.A[3])
	case e.Kind == event.Thread:
		g.thread = int(e.Thread)
	case e.Kind == event.End:
		r.finalized = event.EndReason(e.A[0]) == event.EndFinalized
	case e.Kind == event.Stray && calls.ByKind(calls.Kind(e.A[0])) != nil:
		g.queue = append(g.queue, r.stray(g, e))
	case !isCall(e):
		return nil
	case e.Phase == event.Leave:
		g.leave(r, e)
	default:
		g.enter(r, e)
	}
	return g.write(r)
}

// stray is a call before MPI is initialized or after it is finalized. Its arguments are not recorded.
func (r *reading) stray(g *ring, e *event.Event) *pendingCall {
	w := r.called(g, e)
	w.kind = calls.Kind(e.A[0])
	w.callRecord.Call, w.Arguments, w.known = w.kind.String(), values{}, true
	return w
}

// called is the call that a record enters.
func (r *reading) called(g *ring, e *event.Event) *pendingCall {
	r.rank.exported = max(r.rank.exported, e.Time)
	at := r.place(e.PC)
	return &pendingCall{kind: e.Kind, callRecord: callRecord{
		Record: "call", Rank: r.number, Thread: g.thread, Number: report.EventNumber(e.Thread, e.Seq),
		Call:    spell.Call(e),
		Entered: r.clocks.At(r.number, e.Time), Ended: endedUnknown, Results: values{},
		File: clean(at.File), Line: at.Line, Function: clean(at.Func),
	}}
}

// place returns the place in the program's source that made the call with return address pc, directly or through a
// library.
func (r *reading) place(pc uint64) source.Place {
	if _, mapped := r.rank.log.Module(event.Address(pc)); pc == 0 || !mapped {
		return source.Place{}
	}
	p, known := r.places[pc]
	if !known {
		t := check.Trace(r.rank.log, &r.rank.stacks, &r.resolver, pc)
		p = t.Own()
		if len(r.places) == maxPlaces {
			clear(r.places)
		}
		r.places[pc] = p
	}
	return p
}

func (g *ring) enter(r *reading, e *event.Event) {
	w := r.called(g, e)
	w.Arguments, w.known = r.rank.names.Arguments(e), e.Phase == event.Once
	g.queue = append(g.queue, w)
	if w.known {
		return
	}
	if g.open = append(g.open, w); len(g.open) > maxQueue {
		g.open[0].lost()
		g.open = slices.Delete(g.open, 0, 1)
	}
}

func (w *pendingCall) lost() { w.Ended, w.known = endedLost, true }

// leave ends the innermost call of the record's kind. Calls within it must have returned before; the records of
// their returns are lost.
func (g *ring) leave(r *reading, e *event.Event) {
	for i := len(g.open) - 1; i >= 0; i-- {
		w := g.open[i]
		if w.kind != e.Kind {
			continue
		}
		for _, inner := range g.open[i+1:] {
			inner.lost()
		}
		clear(g.open[i:])
		g.open = g.open[:i]
		at, rc := r.clocks.At(r.number, e.Time), spell.Returned(e)
		w.Returned, w.Error, w.Ended, w.known = &at, &rc, endedReturned, true
		w.Results = r.rank.names.Results(e)
		return
	}
}

// write writes the calls that come before the first call without a known end. If more than maxQueue calls wait for
// this call, the calls with a known end are written before it.
func (g *ring) write(r *reading) error {
	n := 0
	for n < len(g.queue) && g.queue[n].known {
		n++
	}
	if len(g.queue)-n <= maxQueue {
		err := r.writeAll(g.queue[:n])
		clear(g.queue[:n])
		g.queue = g.queue[n:]
		return err
	}
	var ended []*pendingCall
	g.queue = slices.DeleteFunc(g.queue, func(w *pendingCall) bool {
		if w.known {
			ended = append(ended, w)
		}
		return w.known
	})
	return r.writeAll(ended)
}

func (r *reading) writeAll(list []*pendingCall) error {
	for _, w := range list {
		if !r.opt.Where.fits(w.Rank, w.callRecord.Call, &w.Entered) {
			continue
		}
		r.end.Calls++
		if err := r.sink.Call(&w.callRecord); err != nil {
			return err
		}
	}
	return nil
}

// rest writes the calls after MPI_Finalize, and the calls that have not returned.
func (r *reading) rest(late []logdir.LateCall) error {
	for _, c := range late {
		e := c.Record(&r.last)
		if err := r.take(&e); err != nil {
			return err
		}
	}
	for _, g := range r.rings {
		for _, w := range g.open {
			w.Ended, w.known, w.seen = endedNever, true, r.clocks.At(r.number, r.rank.alive)
			if r.finalized {
				w.Ended = endedLost
			}
		}
		g.open = nil
	}
	for _, n := range slices.Sorted(maps.Keys(r.rings)) {
		if err := r.rings[n].write(r); err != nil {
			return err
		}
	}
	return nil
}
