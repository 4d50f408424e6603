package windows

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/ranktest"
)

func windowsOf() *Windows {
	ws := &Windows{}
	ws.Begin(ranktest.Reading())
	return ws
}

// made is a window of shared or other memory, at an address.
func (ws *Windows) made(t testing.TB, kind calls.Kind, on *objects.Comm, handle, base, size int64) *Win {
	in := ranktest.Args{"size": size, "disp_unit": 8}
	var out []int64
	switch kind {
	case calls.WinCreate:
		in["base"] = base
		out = []int64{handle}
	case calls.WinCreateDynamic:
		in, out = nil, []int64{handle}
	default:
		out = []int64{base, handle}
	}
	c := ranktest.Returned(t, kind, in, out...)
	require.Equal(t, handle, c.Made())
	return ws.Create(c, on, nil)
}

func TestCreatedWindows(t *testing.T) {
	for kind, flavor := range map[calls.Kind]op.Flavor{calls.WinCreate: op.Created, calls.WinAllocate: op.Allocated,
		calls.WinAllocateShared: op.Shared, calls.WinCreateDynamic: op.Dynamic} {
		a, b := windowsOf(), windowsOf()
		x, y := objects.World(1, 4), objects.World(1, 4)
		w := a.made(t, kind, x, 60, 0x5000, 64)
		assert.Equal(t, flavor, w.Flavor)
		assert.Equal(t, w.ID, b.made(t, kind, y, 90, 0x9000, 64).ID, "the first window of the communicator, on each rank")
		assert.NotEqual(t, w.ID, a.made(t, kind, x, 61, 0x7000, 64).ID)
		assert.Equal(t, "window 1 of MPI_COMM_WORLD", w.Label)
		assert.Equal(t, []int64{1, 8}[min(1, int(op.Dynamic-flavor))], w.DispUnit)
		assert.Equal(t, flavor == op.Dynamic, a.MemoryAt(0x5000, 0x5001) == nil, "a dynamic window has no memory yet")
		assert.Same(t, w, a.Window(60))
		a.reading.Gap = true
		assert.Zero(t, a.made(t, kind, x, 62, 0x8000, 64).ID, "windows may be missing")
	}
}

// The locks that a rank holds, after random locks and unlocks on two windows, against a map.
func TestHeldLocksAgainstAMap(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for range 200 {
		ws, comm := windowsOf(), objects.World(1, 4)
		wins := []*Win{ws.made(t, calls.WinAllocate, comm, 60, 0x5000, 64),
			ws.made(t, calls.WinAllocate, comm, 61, 0x7000, 64)}
		want := map[op.LockRef]bool{}
		all := map[uint64]bool{}
		for range 20 {
			w := wins[rnd.IntN(2)]
			ref := op.LockRef{Window: w.ID, Target: rnd.Int32N(4)}
			sync := func(kind calls.Kind, in ranktest.Args) {
				ws.Synced(ranktest.Returned(t, kind, in), w, nil)
			}
			held := want[op.LockRef{Window: ref.Window, Target: ref.Target, Exclusive: true}] || want[ref]
			switch k := rnd.IntN(4); {
			case k == 0 && !held:
				ref.Exclusive = rnd.IntN(2) == 0
				lockType := ws.flavour.LockShared
				if ref.Exclusive {
					lockType = ws.flavour.LockExclusive
				}
				sync(calls.WinLock, ranktest.Args{"lock_type": lockType, "rank": int64(ref.Target)})
				want[ref] = true
			case k == 1 && held:
				sync(calls.WinUnlock, ranktest.Args{"rank": int64(ref.Target)})
				delete(want, ref)
				delete(want, op.LockRef{Window: ref.Window, Target: ref.Target, Exclusive: true})
			case k == 2 && !all[w.ID]:
				sync(calls.WinLockAll, nil)
				all[w.ID] = true
			case k == 3 && all[w.ID]:
				sync(calls.WinUnlockAll, nil)
				delete(all, w.ID)
			}
			got := map[op.LockRef]bool{}
			for _, x := range ws.Held().List() {
				got[x] = true
			}
			assert.Equal(t, want, got)
			for _, x := range wins {
				assert.Equal(t, all[x.ID], ws.HeldOfAll().Has(x.ID))
			}
			own := op.LockRef{Window: w.ID, Target: 2}
			if len(want) == 1 && (want[own] || want[op.LockRef{Window: w.ID, Target: 2, Exclusive: true}]) {
				assert.Nil(t, ws.HeldBeside(w, 2), "there is only the lock that an access needs")
			} else {
				assert.Same(t, ws.Held(), ws.HeldBeside(w, 2))
			}
		}
	}
}

// With MPI_MODE_NOCHECK a lock does not exclude other locks.
func TestLockWithoutCheck(t *testing.T) {
	ws := windowsOf()
	c := ranktest.Returned(t, calls.WinLock, ranktest.Args{"lock_type": ws.flavour.LockExclusive, "rank": 2, "assert": 1})
	w := ws.made(t, calls.WinAllocate, objects.World(1, 4), 60, 0x5000, 64)
	ws.Synced(c, w, nil)
	assert.True(t, w.Passive())
	assert.Nil(t, ws.Held())
}

// Which locks a call asks for, as other ranks may count on it.
func TestLocked(t *testing.T) {
	ws := windowsOf()
	f := ws.flavour
	for name, c := range map[string]struct {
		before    []int64 // targets of locks held
		target    int64
		kind      int64
		exclusive bool
		ok        bool
	}{
		"shared":            {nil, 2, f.LockShared, false, true},
		"exclusive":         {nil, 2, f.LockExclusive, true, true},
		"another target":    {[]int64{1}, 2, f.LockShared, false, true},
		"held already":      {[]int64{2}, 2, f.LockShared, false, false},
		"no such target":    {nil, 4, f.LockShared, false, false},
		"no such lock type": {nil, 2, f.LockShared + f.LockExclusive + 99, false, false},
	} {
		ws := windowsOf()
		w := ws.made(t, calls.WinAllocate, objects.World(1, 4), 60, 0x5000, 64)
		for _, target := range c.before {
			held := ranktest.Returned(t, calls.WinLock, ranktest.Args{"lock_type": f.LockShared, "rank": target})
			ws.Synced(held, w, nil)
		}
		asks := ranktest.Returned(t, calls.WinLock, ranktest.Args{"lock_type": c.kind, "rank": c.target})
		on, peer, exclusive, ok := ws.Locked(asks, w)
		assert.Equal(t, c.ok, ok, name)
		if ok {
			assert.Equal(t, []any{w.ID, int32(c.target), c.exclusive}, []any{on.Object.ID, peer, exclusive}, name)
		}
	}
}

// Memory of windows that comes and goes, found by address, against a list.
func TestWindowMemoryAgainstAList(t *testing.T) {
	type region struct {
		w      *Win
		lo, hi int64
	}
	rnd := rand.New(rand.NewPCG(11, 12))
	for range 20 {
		ws, comm := windowsOf(), objects.World(1, 4)
		var wins []*Win
		for i := range int64(3) {
			wins = append(wins, ws.made(t, calls.WinCreateDynamic, comm, 60+i, 0, 0))
		}
		var want []region
		for now := range 25 {
			w := wins[rnd.IntN(3)]
			base, size := 0x5000+8*rnd.Int64N(20), 8*(1+rnd.Int64N(6))
			i := slices.IndexFunc(want, func(r region) bool { return r.w == w && r.lo == base })
			c := ranktest.Returned(t, calls.WinAttach, ranktest.Args{"base": base, "size": size})
			switch {
			case i < 0 && rnd.IntN(3) > 0:
				ws.Attach(c, w)
				want = append(want, region{w, base, base + size})
			case i >= 0:
				c = ranktest.Returned(t, calls.WinDetach, ranktest.Args{"base": base})
				ws.reading.LastTime = uint64(now)
				ws.Detach(c, w)
				want = slices.Delete(want, i, i+1)
				assert.Equal(t, uint64(now), ws.LostMemoryAt())
				assert.Equal(t, base, w.Detached[len(w.Detached)-1].Base)
			}
			assert.Equal(t, len(want) > 0, ws.HaveMemory())
			for lo := int64(0x4ff8); lo < 0x5100; lo += 4 {
				hi := lo + 1 + rnd.Int64N(24)
				any := slices.ContainsFunc(want, func(r region) bool { return r.lo < hi && lo < r.hi })
				require.Equal(t, any, ws.MemoryAt(lo, hi) != nil)
				require.False(t, any && !ws.MemoryNear(lo, hi))
				met := map[string]bool{}
				ws.MemoryIn(lo, hi, func(e *Exposure) {
					if e.Hi > lo {
						met[fmt.Sprint(e.Win.ID, e.Lo, e.Hi)] = true
					}
				})
				all := map[string]bool{}
				for _, r := range want {
					if r.lo < hi && lo < r.hi {
						all[fmt.Sprint(r.w.ID, r.lo, r.hi)] = true
					}
				}
				require.Equal(t, all, met)
			}
		}
		c := ranktest.Returned(t, calls.WinFree, nil)
		ws.End(wins[0], c.Site)
		want = slices.DeleteFunc(want, func(r region) bool { return r.w == wins[0] })
		assert.Equal(t, len(want) > 0, ws.HaveMemory())
		assert.Equal(t, wins[1:], ws.Living())
		assert.Same(t, wins[0], ws.Window(60), "its handle still leads to it")
	}
}

// The first store to a window's own memory since its last synchronization is kept.
func TestStored(t *testing.T) {
	ws := windowsOf()
	w := ws.made(t, calls.WinCreate, objects.World(1, 4), 60, 0x5000, 16)
	store := func(seq int, addr int64) {
		ws.Stored(ranktest.At(seq), addr, addr+4, &datatype.Buffer{Addr: addr, Count: 4, Type: datatype.Memory})
	}
	store(1, 0x4ff0)
	store(2, 0x5010)
	assert.True(t, w.Stored.IsZero())
	store(3, 0x500c)
	store(4, 0x5000)
	assert.Equal(t, ranktest.At(3), w.Stored)
	fence := ranktest.Numbered(ranktest.Returned(t, calls.WinFence, nil), 5)
	ws.Synced(fence, w, nil)
	assert.True(t, w.Stored.IsZero())
	assert.Equal(t, fence.Site, w.Synced)
	store(6, 0x5000)
	assert.Equal(t, ranktest.At(6), w.Stored)
	ws.NotSynced(ranktest.Failed(fence), w)
	assert.True(t, w.Stored.IsZero())
}

// The memory of another rank in a shared window is known by its address in this rank, once a call or the recorder has
// told the address.
func TestSharedMemory(t *testing.T) {
	ws := windowsOf()
	w := ws.made(t, calls.WinAllocateShared, objects.World(1, 4), 60, 0x5000, 64)
	assert.True(t, ws.Share())
	query := ranktest.Returned(t, calls.WinSharedQuery, ranktest.Args{"rank": 2}, 64, 8, 0x9000)
	ws.SharedQuery(query, w)
	e := ws.MemoryAt(0x9010, 0x9018)
	require.NotNil(t, e)
	assert.False(t, e.Own())
	assert.Equal(t, int64(0x10), e.Disp(0x9010))
	own := ws.MemoryAt(0x5010, 0x5018)
	assert.True(t, own.Own())
	assert.Equal(t, int64(0x5010), own.Disp(0x5010))
	segment := event.Event{Kind: event.Segment, N: 4}
	copy(segment.A[:], []int64{60, 3, 0xa000, 64})
	ws.Segment(&segment)
	require.NotNil(t, ws.MemoryAt(0xa000, 0xa001))
	assert.Equal(t, int32(3), ws.MemoryAt(0xa000, 0xa001).Rank)
	ws.End(w, ranktest.At(9))
	assert.False(t, ws.Share() || ws.HaveMemory())
}

// WindowIn finds the window whose memory the program frees, unless MPI has allocated the memory.
func TestWindowIn(t *testing.T) {
	for kind, want := range map[calls.Kind]bool{calls.WinCreate: true, calls.WinAllocate: false, calls.WinAllocateShared: false} {
		ws := windowsOf()
		w := ws.made(t, kind, objects.World(1, 4), 60, 0x5000, 64)
		assert.Equal(t, want, ws.WindowIn(0x5020, 0x5100) == w, kind)
		assert.Nil(t, ws.WindowIn(0x5040, 0x5100))
	}
}

func TestStrangeWindows(t *testing.T) {
	ws := windowsOf()
	ws.Predefined(calls.PredefByName("MPI_WIN_NULL"), 5)
	assert.True(t, ws.Window(5).Null())
	once := ranktest.Returned(t, calls.WinSetErrhandler, nil)
	once.Once = true
	assert.Nil(t, ws.Meet(once, 77))
	require.Len(t, ws.UnknownWindows(), 1)
	c := ranktest.Returned(t, calls.WinFence, nil)
	assert.Nil(t, ws.Meet(ranktest.Failed(c), 77))
	c.RC = 0
	w := ws.Meet(c, 77)
	require.NotNil(t, w)
	assert.False(t, w.Known())
	assert.Empty(t, ws.UnknownWindows())
}

// After records are lost, windows that were open may be gone; so may windows whose free has failed.
func TestForgetWindows(t *testing.T) {
	ws, comm := windowsOf(), objects.World(1, 4)
	open := ws.made(t, calls.WinAllocate, comm, 60, 0x5000, 64)
	gone := ws.made(t, calls.WinAllocate, comm, 61, 0x6000, 64)
	doubtful := ws.made(t, calls.WinAllocate, comm, 62, 0x7000, 64)
	ws.Doubt(doubtful)
	assert.False(t, doubtful.Known())
	assert.Nil(t, ws.MemoryAt(0x7000, 0x7001))
	assert.Equal(t, []*Win{open, gone}, ws.Living())
	ws.End(gone, ranktest.At(3))
	ws.Forget()
	assert.False(t, open.Known())
	assert.Same(t, open, ws.Window(60))
	assert.Nil(t, ws.Window(61))
	assert.Empty(t, ws.Living())
}

func TestTouchNumbers(t *testing.T) {
	ws := windowsOf()
	assert.Equal(t, []int64{1, 2, 2}, []int64{ws.NewTouch(), ws.NewTouch(), ws.LastTouch()})
}

// A new window takes the number of a window that is gone.
func TestWindowNumbers(t *testing.T) {
	ws, comm := windowsOf(), objects.World(1, 4)
	first := ws.made(t, calls.WinAllocate, comm, 60, 0x5000, 64)
	second := ws.made(t, calls.WinAllocate, comm, 61, 0x6000, 64)
	assert.Equal(t, [2]int32{1, 2}, [2]int32{first.Number, second.Number})
	ws.End(first, ranktest.At(3))
	assert.Zero(t, first.Number)
	assert.Equal(t, int32(1), ws.made(t, calls.WinAllocate, comm, 62, 0x5000, 64).Number)
	ws.Forget()
	assert.Zero(t, second.Number)
	assert.LessOrEqual(t, ws.made(t, calls.WinAllocate, comm, 63, 0x5000, 64).Number, int32(2))
}

// A set of targets against a map.
func TestTargetSet(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var s targetSet
	for range 50 {
		want := map[int64]bool{}
		var uses []op.TargetUse
		for range rnd.IntN(200) {
			k := rnd.Int64N(10)*targetPageSize + rnd.Int64N(80) - 3
			assert.Equal(t, k >= 0 && !want[k], s.addNew(k), k)
			if k >= 0 && !want[k] {
				want[k] = true
				uses = append(uses, op.TargetUse{Target: int32(k)})
			}
		}
		for k := int64(-5); k < 12*targetPageSize; k++ {
			if s.has(k) != want[k] {
				require.Fail(t, "differs", k)
			}
		}
		if rnd.IntN(2) == 0 {
			uses = nil
		}
		s.reset(uses)
		for k := range want {
			assert.False(t, s.has(k))
		}
	}
	assert.False(t, s.has(1<<40))
	assert.False(t, s.addNew(1<<40), "no communicator has as many ranks")
}
