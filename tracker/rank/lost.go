package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
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
	r.Threads.Lose(int(e.Thread), e.Gap())
	if e.Gap() {
		r.Records--
	}
	r.forget(&reading.ToAll)
}

// forget takes back what is known about objects that calls which are missing may
// have changed or freed. It is done once where events were lost, and after each
// call where all calls of some kind may be missing.
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
