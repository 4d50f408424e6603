package threads

import (
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
)

// Contended reports whether another thread, in a probe that mayFind the same, may have taken an earlier message of
// the same kind by a matched probe that has not returned, as far as the records say. Of those that look for a message
// again and again only the first one leaves a record when it begins.
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
