package signal

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// cell is a value, and the calls that reached it, in the order in which they took effect.
type cell struct {
	at    int64
	value int64
	calls []*value
	n     map[int32]int64
	know  order.Snapshot // of the ranks' first records
	spots *spots
	spot  spotKey
}

func newCell() *cell {
	c := &cell{n: map[int32]int64{}, spots: &spots{}, spot: spotKey{window: 1}}
	c.spots.fetch(c.spot, order.Point{Rank: 9, N: 1}, &value{lo: 64, hi: 68}) // of the next cell
	return c
}

// does lets a rank make a call; unless it fetches, the call returns nothing.
func (c *cell) does(rank int32, change effect, operand, compare int64, fetches bool) *value {
	c.n[rank]++
	v := &value{lo: c.at, hi: c.at + 8, site: tracker.Site{Rank: rank, Seq: uint32(c.n[rank])}, change: change, known: true, operand: operand,
		compare: compare, hasFetched: fetches, fetched: c.value}
	if !fetches {
		v.fetched = 0
	}
	switch {
	case change == replaces, change == swaps && c.value == compare:
		c.value = operand
	case change == adds:
		c.value += operand
	}
	p := order.Point{Rank: rank, N: c.n[rank]}.Knowing(c.know)
	if fetches {
		c.spots.fetch(c.spot, p, v)
	}
	if change != noChange && (change != adds || operand != 0) { // a swap has fetched nothing yet
		c.spots.update(c.spot, p, v)
	}
	c.calls = append(c.calls, v)
	return v
}

// orders reports whether a fetch may have seen a change, according to MayOrder and to valuesOrder.
func (c *cell) orders(u, f *value) (may, byValue bool) {
	a := &Access{Side: fact.Side{Site: tracker.Site{Rank: u.site.Rank}}, At: order.Point{Rank: u.site.Rank, N: 0}, Done: int64(u.site.Seq)}
	b := &Access{Side: fact.Side{Site: tracker.Site{Rank: f.site.Rank}}, At: order.Point{Rank: f.site.Rank, N: int64(f.site.Seq)}}
	byValue, _ = c.spots.valuesOrder(a, b)
	return c.spots.MayOrder(a, b), byValue
}

func TestValuesOrder(t *testing.T) {
	t.Run("a flag that is not yet set", func(t *testing.T) {
		c := newCell()
		f := c.does(1, noChange, 0, 0, true)
		u := c.does(0, replaces, 1, 0, false)
		may, byValue := c.orders(u, f)
		assert.True(t, may)
		assert.False(t, byValue)
	})
	t.Run("a flag that is set", func(t *testing.T) {
		c := newCell()
		c.does(1, noChange, 0, 0, true)
		u := c.does(0, replaces, 1, 0, false)
		f := c.does(1, noChange, 0, 0, true)
		_, byValue := c.orders(u, f)
		assert.True(t, byValue)
	})
	t.Run("a lock that was not taken", func(t *testing.T) {
		c := newCell()
		c.does(0, swaps, 1, 0, true)
		f := c.does(1, swaps, 1, 0, true)
		u := c.does(0, swaps, 0, 1, true)
		_, byValue := c.orders(u, f)
		assert.False(t, byValue)
		g := c.does(1, swaps, 1, 0, true)
		_, byValue = c.orders(u, g)
		assert.True(t, byValue)
	})
	t.Run("the owner resets the flag with a store", func(t *testing.T) {
		c := newCell()
		c.does(0, swaps, 1, 0, true)
		c.value = 0
		u := c.does(2, swaps, 1, 0, true)
		c.value = 0
		f := c.does(1, swaps, 1, 0, true)
		_, byValue := c.orders(u, f)
		assert.True(t, byValue, "two changes from 0 to 1 show an unseen store")
	})
	t.Run("a rank sees the flag set, and reset by a store", func(t *testing.T) {
		c := newCell()
		u := c.does(0, replaces, 1, 0, false)
		c.does(1, noChange, 0, 0, true)
		c.value = 0
		f := c.does(1, noChange, 0, 0, true)
		_, byValue := c.orders(u, f)
		assert.True(t, byValue)
	})
	t.Run("a counter that is set to its first value again", func(t *testing.T) {
		c := newCell()
		f := c.does(1, adds, 1, 0, true)
		u := c.does(2, adds, 1, 0, true)
		reset := c.does(1, replaces, 0, 0, false)
		next := c.does(2, adds, 1, 0, true)
		_, byValue := c.orders(u, f)
		assert.False(t, byValue, "f has drawn the first number")
		_, byValue = c.orders(reset, u)
		assert.False(t, byValue, "u has drawn the second number")
		_, byValue = c.orders(reset, next)
		assert.True(t, byValue)
	})
	t.Run("a counter that may have been set to its first value before", func(t *testing.T) {
		c := newCell()
		f := c.does(1, adds, 1, 0, true)
		c.does(0, replaces, 0, 0, false)
		u := c.does(2, adds, 1, 0, true)
		_, byValue := c.orders(u, f)
		assert.True(t, byValue, "the other order explains the values as well")
	})
	t.Run("an unknown operand", func(t *testing.T) {
		c := newCell()
		f := c.does(1, noChange, 0, 0, true)
		u := c.does(0, replaces, 1, 0, false)
		c.does(2, combines, 0, 0, false)
		_, byValue := c.orders(u, f)
		assert.True(t, byValue)
	})
	t.Run("a store before all calls", func(t *testing.T) {
		for _, known := range []bool{false, true} {
			c := newCell()
			for r := range int32(3) {
				c.n[r]++
			}
			c.spots.update(c.spot, order.Point{Rank: 2, N: 1}, nil)
			if known {
				c.know = order.New(10).Meet([]order.Point{{Rank: 0, N: 1}, {Rank: 1, N: 1}, {Rank: 2, N: 1}})
			}
			f := c.does(1, noChange, 0, 0, true)
			u := c.does(0, adds, 1, 0, true)
			_, byValue := c.orders(u, f)
			assert.Equal(t, !known, byValue)
		}
	})
	t.Run("polls that add nothing", func(t *testing.T) {
		c := newCell()
		var f *value
		for range 100 {
			f = c.does(1, adds, 0, 0, true)
		}
		u := c.does(0, adds, 1, 0, true)
		_, byValue := c.orders(u, f)
		assert.False(t, byValue)
	})
	t.Run("memory that its owner synchronizes", func(t *testing.T) {
		c := newCell()
		own := ownSpots(1, 0)[0]
		f := c.does(1, noChange, 0, 0, true)
		c.spots.loads = make(loads, 10)
		u := c.does(0, adds, 1, 0, true)
		c.spots.own(own, order.Point{Rank: 1, N: 9})
		c.spots.update(own, order.Point{Rank: 0, N: 2}, u)
		b := &Access{Side: fact.Side{Site: tracker.Site{Rank: 1}}, At: order.Point{Rank: 1, N: 10}}
		a := &Access{Side: fact.Side{Site: tracker.Site{Rank: 0}}, At: order.Point{Rank: 0, N: 0}, Done: 1}
		after := func() bool { may, _ := c.spots.valuesOrder(a, b); return may }
		assert.True(t, after(), "the owner may have loaded what rank 0 has changed")
		c.spots.loads[1].recorded = true
		assert.False(t, after(), "its loads are known")
		c.spots.loads[1].byCalls = true
		assert.True(t, after(), "an MPI call has loaded for it")
		assert.Equal(t, int64(0), f.fetched)
	})
	t.Run("other bytes", func(t *testing.T) {
		c := newCell()
		u := c.does(0, combines, 1, 0, false)
		c.at = 8
		may, _ := c.orders(u, c.does(1, noChange, 0, 0, true))
		assert.False(t, may)
	})
	t.Run("wrapping counters of 4 bytes", func(t *testing.T) {
		v := value{lo: 0, hi: 4, change: adds, known: true, operand: 1, hasFetched: true, fetched: 1<<31 - 1}
		left, known := v.leaves()
		assert.True(t, known)
		assert.Equal(t, int64(-1<<31), left)
	})
}

// An accumulate of one element is over for another accumulate when a rank has fetched what it has left, also if it is
// not known to be complete; for other accesses it is not.
func TestEffectOfAccumulate(t *testing.T) {
	c := newCell()
	c.spots.of = nil
	c.does(2, noChange, 0, 0, true)
	u := c.does(0, adds, 1, 0, true)
	c.does(1, adds, 1, 0, true)
	access := func(rank int32, n int64, mode fact.Mode, v *value) *Access {
		return &Access{Side: fact.Side{Site: tracker.Site{Rank: rank}, Mode: mode}, At: order.Point{Rank: rank, N: n}, value: v}
	}
	u.whole = true
	sum, reset := access(0, 1, fact.Updates, u), access(1, 2, fact.Updates, nil)
	assert.True(t, c.spots.MayOrder(sum, reset))
	assert.False(t, c.spots.MayOrder(sum, access(1, 1, fact.Updates, nil)), "the fetch is part of the access itself")
	assert.False(t, c.spots.MayOrder(sum, access(1, 2, fact.Writes, nil)), "a put")
	u.whole = false
	assert.False(t, c.spots.MayOrder(sum, reset), "one element of several")
	u.whole, sum.Last = true, 2
	assert.False(t, c.spots.MayOrder(sum, reset), "a later call of the same loop")
	sum.Done = 7
	assert.False(t, c.spots.MayOrder(sum, reset))
}

// Whatever ranks do with a value, a fetch after a change is never said to have missed it; of the fetches before a
// change, many are said to have missed it.
func TestValuesOrderNeverMisses(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 5))
	missed, all := 0, 0
	for range 2000 {
		c := newCell()
		c.value = rng.Int64N(3)
		kinds := [][]effect{{adds}, {swaps}, {replaces, noChange}, {swaps, replaces, noChange}, {adds, noChange, replaces}, {adds, swaps, replaces, noChange}}
		mix := kinds[rng.IntN(len(kinds))]
		for range 2 + rng.IntN(10) {
			change := mix[rng.IntN(len(mix))]
			fetches := change == swaps || change == noChange || rng.IntN(3) > 0
			v := c.does(rng.Int32N(3), change, rng.Int64N(3), rng.Int64N(3), fetches)
			if fetches && rng.IntN(10) == 0 {
				v.hasFetched = false
			}
		}
		for i, u := range c.calls {
			if u.change == noChange || u.changesNothing() {
				continue
			}
			for k, f := range c.calls {
				if f.site.Rank == u.site.Rank || f.change == replaces && !f.hasFetched || f.change == adds && !f.hasFetched {
					continue
				}
				if _, byValue := c.orders(u, f); k > i {
					require.True(t, byValue, "%+v after %+v in %+v", f, u, c.calls)
				} else if all++; !byValue {
					missed++
				}
			}
		}
	}
	assert.Greater(t, missed, all/20)
}

// Many ranks add to a value: its history is put together once.
func BenchmarkValuesOrder(b *testing.B) {
	c := newCell()
	for range 31 {
		for r := range int32(8) {
			c.does(r, adds, 1, 0, true)
		}
	}
	for b.Loop() {
		c.orders(c.calls[len(c.calls)-3], c.calls[len(c.calls)/2])
	}
}
