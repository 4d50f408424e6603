package threads

import (
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// Asked returns the last call of an idle thread if it polled and found nothing: the thread may have repeated it, or
// made other such calls, without a record.
func (ts *Threads) Asked(i int) *call.Call {
	t, last := ts.List[i], ts.reading.LastSite
	if len(ts.List) > 1 {
		last = t.last
	}
	if c := t.done; c != nil && c.Site == last && c.FoundNothing() {
		return c
	}
	return nil
}

// SpinOf returns the spin that the thread with ring i is in; nil: it is in none, or a value that it fetches is unknown.
func (ts *Threads) SpinOf(i int) *Spin {
	if s := &ts.List[i].Spin; s.known() {
		return s
	}
	return nil
}
