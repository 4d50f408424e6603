package state

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

func memoryPart() *memory {
	m := &memory{}
	m.begin(readingOf(), beside{messages: messagesOf()})
	return m
}

// calling is a call with these records.
func calling(c *recorded) *Call { return &Call{recorded: *c} }

// plain is memory [lo, hi) that is read, or written.
func plain(lo, hi int64, writes bool) Memory {
	return Memory{Buffer: datatype.Buffer{Addr: lo, Count: hi - lo, Type: datatype.Memory, Writes: writes}, lo: lo, hi: hi}
}

// uses begins an operation with a buffer.
func (m *memory) uses(t testing.TB, kind calls.Kind, seq int, u Memory) *Request {
	c := calling(numbered(returned(t, kind, nil), seq))
	q := &Request{Made: c.Site, Begun: c.Site, Sem: c.Sem, Active: true, age: int64(seq), number: int32(seq)}
	m.inUse.has(q, m.inUse.keep(c, &u, q))
	m.inUse.start(q, &c.recorded)
	return q
}

// What MPI_Alloc_mem has returned, by random calls, against a list of what is allocated.
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
				m.allocMem(returned(t, calls.AllocMem, args{"size": n}, base))
				size[base] = n
				delete(freed, base)
			} else {
				free := numbered(returned(t, calls.FreeMem, args{"base": base}), i)
				assert.Equal(t, size[base], m.allocated.freedBy(base))
				m.freeMem(free)
				if have {
					delete(size, base)
					freed[base] = free.Site
				}
			}
			for b := int64(0x5000); b < 0x5800; b += 0x100 {
				site, not := m.notAllocated(b)
				_, have := size[b]
				require.Equal(t, !have, not)
				if not {
					require.Equal(t, freed[b], site)
				}
				lo, n := b+rnd.Int64N(40), rnd.Int64N(200)
				require.Equal(t, have && lo+n <= b+size[b], m.inAllocMem(lo, n))
			}
		}
	}
}

// Where allocations may be missing, nothing is said.
func TestAllocMemUnsure(t *testing.T) {
	m := memoryPart()
	m.reading.Gap = true
	_, not := m.notAllocated(0x5000)
	assert.False(t, not)
	assert.True(t, m.inAllocMem(0x5000, 8))

	m = memoryPart()
	m.allocMem(returned(t, calls.AllocMem, args{"size": 8}, 0))
	_, not = m.notAllocated(0x5000)
	assert.False(t, not, "an address was returned that is not known")
}

// Allocations of no bytes may have one address: it is free when all are freed.
func TestAllocMemOfNothing(t *testing.T) {
	m := memoryPart()
	for range 2 {
		m.allocMem(returned(t, calls.AllocMem, args{"size": 0}, 0x5000))
	}
	free := returned(t, calls.FreeMem, args{"base": 0x5000})
	m.freeMem(free)
	_, not := m.notAllocated(0x5000)
	assert.False(t, not)
	m.freeMem(free)
	_, not = m.notAllocated(0x5000)
	assert.True(t, not)
}

// The heap reports what MPI_Free_mem has given back once more, and only once.
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
		under := map[*Request]Memory{}
		var idle []*Request
		for i := range 60 {
			switch k := rnd.IntN(4); {
			case k < 2:
				lo := 0x5000 + 8*rnd.Int64N(50)
				u := plain(lo, lo+8*(1+rnd.Int64N(8)), rnd.IntN(2) == 0)
				under[m.uses(t, calls.Irecv, i, u)] = u
			case k == 2 && len(idle) > 0 && rnd.IntN(2) == 0:
				q := idle[0]
				idle = idle[1:]
				under[q] = m.inUse.of(q).Memory
				m.inUse.start(q, returned(t, calls.Start, nil))
			default:
				for q := range under {
					if delete(under, q); rnd.IntN(2) == 0 {
						m.inUse.stop(q)
						idle = append(idle, q)
					} else {
						m.inUse.release(q)
					}
					break
				}
			}
			lo := 0x5000 + rnd.Int64N(400)
			mine := plain(lo, lo+1+rnd.Int64N(30), rnd.IntN(2) == 0)
			want, got := map[*Request]bool{}, map[*Request]bool{}
			for q, u := range under {
				if (mine.Writes || u.Writes) && u.lo < mine.hi && mine.lo < u.hi {
					want[q] = true
				}
			}
			for _, x := range m.near(&mine) {
				got[x.Request] = true
				require.True(t, m.meet(&mine, x))
			}
			require.Equal(t, want, got)
			require.False(t, len(want) > 0 && !m.inUse.nearBy(mine.lo, mine.hi, mine.Writes))
		}
	}
}

// Origins of puts are in use until a call completes them at this rank: to one target, or to all. It makes no difference
// whether anything has looked for these before.
func TestPutsUntilSettled(t *testing.T) {
	for _, many := range []int{1, fewPuts + 5} {
		for _, looked := range []bool{false, true} {
			testPuts(t, many, looked)
		}
	}
}

func testPuts(t *testing.T, many int, looked bool) {
	m, w := memoryPart(), &Win{Flavor: op.Created, number: 1}
	for i := range many {
		for target := range int64(2) {
			c := calling(numbered(returned(t, calls.Put, nil), i))
			c.Win, c.RMA = w, RMA{Target: target, OCount: 8, OType: datatype.Memory}
			c.RMA.Origin = 0x5000 + 0x1000*target + 8*int64(i)
			m.inUse.begun++
			m.inUse.put(c)
		}
	}
	near := func(lo int64) int {
		mine := plain(lo, lo+8*int64(many), true)
		return len(m.near(&mine))
	}
	settle := func(kind calls.Kind, in args) {
		m.settle(returned(t, kind, in), w)
	}
	reads := plain(0x5000, 0x5008, false)
	assert.Empty(t, m.near(&reads), "MPI only reads them")
	settle(calls.WinSync, nil)
	if looked {
		assert.Equal(t, many, near(0x5000))
	}
	settle(calls.WinFlushLocal, args{"rank": 0})
	assert.Zero(t, near(0x5000))
	assert.Equal(t, many, near(0x6000))
	settle(calls.WinFence, nil)
	assert.Zero(t, near(0x6000))
	assert.Empty(t, m.inUse.putting)
}

func TestCommonBytes(t *testing.T) {
	m := memoryPart()
	with := &InUse{Memory: plain(0x5000, 0x5040, true)}
	bytes, from := m.common(&Clash{Mine: plain(0x5030, 0x5080, false), With: with})
	assert.Equal(t, [2]int64{0x10, 0x30}, [2]int64{bytes, from})
	bytes, from = m.common(&Clash{Mine: plain(0x5040, 0x5080, false), With: with})
	assert.Equal(t, [2]int64{-1, -1}, [2]int64{bytes, from})
	apart := Memory{Buffer: datatype.Buffer{Addr: 0x5000, Count: 4, Type: datatype.Runs(4, 16)}, lo: 0x5000, hi: 0x5034}
	bytes, from = m.common(&Clash{Mine: apart, With: with})
	assert.Equal(t, [2]int64{16, 0}, [2]int64{bytes, from}, "of four pieces of four bytes")
	gap := plain(0x5004, 0x5010, false)
	assert.False(t, m.meet(&gap, &InUse{Memory: apart}), "it lies between two pieces")
}

// A partition of a send may not be changed once it is ready, nor one of a receive before it has arrived.
func TestPartitionsInUse(t *testing.T) {
	m := memoryPart()
	q := m.uses(t, calls.PsendInit, 1, plain(0x5000, 0x5040, false))
	q.Parts = newPartitions(4)
	q.Parts.mark(2, at(5))
	third, first := plain(0x5020, 0x5028, true), plain(0x5000, 0x5008, true)
	assert.True(t, m.meet(&third, m.inUse.of(q)))
	assert.False(t, m.meet(&first, m.inUse.of(q)))
	i, by := m.readyIn(&Clash{Mine: third, With: m.inUse.of(q)})
	assert.Equal(t, int64(2), i)
	assert.Equal(t, at(5), by)
	_, by = m.readyIn(&Clash{Mine: first, With: m.inUse.of(q)})
	assert.True(t, by.IsZero())

	r := m.uses(t, calls.PrecvInit, 2, plain(0x6000, 0x6040, true))
	r.Parts = newPartitions(4)
	r.Parts.mark(2, at(6))
	third, first = plain(0x6020, 0x6028, false), plain(0x6000, 0x6008, false)
	assert.False(t, m.meet(&third, m.inUse.of(r)))
	assert.True(t, m.meet(&first, m.inUse.of(r)))
}

// The buffer of an inactive persistent request may be gone with the function that had it.
func TestIdleInits(t *testing.T) {
	m := memoryPart()
	init := func(seq int, lo int64) *Request {
		u := plain(lo, lo+16, true)
		c := numbered(returned(t, calls.RecvInit, nil), seq)
		q := &Request{Made: c.Site, Sem: c.Sem, age: int64(seq), number: int32(seq)}
		m.inUse.has(q, m.inUse.keep(calling(c), &u, q))
		m.keepInit(q)
		return q
	}
	freed := init(5, 0x7000)
	block := &Program{Site: at(8)}
	block.is(0x7000, 0x7100)
	m.idleInits(block)
	assert.Equal(t, at(8), freed.GivenBack)
	assert.True(t, freed.Gone.IsZero())
	hit, active, beside, other := init(1, 0x5000), init(2, 0x5010), init(3, 0x6000), init(4, 0x5020)
	active.Active, other.Made.Ring = true, 3
	x := &Program{Site: at(9), Returned: true}
	x.is(0x4000, 0x5800)
	m.idleInits(x)
	assert.Equal(t, at(9), hit.Gone)
	for name, q := range map[string]*Request{"active": active, "elsewhere": beside, "of another thread": other} {
		assert.True(t, q.Gone.IsZero(), name)
	}
	again := &Program{Site: at(10), Returned: true}
	again.is(0x4000, 0x5800)
	m.idleInits(again)
	assert.Equal(t, at(9), hit.Gone, "the first time counts")
	beside.age++ // the storage has become another request
	far := &Program{Site: at(11), Returned: true}
	far.is(0x6000, 0x6010)
	m.idleInits(far)
	assert.True(t, beside.Gone.IsZero())
}

// The datatype of runs is made once for each width and stride, and not without bound.
func TestRunTypes(t *testing.T) {
	m := memoryPart()
	p := &m.programs
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
	assert.False(t, m.recorded() || m.declares())
}

// An argument that fits what is declared for one call on the line is not reported, and is judged once.
func TestJudgedOnce(t *testing.T) {
	m := memoryPart()
	d := &m.declarations
	c := calling(returned(t, calls.Send, nil))
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

// What the operations of a request use is released when records were lost.
func TestForgetMemory(t *testing.T) {
	m := memoryPart()
	reqs := &requests{}
	reqs.begin(readingOf(), &m.inUse)
	q := reqs.posts(t, calls.Irecv, 100, 1)
	u := plain(0x5000, 0x5008, true)
	c := calling(returned(t, calls.Irecv, nil))
	m.inUse.has(q, m.inUse.keep(c, &u, q))
	m.inUse.start(q, &c.recorded)
	assert.True(t, m.inUse.nearBy(0x5000, 0x5008, true))
	reqs.forget()
	assert.False(t, m.inUse.nearBy(0x5000, 0x5008, true), "its memory is not in use")
	assert.Nil(t, m.inUse.of(q))
}

// A reduction that polls may run in: those polls that have found nothing since leave no record.
func TestMayReduce(t *testing.T) {
	m := memoryPart()
	ms := m.messages
	x := &Clash{With: &InUse{Request: &Request{combines: true}, since: 10}}
	assert.False(t, m.mayReduce(x))
	ms.pollFoundNothing(10)
	assert.False(t, m.mayReduce(x))
	ms.pollFoundNothing(11)
	assert.True(t, m.mayReduce(x))
	x.With.Request.combines = false
	assert.False(t, m.mayReduce(x))
	x.With.Request = nil
	assert.False(t, m.mayReduce(x))
}
