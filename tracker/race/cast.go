package race

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/order"
)

// Cast is a broadcast: its root may send its buffer until the last rank has received the data.
type Cast struct {
	receivers []order.Point // by rank of the communicator: when the rank had received the data; N is 0: it has not
	missing   int           // ranks that have not received them
}

// NewCast returns a broadcast from one of the ranks of a communicator.
func NewCast(root int32, ranks []int32) *Cast {
	c := &Cast{}
	for _, r := range ranks {
		if r != root {
			c.receivers = append(c.receivers, order.Point{Rank: r})
		}
	}
	c.missing = len(c.receivers)
	return c
}

// Receive notes that a rank has received the data when it had n records. It reports whether all ranks have.
func (c *Cast) Receive(rank int32, n int64) (all bool) {
	i := slices.IndexFunc(c.receivers, func(p order.Point) bool { return p.Rank == rank && p.N == 0 })
	if i >= 0 {
		c.receivers[i].N = n
		c.missing--
	}
	return c.missing == 0
}

// unheard returns the receipts of the data, by other ranks, of which the rank of an operation may not know.
func (c *Cast) unheard(at *order.Point) (list []order.Point) {
	if c == nil {
		return nil
	}
	for _, p := range c.receivers {
		if p.Rank != at.Rank && (p.N == 0 || p.N > at.MayKnow(p.Rank)) {
			list = append(list, p)
		}
	}
	return list
}
