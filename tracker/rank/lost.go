package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// lose applies a Lost record: calls of a thread are missing, so the state of objects may be out of date, and a handle
// may name a new object. Objects created from now on are known again, but are not compared between ranks, as their
// numbers on other ranks may differ.
//
// If the reader added the Lost record, the missing calls may be those of any thread.
func (r *Rank) lose(e *event.Event) {
	r.Gap = true
	r.Lost += event.Missing(e)
	r.Threads.Lose(int(e.Thread), e.Gap())
	if e.Gap() {
		r.Records--
	}
	r.forget(&reading.ToAll)
}

// forget discards knowledge of objects that missing calls may have changed or freed: once where records were lost, and
// after each call if calls of some kind are never recorded.
func (r *Rank) forget(b *reading.Blind) {
	if b.Wins {
		for _, w := range r.Windows.Living() {
			r.Memory.InUse.Settle(w, 0, true)
		}
		r.Windows.Forget()
	}
	if b.Files {
		r.Files.Forget()
	}
	if b.Requests {
		r.Requests.Forget()
	}
	r.Objects.Forget(b)
}
