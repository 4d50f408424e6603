package state

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// lose applies a Lost record: calls of a thread are missing, so what is
// known about objects until now may be out of date, and a handle may stand
// for a new object. Objects created from now on are known again, but how they
// are numbered on other ranks is not: they are not compared between ranks.
//
// The records may be of any thread if the reader added the Lost record.
func (r *Rank) lose(e *event.Event) {
	r.Gap = true
	r.Lost += event.Missing(e)
	for i, t := range r.threads {
		if i == int(e.Thread) || e.Gap() {
			t.lose()
		}
	}
	if e.Gap() {
		r.Records--
	}
	r.forget(&toAll)
}

// forget takes back what is known about objects that calls which are missing may
// have changed or freed. It is done once where events were lost, and after each
// call where all calls of some kind may be missing.
func (r *Rank) forget(b *blind) {
	if b.wins {
		for _, w := range r.wins.Living() {
			w.Origin = object.Lost
			r.inUse.settle(w, 0, true)
		}
		r.wins.Forget(func(w *Win) bool { return !w.Alive() })
		r.wins.DropAll()
	}
	if b.files {
		for _, f := range r.files.Living() {
			f.Origin, f.Splits = object.Lost, nil
		}
		r.files.Forget(func(f *File) bool { return !f.Alive() })
		r.files.DropAll()
		r.Splits = nil
	}
	r.sessions.Forget(func(*Session) bool { return true })
	if b.groups {
		r.groups.Forget(func(*Group) bool { return true })
	}
	if b.comms {
		r.comms.Forget(func(*Comm) bool { return true })
	}
	if b.ops {
		r.ops.Forget(func(*Operation) bool { return true })
	}
	if b.infos {
		r.infos.All(func(_ int64, i *Info) {
			i.Unknown, i.KV, i.Header = true, nil, object.Header{Origin: object.Lost, Predef: i.Predef}
		})
	}
	if b.errhandlers {
		r.errhandlers.Forget(func(*Errhandler) bool { return true })
	}
	if b.keyvals {
		clear(r.keyvals)
	}
	if b.requests {
		r.reqs.forget()
	}
	if b.types {
		r.Types.Forget()
	}
}

// lose forgets the open calls: their leave records may be among the missing.
func (t *thread) lose() {
	for len(t.stack) > 0 {
		t.pop()
	}
}
