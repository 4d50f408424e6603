package rank

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
)

// IsRoot reports whether arguments that are significant at the root are so on this
// rank.
func (r *Rank) IsRoot(c *call.Call) bool { return r.messages.IsRoot(&c.Call, c.Comm) }

// Part returns the data of buffer i of a collective call. It is computed when first
// asked for.
func (r *Rank) Part(c *call.Call, i int) (*messages.Part, op.Use) {
	return r.messages.Part(&c.Call, c.Comm, &c.Used.Parts, i)
}
