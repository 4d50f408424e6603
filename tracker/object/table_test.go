package object_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
)

type thing struct{ object.Header }

// TestTable: after any sequence of operations a table returns the same objects as a map and a list.
func TestTable(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var table object.Table[*thing]
		newest, living := map[int64]*thing{}, []*thing(nil)
		predefined := &thing{object.Predefined(calls.PredefByName("MPI_COMM_WORLD"))}
		table.Put(-7, predefined)
		newest[-7] = predefined
		for range 2000 {
			h := rng.Int64N(40) * 64 // libraries give addresses, and numbers
			if rng.IntN(2) == 0 {
				h = rng.Int64N(12) - 3
			}
			switch rng.IntN(12) {
			case 0, 1, 2:
				o := &thing{}
				table.Add(h, o)
				newest[h], living = o, append(living, o)
			case 3:
				o := &thing{}
				table.Put(h, o)
				newest[h] = o
			case 4, 5:
				if o := newest[h]; o != nil {
					table.Drop(o)
					if i := slices.Index(living, o); i >= 0 {
						living = slices.Delete(living, i, i+1)
					}
				}
			case 6:
				if rng.IntN(20) == 0 {
					table.DropAll()
					living = nil
				}
			case 7:
				if rng.IntN(20) == 0 {
					gone := func(o *thing) bool { return !slices.Contains(living, o) }
					table.Forget(gone)
					for h, o := range newest {
						if o != predefined && gone(o) {
							delete(newest, h)
						}
					}
				}
			}
			require.Same(t, newest[h], table.Get(h), "seed %d: handle %d", seed, h)
		}
		require.Equal(t, len(living), len(table.Living()))
		for i, o := range table.Living() {
			require.Same(t, living[i], o)
		}
		all := 0
		table.All(func(h int64, o *thing) {
			require.Same(t, newest[h], o)
			all++
		})
		require.Equal(t, len(newest), all)
	}
}

// The handle 0 is valid: MPI libraries use it, for null objects, too.
func TestTableZero(t *testing.T) {
	var table object.Table[*thing]
	assert.Nil(t, table.Get(0))
	o := &thing{}
	table.Put(0, o)
	assert.Same(t, o, table.Get(0))
	table.Forget(func(*thing) bool { return true })
	assert.Nil(t, table.Get(0))
}

// TestFree: a call that frees an object by a handle frees the object that had the
// handle when the call was entered.
func TestFree(t *testing.T) {
	at := tracker.Site{Call: calls.CommFree}
	var o thing
	o.Born(tracker.Site{Call: calls.CommDup}, 100)
	assert.True(t, o.Alive())
	assert.False(t, o.Free(at, 99), "it was created while the call was under way")
	assert.True(t, o.Alive())
	assert.True(t, o.Free(at, 100))
	assert.False(t, o.Alive())
	assert.Equal(t, at, o.Freed)

	world := object.Predefined(calls.PredefByName("MPI_COMM_WORLD"))
	assert.False(t, world.Free(at, 100))
	assert.True(t, world.Alive())
	null := object.Predefined(calls.PredefByName("MPI_COMM_NULL"))
	assert.True(t, null.Null())
	assert.False(t, null.Alive())
}

// An object is known if its creation was seen or happened elsewhere, and unknown if it was lost.
func TestKnown(t *testing.T) {
	var o thing
	for origin, known := range map[object.Origin]bool{object.Seen: true, object.Elsewhere: false, object.Lost: false} {
		o.Origin = origin
		assert.Equal(t, known, o.Known())
		assert.True(t, o.Alive(), "it is not known to be freed")
	}
}
