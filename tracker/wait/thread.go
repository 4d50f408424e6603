package wait

import (
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/queue"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// thread is a thread of a rank. If it waits for nothing, it has taken all the steps that were read.
type thread struct {
	at     int64             // where it waits: records of its rank up to then
	steps  queue.Queue[step] // the thread waits for the first step
	behind behind[*thread]   // threads that wait for this thread to come to a step
	search int               // the number of waiting steps at which a cycle is looked for
	// unsure: the program might have done other things if its calls had waited.
	unsure bool
	queued bool // it is ready
	mark   mark
}

// step is a point of a thread that another thread may wait for, or at which the thread may have to wait.
type step struct {
	n    int64 // records of the rank up to the step
	row  *Row  // it enters this row
	need *Need // it waits for this
}

// Need is a condition that a call waits for, and its state in the replay.
type Need struct {
	fact.Need
	on      *thread // the thread that waits
	peer    *thread // the thread that it waits for
	n       int64   // the record that peer must reach
	row     *Row
	lost    bool // it was never known who meets it
	known   bool // peer and n, or row, are set
	void    bool // it need not wait
	refs    int8 // users that may still need it: its thread, and the caller that will say how it is met
	pending bool // its thread waits for it
}

// Row is a call that several ranks make together.
type Row struct {
	stamp.Row
	size    int
	threads []*thread // threads of the ranks that came
	arrived int       // how many of them have come to it in the replay
	done    int       // needs for it that are met
	over    bool
	unsure  bool
	waiting []*thread
	mark    mark
}

// absent returns the ranks that have not come to the row.
func (w *Row) absent(ranks []int32) (out []int32) {
	came := make(map[int32]bool, len(w.Came))
	for _, c := range w.Came {
		came[c.Site.Rank] = true
	}
	for _, r := range ranks {
		if !came[r] {
			out = append(out, r)
		}
	}
	return out
}

// mark is the state of a thread or row in a search for cycles.
type mark struct {
	search int // the last search that came here
	onPath bool
}

func (t *thread) waits() bool { return t.steps.Len() > 0 }

// met reports whether the call need not wait any longer.
func (d *Need) met() bool {
	switch {
	case !d.known:
		return false
	case d.void:
		return true
	case d.row != nil:
		return d.row.arrived == d.row.size || d.row.over
	}
	return !d.peer.waits() || d.n <= d.peer.at
}

// listen registers the need's thread for the event by which the need may be met.
func (d *Need) listen() {
	switch {
	case !d.known:
	case d.row != nil:
		d.row.waiting = append(d.row.waiting, d.on)
	default:
		d.peer.behind.add(d.n, d.on)
	}
}

// free ends a need although it is not met.
func (d *Need) free() { d.void, d.known = true, true }

// Stamp describes a need that was met when the rank of its call had n records.
func (d *Need) Stamp(n int64) stamp.Wait {
	w := stamp.Wait{WaitFor: fact.WaitFor{Call: d.Site, For: d.Other}, N: n, ForN: d.n, Chose: d.Chose ||
		d.Why == fact.Polled}
	if d.row != nil && !d.row.over {
		w.Row = &d.row.Row
	}
	return w
}
