package threads

import (
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
)

// Contended reports whether another thread may have taken an earlier message with the same envelope, by a matched probe
// that has not returned in the log. mayFind reports whether a call may find the message. Of repeated probes only the
// first leaves a record at its entry.
func (ts *Threads) Contended(c *call.Call, mayFind func(*call.Call) bool) bool {
	for i, t := range ts.List {
		if i == int(c.Site.Ring) {
			continue
		}
		if t.ProbesMatched {
			return true
		}
		for _, o := range t.Stack {
			if messages.MessageParts[o.Kind] == messages.FindsMessage && o.Comm == c.Comm && mayFind(o) {
				return true
			}
		}
	}
	return false
}
