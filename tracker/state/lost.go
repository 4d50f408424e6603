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
	for i, t := range r.threads.list {
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
		for _, w := range r.windows.table.Living() {
			w.Origin = object.Lost
			r.memory.inUse.settle(w, 0, true)
		}
		r.windows.table.Forget(func(w *Win) bool { return !w.Alive() })
		r.windows.table.DropAll()
	}
	if b.files {
		for _, f := range r.files.table.Living() {
			f.Origin, f.Splits = object.Lost, nil
		}
		r.files.table.Forget(func(f *File) bool { return !f.Alive() })
		r.files.table.DropAll()
		r.files.splits = nil
	}
	r.objects.sessions.Forget(func(*Session) bool { return true })
	if b.groups {
		r.objects.groups.Forget(func(*Group) bool { return true })
	}
	if b.comms {
		r.objects.comms.Forget(func(*Comm) bool { return true })
	}
	if b.ops {
		r.objects.ops.Forget(func(*Operation) bool { return true })
	}
	if b.infos {
		r.objects.infos.All(func(_ int64, i *Info) {
			i.Unknown, i.KV, i.Header = true, nil, object.Header{Origin: object.Lost, Predef: i.Predef}
		})
	}
	if b.errhandlers {
		r.objects.errhandlers.Forget(func(*Errhandler) bool { return true })
	}
	if b.keyvals {
		clear(r.objects.keyvals)
	}
	if b.requests {
		r.requests.forget()
	}
	if b.types {
		r.objects.types.Forget()
	}
}

// lose forgets the open calls: their leave records may be among the missing.
func (t *thread) lose() {
	for len(t.stack) > 0 {
		t.pop()
	}
}
