package tracker

import (
	"maps"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

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
	r.forget(&toAll)
}

// forget takes back what is known of objects that calls which are missing may
// have changed or freed. It is done once where events were lost, and after each
// call where all calls of some kind may be missing.
func (r *Rank) forget(b *blind) {
	if b.wins {
		for _, w := range r.AllWins {
			w.Foreign = true
		}
		r.AllWins, r.lastWin = nil, nil
		maps.DeleteFunc(r.wins, func(_ int64, w *Win) bool { return !w.Null && !w.Alive() })
	}
	if b.files {
		for _, f := range r.AllFiles {
			f.Foreign, f.Splits = true, nil
		}
		r.AllFiles, r.lastFile, r.Splits = nil, nil, nil
		maps.DeleteFunc(r.files, func(_ int64, f *File) bool { return !f.Null && !f.Alive() })
	}
	if b.groups {
		maps.DeleteFunc(r.groups, func(_ int64, g *Group) bool { return g.Predef == nil })
	}
	if b.comms {
		maps.DeleteFunc(r.comms, func(_ int64, c *Comm) bool { return c.Predef == nil })
	}
	if b.ops {
		maps.DeleteFunc(r.ops, func(_ int64, o *Op) bool { return o.Predef == nil })
	}
	if b.infos {
		for _, i := range r.infos {
			i.Unknown, i.KV = true, nil
		}
	}
	if b.requests {
		clear(r.reqs)
	}
	if b.types {
		r.Types.forget()
	}
}

// forget makes every derived datatype one about which nothing is known.
func (t *TypeTable) forget() {
	for _, d := range t.types {
		if d.Predef == nil {
			*d = Datatype{Unknown: true, Committed: true, Made: d.Made}
		}
	}
}
