package memory

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/ranktest"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

func memoryPart() *Memory {
	m := &Memory{}
	m.Begin(ranktest.Reading(), Beside{Messages: &messages.Messages{}})
	return m
}

// calling returns a call with these records.
func calling(c *record.Call) *call.Call { return &call.Call{Call: *c} }

// plain returns memory [lo, hi) that is read, or written.
func plain(lo, hi int64, writes bool) call.Memory {
	return call.Memory{Buffer: datatype.Buffer{Addr: lo, Count: hi - lo, Type: datatype.Memory, Writes: writes}, Lo: lo, Hi: hi}
}

// uses begins an operation with a buffer.
func (m *Memory) uses(t testing.TB, kind calls.Kind, seq int, u call.Memory) *requests.Request {
	c := calling(ranktest.Numbered(ranktest.Returned(t, kind, nil), seq))
	q := &requests.Request{Made: c.Site, Begun: c.Site, Sem: c.Sem, Active: true, Age: int64(seq), Number: int32(seq)}
	m.InUse.has(q, m.InUse.keep(c, &u, q))
	m.InUse.Start(q, &c.Call)
	return q
}

// Random calls of MPI_Alloc_mem and MPI_Free_mem, against a list of the allocations.
func TestAllocMemAgainstAList(t *testing.T) {
	rnd := rand.New(rand.NewPCG(17, 18))
	for range 100 {
		m := memoryPart()
		size := map[int64]int64{}
		freed := map[int64]tracker.Site{}
		for i := 1; i < 40; i++ {
			base := 0x5000 + 0x100*rnd.Int64N(8)
			if _, have := size[base]; !have && rnd.IntN(2) == 0 {
				n := 8 * (1 + rnd.Int64N(20))
				m.AllocMem(ranktest.Returned(t, calls.AllocMem, ranktest.Args{"size": n}, base))
				size[base] = n
				delete(freed, base)
			} else {
				free := ranktest.Numbered(ranktest.Returned(t, calls.FreeMem, ranktest.Args{"base": base}), i)
				assert.Equal(t, size[base], m.allocated.freedBy(base))
				m.FreeMem(free)
				if have {
					delete(size, base)
					freed[base] = free.Site
				}
			}
			for b := int64(0x5000); b < 0x5800; b += 0x100 {
				site, not := m.NotAllocated(b)
				_, have := size[b]
				require.Equal(t, !have, not)
				if not {
					require.Equal(t, freed[b], site)
				}
				lo, n := b+rnd.Int64N(40), rnd.Int64N(200)
				require.Equal(t, have && lo+n <= b+size[b], m.InAllocMem(lo, n))
			}
		}
	}
}

// If allocations may be missing, nothing is reported.
func TestAllocMemUnsure(t *testing.T) {
	m := memoryPart()
	m.reading.Gap = true
	_, not := m.NotAllocated(0x5000)
	assert.False(t, not)
	assert.True(t, m.InAllocMem(0x5000, 8))

	m = memoryPart()
	m.AllocMem(ranktest.Returned(t, calls.AllocMem, ranktest.Args{"size": 8}, 0))
	_, not = m.NotAllocated(0x5000)
	assert.False(t, not, "an address was returned that is not known")
}

// Allocations of no bytes may share an address: the address is free when all of them are freed.
func TestAllocMemOfNothing(t *testing.T) {
	m := memoryPart()
	for range 2 {
		m.AllocMem(ranktest.Returned(t, calls.AllocMem, ranktest.Args{"size": 0}, 0x5000))
	}
	free := ranktest.Returned(t, calls.FreeMem, ranktest.Args{"base": 0x5000})
	m.FreeMem(free)
	_, not := m.NotAllocated(0x5000)
	assert.False(t, not)
	m.FreeMem(free)
	_, not = m.NotAllocated(0x5000)
	assert.True(t, not)
}

// The heap also reports the memory that MPI_Free_mem freed; only the first such report is a repetition.
func TestHeapRepeatsFreeMem(t *testing.T) {
	m := memoryPart()
	m.allocated.givesBack(0x5000, 64, true)
	assert.False(t, m.allocated.repeats(0x5008, 0x5040), "another block")
	assert.True(t, m.allocated.repeats(0x4ff0, 0x5050), "the block of the heap is larger")
	assert.False(t, m.allocated.repeats(0x4ff0, 0x5050))
	m.allocated.givesBack(0x5000, 64, false)
	assert.False(t, m.allocated.repeats(0x5000, 0x5040))
}

// Operations that begin, stop and end at random: which of them use memory in conflict with an access, against all of
// them.
func TestMemoryInUseAgainstAList(t *testing.T) {
	rnd := rand.New(rand.NewPCG(19, 20))
	for range 100 {
		m := memoryPart()
		under := map[*requests.Request]call.Memory{}
		var idle []*requests.Request
		for i := range 60 {
			switch k := rnd.IntN(4); {
			case k < 2:
				lo := 0x5000 + 8*rnd.Int64N(50)
				u := plain(lo, lo+8*(1+rnd.Int64N(8)), rnd.IntN(2) == 0)
				under[m.uses(t, calls.Irecv, i, u)] = u
			case k == 2 && len(idle) > 0 && rnd.IntN(2) == 0:
				q := idle[0]
				idle = idle[1:]
				under[q] = m.InUse.Of(q).Memory
				m.InUse.Start(q, ranktest.Returned(t, calls.Start, nil))
			default:
				for q := range under {
					if delete(under, q); rnd.IntN(2) == 0 {
						m.InUse.Stop(q)
						idle = append(idle, q)
					} else {
						m.InUse.Release(q)
					}
					break
				}
			}
			lo := 0x5000 + rnd.Int64N(400)
			mine := plain(lo, lo+1+rnd.Int64N(30), rnd.IntN(2) == 0)
			want, got := map[*requests.Request]bool{}, map[*requests.Request]bool{}
			for q, u := range under {
				if (mine.Writes || u.Writes) && u.Lo < mine.Hi && mine.Lo < u.Hi {
					want[q] = true
				}
			}
			for _, x := range m.near(&mine) {
				got[x.Request] = true
				require.True(t, m.meet(&mine, x))
			}
			require.Equal(t, want, got)
			require.False(t, len(want) > 0 && !m.InUse.nearBy(mine.Lo, mine.Hi, mine.Writes))
		}
	}
}

// Origins of puts are in use until a call completes the puts at this rank: to one target, or to all. It makes no
// difference whether anything has looked for the puts before.
func TestPutsUntilSettled(t *testing.T) {
	for _, many := range []int{1, fewPuts + 5} {
		for _, looked := range []bool{false, true} {
			testPuts(t, many, looked)
		}
	}
}

func testPuts(t *testing.T, many int, looked bool) {
	m, w := memoryPart(), &windows.Win{Flavor: op.Created, Number: 1}
	for i := range many {
		for target := range int64(2) {
			c := calling(ranktest.Numbered(ranktest.Returned(t, calls.Put, nil), i))
			c.Win, c.RMA = w, windows.RMA{Target: target, OCount: 8, OType: datatype.Memory}
			c.RMA.Origin = 0x5000 + 0x1000*target + 8*int64(i)
			m.InUse.begun++
			m.InUse.put(c)
		}
	}
	near := func(lo int64) int {
		mine := plain(lo, lo+8*int64(many), true)
		return len(m.near(&mine))
	}
	settle := func(kind calls.Kind, in ranktest.Args) {
		m.Settle(ranktest.Returned(t, kind, in), w)
	}
	reads := plain(0x5000, 0x5008, false)
	assert.Empty(t, m.near(&reads), "MPI only reads them")
	settle(calls.WinSync, nil)
	if looked {
		assert.Equal(t, many, near(0x5000))
	}
	settle(calls.WinFlushLocal, ranktest.Args{"rank": 0})
	assert.Zero(t, near(0x5000))
	assert.Equal(t, many, near(0x6000))
	settle(calls.WinFence, nil)
	assert.Zero(t, near(0x6000))
	assert.Empty(t, m.InUse.putting)
}

func TestCommonBytes(t *testing.T) {
	m := memoryPart()
	with := &InUse{Memory: plain(0x5000, 0x5040, true)}
	bytes, from := m.Common(&Clash{Mine: plain(0x5030, 0x5080, false), With: with})
	assert.Equal(t, [2]int64{0x10, 0x30}, [2]int64{bytes, from})
	bytes, from = m.Common(&Clash{Mine: plain(0x5040, 0x5080, false), With: with})
	assert.Equal(t, [2]int64{-1, -1}, [2]int64{bytes, from})
	apart := call.Memory{Buffer: datatype.Buffer{Addr: 0x5000, Count: 4, Type: datatype.Runs(4, 16)}, Lo: 0x5000, Hi: 0x5034}
	bytes, from = m.Common(&Clash{Mine: apart, With: with})
	assert.Equal(t, [2]int64{16, 0}, [2]int64{bytes, from}, "of four pieces of four bytes")
	gap := plain(0x5004, 0x5010, false)
	assert.False(t, m.meet(&gap, &InUse{Memory: apart}), "it lies between two pieces")
}

// A partition of a send must not change once it is ready, nor a partition of a receive before it has arrived.
func TestPartitionsInUse(t *testing.T) {
	m := memoryPart()
	q := m.uses(t, calls.PsendInit, 1, plain(0x5000, 0x5040, false))
	q.Parts = requests.NewPartitions(4)
	q.Parts.Mark(2, ranktest.At(5))
	third, first := plain(0x5020, 0x5028, true), plain(0x5000, 0x5008, true)
	assert.True(t, m.meet(&third, m.InUse.Of(q)))
	assert.False(t, m.meet(&first, m.InUse.Of(q)))
	i, by := m.PartitionIn(&Clash{Mine: third, With: m.InUse.Of(q)})
	assert.Equal(t, int64(2), i)
	assert.Equal(t, ranktest.At(5), by)
	i, by = m.PartitionIn(&Clash{Mine: first, With: m.InUse.Of(q)})
	assert.Equal(t, int64(-1), i)
	assert.True(t, by.IsZero())

	r := m.uses(t, calls.PrecvInit, 2, plain(0x6000, 0x6040, true))
	r.Parts = requests.NewPartitions(4)
	r.Parts.Mark(2, ranktest.At(6))
	third, first = plain(0x6020, 0x6028, false), plain(0x6000, 0x6008, false)
	assert.False(t, m.meet(&third, m.InUse.Of(r)))
	assert.True(t, m.meet(&first, m.InUse.Of(r)))
	i, by = m.PartitionIn(&Clash{Mine: first, With: m.InUse.Of(r)})
	assert.Zero(t, i)
	assert.True(t, by.IsZero())
	i, _ = m.PartitionIn(&Clash{Mine: third, With: m.InUse.Of(r)})
	assert.Equal(t, int64(-1), i, "it has arrived")
}

// The buffer of an inactive persistent request may be gone with the function that had it.
func TestIdleInits(t *testing.T) {
	m := memoryPart()
	init := func(seq int, lo int64) *requests.Request {
		u := plain(lo, lo+16, true)
		c := ranktest.Numbered(ranktest.Returned(t, calls.RecvInit, nil), seq)
		q := &requests.Request{Made: c.Site, Sem: c.Sem, Age: int64(seq), Number: int32(seq)}
		m.InUse.has(q, m.InUse.keep(calling(c), &u, q))
		m.KeepInit(q)
		return q
	}
	freed := init(5, 0x7000)
	block := &Program{Site: ranktest.At(8)}
	block.is(0x7000, 0x7100)
	m.idleInits(block)
	assert.Equal(t, ranktest.At(8), freed.Buffer.GivenBack)
	assert.True(t, freed.Buffer.Left.IsZero())
	hit, active, beside, other := init(1, 0x5000), init(2, 0x5010), init(3, 0x6000), init(4, 0x5020)
	active.Active, other.Made.Ring = true, 3
	x := &Program{Site: ranktest.At(9), Returned: true}
	x.is(0x4000, 0x5800)
	m.idleInits(x)
	assert.Equal(t, ranktest.At(9), hit.Buffer.Left)
	for name, q := range map[string]*requests.Request{"active": active, "elsewhere": beside, "of another thread": other} {
		assert.True(t, q.Buffer.Left.IsZero(), name)
	}
	again := &Program{Site: ranktest.At(10), Returned: true}
	again.is(0x4000, 0x5800)
	m.idleInits(again)
	assert.Equal(t, ranktest.At(9), hit.Buffer.Left, "the first time counts")
	beside.Age++ // the storage now holds another request
	far := &Program{Site: ranktest.At(11), Returned: true}
	far.is(0x6000, 0x6010)
	m.idleInits(far)
	assert.True(t, beside.Buffer.Left.IsZero())
}

// The datatype of runs is created once for each width and stride, and the number of such datatypes is bounded.
func TestRunTypes(t *testing.T) {
	m := memoryPart()
	p := &m.Programs
	one := p.buffer(datatype.Regular{At: 0x5000, Width: 8, N: 1}, true)
	assert.Equal(t, datatype.Buffer{Addr: 0x5000, Count: 8, Type: datatype.Memory, Writes: true}, one)
	a := p.buffer(datatype.Regular{At: 0x5000, Width: 8, N: 3, Stride: 32}, false)
	b := p.buffer(datatype.Regular{At: 0x7000, Width: 8, N: 5, Stride: 32}, false)
	assert.Same(t, a.Type, b.Type)
	lo, hi := a.Hull()
	assert.Equal(t, [2]int64{0x5000, 0x5048}, [2]int64{lo, hi})
	for i := range int64(2 * mostRunTypes) {
		p.typeOf(runs{8, 16 + 8*i})
	}
	assert.LessOrEqual(t, len(p.types), mostRunTypes)
	assert.False(t, m.Recorded() || m.Declares())
}

// An argument that fits the declaration of any call on the line is not reported, and is judged once.
func TestJudgedOnce(t *testing.T) {
	m := memoryPart()
	d := &m.declarations
	c := calling(ranktest.Returned(t, calls.Send, nil))
	u := plain(0x5000, 0x5008, false)
	assert.Nil(t, d.judge(c, &u, &u.Buffer, nil))
	assert.Len(t, d.judged, 1)
	assert.Nil(t, d.judge(c, &u, &u.Buffer, []datatype.Noted{{}}))
	assert.Len(t, d.judged, 1)
	for i := range uint64(2 * mostJudged) {
		c.Site.PC = i
		d.judge(c, &u, &u.Buffer, nil)
	}
	assert.LessOrEqual(t, len(d.judged), mostJudged)
}

// The buffers of requests are released when records are lost.
func TestForgetMemory(t *testing.T) {
	m := memoryPart()
	reqs := &requests.Requests{}
	reqs.Begin(ranktest.Reading(), &m.InUse)
	q := reqs.New()
	q.Sem, q.Active = calls.Of(calls.Irecv), true
	reqs.Add(100, q)
	u := plain(0x5000, 0x5008, true)
	c := calling(ranktest.Returned(t, calls.Irecv, nil))
	m.InUse.has(q, m.InUse.keep(c, &u, q))
	m.InUse.Start(q, &c.Call)
	assert.True(t, m.InUse.nearBy(0x5000, 0x5008, true))
	reqs.Forget()
	assert.False(t, m.InUse.nearBy(0x5000, 0x5008, true), "its memory is not in use")
	assert.Nil(t, m.InUse.Of(q))
}

// Polls may run the function of a reduction: polls after the first that finds nothing leave no record.
func TestMayReduce(t *testing.T) {
	m := memoryPart()
	ms := m.Messages
	x := &Clash{With: &InUse{Request: &requests.Request{Combines: true}, since: 10}}
	assert.False(t, m.MayReduce(x))
	ms.PollFoundNothing(10)
	assert.False(t, m.MayReduce(x))
	ms.PollFoundNothing(11)
	assert.True(t, m.MayReduce(x))
	x.With.Request.Combines = false
	assert.False(t, m.MayReduce(x))
	x.With.Request = nil
	assert.False(t, m.MayReduce(x))
}

// noNotes is a program without notes of compilers.
type noNotes struct{ t *testing.T }

func (noNotes) Any() bool { return false }

func (n noNotes) Of(tracker.Site) []datatype.Noted {
	n.t.Error("notes are looked up")
	return nil
}

// TestNothingNoted: in a program without notes of compilers, calls have no declarations, and no declaration is looked
// up.
func TestNothingNoted(t *testing.T) {
	m := memoryPart()
	m.declarations.noted = noNotes{t}
	c := calling(ranktest.Returned(t, calls.Send, nil))
	assert.False(t, m.Declares())
	assert.Empty(t, m.FortranConstant(c, 0))
	assert.Zero(t, m.FortranInteger(c, 1))
	m.Misdeclared(c, func(*Misdeclared) { t.Error("a call is misdeclared") })
}
