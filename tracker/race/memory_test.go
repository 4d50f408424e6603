package race

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// accessTo returns an access to [lo, hi) through a window; every third is a load of the program.
func accessTo(window uint64, n, lo, hi int64) *Access {
	a := &Access{}
	a.Times, a.Lo, a.Hi, a.Window.ID, a.Site.PC, a.At = 1, lo, hi, window, uint64(n), order.Point{N: n}
	a.Memory = datatype.Buffer{Addr: lo, Count: hi - lo, Type: datatype.Memory}
	if a.Local = n%3 == 0; a.Local {
		a.Site.Call = calls.Load
	} else if n%2 == 0 {
		a.Mode, a.Memory.Writes = fact.Writes, true
	}
	return a
}

func (m *Memory) take(a *Access) {
	m.Reach(a)
	if a.Local {
		m.Keep(m.Follow(a), a, false)
	} else {
		m.calls.Add(a)
	}
}

// all returns the records of all accesses.
func (m *Memory) all() (out []int64) {
	for _, a := range m.Within(0, 1<<40, nil) {
		out = append(out, a.At.N)
	}
	slices.Sort(out)
	return out
}

// TestDropWindow: of windows that lie in the same memory, the accesses to one are forgotten, and no others.
func TestDropWindow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		m, left, n := &Memory{}, map[int64]uint64{}, int64(0)
		for round := range uint64(4) {
			for range r.IntN(300) {
				n++
				lo := r.Int64N(1 << (6 + r.IntN(30)))
				a := accessTo(4*round+r.Uint64N(6), n, lo, lo+1+r.Int64N(1<<r.IntN(20)))
				m.take(a)
				left[n] = a.Window.ID
			}
			gone := 4*round + r.Uint64N(6)
			m.DropWindow(gone)
			var want []int64
			for n, w := range left {
				if w == gone {
					delete(left, n)
				} else {
					want = append(want, n)
				}
			}
			slices.Sort(want)
			assert.Equal(t, want, m.all())
			assert.Equal(t, len(want), m.Len())
			for key := range m.last {
				assert.NotEqual(t, gone, key.window)
			}
		}
		m.Drop(func(*Access) bool { return true }, nil)
		assert.Zero(t, m.Len())
		assert.Empty(t, m.reaches)
		assert.Zero(t, m.calls.used|m.locals.used|m.calls.large|m.locals.large)
	}
}

// TestDropWindowLoops: the accesses of loops are forgotten with their window, and a repeated load is then a new one.
func TestDropWindowLoops(t *testing.T) {
	m := &Memory{}
	put := accessTo(1, 1, 0, 8)
	m.take(put)
	for n := int64(2); n < 100; n++ {
		next := accessTo(1, n, 8*n, 8*n+8)
		m.Reach(next)
		m.calls.Grow(put, next)
	}
	load := accessTo(1, 300, 1<<20, 1<<20+8)
	m.take(load)
	assert.NotNil(t, m.Follow(load))
	assert.Equal(t, 2, m.Len())
	m.DropWindow(2)
	assert.Equal(t, 2, m.Len())
	m.DropWindow(1)
	assert.Zero(t, m.Len())
	assert.Nil(t, m.Follow(load))
	assert.True(t, put.Forgotten())
}

// TestDropWindowDead: an access that did not happen is forgotten with its own window only.
func TestDropWindowDead(t *testing.T) {
	m := &Memory{}
	dead := accessTo(1, 1, 60, 70) // in two buckets
	dead.Dead = true
	m.take(dead)
	m.take(accessTo(2, 2, 62, 63))
	m.DropWindow(2)
	assert.False(t, dead.Forgotten())
	assert.Equal(t, 1, m.Len())
	m.DropWindow(1)
	assert.True(t, dead.Forgotten())
	assert.Zero(t, m.Len())
}
