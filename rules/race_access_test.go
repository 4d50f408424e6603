package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// step is an action of a rank on a window.
type step func(r *replay.Rank, w int64)

// steps are the actions of a rank, in their order.
func steps(all ...step) step {
	return func(r *replay.Rank, w int64) {
		for _, s := range all {
			s(r, w)
		}
	}
}

// Accesses to ints of rank 2.

func putAt(disp int64) step { return func(r *replay.Rank, w int64) { r.Put(w, 2, disp, 1) } }

func getAt(disp int64) step { return func(r *replay.Rank, w int64) { r.Get(w, 2, disp, 1) } }

func accumulate(datatype, op string) step {
	return func(r *replay.Rank, w int64) {
		d := replay.Type(datatype)
		r.Do("MPI_Accumulate", origin, 1, d, 2, 0, 1, d, replay.Type(op), w)
	}
}

func fetch(op string) step {
	return func(r *replay.Rank, w int64) {
		r.Do("MPI_Fetch_and_op", origin, result, intType, 2, 0, replay.Type(op), w)
	}
}

// fetchOnly has no origin buffer, which MPI_NO_OP ignores.
func fetchOnly(r *replay.Rank, w int64) {
	r.Do("MPI_Get_accumulate", 0, 0, replay.Type("MPI_DATATYPE_NULL"), result, 1, intType, 2, 0, 1, intType, replay.Type("MPI_NO_OP"), w)
}

func swap(r *replay.Rank, w int64) {
	r.Do("MPI_Compare_and_swap", origin, 0x8000, result, intType, 2, 0, w)
}

func rputWait(r *replay.Rank, w int64) { r.Rput(w, 2) }

// columns puts every second int from disp on.
func columns(disp int64) step {
	return func(r *replay.Rank, w int64) {
		v := int64(0x700)
		r.Do("MPI_Type_vector", 4, 1, 2, intType, v, 16, 0, 28, 0, 28)
		r.Do("MPI_Type_commit", v)
		r.Do("MPI_Put", origin, 4, intType, 2, disp, 1, v, w)
		r.Do("MPI_Type_free", v)
	}
}

func flush(r *replay.Rank, w int64) { r.Do("MPI_Win_flush", 2, w) }

func flushLocal(r *replay.Rank, w int64) { r.Do("MPI_Win_flush_local", 2, w) }

func barrier(r *replay.Rank, _ int64) { r.Do("MPI_Barrier", replay.World) }

func tells(to int64) step { return func(r *replay.Rank, _ int64) { sends(r, to, 1, intType) } }

func hears(from int64) step {
	return func(r *replay.Rank, _ int64) { receives(r, from, 1, intType, 4) }
}

func bcast(root int64) step {
	return func(r *replay.Rank, _ int64) { r.Do("MPI_Bcast", origin, 1, intType, root, replay.World) }
}

func ibarrier(r *replay.Rank, _ int64) { r.Do("MPI_Ibarrier", replay.World, 0x4400) }

func ibcast(root int64) step {
	return func(r *replay.Rank, _ int64) {
		r.Do("MPI_Ibcast", origin, 1, intType, root, replay.World, 0x4400)
	}
}

func waits(r *replay.Rank, _ int64) { r.Do("MPI_Wait", 0x4400) }

func tests(flag int64) step { return func(r *replay.Rank, _ int64) { r.Do("MPI_Test", 0x4400, flag) } }

// within puts a step into an epoch of its own, with a lock of rank 2.
func within(exclusive bool, s step) step {
	return func(r *replay.Rank, w int64) {
		kind := r.Shared()
		if exclusive {
			kind = r.Exclusive()
		}
		r.Do("MPI_Win_lock", kind, 2, 0, w)
		s(r, w)
		r.Do("MPI_Win_unlock", 2, w)
	}
}

// contest holds the steps of ranks 0 to 2 on a window.
type contest struct {
	name    string
	does    [3]step
	message string // "": it is right
}

// races is a job in which accesses are compared.
func races(t *testing.T) *replay.Job {
	j := replay.New(t, 3)
	j.Races = true
	return j
}

// in runs the contests with rounds around the steps of each rank.
func in(t *testing.T, rule string, before, after step, all []contest) {
	t.Helper()
	inModel(t, rule, -1, before, after, all)
}

// inModel is in with a window that has a memory model; -1: it is not known.
func inModel(t *testing.T, rule string, model int64, before, after step, all []contest) {
	t.Helper()
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			j := races(t)
			w := allocate(j, model)
			for i, s := range c.does {
				if s == nil {
					s = steps()
				}
				steps(before, s, after)(j.Rank(i), w)
			}
			j.Free(w)
			j.Finalize()
			if c.message == "" {
				j.Silent()
			} else {
				found(t, j, rule, c.message)
			}
		})
	}
}

// allocate creates a window that has a memory model; -1: it is not known.
func allocate(j *replay.Job, model int64) int64 {
	w := j.Handle()
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_allocate", 64, 4, replay.InfoNull, replay.World, 0x10000, w, model)
	})
	return w
}

func lockEvery(r *replay.Rank, w int64) { r.Do("MPI_Win_lock_all", 0, w) }

func unlockEvery(r *replay.Rank, w int64) { r.Do("MPI_Win_unlock_all", w) }

func fenceOnce(r *replay.Rank, w int64) { r.Do("MPI_Win_fence", 0, w) }

func TestRace001Locks(t *testing.T) {
	const both = "^MPI_Put of rank 0 and MPI_Get of rank 1 reach the same 4 bytes of rank 2, from byte 0 of its window on: "
	const here = "completes MPI_(Put|Rput) of rank 0 at its origin only; complete it at the target first, with MPI_Win_flush$"
	in(t, "RACE001", lockEvery, unlockEvery, []contest{
		{"nothing", [3]step{putAt(0), getAt(0)}, "reach the same 4 bytes of rank 2.*: their locks let both in at once"},
		{"flush and barrier", [3]step{steps(putAt(0), flush, barrier), steps(barrier, getAt(0)), barrier}, ""},
		{"barrier before flush", [3]step{steps(putAt(0), barrier, flush), steps(barrier, getAt(0)), barrier},
			both + "rank 1 synchronizes with rank 0 before MPI_Put of rank 0 is complete; call MPI_Win_flush or unlock the window, and"},
		{"flush_local", [3]step{steps(putAt(0), flushLocal, barrier), steps(barrier, getAt(0)), barrier},
			both + "rank 1 waits for rank 0, but MPI_Win_flush_local " + here},
		{"request", [3]step{steps(rputWait, barrier), steps(barrier, getAt(0)), barrier},
			"^MPI_Rput of rank 0 and MPI_Get of rank 1 .*, but MPI_Wait " + here},
		{"message", [3]step{steps(putAt(0), flush, tells(1)), steps(hears(0), getAt(0))}, ""},
		{"message before flush", [3]step{steps(putAt(0), tells(1), flush), steps(hears(0), getAt(0))}, both + "rank 1 synchronizes with rank 0 before MPI_Put of rank 0 is complete"},
		{"chain of messages", [3]step{steps(putAt(0), flush, tells(2)), steps(hears(2), getAt(0)), steps(hears(0), tells(1))}, ""},
		{"message the other way", [3]step{steps(hears(1), putAt(0)), steps(tells(0), getAt(0))}, "reach the same 4 bytes"},
		{"get and message", [3]step{steps(getAt(0), flushLocal, tells(1)), steps(hears(0), putAt(0))}, ""},
		{"broadcast", [3]step{steps(putAt(0), flush, bcast(0)), steps(bcast(0), getAt(0)), bcast(0)}, ""},
		{"broadcast the other way", [3]step{steps(putAt(0), flush, bcast(1)), steps(bcast(1), getAt(0)), bcast(1)},
			both + "their locks let both in at once, and neither rank waits until the other has completed its access; in the MPI_Bcast between the two, " +
				"rank 1 need not wait for rank 0: call MPI_Barrier there, too$"},
		{"nonblocking barrier", [3]step{steps(putAt(0), flush, ibarrier, waits), steps(ibarrier, waits, getAt(0)), steps(ibarrier, waits)}, ""},
		{"not waited for", [3]step{steps(putAt(0), flush, ibarrier, waits), steps(ibarrier, getAt(0), waits), steps(ibarrier, waits)},
			"their locks let both in at once, .* has completed its access; the MPI_Ibarrier of rank 1 is not complete before its access: complete its request first$"},
		{"tested in vain", [3]step{steps(putAt(0), flush, ibarrier, waits), steps(ibarrier, tests(0), getAt(0), waits), steps(ibarrier, waits)},
			"the MPI_Ibarrier of rank 1 is not complete before its access: complete its request first$"},
		{"tested", [3]step{steps(putAt(0), flush, ibarrier, waits), steps(ibarrier, tests(1), getAt(0)), steps(ibarrier, waits)}, ""},
		{"nonblocking broadcast", [3]step{steps(putAt(0), flush, ibcast(0), waits), steps(ibcast(0), getAt(0), waits), steps(ibcast(0), waits)},
			"has completed its access; take exclusive"},
		{"gets", [3]step{getAt(0), getAt(0), getAt(0)}, ""},
		{"other bytes", [3]step{putAt(0), putAt(1), getAt(2)}, ""},
		{"holes", [3]step{columns(0), columns(1)}, ""},
		{"datatypes that meet", [3]step{columns(0), columns(4)}, "reach the same 4 bytes of rank 2"},
		{"accumulates", [3]step{accumulate("MPI_INT", "MPI_SUM"), fetch("MPI_SUM"), fetch("MPI_NO_OP")}, ""},
		{"put and atomic", [3]step{putAt(0), fetch("MPI_SUM")}, "MPI_Fetch_and_op of rank 1"},
		{"put and fetch without an origin", [3]step{putAt(0), fetchOnly}, "MPI_Get_accumulate of rank 1"},
		{"get and accumulate", [3]step{accumulate("MPI_INT", "MPI_SUM"), getAt(0)}, "MPI_Accumulate of rank 0"},
		{"one rank", [3]step{steps(putAt(0), getAt(0))},
			"^MPI_Put of rank 0 and MPI_Get of rank 0 .*: MPI_Get begins before MPI_Put is complete; call MPI_Win_flush between them$"},
		{"one rank, flush", [3]step{steps(putAt(0), flush, getAt(0))}, ""},
		{"one rank, flush_local", [3]step{steps(putAt(0), flushLocal, putAt(0))},
			"the second begins before the first is complete at the target: MPI_Win_flush_local completes it at the origin only"},
		{"one rank, gets", [3]step{steps(getAt(0), flushLocal, putAt(0))}, ""},
		{"one rank, accumulates", [3]step{steps(accumulate("MPI_INT", "MPI_SUM"), accumulate("MPI_INT", "MPI_SUM"), fetch("MPI_NO_OP"))}, ""},
		{"flag", [3]step{steps(putAt(1), flush, accumulate("MPI_INT", "MPI_REPLACE"), flush), steps(fetch("MPI_NO_OP"), flush, getAt(1))}, ""},
		{"flag without flush", [3]step{steps(putAt(1), accumulate("MPI_INT", "MPI_REPLACE"), flush), steps(fetch("MPI_NO_OP"), flush, getAt(1))},
			"from byte 4 of its window on: rank 0 may have set a flag for rank 1, but before MPI_Put of rank 0 is complete; call MPI_Win_flush first, and set the flag after that$"},
	})
}

// rounds repeats a step.
func rounds(n int, s step) step {
	return func(r *replay.Rank, w int64) {
		for range n {
			s(r, w)
		}
	}
}

// Repeated accesses that are no longer kept have no effect on the accesses that are kept.
func TestRace001Again(t *testing.T) {
	puts := rounds(4, steps(putAt(0), flush, putAt(5), flush, getAt(9), flushLocal))
	in(t, "RACE001", lockEvery, unlockEvery, []contest{
		{"first bytes", [3]step{puts, getAt(0)}, "from byte 0 of its window on"},
		{"other bytes", [3]step{puts, getAt(5)}, "from byte 20 of its window on"},
		{"bytes that are read", [3]step{puts, putAt(9)}, "from byte 36 of its window on"},
		{"no bytes of it", [3]step{puts, getAt(6)}, ""},
		{"barrier", [3]step{steps(puts, barrier), steps(barrier, putAt(0), putAt(5), putAt(9)), barrier}, ""},
		{"not complete at the barrier", [3]step{steps(puts, putAt(5), barrier), steps(barrier, getAt(5)), barrier},
			"rank 1 synchronizes with rank 0 before MPI_Put of rank 0 is complete"},
		{"both", [3]step{steps(puts, barrier), steps(barrier, rounds(4, steps(getAt(0), flush, getAt(5), flush))), steps(barrier, putAt(5))},
			"MPI_Get of rank 1 and MPI_Put of rank 2"},
	})
}

func TestRace001LockOfTarget(t *testing.T) {
	in(t, "RACE001", steps(), steps(), []contest{
		{"shared", [3]step{within(false, putAt(0)), within(false, putAt(0))}, "their locks let both in at once, and neither rank waits until the other has completed its access; take exclusive"},
		{"exclusive", [3]step{within(true, putAt(0)), within(true, putAt(0))}, ""},
		{"one exclusive", [3]step{within(true, putAt(0)), within(false, getAt(0)), within(false, getAt(0))}, ""},
		{"unlock and message", [3]step{steps(within(false, putAt(0)), tells(1)), steps(hears(0), within(false, putAt(0)))}, ""},
	})
}

// holding has a rank take an exclusive lock of rank 0, as a mutex, while it makes a step.
func holding(s step) step {
	return func(r *replay.Rank, w int64) {
		r.Do("MPI_Win_lock", r.Exclusive(), 0, 0, w)
		s(r, w)
		r.Do("MPI_Win_unlock", 0, w)
	}
}

// The lock of another target keeps accesses apart as long as the accesses are complete before it is released.
func TestRace001OtherLock(t *testing.T) {
	inside, outside := holding(within(false, putAt(0))), within(false, holding(putAt(0)))
	flushed := within(false, holding(steps(putAt(0), flush)))
	const found = "^MPI_Put of rank 0 and MPI_Put of rank 1|reach the same 4 bytes of rank 2"
	in(t, "RACE001", steps(), steps(), []contest{
		{"complete inside", [3]step{inside, inside, inside}, ""},
		{"flushed inside", [3]step{flushed, flushed, inside}, ""},
		{"again and again", [3]step{rounds(40, flushed), rounds(40, steps(inside, flushed)), rounds(3, inside)}, ""},
		{"complete outside", [3]step{outside, outside}, found},
		{"complete outside at last", [3]step{steps(inside, flushed, outside), steps(rounds(3, inside), outside)}, found},
		{"one is complete outside", [3]step{steps(flushed, outside), rounds(3, flushed)}, found},
		{"one without the lock", [3]step{rounds(3, inside), within(false, putAt(0))}, found},
	})
}

func TestRace001Fences(t *testing.T) {
	noPrecede := func(r *replay.Rank, w int64) { r.Do("MPI_Win_fence", replay.New(t, 1).Flavour.ModeNoPrecede, w) }
	in(t, "RACE001", noPrecede, fenceOnce, []contest{
		{"one epoch", [3]step{putAt(0), putAt(0)},
			"reach the same 4 bytes of rank 2, .*: no fence of both ranks lies between the two accesses; call MPI_Win_fence there$"},
		{"a fence between", [3]step{steps(putAt(0), fenceOnce), steps(fenceOnce, putAt(0)), fenceOnce}, ""},
		{"one rank", [3]step{steps(putAt(0), putAt(0))}, "call MPI_Win_fence between them$"},
		{"other bytes", [3]step{putAt(0), putAt(1), putAt(2)}, ""},
		{"accumulates", [3]step{accumulate("MPI_INT", "MPI_SUM"), accumulate("MPI_INT", "MPI_SUM"), accumulate("MPI_INT", "MPI_SUM")}, ""},
	})
}

// group creates a communicator of some ranks.
func group(members ...int64) step { return groupAs(0x4800, members...) }

func groupAs(comm int64, members ...int64) step {
	return func(r *replay.Rank, _ int64) {
		me := int64(slices.Index(members, int64(r.World())))
		r.With("MPI_Comm_create_group", nil, replay.Words(members), replay.World, r.Group(members...), 5, comm, 0, me)
	}
}

func barrierOn(comm int64) step { return func(r *replay.Rank, _ int64) { r.Do("MPI_Barrier", comm) } }

func sumOn(comm int64) step {
	return func(r *replay.Rank, _ int64) {
		r.Do("MPI_Allreduce", origin, result, 1, intType, replay.Type("MPI_SUM"), comm)
	}
}

// Collective calls of both ranks that are not on a common communicator order nothing.
func TestRace001Apart(t *testing.T) {
	const (
		even, odd = 0x4800, 0x4801
		why       = "has completed its access; the MPI_Barrier of rank 0 after its access is on a communicator that rank 1 is not in: call it on a communicator of both$"
		noWhy     = "has completed its access; take exclusive"
	)
	first, second := groupAs(even, 0, 2), groupAs(odd, 1, 2)
	both := steps(second, first)
	in(t, "RACE001", lockEvery, unlockEvery, []contest{
		{"barriers", [3]step{steps(first, putAt(0), flush, barrierOn(even)), steps(second, barrierOn(odd), getAt(0)), steps(both, barrierOn(odd), barrierOn(even))}, why},
		{"barriers that a rank brings together", [3]step{steps(first, putAt(0), flush, barrierOn(even)), steps(second, barrierOn(odd), getAt(0)),
			steps(both, barrierOn(even), barrierOn(odd))}, ""},
		{"the other rank is first", [3]step{steps(first, barrierOn(even), putAt(0)), steps(second, getAt(0), flush, barrierOn(odd)), steps(both, barrierOn(even), barrierOn(odd))},
			"the MPI_Barrier of rank 1 after its access is on a communicator that rank 0 is not in: call it"},
		{"only one calls it", [3]step{steps(first, putAt(0), flush, barrierOn(even)), getAt(0), steps(first, barrierOn(even))}, noWhy},
		{"before the flush", [3]step{steps(first, putAt(0), barrierOn(even), flush), steps(second, barrierOn(odd), getAt(0)), steps(both, barrierOn(odd), barrierOn(even))}, noWhy},
		{"after the second access", [3]step{steps(first, putAt(0), flush, barrierOn(even)), steps(second, getAt(0), barrierOn(odd)), steps(both, barrierOn(odd), barrierOn(even))}, noWhy},
		{"before both accesses", [3]step{steps(first, barrier, putAt(0), flush, barrierOn(even)), steps(second, barrierOn(odd), barrier, getAt(0)),
			steps(both, barrierOn(odd), barrier, barrierOn(even))}, noWhy},
		{"different calls", [3]step{steps(first, putAt(0), flush, barrierOn(even)), steps(second, sumOn(odd), getAt(0)), steps(both, sumOn(odd), barrierOn(even))}, noWhy},
		{"sums", [3]step{steps(first, putAt(0), flush, sumOn(even)), steps(second, sumOn(odd), getAt(0)), steps(both, sumOn(odd), sumOn(even))},
			"the MPI_Allreduce of rank 0 after its access is on a communicator that rank 1 is not in"},
		{"another thread", [3]step{steps(first, putAt(0), flush, barrierOn(even)), steps(second, byThread(1, barrierOn(odd)), getAt(0)),
			steps(both, barrierOn(odd), barrierOn(even))}, noWhy},
	})
}

// byThread lets another thread do something.
func byThread(n int, s step) step {
	return func(r *replay.Rank, w int64) {
		r.Thread = n
		s(r, w)
		r.Thread = 0
	}
}

// The finding names the calls that seem to order the accesses.
func TestRace001ApartPlaces(t *testing.T) {
	j := races(t)
	w := j.Allocate(64, 4)
	opened := next()
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_lock_all", 0, w) })
	groupAs(0x4800, 0, 2)(j.Rank(0), w)
	groupAs(0x4801, 1, 2)(j.Rank(1), w)
	steps(groupAs(0x4801, 1, 2), groupAs(0x4800, 0, 2))(j.Rank(2), w)
	steps(putAt(0), flush)(j.Rank(0), w)
	one := next()
	j.Rank(0).Do("MPI_Barrier", 0x4800)
	other := next()
	j.Rank(1).Do("MPI_Barrier", 0x4801)
	steps(barrierOn(0x4801), barrierOn(0x4800))(j.Rank(2), w)
	j.Rank(1).Get(w, 2, 0, 1)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_unlock_all", w) })
	j.Free(w)
	j.Finalize()
	f := found(t, j, "RACE001", "is on a communicator that rank 1 is not in")
	shows(t, f, opened, opened, one, other)
	assert.Equal(t, "rank 0 calls MPI_Barrier without rank 1", f.Related[2].Note)
	assert.Equal(t, "rank 1 calls MPI_Barrier without rank 0", f.Related[3].Note)
}

// bridge creates an intercommunicator between rank 0 and another rank.
func bridge(other int64) step {
	return func(r *replay.Rank, _ int64) {
		me := int64(r.World())
		r.With("MPI_Intercomm_create", nil, replay.Words([]int64{me}, []int64{other - me}), replay.Self, 0, replay.World, other-me, 0, 0x4900, 1, 0)
	}
}

func merge(r *replay.Rank, _ int64) {
	r.With("MPI_Intercomm_merge", nil, replay.Words([]int64{0, 1}), 0x4900, 0, 0x4a00, 0, int64(r.World()))
}

// Ranks that create a communicator from a group, or from two, may have waited for each other: races between them are
// not reported, all other races are.
func TestRace001Groups(t *testing.T) {
	in(t, "RACE001", lockEvery, unlockEvery, []contest{
		{"group", [3]step{steps(putAt(0), flush, group(0, 1)), steps(group(0, 1), getAt(0))}, ""},
		{"group before flush", [3]step{steps(putAt(0), group(0, 1), flush), steps(group(0, 1), getAt(0))}, "neither rank waits until the other has"},
		{"group of others", [3]step{steps(putAt(0), flush, group(0, 2)), getAt(0), group(0, 2)}, "neither rank waits until the other has"},
		{"group and message", [3]step{steps(putAt(0), flush, group(0, 2)), steps(hears(2), getAt(0)), steps(group(0, 2), tells(1))}, ""},
		{"after the group", [3]step{steps(group(0, 1), putAt(0), flush), steps(group(0, 1), getAt(0))}, "neither rank waits until the other has"},
		{"intercommunicator", [3]step{steps(putAt(0), flush, bridge(1)), steps(bridge(1), getAt(0))}, ""},
		{"after the intercommunicator", [3]step{steps(bridge(1), putAt(0), flush), steps(bridge(1), getAt(0))}, "neither rank waits until the other has"},
		{"merge", [3]step{steps(bridge(1), putAt(0), flush, merge), steps(bridge(1), merge, getAt(0))}, ""},
		{"after the merge", [3]step{steps(bridge(1), merge, putAt(0), flush), steps(bridge(1), merge, getAt(0))}, "neither rank waits until the other has"},
	})
}

// sendsParts and receivesParts create and start a partitioned message from rank 0 to rank 1.
func sendsParts(r *replay.Rank, _ int64) {
	r.Do("MPI_Psend_init", origin, 4, 1, intType, 1, 3, replay.World, replay.InfoNull, 0x4b00)
	r.Do("MPI_Start", 0x4b00)
}

func receivesParts(r *replay.Rank, _ int64) {
	r.Do("MPI_Precv_init", result, 2, 2, intType, 0, 3, replay.World, replay.InfoNull, 0x4c00)
	r.Do("MPI_Start", 0x4c00)
}

func marks(low, high int64) step {
	return func(r *replay.Rank, _ int64) { r.Do("MPI_Pready_range", low, high, 0x4b00) }
}

func arrived(i, flag int64) step {
	return func(r *replay.Rank, _ int64) { r.Do("MPI_Parrived", 0x4c00, i, flag) }
}

func partsDone(request int64) step {
	return func(r *replay.Rank, _ int64) { r.Do("MPI_Wait", request); r.Do("MPI_Request_free", request) }
}

// A partition is marked before the receiver finds it; no other accesses are ordered.
func TestRace001Partitions(t *testing.T) {
	const race = "MPI_Put of rank 0 and MPI_Get of rank 1"
	before := steps(putAt(0), flush)
	in(t, "RACE001", lockEvery, unlockEvery, []contest{
		{"wait", [3]step{steps(sendsParts, before, marks(0, 3), partsDone(0x4b00)), steps(receivesParts, partsDone(0x4c00), getAt(0))}, ""},
		{"last partition", [3]step{steps(sendsParts, marks(0, 2), before, marks(3, 3), partsDone(0x4b00)), steps(receivesParts, partsDone(0x4c00), getAt(0))}, ""},
		{"arrived", [3]step{steps(sendsParts, marks(0, 1), before, marks(2, 3), partsDone(0x4b00)),
			steps(receivesParts, arrived(1, 1), getAt(0), partsDone(0x4c00))}, ""},
		{"another partition", [3]step{steps(sendsParts, marks(0, 1), before, marks(2, 3), partsDone(0x4b00)),
			steps(receivesParts, arrived(0, 1), getAt(0), partsDone(0x4c00))}, race},
		{"not arrived", [3]step{steps(sendsParts, before, marks(0, 3), partsDone(0x4b00)), steps(receivesParts, arrived(1, 0), getAt(0), partsDone(0x4c00))}, race},
		{"after it is marked", [3]step{steps(sendsParts, marks(0, 3), putAt(0), flush, partsDone(0x4b00)), steps(receivesParts, partsDone(0x4c00), getAt(0))}, race},
		{"start", [3]step{steps(sendsParts, marks(0, 3), partsDone(0x4b00), putAt(0), flush), steps(getAt(0), flush, receivesParts, partsDone(0x4c00))}, race},
	})
}

// A put to an exposure epoch is complete once its target has waited.
func TestRace001Exposure(t *testing.T) {
	accesses := func(s step) step {
		return func(r *replay.Rank, w int64) {
			r.Do("MPI_Win_start", r.Group(2), 0, w)
			s(r, w)
			r.Do("MPI_Win_complete", w)
		}
	}
	exposes := func(to ...int64) step {
		return func(r *replay.Rank, w int64) {
			r.Do("MPI_Win_post", r.Group(to...), 0, w)
			r.Do("MPI_Win_wait", w)
		}
	}
	in(t, "RACE001", steps(), steps(), []contest{
		{"one exposure", [3]step{accesses(putAt(0)), accesses(putAt(0)), exposes(0, 1)}, "MPI_Put of rank . and MPI_Put of rank . reach"},
		{"complete and message", [3]step{steps(accesses(putAt(0)), tells(1)), steps(hears(0), accesses(putAt(0))), exposes(0, 1)},
			"rank 1 synchronizes with rank 0 before MPI_Put of rank 0 is complete; let the target call MPI_Win_wait, and"},
		{"in turn", [3]step{accesses(putAt(0)), accesses(putAt(0)), steps(exposes(0), exposes(1))}, ""},
		{"get and message", [3]step{steps(accesses(getAt(0)), tells(1)), steps(hears(0), accesses(putAt(0))), exposes(0, 1)}, ""},
	})
}

// The finding names both calls, and where their epochs begin.
func TestRace001Places(t *testing.T) {
	j := races(t)
	w := j.Allocate(64, 4)
	opened := next()
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_lock_all", 0, w) })
	first := next()
	j.Rank(0).Put(w, 2, 3, 2)
	j.Rank(0).Do("MPI_Win_flush_local", 2, w)
	here := replay.Here() - 1
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	second := next()
	j.Rank(1).Get(w, 2, 4, 3)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_unlock_all", w) })
	j.Free(w)
	j.Finalize()
	f := found(t, j, "RACE001", "reach the same 4 bytes of rank 2, from byte 16 of its window on")
	assert.Equal(t, second, int(f.Sites[0].PC))
	assert.Equal(t, first, int(f.Sites[1].PC))
	assert.Equal(t, []int{0, 1}, f.Ranks)
	shows(t, f, opened, opened, here)
}

// In a dynamic window the displacement is an address.
func TestRace001Dynamic(t *testing.T) {
	for _, away := range []int64{0, 4} {
		j := races(t)
		w := j.Handle()
		j.Each(func(r *replay.Rank) { r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, w) })
		j.Rank(2).Do("MPI_Win_attach", w, 0x1000, 64)
		j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
		j.Each(func(r *replay.Rank) { r.Do("MPI_Win_lock_all", 0, w) })
		j.Rank(0).Put(w, 2, 0x1000, 1)
		j.Rank(1).Put(w, 2, 0x1000+away, 1)
		j.Each(func(r *replay.Rank) { r.Do("MPI_Win_unlock_all", w) })
		j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
		j.Free(w)
		j.Finalize()
		if away == 0 {
			found(t, j, "RACE001", "reach the same 4 bytes of rank 2: ")
		} else {
			j.Silent()
		}
	}
}

// Rank 2 uses memory of its own window as a buffer.

func sendsCell(to int64) step {
	return func(r *replay.Rank, _ int64) { r.Do("MPI_Send", 0x10000, 1, intType, to, 3, replay.World) }
}

func receivesCell(from int64) step {
	return func(r *replay.Rank, _ int64) {
		r.Do("MPI_Recv", 0x10000, 1, intType, from, 3, replay.World, 0, from, 3, 4)
	}
}

func reduces(into int64) step {
	return func(r *replay.Rank, _ int64) {
		r.Do("MPI_Allreduce", origin, into, 1, intType, replay.Type("MPI_SUM"), replay.World)
	}
}

func getsCell(r *replay.Rank, w int64) { r.Do("MPI_Get", 0x10000, 1, intType, 1, 5, 1, intType, w) }

func putsCell(r *replay.Rank, w int64) { r.Do("MPI_Put", 0x10000, 1, intType, 1, 5, 1, intType, w) }

func flushLocalEvery(r *replay.Rank, w int64) { r.Do("MPI_Win_flush_local_all", w) }

func memorySyncs(r *replay.Rank, w int64) { r.Do("MPI_Win_sync", w) }

// beginsCell begins to send or receive the first bytes of a rank's part of the window; endsCell waits for that.
func beginsCell(name string, peer int64) step {
	return func(r *replay.Rank, _ int64) { r.Do(name, 0x10000, 1, intType, peer, 3, replay.World, 0x4400) }
}

func endsCell(args ...int64) step {
	return func(r *replay.Rank, _ int64) { r.Do("MPI_Wait", append([]int64{0x4400}, args...)...) }
}

// castsCell broadcasts the cell of rank 2 from there.
func castsCell(r *replay.Rank, _ int64) { r.Do("MPI_Bcast", 0x10000, 1, intType, 2, replay.World) }

func castsCellLater(r *replay.Rank, _ int64) {
	r.Do("MPI_Ibcast", 0x10000, 1, intType, 2, replay.World, 0x4400)
	r.Do("MPI_Wait", 0x4400)
}

func receivesCastLater(r *replay.Rank, _ int64) {
	r.Do("MPI_Ibcast", result, 1, intType, 2, replay.World, 0x4400)
}

func TestRace004(t *testing.T) {
	readsFile := func(r *replay.Rank, _ int64) {
		r.With("MPI_File_open", replay.Strings("in"), nil, replay.Self, 0, 8, replay.InfoNull, 0x5500, 0, 0)
		r.Do("MPI_File_read", 0x5500, 0x10000, 1, intType)
		r.Do("MPI_File_close", 0x5500)
	}
	in(t, "RACE004", lockEvery, unlockEvery, []contest{
		{"receive", [3]step{putAt(0), tells(2), receivesCell(1)}, "^MPI_Put of rank 0 writes, and MPI_Recv of rank 2 stores to, the same 4 bytes of rank 2, " +
			"from byte 0 of its window on: neither rank waits until the other has completed its access; complete one access, and let the other rank wait"},
		{"put before the message", [3]step{steps(putAt(0), flush, tells(2)), nil, receivesCell(0)}, ""},
		{"put of another rank before the message", [3]step{steps(putAt(0), flush, tells(1)), steps(hears(0), tells(2)), receivesCell(1)}, ""},
		{"answer", [3]step{steps(tells(2), hears(2), putAt(0)), nil, steps(receivesCell(0), tells(0))}, ""},
		{"get and receive", [3]step{getAt(0), tells(2), receivesCell(1)}, "MPI_Get of rank 0 reads, and MPI_Recv of rank 2 stores to"},
		{"accumulate and receive", [3]step{accumulate("MPI_INT", "MPI_SUM"), tells(2), receivesCell(1)}, "MPI_Accumulate of rank 0 updates, and MPI_Recv"},
		{"fetch and receive", [3]step{fetch("MPI_NO_OP"), tells(2), receivesCell(1)}, "MPI_Fetch_and_op of rank 0 reads, and MPI_Recv"},
		{"send", [3]step{putAt(0), hears(2), sendsCell(1)}, "MPI_Put of rank 0 writes, and MPI_Send of rank 2 loads, the same 4 bytes"},
		{"send that was received", [3]step{steps(hears(2), putAt(0)), nil, sendsCell(0)}, ""},
		{"send and get", [3]step{getAt(0), hears(2), sendsCell(1)}, ""},
		{"broadcast", [3]step{steps(bcast(2), putAt(0)), bcast(2), castsCell},
			"^MPI_Bcast of rank 2 loads, and MPI_Put of rank 0 writes, the same 4 bytes of rank 2, from byte 0 of its window on: " +
				"rank 0 synchronizes with rank 2 before MPI_Bcast of rank 2 is complete"},
		{"broadcast and its root's message", [3]step{steps(bcast(2), hears(2), putAt(0)), bcast(2), steps(castsCell, tells(0))}, ""},
		{"broadcast and the other receiver's message", [3]step{steps(bcast(2), hears(1), putAt(0)), steps(bcast(2), tells(0)), castsCell}, ""},
		{"message before the broadcast", [3]step{steps(hears(1), bcast(2), putAt(0)), steps(tells(0), bcast(2)), castsCell}, "^MPI_Bcast of rank 2 loads, and MPI_Put of rank 0 writes"},
		{"broadcast of other bytes", [3]step{steps(bcast(2), putAt(1)), bcast(2), castsCell}, ""},
		{"nonblocking broadcast", [3]step{steps(ibcast(2), waits, putAt(0)), steps(ibcast(2), waits), castsCellLater}, "^MPI_Ibcast of rank 2 loads, and MPI_Put of rank 0 writes"},
		{"nonblocking broadcast, received", [3]step{steps(ibcast(2), waits, hears(1), putAt(0)), steps(ibcast(2), waits, tells(0)), castsCellLater}, ""},
		{"nonblocking broadcast, not yet received", [3]step{steps(ibcast(2), waits, hears(1), putAt(0)), steps(receivesCastLater, tells(0), waits), castsCellLater}, "^MPI_Ibcast of rank 2 loads, and MPI_Put of rank 0 writes"},
		{"other bytes", [3]step{putAt(1), tells(2), receivesCell(1)}, ""},
		{"nonblocking send", [3]step{steps(barrier, putAt(0)), steps(hears(2), barrier), steps(beginsCell("MPI_Isend", 1), barrier, endsCell())},
			"MPI_Isend of rank 2 loads, and MPI_Put of rank 0 writes, .*: rank 0 synchronizes with rank 2 before MPI_Isend of rank 2 is complete; let rank 2 complete its request, with MPI_Wait for example"},
		{"complete send", [3]step{steps(barrier, putAt(0)), steps(hears(2), barrier), steps(beginsCell("MPI_Isend", 1), endsCell(), barrier)}, ""},
		{"nonblocking receive", [3]step{steps(putAt(0), flush, barrier), steps(tells(2), barrier), steps(beginsCell("MPI_Irecv", 1), barrier, endsCell(0, 1, 3, 4))},
			"MPI_Put of rank 0 writes, and MPI_Irecv of rank 2 stores to"},
		{"nonblocking receive of what comes later", [3]step{steps(putAt(0), flush, tells(1)), steps(hears(0), tells(2)), steps(beginsCell("MPI_Irecv", 1), endsCell(0, 1, 3, 4))}, ""},
		{"reduction", [3]step{steps(reduces(result), getAt(0)), reduces(result), reduces(0x10000)},
			"MPI_Allreduce of rank 2 stores to, and MPI_Get of rank 0 reads, the same 4 bytes"},
		{"reduction and barrier", [3]step{steps(reduces(result), barrier, getAt(0)), steps(reduces(result), barrier), steps(reduces(0x10000), barrier)}, ""},
		{"before the reduction", [3]step{steps(putAt(0), flush, reduces(result)), reduces(result), reduces(0x10000)}, ""},
		{"file", [3]step{putAt(0), nil, readsFile}, "MPI_File_read of rank 2 stores to"},
		{"result of a get", [3]step{putAt(0), nil, getsCell}, "MPI_Put of rank 0 writes, and MPI_Get of rank 2 stores to"},
		{"result and flush_local", [3]step{steps(barrier, putAt(0)), barrier, steps(getsCell, flushLocalEvery, barrier)}, ""},
		{"result before flush_local", [3]step{steps(barrier, putAt(0)), barrier, steps(getsCell, barrier, flushLocalEvery)}, "MPI_Get of rank 2 stores to"},
		{"data of a put", [3]step{putAt(0), nil, putsCell}, "MPI_Put of rank 0 writes, and MPI_Put of rank 2 loads"},
		{"own put", [3]step{hears(2), nil, steps(putAt(0), sendsCell(0))}, "MPI_Put of rank 2 writes, and MPI_Send of rank 2 loads, .*: MPI_Send begins before MPI_Put is complete; call MPI_Win_flush"},
		{"own put and flush", [3]step{hears(2), nil, steps(putAt(0), flush, sendsCell(0))}, ""},
		{"sync", [3]step{steps(putAt(0), flush, putAt(1), flush), hears(2), steps(memorySyncs, sendsCell(1))}, ""},
	})
	in(t, "RACE004", steps(), steps(), []contest{
		{"own exclusive lock", [3]step{within(false, putAt(0)), tells(2), within(true, receivesCell(1))}, ""},
		{"their exclusive lock", [3]step{within(true, putAt(0)), tells(2), within(false, receivesCell(1))}, ""},
		{"no lock of its own", [3]step{within(true, putAt(0)), tells(2), receivesCell(1)}, "MPI_Recv of rank 2 stores to"},
		{"shared locks", [3]step{within(false, putAt(0)), tells(2), within(false, receivesCell(1))}, "MPI_Recv of rank 2 stores to"},
	})
	in(t, "RACE004", fenceOnce, fenceOnce, []contest{
		{"fence epoch", [3]step{putAt(0), tells(2), receivesCell(1)}, "no fence of both ranks lies between the two accesses; call MPI_Win_fence"},
		{"next fence epoch", [3]step{steps(putAt(0), fenceOnce), steps(fenceOnce, tells(2)), steps(fenceOnce, receivesCell(1))}, ""},
		{"own get in the epoch", [3]step{steps(fenceOnce, putAt(0)), fenceOnce, steps(getsCell, fenceOnce)}, ""},
	})
}

// Rank 2 looks at its own window with a lock of its own, or by MPI_Win_sync.
// A lock of all targets keeps an operation on a rank's own memory apart from accesses under an exclusive lock as long as
// the operation is complete before the lock is released.
func TestRace004LockOfAllTargets(t *testing.T) {
	put, begin, end := within(true, putAt(0)), beginsCell("MPI_Irecv", 1), endsCell(0, 1, 3, 4)
	in(t, "RACE004", steps(), steps(), []contest{
		{"complete inside", [3]step{put, tells(2), steps(lockEvery, begin, end, unlockEvery)}, ""},
		{"complete outside", [3]step{put, tells(2), steps(lockEvery, begin, unlockEvery, end)},
			"^MPI_Put of rank 0 writes, and MPI_Irecv of rank 2 stores to, the same 4 bytes of rank 2"},
		{"complete outside at last", [3]step{put, steps(tells(2), tells(2)),
			steps(lockEvery, begin, end, unlockEvery, lockEvery, begin, unlockEvery, end)},
			"^MPI_Put of rank 0 writes, and MPI_Irecv of rank 2 stores to, the same 4 bytes of rank 2"},
	})
}

func TestRace004Polled(t *testing.T) {
	const loads = "^MPI_Put of rank 0 writes, and MPI_Send of rank 2 loads, the same 4 bytes of rank 2"
	looks := func(exclusive bool) step { return within(exclusive, steps()) }
	putBoth := steps(putAt(0), putAt(1))
	flagLast := steps(within(false, putAt(0)), within(false, putAt(1)), hears(2))
	in(t, "RACE004", steps(), steps(), []contest{
		{"exclusive lock", [3]step{flagLast, nil, steps(looks(true), sendsCell(0))}, ""},
		{"shared lock", [3]step{flagLast, nil, steps(looks(false), sendsCell(0))}, ""},
		{"no lock", [3]step{flagLast, nil, sendsCell(0)}, loads},
		{"lock of another rank", [3]step{flagLast, nil, steps(func(r *replay.Rank, w int64) {
			r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
			r.Do("MPI_Win_unlock", 1, w)
		}, sendsCell(0))}, loads},
		{"flag first", [3]step{steps(within(false, putAt(1)), within(false, putAt(0)), hears(2)), nil, steps(looks(false), sendsCell(0))}, loads},
		{"data is the flag", [3]step{steps(within(false, putAt(0)), hears(2)), nil, steps(looks(true), sendsCell(0))}, ""},
		{"both with one exclusive lock", [3]step{steps(within(true, putBoth), hears(2)), nil, steps(looks(false), sendsCell(0))}, ""},
		{"both flushed with one exclusive lock", [3]step{steps(within(true, steps(putBoth, flush)), hears(2)), nil, steps(looks(false), sendsCell(0))}, ""},
		{"flag first with one exclusive lock", [3]step{steps(within(true, steps(putAt(1), flush, putAt(0))), hears(2)), nil, steps(looks(false), sendsCell(0))}, ""},
		{"both with one shared lock", [3]step{steps(within(false, putBoth), hears(2)), nil, steps(looks(true), sendsCell(0))}, ""},
		{"both with shared locks", [3]step{steps(within(false, putBoth), hears(2)), nil, steps(looks(false), sendsCell(0))}, loads},
		{"looked at before", [3]step{steps(barrier, flagLast), barrier, steps(looks(true), barrier, sendsCell(0))}, loads},
	})
	putTo1 := func(r *replay.Rank, w int64) {
		r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
		r.Put(w, 1, 0, 1)
		r.Do("MPI_Win_unlock", 1, w)
	}
	in(t, "RACE001", steps(), steps(), []contest{
		{"own flag", [3]step{steps(within(false, getAt(1)), putTo1), nil, steps(putTo1, looks(true))}, ""},
		{"own flag, exclusive", [3]step{steps(within(true, getAt(1)), putTo1), nil, steps(putTo1, looks(true))}, ""},
		{"without a look", [3]step{putTo1, nil, steps(putTo1, looks(true))}, "^MPI_Put of rank 0 and MPI_Put of rank 2 reach the same 4 bytes of rank 1"},
		{"own flag first", [3]step{steps(within(false, getAt(1)), putTo1), nil, steps(looks(true), putTo1)},
			"^MPI_Put of rank 0 and MPI_Put of rank 2 reach the same 4 bytes of rank 1"},
	})
}

// loadsAgain loads the first cell of its window n times, at one place of the program.
func loadsAgain(n int) step {
	return func(r *replay.Rank, w int64) {
		for range n {
			r.Do("MPI_Win_sync", w)
			loads(r, w)
		}
	}
}

// loadsFirst loads at a place of its own.
func loadsFirst(r *replay.Rank, _ int64) { r.Load(0x10000, 4) }

// loadsLater waits for rank 1 between the first load at a place and the loads that follow.
func loadsLater(n int) step {
	return func(r *replay.Rank, w int64) {
		for i := range n {
			if loads(r, w); i == 0 {
				hears(1)(r, w)
			}
		}
	}
}

// polls loads the first cell of its window n times.
func polls(n int) step {
	return func(r *replay.Rank, w int64) {
		for range n {
			memorySyncs(r, w)
			r.Do("MPI_Reduce_local", 0x10000, result, 1, intType, replay.Type("MPI_SUM"))
		}
	}
}

func TestRaceModels(t *testing.T) {
	f := replay.New(t, 1).Flavour
	receivesOther := func(r *replay.Rank, _ int64) { r.Do("MPI_Recv", 0x10020, 1, intType, 1, 3, replay.World, 0, 1, 3, 4) }
	for _, c := range []struct {
		name     string
		model    int64
		does     [3]step
		rule     string // "": silent
		severity rules.Severity
		message  string
	}{
		{"load", f.WinUnified, [3]step{putAt(0), hears(2), sendsCell(1)}, "RACE004", rules.Warning, "; the window has the unified memory model, in which this is valid"},
		{"load", f.WinSeparate, [3]step{putAt(0), hears(2), sendsCell(1)}, "RACE004", rules.Error, "; the separate memory model, which the window has, does not allow it$"},
		{"load", -1, [3]step{putAt(0), hears(2), sendsCell(1)}, "RACE004", rules.Warning, "; in the unified memory model this is valid"},
		{"store and get", f.WinUnified, [3]step{getAt(0), tells(2), receivesCell(1)}, "RACE004", rules.Warning, "the unified memory model"},
		{"store and get", f.WinSeparate, [3]step{getAt(0), tells(2), receivesCell(1)}, "RACE004", rules.Error, "the separate memory model"},
		{"store and put", f.WinUnified, [3]step{putAt(0), tells(2), receivesCell(1)}, "RACE004", rules.Error, "neither rank waits until the other has completed its access; complete one access, and let the other rank wait for a message or a barrier that follows$"},
		{"store and put", f.WinSeparate, [3]step{putAt(0), tells(2), receivesCell(1)}, "RACE004", rules.Error, "neither rank waits until the other has completed its access; complete one access, and let the other rank wait for a message or a barrier that follows$"},
		{"polled", f.WinUnified, [3]step{putAt(0), nil, polls(2)}, "", 0, ""},
		{"polled once", f.WinUnified, [3]step{putAt(0), nil, polls(1)}, "RACE004", rules.Warning, "MPI_Reduce_local of rank 2 loads"},
		{"polled, replaced", f.WinUnified, [3]step{accumulate("MPI_INT", "MPI_REPLACE"), nil, polls(1)}, "", 0, ""},
		{"polled by loads", f.WinUnified, [3]step{putAt(0), nil, loadsAgain(2)}, "", 0, ""},
		{"polled by many loads", f.WinUnified, [3]step{putAt(0), nil, loadsAgain(20)}, "", 0, ""},
		{"polled after a test", f.WinUnified, [3]step{putAt(0), nil, steps(loadsFirst, loadsAgain(2))}, "", 0, ""},
		{"polled after news", f.WinUnified, [3]step{putAt(0), tells(2), steps(loadsFirst, hears(1), loadsAgain(2))}, "RACE004", rules.Warning, "a load of rank 2 reads"},
		{"polled later", f.WinUnified, [3]step{putAt(0), tells(2), loadsLater(3)}, "", 0, ""},
		{"loaded twice, with news between", f.WinUnified, [3]step{putAt(0), tells(2), loadsLater(2)}, "RACE004", rules.Warning, "a load of rank 2 reads"},
		{"loaded once", f.WinUnified, [3]step{putAt(0), nil, loadsAgain(1)}, "RACE004", rules.Warning, "a load of rank 2 reads"},
		{"counter polled by loads", f.WinUnified, [3]step{accumulate("MPI_INT", "MPI_SUM"), accumulate("MPI_INT", "MPI_SUM"), loadsAgain(3)}, "", 0, ""},
		{"polled", f.WinSeparate, [3]step{putAt(0), nil, polls(2)}, "RACE004", rules.Error, "MPI_Reduce_local of rank 2 loads"},
		{"other bytes", f.WinUnified, [3]step{putAt(0), tells(2), receivesOther}, "", 0, ""},
		{"other bytes", -1, [3]step{putAt(0), tells(2), receivesOther}, "", 0, ""},
		{"other bytes", f.WinSeparate, [3]step{putAt(0), tells(2), receivesOther}, "RACE005", rules.Error,
			"^MPI_Put of rank 0 writes, and MPI_Recv of rank 2 stores to, different bytes of rank 2 in the same window, which has the separate memory model: neither rank waits"},
		{"other bytes, own put", f.WinSeparate, [3]step{nil, tells(2), steps(putAt(0), receivesOther)}, "RACE005", rules.Error, "MPI_Put of rank 2 writes, and MPI_Recv of rank 2 stores to"},
		{"other bytes, accumulate", f.WinSeparate, [3]step{accumulate("MPI_INT", "MPI_SUM"), tells(2), receivesOther}, "RACE005", rules.Error, "MPI_Accumulate of rank 0 updates"},
		{"other bytes, get", f.WinSeparate, [3]step{getAt(0), tells(2), receivesOther}, "", 0, ""},
		{"other bytes, load", f.WinSeparate, [3]step{putAt(1), hears(2), sendsCell(1)}, "", 0, ""},
		{"other bytes, ordered", f.WinSeparate, [3]step{steps(putAt(0), flush, tells(1)), steps(hears(0), tells(2)), steps(memorySyncs, receivesOther)}, "", 0, ""},
	} {
		t.Run(fmt.Sprintf("%s, %d", c.name, c.model), func(t *testing.T) {
			j := races(t)
			w := allocate(j, c.model)
			for i, s := range c.does {
				if s == nil {
					s = steps()
				}
				steps(lockEvery, s, unlockEvery)(j.Rank(i), w)
			}
			j.Free(w)
			j.Finalize()
			if c.rule == "" {
				j.Silent()
				return
			}
			x := found(t, j, c.rule, c.message)
			assert.Equal(t, c.severity, x.Severity)
		})
	}
}

func TestRace002(t *testing.T) {
	sum, product := accumulate("MPI_INT", "MPI_SUM"), accumulate("MPI_INT", "MPI_PROD")
	draws, resets := steps(fetch("MPI_SUM"), flush), steps(accumulate("MPI_INT", "MPI_REPLACE"), flush)
	in(t, "RACE002", lockEvery, unlockEvery, []contest{
		{"operations", [3]step{sum, product}, "^MPI_Accumulate of rank . and MPI_Accumulate of rank . reach the same 4 bytes of rank 2, " +
			"from byte 0 of its window on, with MPI_(SUM and MPI_PROD|PROD and MPI_SUM): "},
		{"datatypes", [3]step{sum, accumulate("MPI_UNSIGNED", "MPI_SUM")}, ", as MPI_(INT and MPI_UNSIGNED|UNSIGNED and MPI_INT): "},
		{"fetched", [3]step{fetch("MPI_MAX"), accumulate("MPI_INT", "MPI_MIN")}, "with MPI_(MAX and MPI_MIN|MIN and MPI_MAX)"},
		{"flush_local", [3]step{steps(sum, flushLocal, barrier), steps(barrier, product), barrier},
			"with MPI_SUM and MPI_PROD: rank 1 waits for rank 0, but MPI_Win_flush_local completes MPI_Accumulate of rank 0 at its origin only"},
		{"the same", [3]step{sum, sum, sum}, ""},
		{"no_op", [3]step{sum, fetch("MPI_NO_OP"), accumulate("MPI_INT", "MPI_SUM")}, ""},
		{"swap", [3]step{swap, fetch("MPI_NO_OP"), swap}, ""},
		{"swap and replace", [3]step{swap, accumulate("MPI_INT", "MPI_REPLACE")}, ""},
		{"names", [3]step{sum, accumulate("MPI_INT32_T", "MPI_SUM")}, ""},
		{"reset before sums", [3]step{steps(resets, draws), draws}, "with MPI_(REPLACE and MPI_SUM|SUM and MPI_REPLACE): "},
		{"reset before sums, and a look at it", [3]step{steps(resets, draws), steps(fetch("MPI_NO_OP"), flush, draws)}, ""},
		{"reset before sums, and a barrier", [3]step{steps(resets, barrier, draws), steps(barrier, draws), barrier}, ""},
		{"one rank", [3]step{steps(sum, product, accumulate("MPI_INT", "MPI_REPLACE"))}, ""},
		{"in turn", [3]step{steps(sum, flush, barrier), steps(barrier, product), barrier}, ""},
		{"one rank, another size", [3]step{steps(sum, accumulate("MPI_DOUBLE", "MPI_SUM"))},
			"^two MPI_Accumulate calls of rank 0 .*, as MPI_INT and MPI_DOUBLE: the second begins before the first is complete; call MPI_Win_flush"},
		{"one rank, another size after a flush", [3]step{steps(sum, flush, accumulate("MPI_DOUBLE", "MPI_SUM"))}, ""},
		{"one rank, the same size", [3]step{steps(sum, accumulate("MPI_UNSIGNED", "MPI_SUM"))}, ""},
		{"half of an element", [3]step{addsAt("MPI_C_DOUBLE_COMPLEX", 0), addsAt("MPI_C_DOUBLE_COMPLEX", 2)},
			", as elements of MPI_C_DOUBLE_COMPLEX that overlap in part: "},
		{"one rank, half of an element", [3]step{steps(addsAt("MPI_C_DOUBLE_COMPLEX", 0), addsAt("MPI_C_DOUBLE_COMPLEX", 2))},
			", as elements of MPI_C_DOUBLE_COMPLEX that overlap in part: the second begins before"},
		{"elements side by side", [3]step{addsAt("MPI_C_DOUBLE_COMPLEX", 0), addsAt("MPI_C_DOUBLE_COMPLEX", 4)}, ""},
	})
	loose := func(order string) step {
		return func(r *replay.Rank, w int64) {
			r.Do("MPI_Win_set_info", w, r.Info("accumulate_ordering", order))
			lockEvery(r, w)
		}
	}
	in(t, "RACE002", loose("none"), unlockEvery, []contest{
		{"one rank, no order", [3]step{steps(sum, product)}, "with MPI_SUM and MPI_PROD, and accumulate_ordering leaves their order open: the second begins"},
		{"one rank, no order, flush", [3]step{steps(sum, flush, product)}, ""},
		{"one rank, no order, the same", [3]step{steps(sum, sum, fetch("MPI_NO_OP"))}, ""},
	})
	same := func(ops string) step {
		return func(r *replay.Rank, w int64) {
			r.Do("MPI_Win_set_info", w, r.Info("accumulate_ops", ops))
			lockEvery(r, w)
		}
	}
	in(t, "RACE002", same("same_op"), unlockEvery, []contest{
		{"no_op, of one operation", [3]step{sum, fetch("MPI_NO_OP")}, "with MPI_(SUM and MPI_NO_OP|NO_OP and MPI_SUM): "},
		{"no_op alone", [3]step{fetch("MPI_NO_OP"), fetch("MPI_NO_OP")}, ""},
		{"one operation", [3]step{sum, sum}, ""},
	})
	in(t, "RACE002", same("same_op_no_op"), unlockEvery, []contest{{"no_op, allowed", [3]step{sum, fetch("MPI_NO_OP")}, ""}})
	in(t, "RACE002", loose("waw"), unlockEvery, []contest{{"one rank, writes in order", [3]step{steps(sum, product)}, ""}})
}

func addsAt(datatype string, disp int64) step {
	return func(r *replay.Rank, w int64) {
		d := replay.Type(datatype)
		r.Do("MPI_Accumulate", origin, 1, d, 2, disp, 1, d, replay.Type("MPI_SUM"), w)
	}
}

func TestWin012(t *testing.T) {
	for _, c := range []struct {
		name    string
		away    int64 // where the second window begins in the first one, in bytes
		does    func(a, b *replay.Rank, w, v int64)
		message string
	}{
		{"puts", 0, func(a, b *replay.Rank, w, v int64) { a.Put(w, 2, 0, 1); b.Put(v, 2, 0, 1) },
			"^MPI_Put of rank 0 and MPI_Put of rank 1 reach the same 4 bytes of rank 2 through window .* and window "},
		{"one rank", 0, func(a, _ *replay.Rank, w, v int64) { a.Put(w, 2, 0, 1); a.Put(v, 2, 0, 1) }, "^two MPI_Put calls of rank 0 reach the same"},
		{"shifted", 8, func(a, b *replay.Rank, w, v int64) { a.Put(w, 2, 3, 1); b.Get(v, 2, 1, 1) }, "reach the same 4 bytes of rank 2"},
		{"accumulates", 0, func(a, b *replay.Rank, w, v int64) {
			accumulate("MPI_INT", "MPI_SUM")(a, w)
			accumulate("MPI_INT", "MPI_SUM")(b, v)
		}, "MPI_Accumulate of rank 0 and MPI_Accumulate of rank 1"},
		{"flush of the other", 0, func(a, b *replay.Rank, w, v int64) {
			a.Put(w, 2, 0, 1)
			flush(a, v)
			tells(1)(a, 0)
			hears(0)(b, 0)
			b.Put(v, 2, 0, 1)
		}, "rank 1 synchronizes with rank 0 before MPI_Put of rank 0 is complete"},
		{"in turn", 0, func(a, b *replay.Rank, w, v int64) {
			a.Put(w, 2, 0, 1)
			flush(a, w)
			tells(1)(a, 0)
			hears(0)(b, 0)
			b.Put(v, 2, 0, 1)
		}, ""},
		{"gets", 0, func(a, b *replay.Rank, w, v int64) { a.Get(w, 2, 0, 1); b.Get(v, 2, 0, 1) }, ""},
		{"other bytes", 0, func(a, b *replay.Rank, w, v int64) { a.Put(w, 2, 0, 1); b.Put(v, 2, 1, 1) }, ""},
		{"side by side", 32, func(a, b *replay.Rank, w, v int64) { a.Put(w, 2, 0, 1); b.Put(v, 2, 0, 1) }, ""},
		{"other targets", 0, func(a, b *replay.Rank, w, v int64) { a.Put(w, 2, 0, 1); b.Put(v, 1, 0, 1) }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := races(t)
			j.Each(func(r *replay.Rank) { r.Do("MPI_Alloc_mem", 64, replay.InfoNull, 0x1000) })
			w, v := j.Create(0x1000, 32, 4), j.Create(0x1000+c.away, 32, 4)
			j.Each(func(r *replay.Rank) { lockEvery(r, w); lockEvery(r, v) })
			c.does(j.Rank(0), j.Rank(1), w, v)
			j.Each(func(r *replay.Rank) { unlockEvery(r, w); unlockEvery(r, v) })
			j.Free(v)
			j.Free(w)
			j.Finalize()
			if c.message == "" {
				j.Silent()
			} else {
				found(t, j, "WIN012", c.message)
			}
		})
	}
}

// In the separate memory model, all bytes of windows that share memory count as one.
func TestWin012Separate(t *testing.T) {
	for _, c := range []struct {
		name    string
		model   int64
		away    int64
		does    [2]step
		message string
	}{
		{"puts", 1, 0, [2]step{putAt(0), putAt(1)}, "^MPI_Put of rank 0 and MPI_Put of rank 1 change memory of rank 2 that window .* and window .* share, in the separate memory model: "},
		{"puts, unified", 0, 0, [2]step{putAt(0), putAt(1)}, ""},
		{"put and get", 1, 0, [2]step{putAt(0), getAt(1)}, ""},
		{"side by side", 1, 32, [2]step{putAt(0), putAt(1)}, ""},
		{"in turn", 1, 0, [2]step{steps(putAt(0), flush, tells(1)), steps(hears(0), putAt(1))}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := races(t)
			create := func(base int64) int64 {
				w := j.Handle()
				j.Each(func(r *replay.Rank) {
					r.Do("MPI_Win_create", base, 32, 4, replay.InfoNull, replay.World, w, 1, c.model)
				})
				return w
			}
			j.Each(func(r *replay.Rank) { r.Do("MPI_Alloc_mem", 64, replay.InfoNull, 0x1000) })
			w, v := create(0x1000), create(0x1000+c.away)
			j.Each(func(r *replay.Rank) { lockEvery(r, w); lockEvery(r, v) })
			c.does[0](j.Rank(0), w)
			c.does[1](j.Rank(1), v)
			j.Each(func(r *replay.Rank) { unlockEvery(r, w); unlockEvery(r, v) })
			j.Free(v)
			j.Free(w)
			j.Finalize()
			if c.message == "" {
				j.Silent()
			} else {
				found(t, j, "WIN012", c.message)
			}
		})
	}
}

// A finding names all loads and stores that conflict with the same call.
func TestRaceNamesAll(t *testing.T) {
	j := replay.New(t, 2)
	j.Races = true
	w := j.Allocate(64, 4)
	j.Fence(0, w)
	j.Rank(1).Put(w, 0, 0, 16)
	r := j.Rank(0)
	r.Store(0x10000, 8)
	r.Store(0x10020, 4)
	r.Store(0x10030, 4)
	j.Fence(0, w)
	j.Free(w)
	j.Finalize()
	f := found(t, j, "RACE004", "the same 8 bytes of rank 0")
	assert.Equal(t, int64(3), f.Count)
	var too []string
	for _, x := range f.Related {
		if strings.HasSuffix(x.Note, ", too") {
			too = append(too, x.Note)
		}
	}
	assert.Equal(t, []string{"this store conflicts with that call, too", "this store conflicts with that call, too"}, too)
}
