package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// Loads and stores of the program itself: they access the first cell of the window, in the memory of its rank.

func loads(r *replay.Rank, _ int64) { r.Load(0x10000, 4) }

func stores(r *replay.Rank, _ int64) { r.Store(0x10000, 4) }

func atomically(does event.AccessFlags) step {
	return func(r *replay.Rank, _ int64) { r.Runs(does|event.AccessAtomic, 0x10000, 4, 1, 0) }
}

func runs(does event.AccessFlags, addr, n, times, stride int64) step {
	return func(r *replay.Rank, _ int64) { r.Runs(does, addr, n, times, stride) }
}

func bits(does event.AccessFlags, addr, unit int64, words ...int64) step {
	return func(r *replay.Rank, _ int64) { r.Bits(does, addr, unit, words...) }
}

func TestRace004Program(t *testing.T) {
	const w = event.AccessWrites
	in(t, "RACE004", lockEvery, unlockEvery, []contest{
		{"store and put", [3]step{putAt(0), nil, stores}, "^MPI_Put of rank 0 writes, and a store of rank 2 changes, the same 4 bytes of rank 2, " +
			"from byte 0 of its window on: neither rank waits until the other has completed its access; complete one access, and let the other rank wait"},
		{"load and put", [3]step{putAt(0), nil, loads}, "MPI_Put of rank 0 writes, and a load of rank 2 reads, the same 4 bytes"},
		{"store and get", [3]step{getAt(0), nil, stores}, "MPI_Get of rank 0 reads, and a store of rank 2 changes"},
		{"store and accumulate", [3]step{accumulate("MPI_INT", "MPI_SUM"), nil, stores}, "MPI_Accumulate of rank 0 updates, and a store of rank 2 changes"},
		{"load and get", [3]step{getAt(0), nil, loads}, ""},
		{"atomic load", [3]step{putAt(0), nil, atomically(0)}, ""},
		{"atomic store and get", [3]step{getAt(0), nil, atomically(w)}, ""},
		{"atomic store and put", [3]step{putAt(0), nil, atomically(w)}, "MPI_Put of rank 0 writes, and an atomic store of rank 2"},
		{"before the barrier", [3]step{steps(barrier, putAt(0)), barrier, steps(stores, barrier)}, ""},
		{"after the barrier", [3]step{steps(putAt(0), flush, barrier), barrier, steps(barrier, stores)}, ""},
		{"after the barrier, not complete", [3]step{steps(putAt(0), barrier), barrier, steps(barrier, stores)},
			"MPI_Put of rank 0 writes, and a store of rank 2 changes, .*: rank 2 synchronizes with rank 0 before MPI_Put of rank 0 is complete; call MPI_Win_flush or unlock the window, and"},
		{"barriers apart", [3]step{steps(groupAs(0x4800, 0, 1), putAt(0), flush, barrierOn(0x4800)), steps(groupAs(0x4801, 1, 2), groupAs(0x4800, 0, 1), barrierOn(0x4801), barrierOn(0x4800)),
			steps(groupAs(0x4801, 1, 2), barrierOn(0x4801), stores)}, "and a store of rank 2 .*; the MPI_Barrier of rank 0 after its access is on a communicator that rank 2 is not in: call it"},
		{"beside the barrier", [3]step{steps(barrier, putAt(0), flush), barrier, steps(barrier, stores)}, "MPI_Put of rank 0 writes, and a store of rank 2"},
		{"message", [3]step{steps(putAt(0), flush, tells(2)), nil, steps(hears(0), loads)}, ""},
		{"before the message", [3]step{steps(putAt(0), flush, tells(2)), nil, steps(loads, hears(0))}, "a load of rank 2 reads"},
		{"over two ranks", [3]step{steps(putAt(0), flush, tells(1)), steps(hears(0), tells(2)), steps(hears(1), stores)}, ""},
		{"other bytes", [3]step{putAt(1), nil, stores}, ""},
		{"own put", [3]step{nil, nil, steps(putAt(0), loads)}, "^MPI_Put of rank 2 writes, and a load of rank 2 reads, .*: the load begins before MPI_Put is complete; call MPI_Win_flush"},
		{"own put and flush", [3]step{nil, nil, steps(putAt(0), flush, loads)}, ""},
		{"own put and flush_local", [3]step{nil, nil, steps(putAt(0), flushLocal, loads)}, ": the load begins before MPI_Put is complete at the target: MPI_Win_flush_local"},
		{"before the own put", [3]step{nil, nil, steps(loads, stores, putAt(0))}, ""},
		{"own get and load", [3]step{nil, nil, steps(getAt(0), loads)}, ""},
		{"own get and store", [3]step{nil, nil, steps(getAt(0), stores)}, "MPI_Get of rank 2 reads, and a store of rank 2 changes"},
		{"column over it", [3]step{putAt(2), nil, runs(w, 0x10000, 4, 5, 8)}, "a store of rank 2 changes, the same 4 bytes of rank 2, from byte 8"},
		{"column beside it", [3]step{putAt(1), nil, runs(w, 0x10000, 4, 1000000, 8)}, ""},
		{"column from above", [3]step{putAt(2), nil, runs(w, 0x10020, 4, 5, -8)}, "from byte 8"},
		{"row that begins before the window", [3]step{putAt(2), nil, runs(w, 0xf000, 0x2000, 1, 0)}, "the same 4 bytes of rank 2, from byte 8"},
		{"bits over it", [3]step{putAt(3), nil, bits(w, 0xfff0, 4, 0x88)}, "the same 4 bytes of rank 2, from byte 12"},
		{"bits beside it", [3]step{putAt(2), nil, bits(w, 0xfff0, 4, 0x88, 1)}, ""},
		{"memory of no window", [3]step{putAt(0), nil, runs(w, 0x20000, 4, 5, 8)}, ""},
		{"sync", [3]step{steps(putAt(0), flush, putAt(1), flush), nil, steps(memorySyncs, loads)}, ""},
		{"flag", [3]step{steps(putAt(0), flush, putAt(1)), nil, steps(atomicLoad(0x10004), loads)}, ""},
		{"nonsense", [3]step{putAt(0), nil, steps(runs(w, 0x10000, -4, 5, 8), runs(w, 0x10000, 4, 0, 8), runs(w, 0x10000, 4, 5, 0), bits(w, 0x10000, 9, 1), bits(w, 0x10000, 8, 0),
			runs(w, -16, 1<<62, 1<<62, 1<<62))}, ""},
	})
	in(t, "RACE004", steps(), steps(), []contest{
		{"own exclusive lock", [3]step{within(false, putAt(0)), nil, within(true, stores)}, ""},
		{"their exclusive lock", [3]step{within(true, putAt(0)), nil, within(false, stores)}, ""},
		{"no lock of its own", [3]step{within(true, putAt(0)), nil, stores}, "a store of rank 2 changes"},
	})
	in(t, "RACE004", fenceOnce, fenceOnce, []contest{
		{"fence epoch", [3]step{putAt(0), nil, stores}, "no fence of both ranks lies between the two accesses; call MPI_Win_fence"},
		{"next fence epoch", [3]step{steps(putAt(0), fenceOnce), fenceOnce, steps(fenceOnce, stores)}, ""},
		{"fence epoch before", [3]step{steps(fenceOnce, putAt(0)), fenceOnce, steps(stores, fenceOnce)}, ""},
	})
	exposed := func(s ...step) step {
		return func(r *replay.Rank, w int64) {
			s[0](r, w)
			r.Do("MPI_Win_post", r.Group(0), 0, w)
			s[1](r, w)
			r.Do("MPI_Win_wait", w)
			s[2](r, w)
		}
	}
	puts := func(r *replay.Rank, w int64) {
		r.Do("MPI_Win_start", r.Group(2), 0, w)
		putAt(0)(r, w)
		r.Do("MPI_Win_complete", w)
	}
	in(t, "RACE004", steps(), steps(), []contest{
		{"before the post", [3]step{puts, nil, exposed(stores, steps(), steps())}, ""},
		{"in the exposure", [3]step{puts, nil, exposed(steps(), stores, steps())}, "MPI_Put of rank 0 writes, and a store of rank 2 changes"},
		{"after the wait", [3]step{puts, nil, exposed(steps(), steps(), stores)}, ""},
	})
}

// The owner of a value updates it by a load and a store, again and again, while another rank updates it by calls.
func TestRace004Updates(t *testing.T) {
	const both = "MPI_Fetch_and_op of rank 0 updates, and a store of rank 2 changes, the same 4 bytes"
	update := func(r *replay.Rank, _ int64) {
		for _, does := range []event.AccessFlags{0, event.AccessWrites} {
			r.Runs(does, 0x10000, 4, 1, 0)
		}
	}
	again := func(s ...step) step {
		return func(r *replay.Rank, w int64) {
			for range 3 {
				steps(s...)(r, w)
			}
		}
	}
	counts := again(fetch("MPI_SUM"), flush)
	in(t, "RACE004", lockEvery, unlockEvery, []contest{
		{"update and sync", [3]step{counts, nil, again(update, memorySyncs)}, both},
		{"store and sync", [3]step{counts, nil, again(stores, memorySyncs)}, both},
		{"sync before and after", [3]step{counts, nil, again(memorySyncs, update, memorySyncs)}, ""},
		{"a load before the store", [3]step{counts, nil, again(loads, stores, memorySyncs)}, ""},
		{"several loads before the store", [3]step{counts, nil, again(again(loads, memorySyncs), stores, memorySyncs)}, ""},
		{"counts only", [3]step{again(accumulate("MPI_INT", "MPI_SUM"), flush), nil, again(update, memorySyncs)}, "MPI_Accumulate of rank 0"},
		{"told after each", [3]step{again(hears(2), fetch("MPI_SUM"), flush, tells(2)), nil,
			again(update, memorySyncs, tells(0), hears(0))}, ""},
		{"told after the first", [3]step{steps(hears(2), counts, tells(2)), nil,
			steps(update, memorySyncs, tells(0), hears(0), again(update, memorySyncs))}, ""},
	})
}

func atomicLoad(addr int64) step {
	return func(r *replay.Rank, _ int64) { r.Runs(event.AccessAtomic, addr, 4, 1, 0) }
}

// Threads in unknown order.
func TestProgramOfThreads(t *testing.T) {
	other := func(s step) step {
		return func(r *replay.Rank, w int64) {
			r.Thread = 1
			s(r, w)
			r.Thread = 0
		}
	}
	in(t, "RACE004", lockEvery, unlockEvery, []contest{
		{"store of another thread", [3]step{putAt(0), nil, other(stores)}, "a store of rank 2 changes"},
		{"several threads", [3]step{putAt(0), nil, steps(other(func(r *replay.Rank, _ int64) { r.Do("MPI_Iprobe", -1, -1, replay.World, 0) }), stores)}, "a store of rank 2 changes"},
	})
}

func TestRace006(t *testing.T) {
	isend := func(r *replay.Rank, _ int64) { r.Do("MPI_Isend", origin, 4, intType, 1, 3, replay.World, 0x4400) }
	irecv := func(r *replay.Rank, _ int64) { r.Do("MPI_Irecv", origin, 4, intType, 1, 3, replay.World, 0x4400) }
	wait := func(r *replay.Rank, _ int64) { r.Do("MPI_Wait", 0x4400, 1, 3, 16) }
	tested := func(flag int64) step {
		return func(r *replay.Rank, _ int64) { r.Do("MPI_Test", 0x4400, flag, 1, 3, 16) }
	}
	load, store := runs(0, origin+4, 4, 1, 0), runs(event.AccessWrites, origin+4, 4, 1, 0)
	byOther := runs(event.AccessWrites|event.AccessOther, origin+4, 4, 1, 0)
	inCall := func(name string, args []int64, meanwhile step, out ...int64) step {
		return func(r *replay.Rank, w int64) {
			r.Begin(name, args...)
			meanwhile(r, w)
			r.End(name, out...)
		}
	}
	put := func(r *replay.Rank, w int64) { r.Do("MPI_Put", origin, 4, intType, 1, 0, 4, intType, w) }
	get := func(r *replay.Rank, w int64) { r.Do("MPI_Get", origin, 4, intType, 1, 0, 4, intType, w) }
	sends := func(r *replay.Rank, _ int64) { r.Do("MPI_Send", origin, 4, intType, 0, 3, replay.World) }
	receives := func(r *replay.Rank, _ int64) { r.Do("MPI_Recv", result, 4, intType, 0, 3, replay.World, 0, 0, 3, 16) }
	column := func(r *replay.Rank, _ int64) { // 4 bytes, and 4 more 16 bytes after them
		r.Do("MPI_Type_vector", 2, 1, 4, intType, 0x6600, 8, 0, 20, 0, 20)
		r.Do("MPI_Type_commit", 0x6600)
		r.Do("MPI_Isend", origin, 1, 0x6600, 1, 3, replay.World, 0x4400)
	}
	counted := func(r *replay.Rank, _ int64) {
		one, places := []int64{1, 1}, []int64{0, 1}
		r.With("MPI_Ialltoallv", replay.Words(one, places, one, places), nil, origin, 0xa000, 0xb000, intType, result, 0xc000, 0xd000, intType, replay.World, 0x4400)
	}
	receivesTwo := func(r *replay.Rank, _ int64) { r.Do("MPI_Recv", result, 2, intType, 0, 3, replay.World, 0, 0, 3, 8) }
	twins := func(r *replay.Rank, _ int64) { // two sends of 8 bytes with the same request handle
		for i := range int64(2) {
			r.Variable = 0x9000 + 8*i
			r.Do("MPI_Isend", origin+8*i, 2, intType, 1, 3, replay.World, 0x4400)
		}
		r.Variable = 0
	}
	second, all := runs(event.AccessWrites, origin+8, 4, 1, 0), runs(event.AccessWrites, origin, 16, 1, 0)
	for _, x := range []struct {
		name    string
		do      step
		peer    step
		message string
	}{
		{"one of two sends", steps(twins, wait, second, wait), steps(receivesTwo, receivesTwo), ""},
		{"one of two sends, again", steps(twins, wait, second, second, wait), steps(receivesTwo, receivesTwo), ""},
		{"both of two sends", steps(twins, wait, second, store, wait), steps(receivesTwo, receivesTwo),
			"^this store changes 4 bytes, from byte 4 on, of buf of MPI_Isend: at most 1 of the operations with this request handle can be complete, but the buffers of 2 have been used"},
		{"both of two sends at once", steps(twins, wait, all, wait), steps(receivesTwo, receivesTwo), "^this store changes 8 bytes of buf of MPI_Isend: at most 1 of"},
		{"both of two sends after the waits", steps(twins, wait, second, wait, all), steps(receivesTwo, receivesTwo), ""},
		{"by other threads", steps(twins, wait, second, byOther, wait), steps(receivesTwo, receivesTwo), "^this store changes 4 bytes, from byte 4 on, of buf of MPI_Isend: at most 1 of"},
		{"store to a send", steps(isend, store, wait), receives, "^this store changes 4 bytes, from byte 4 on, of buf of the pending MPI_Isend, which reads them until its request is complete"},
		{"load of a send", steps(isend, load, wait), receives, ""},
		{"load of a receive", steps(irecv, load, wait), sends, "^this load reads 4 bytes, from byte 4 on, of buf of the pending MPI_Irecv, which writes to them until its request is complete"},
		{"store to a receive", steps(irecv, store, wait), sends, "^this store changes 4 bytes"},
		{"after the wait", steps(isend, wait, store), receives, ""},
		{"before the send", steps(store, isend, wait), receives, ""},
		{"after a test that found nothing", steps(isend, tested(0), store, wait), receives, "this store changes"},
		{"after a test", steps(isend, tested(1), store), receives, ""},
		{"other bytes", steps(isend, runs(event.AccessWrites, origin+16, 4, 1, 0), wait), receives, ""},
		{"rows across", steps(isend, runs(event.AccessWrites, origin-64, 4, 100, 16), wait), receives, "this store changes 4 bytes of buf"},
		{"bits", steps(isend, bits(event.AccessWrites, origin-8, 8, 4), wait), receives, "this store changes 8 bytes, from byte 8 on"},
		{"bits beside it", steps(isend, bits(event.AccessWrites, origin-8, 8, 1|8), wait), receives, ""},
		{"in the second row", steps(column, runs(event.AccessWrites, origin+16, 4, 1, 0), wait), receivesTwo, "this store changes 4 bytes, from byte 16 on"},
		{"between the columns", steps(column, runs(event.AccessWrites, origin+4, 12, 1, 0), wait), receivesTwo, ""},
		{"put", steps(lockEvery, put, store, unlockEvery), steps(lockEvery, unlockEvery), "of origin_addr of the pending MPI_Put, which reads them until a flush or unlock"},
		{"put and flush_local", steps(lockEvery, put, flushLocalEvery, store, unlockEvery), steps(lockEvery, unlockEvery), ""},
		{"result of a get", steps(lockEvery, get, load, unlockEvery), steps(lockEvery, unlockEvery), "of origin_addr of the pending MPI_Get, which writes to them"},
		{"result after the flush", steps(lockEvery, get, flushLocalEvery, load, unlockEvery), steps(lockEvery, unlockEvery), ""},
		{"fence", steps(fenceOnce, get, load, fenceOnce), steps(fenceOnce, fenceOnce), "which writes to them until the next fence"},
		{"after the fence", steps(fenceOnce, get, fenceOnce, load), steps(fenceOnce, fenceOnce), ""},
		{"by another thread", steps(isend, byOther, wait), receives, "^this store changes 4 bytes, from byte 4 on, of buf of the pending MPI_Isend, which reads"},
		{"by another thread, after the wait", steps(isend, wait, byOther), receives, ""},
		{"while another thread waits", steps(isend, inCall("MPI_Wait", []int64{0x4400}, byOther, 1, 3, 16)), receives, "of buf of the pending MPI_Isend"},
		{"while another thread sends", inCall("MPI_Send", []int64{origin, 4, intType, 1, 3, replay.World}, byOther), receives,
			"^this store changes 4 bytes, from byte 4 on, of buf of MPI_Send, in which another thread is, which reads them until it returns"},
		{"load while another thread sends", inCall("MPI_Send", []int64{origin, 4, intType, 1, 3, replay.World}, runs(event.AccessOther, origin, 4, 1, 0)), receives, ""},
		{"array of counts", steps(counted, runs(event.AccessWrites, 0xa000, 4, 1, 0), wait), steps(counted, wait), "^this store changes 4 bytes of the array sendcounts of the pending MPI_Ialltoallv, which reads"},
		{"array of places", steps(counted, runs(event.AccessWrites, 0xd004, 4, 1, 0), wait), steps(counted, wait), "^this store changes 4 bytes, from byte 4 on, of the array rdispls of"},
		{"load of the counts", steps(counted, runs(0, 0xa000, 4, 1, 0), wait), steps(counted, wait), ""},
		{"counts after the wait", steps(counted, wait, runs(event.AccessWrites, 0xa000, 4, 1, 0)), steps(counted, wait), ""},
		{"in a callback", inCall("MPI_Send", []int64{origin, 4, intType, 1, 3, replay.World}, store), receives, ""},
		{"beside what another thread sends", inCall("MPI_Send", []int64{origin, 4, intType, 1, 3, replay.World},
			runs(event.AccessWrites|event.AccessOther, origin+16, 4, 1, 0)), receives, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			x.do(j.Rank(0), w)
			if x.peer != nil {
				x.peer(j.Rank(1), w)
			}
			j.Free(w)
			j.Finalize()
			if x.message == "" {
				for _, f := range j.Check().Findings {
					assert.NotEqual(t, "RACE006", f.Rule.ID, f.Message)
				}
				return
			}
			f := found(t, j, "RACE006", x.message)
			assert.Equal(t, rules.RankScope, f.Scope)
		})
	}
}

// Two processes share the memory of a window: rank 0 has 64 bytes at 0x10000, which rank 1 sees at 0x50000, and rank
// 1's own 64 bytes follow.
func shared(t *testing.T, first, second step) *replay.Job {
	locked := func(s step) step {
		return func(r *replay.Rank, w int64) {
			r.Do("MPI_Win_lock_all", 0, w)
			s(r, w)
			r.Do("MPI_Win_unlock_all", w)
		}
	}
	return sharedWindow(t, locked(first), locked(second))
}

// sharedWindow is shared without calls that synchronize the window.
func sharedWindow(t *testing.T, first, second step) *replay.Job {
	j := replay.New(t, 2)
	j.Races = true
	w := j.Handle()
	for i, base := range []int64{0x10000, 0x50040} {
		j.Rank(i).Do("MPI_Win_allocate_shared", 64, 4, replay.InfoNull, replay.World, base, w)
	}
	j.Rank(0).Do("MPI_Win_shared_query", w, 1, 64, 4, 0x10040)
	j.Rank(1).Do("MPI_Win_shared_query", w, 0, 64, 4, 0x50000)
	first(j.Rank(0), w)
	second(j.Rank(1), w)
	j.Free(w)
	j.Finalize()
	return j
}

func TestRace007(t *testing.T) {
	at := func(does event.AccessFlags, addr int64) step { return runs(does, addr, 4, 1, 0) }
	const w, fence = event.AccessWrites, event.AccessFence
	store, load := at(w, 0x10008), at(0, 0x50008)
	memoryFence := runs(fence, 0, 0, 0, 0)
	isend := func(r *replay.Rank, _ int64) {
		r.Do("MPI_Isend", 0x50008, 1, intType, 0, 3, replay.World, 0x4400)
	}
	sent := func(r *replay.Rank, _ int64) { r.Do("MPI_Wait", 0x4400) }
	for _, x := range []struct {
		name          string
		first, second step
		message       string
		severity      rules.Severity
	}{
		{"nothing", store, load, "^a store of rank 0 changes, and a load of rank 1 reads, the same 4 bytes of the shared memory of rank 0, from byte 8 of its window on: " +
			"neither rank waits for the other between the two accesses; call MPI_Win_sync", rules.Error},
		{"two stores", store, at(w, 0x50008), "^stores of ranks 0 and 1 change the same 4 bytes of the shared memory of rank 0", rules.Error},
		{"the other one's memory", at(w, 0x10044), at(0, 0x50044), "the shared memory of rank 1, from byte 4", rules.Error},
		{"two stores beside syncs", steps(store, memorySyncs), steps(memorySyncs, at(w, 0x50008)),
			"^stores of ranks 0 and 1 change the same 4 bytes", rules.Error},
		{"two stores, a load before the sync", steps(store, memorySyncs),
			steps(at(0, 0x50020), memorySyncs, at(w, 0x50008)), "", 0},
		{"two stores, a load after the sync", steps(store, memorySyncs),
			steps(memorySyncs, at(0, 0x50020), at(w, 0x50008)), "^stores of ranks 0 and 1", rules.Error},
		{"a store and a load beside syncs", steps(store, memorySyncs), steps(memorySyncs, load), "", 0},
		{"two loads", at(0, 0x10008), load, "", 0},
		{"other bytes", store, at(0, 0x5000c), "", 0},
		{"addresses alone are the same", store, at(0, 0x10008), "", 0},
		{"beside the barrier", steps(barrier, store), steps(barrier, load), "neither rank waits for the other between the two accesses", rules.Error},
		{"barrier alone", steps(store, barrier), steps(barrier, load), "rank 1 waits for rank 0, but not for its memory; call MPI_Win_sync on both sides", rules.Warning},
		{"message alone", steps(store, tells(1)), steps(hears(0), load), "rank 1 waits for rank 0, but not for its memory", rules.Warning},
		{"one side", steps(store, memorySyncs, barrier), steps(barrier, load), "rank 1 waits for rank 0, but not for its memory", rules.Warning},
		{"sync, barrier, sync", steps(store, memorySyncs, barrier), steps(barrier, memorySyncs, load), "", 0},
		{"fences of the language", steps(store, memoryFence, barrier), steps(barrier, memoryFence, load), "", 0},
		{"sync on the wrong side", steps(store, barrier, memorySyncs), steps(memorySyncs, barrier, load), "rank 1 waits for rank 0, but not for its memory", rules.Warning},
		{"flush", steps(store, flushAll, barrier), steps(barrier, memorySyncs, load), "", 0},
		{"atomic", at(w|event.AccessAtomic, 0x10008), at(event.AccessAtomic, 0x50008), "", 0},
		{"one is atomic", store, at(event.AccessAtomic, 0x50008), "an atomic load of rank 1 reads", rules.Error},
		{"a barrier, then a flag", steps(store, barrier, at(w|event.AccessAtomic, 0x10020)),
			steps(barrier, at(event.AccessAtomic, 0x50020), load), "", 0},
		{"a flag, then a barrier", steps(store, at(w|event.AccessAtomic, 0x10020), barrier),
			steps(at(event.AccessAtomic, 0x50020), barrier, load), "", 0},
		{"a barrier, then a flag that comes too late", steps(at(w|event.AccessAtomic, 0x10020), store, barrier),
			steps(barrier, load, at(event.AccessAtomic, 0x50020)),
			"rank 1 waits for rank 0, but not for its memory", rules.Warning},
		{"a flag between a barrier and both", steps(at(w|event.AccessAtomic, 0x10020), barrier, store, barrier),
			steps(at(event.AccessAtomic, 0x50020), barrier, barrier, load),
			"rank 1 waits for rank 0, but not for its memory", rules.Warning},
		{"ordered by a flag", steps(store, at(w|event.AccessAtomic, 0x10020)), steps(at(event.AccessAtomic, 0x50020), load), "", 0},
		{"receive into it", steps(store, tells(1)), func(r *replay.Rank, _ int64) { r.Do("MPI_Recv", 0x50008, 1, intType, 0, 3, replay.World, 0, 0, 3, 4) },
			"a store of rank 0 changes, and MPI_Recv of rank 1 stores to", rules.Warning},
		{"a send that is pending across a barrier", steps(barrier, store, hears(1)), steps(isend, barrier, sent),
			"^MPI_Isend of rank 1 loads, and a store of rank 0 changes, the same 4 bytes .*: the operation of MPI_Isend " +
				"of rank 1 is pending from its start until its MPI_Wait, and rank 0 synchronizes with rank 1 in that " +
				"time; let rank 1 complete the request first, then call MPI_Win_sync, and synchronize", rules.Error},
		{"a send that is pending", steps(store, hears(1)), steps(isend, sent),
			"neither rank waits for the other between the two accesses, and the operation of MPI_Isend of rank 1 is " +
				"pending from its start until its MPI_Wait; call MPI_Win_sync", rules.Error},
		{"a send before the barrier", steps(hears(1), memorySyncs, barrier, memorySyncs, store),
			steps(isend, sent, memorySyncs, barrier), "", 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := shared(t, x.first, x.second)
			if x.message == "" {
				j.Silent()
				return
			}
			assert.Equal(t, x.severity, found(t, j, "RACE007", x.message).Severity)
		})
	}
}

// The advice fits a program that synchronizes by MPI_Win_fence alone.
func TestRace007Fences(t *testing.T) {
	at := func(does event.AccessFlags, addr int64) step { return runs(does, addr, 4, 1, 0) }
	store, load := at(event.AccessWrites, 0x10008), at(0, 0x50008)
	isend := func(r *replay.Rank, _ int64) {
		r.Do("MPI_Isend", 0x50008, 1, intType, 0, 3, replay.World, 0x4400)
	}
	sent := func(r *replay.Rank, _ int64) { r.Do("MPI_Wait", 0x4400) }
	noPrecede := func(r *replay.Rank, w int64) {
		r.Do("MPI_Win_fence", replay.New(t, 1).Flavour.ModeNoPrecede, w)
	}
	const fences, request = "Call MPI_Win_fence, on all ranks of the window, between the two accesses", "Complete the request"
	const drop = "Drop MPI_MODE_NOPRECEDE at this fence"
	for _, x := range []struct {
		name            string
		first, second   step
		message, advice string
	}{
		{"nothing between", steps(fenceOnce, store, fenceOnce), steps(fenceOnce, load, fenceOnce),
			"neither rank waits for the other between the two accesses; call MPI_Win_fence there, on all ranks of the window$",
			fences},
		{"a barrier", steps(fenceOnce, store, barrier, fenceOnce), steps(fenceOnce, barrier, load, fenceOnce),
			"rank 1 waits for rank 0, but not for its memory; call MPI_Win_fence between the two accesses, too$", fences},
		{"a send across the fence", steps(fenceOnce, fenceOnce, store, hears(1), fenceOnce),
			steps(fenceOnce, isend, fenceOnce, sent, fenceOnce),
			"and rank 0 synchronizes with rank 1 in that time; let rank 1 complete the request first, and call MPI_Win_fence after that$",
			request},
		{"a fence", steps(fenceOnce, store, fenceOnce), steps(fenceOnce, fenceOnce, load), "", ""},
		{"MPI_MODE_NOPRECEDE", steps(fenceOnce, store, noPrecede, fenceOnce), steps(fenceOnce, noPrecede, load, fenceOnce),
			"rank 1 does not wait for rank 0; in the MPI_Win_fence with MPI_MODE_NOPRECEDE between the two, rank 1 " +
				"need not wait for rank 0; call MPI_Win_fence there without MPI_MODE_NOPRECEDE$", drop},
		{"MPI_MODE_NOPRECEDE, a load first", steps(fenceOnce, noPrecede, store, fenceOnce),
			steps(fenceOnce, load, noPrecede, fenceOnce), "rank 0 does not wait for rank 1; in the MPI_Win_fence with " +
				"MPI_MODE_NOPRECEDE between the two, rank 0 need not wait for rank 1; call", drop},
		{"MPI_MODE_NOPRECEDE, and a lock, too", steps(lockEvery, unlockEvery, fenceOnce, store, noPrecede, fenceOnce),
			steps(fenceOnce, noPrecede, load, fenceOnce), "; call MPI_Win_fence there without MPI_MODE_NOPRECEDE$", drop},
		{"MPI_MODE_NOPRECEDE at a fence before", steps(noPrecede, store, fenceOnce, fenceOnce),
			steps(noPrecede, fenceOnce, load, fenceOnce), "", ""},
		{"a lock, too", steps(lockEvery, unlockEvery, fenceOnce, store, fenceOnce), steps(fenceOnce, load, fenceOnce),
			"neither rank waits for the other between the two accesses; call MPI_Win_sync after the access", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := sharedWindow(t, x.first, x.second)
			if x.message == "" {
				j.Silent()
				return
			}
			f := found(t, j, "RACE007", x.message)
			if x.advice == "" {
				assert.Empty(t, f.Advice)
				return
			}
			assert.Contains(t, f.Advice, x.advice)
		})
	}
}

func flushAll(r *replay.Rank, w int64) { r.Do("MPI_Win_flush_all", w) }

// toItself sends a message from the rank to itself.
func toItself(into int64) step {
	return func(r *replay.Rank, _ int64) {
		r.Do("MPI_Isend", origin, 1, intType, 0, 3, replay.World, 0x4400)
		r.Do("MPI_Recv", into, 1, intType, 0, 3, replay.World, 0, 0, 3, 4)
		r.Do("MPI_Wait", 0x4400)
	}
}

func TestPscw014(t *testing.T) {
	for _, x := range []struct {
		name   string
		synced bool
		do     step
		wants  string
	}{
		{"store", true, stores, "but this rank has stored to its window since the last synchronization, by a store"},
		{"load", true, loads, ""},
		{"before the first synchronization", false, stores, ""},
		{"before the last one", true, steps(stores, fenceOnce), ""},
		{"receive", true, toItself(0x10000), "by MPI_Recv"},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := replay.New(t, 1)
			w, r := j.Allocate(64, 4), j.Rank(0)
			if x.synced {
				fenceOnce(r, w)
			}
			x.do(r, w)
			r.Do("MPI_Win_post", r.Group(0), j.Flavour.ModeNoStore, w)
			r.Do("MPI_Win_start", r.Group(0), 0, w)
			r.Do("MPI_Win_complete", w)
			r.Do("MPI_Win_wait", w)
			j.Free(w)
			j.Finalize()
			if x.wants == "" {
				for _, f := range j.Check().Findings {
					assert.NotEqual(t, "PSCW014", f.Rule.ID, f.Message)
				}
				return
			}
			found(t, j, "PSCW014", x.wants)
		})
	}
}

func TestFence007(t *testing.T) {
	for _, x := range []struct {
		name  string
		do    step
		wants string
	}{
		{"store", stores, "but this rank has stored to its window since the last synchronization, by a store"},
		{"load", loads, ""},
		{"elsewhere", runs(event.AccessWrites, 0x30000, 4, 1, 0), ""},
		{"before the last fence", steps(stores, fenceOnce), ""},
		{"receive", toItself(0x10000), "by MPI_Recv"},
		{"receive elsewhere", toItself(result), ""},
		{"get", func(r *replay.Rank, w int64) { r.Do("MPI_Get", 0x10000, 1, intType, 0, 5, 1, intType, w) }, "by MPI_Get"},
		{"get elsewhere", func(r *replay.Rank, w int64) { r.Do("MPI_Get", result, 1, intType, 0, 0, 1, intType, w) }, ""},
		{"put into it", func(r *replay.Rank, w int64) { r.Do("MPI_Put", origin, 1, intType, 0, 0, 1, intType, w) }, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := replay.New(t, 1)
			w, r := j.Allocate(64, 4), j.Rank(0)
			fenceOnce(r, w)
			x.do(r, w)
			r.Do("MPI_Win_fence", j.Flavour.ModeNoStore, w)
			fenceOnce(r, w)
			j.Free(w)
			j.Finalize()
			if x.wants == "" {
				for _, f := range j.Check().Findings {
					assert.NotEqual(t, "FENCE007", f.Rule.ID, f.Message)
				}
				return
			}
			found(t, j, "FENCE007", x.wants)
		})
	}
}

// The finding about a partition that has not arrived names the last MPI_Parrived: it may have found another partition.
func TestRace006OtherPartition(t *testing.T) {
	for _, x := range []struct {
		name string
		asks step
		note string
	}{
		{"another has arrived", arrived(1, 1), "found that partition 1 had arrived, which says nothing of partition 0"},
		{"another has not", arrived(1, 0), "asked for partition 1, not for partition 0, and found that it had not arrived"},
		{"the same has not", arrived(0, 0), "found that partition 0 had not arrived"},
		{"never asked", steps(), ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			steps(sendsParts, marks(0, 3), partsDone(0x4b00))(j.Rank(0), w)
			steps(receivesParts, x.asks, runs(0, result, 4, 1, 0), partsDone(0x4c00))(j.Rank(1), w)
			j.Free(w)
			j.Finalize()
			f := found(t, j, "RACE006", "which writes to them until its request is complete, or MPI_Parrived finds "+
				"that partition 0 has arrived$")
			assert.Contains(t, f.Advice, "only after MPI_Parrived of the same partition has returned flag = true")
			if x.note == "" {
				assert.Len(t, f.Related, 2)
				return
			}
			assert.Equal(t, x.note, f.Related[2].Note)
			assert.Equal(t, calls.Parrived, f.Related[2].Site.Call)
		})
	}
}
