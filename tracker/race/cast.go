package race

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/tracker/order"
)

// Cast is a broadcast: its root may send its buffer until the last rank has received the data.
type Cast struct {
	receivers []order.Point // in the order of ranks: when the rank had received the data; N is 0: it has not
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
	slices.SortFunc(c.receivers, func(a, b order.Point) int { return cmp.Compare(a.Rank, b.Rank) })
	c.missing = len(c.receivers)
	return c
}

// Receive notes that a rank has received the data when it had n records. It reports whether all ranks have.
func (c *Cast) Receive(rank int32, n int64) (all bool) {
	i, found := slices.BinarySearchFunc(c.receivers, rank,
		func(p order.Point, r int32) int { return cmp.Compare(p.Rank, r) })
	if found && c.receivers[i].N == 0 {
		c.receivers[i].N = n
		c.missing--
	}
	return c.missing == 0
}

// Forget notes that receipts are no longer followed: the data counts as received.
func (c *Cast) Forget() { c.receivers = nil }

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
