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
