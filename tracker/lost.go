package tracker

import "github.com/gomarmot/gomarmot/pmpi/event"

// lose applies a Lost record: calls of a thread are missing, so what is
// known about objects until now may be out of date, and a handle may stand
// for a new object. Objects made from now on are known again, but how they
// are numbered on other ranks is not: they are not compared between ranks.
func (r *Rank) lose(e *event.Event) {
	r.Lost += e.A[0]
	if e.Thread != event.NoThread {
		t := r.thread(int(e.Thread))
		for len(t.stack) > 0 { // the leave records may be among the missing
			t.pop()
		}
	}
	for _, w := range r.AllWins {
		w.Foreign = true
	}
	r.AllWins, r.lastWin = nil, nil
	for h, w := range r.wins {
		if !w.Null && !w.Alive() {
			delete(r.wins, h)
		}
	}
	for _, f := range r.AllFiles {
		f.Foreign, f.Splits = true, nil
	}
	r.AllFiles, r.lastFile, r.Splits = nil, nil, nil
	for h, f := range r.files {
		if !f.Null && !f.Alive() {
			delete(r.files, h)
		}
	}
	for h, g := range r.groups {
		if g.Predef == nil {
			delete(r.groups, h)
		}
	}
	for h, c := range r.comms {
		if c.Predef == nil {
			delete(r.comms, h)
		}
	}
	for h, o := range r.ops {
		if o.Predef == nil {
			delete(r.ops, h)
		}
	}
	r.loseLives()
	clear(r.reqs)
	r.Types.forget()
}

// forget makes every derived datatype one about which nothing is known.
func (t *TypeTable) forget() {
	for _, d := range t.types {
		if d.Predef == nil {
			*d = Datatype{Unknown: true, Committed: true, Made: d.Made}
		}
	}
}
