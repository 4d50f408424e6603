package rules_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// Records about the program's heap, and digests of data that is sent.

func beyond(arg, lo, hi, block, size int64) step {
	return func(r *replay.Rank, _ int64) { r.Heap(event.MemoryBeyond, arg, lo, hi, block, size) }
}

func inFreed(arg, lo, hi, block, size int64) step {
	return func(r *replay.Rank, _ int64) { r.Heap(event.MemoryFreed, arg, lo, hi, block, size) }
}

func frees(block, size int64) step {
	return func(r *replay.Rank, _ int64) { r.GivesBack(block, size) }
}

// heapCase is a case: the steps of rank 0 and of rank 1, and the expected message.
type heapCase struct {
	name     string
	do, peer step
	message  string
}

// heapCases checks findings of one rule.
func heapCases(t *testing.T, rule string, cases []heapCase) {
	t.Helper()
	for _, x := range cases {
		t.Run(x.name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			x.do(j.Rank(0), w)
			if x.peer != nil {
				x.peer(j.Rank(1), w)
			}
			j.Free(w)
			j.Finalize()
			if x.message != "" {
				assert.Equal(t, rules.RankScope, found(t, j, rule, x.message).Scope)
				return
			}
			for _, f := range j.Check().Findings {
				assert.NotEqual(t, rule, f.Rule.ID, f.Message)
			}
		})
	}
}

func TestObj009(t *testing.T) {
	send := func(r *replay.Rank, _ int64) { r.Do("MPI_Send", origin, 4, intType, 1, 3, replay.World) }
	sendNowhere := func(r *replay.Rank, _ int64) {
		r.Do("MPI_Send", origin, 4, intType, calls.Flavours[0].ProcNull, 3, replay.World)
	}
	receives := func(r *replay.Rank, _ int64) { r.Do("MPI_Recv", result, 4, intType, 0, 3, replay.World, 0, 0, 3, 16) }
	one := func(r *replay.Rank, _ int64) { r.Do("MPI_Recv", origin, 4, intType, 1, 3, replay.World, 0, 1, 3, 4) }
	sendsOne := func(r *replay.Rank, _ int64) { r.Do("MPI_Send", result, 1, intType, 0, 3, replay.World) }
	heapCases(t, "OBJ009", []heapCase{
		{"too long", steps(beyond(0, origin, origin+16, origin-8, 20), send), receives,
			"^buf of MPI_Send takes 16 bytes from byte 8 on of a heap block of 20 bytes: it ends 4 bytes beyond the block$"},
		{"freed", steps(inFreed(0, origin, origin+16, origin, 100), send), receives, "^buf of MPI_Send, 16 bytes at 0x[0-9a-f]+, is in a heap block of 100 bytes at 0x[0-9a-f]+ that has been freed$"},
		{"to MPI_PROC_NULL", steps(beyond(0, origin, origin+16, origin, 8), sendNowhere), nil, ""},
		{"another argument", steps(beyond(3, origin, origin+16, origin, 8), send), receives, ""},
		{"no argument", steps(beyond(-1, origin, origin+16, origin, 8), beyond(100, origin, origin+16, origin, 8), send), receives, ""},
		{"of the call before", steps(beyond(0, origin, origin+16, origin, 8), func(r *replay.Rank, _ int64) { r.Do("MPI_Iprobe", -1, -1, replay.World, 0) }, send), receives, ""},
		{"room for more", steps(beyond(0, origin, origin+16, origin, 8), one), sendsOne, "^buf of MPI_Recv takes 16 bytes from byte 0 on of a heap block of 8 bytes"},
	})
	at := func(what event.MemoryState, arg, lo, hi, block, size int64, part ...int64) step {
		return func(r *replay.Rank, _ int64) {
			r.Event(event.Memory, append([]int64{int64(what), arg, lo, hi, block, size}, part...)...)
		}
	}
	gathers := func(r *replay.Rank, _ int64) {
		r.With("MPI_Gatherv", replay.Words([]int64{4, 4}, []int64{0, -16}), nil, origin, 4, intType, result, arrayAt, arrayAt, intType, 0, replay.World)
	}
	heapCases(t, "OBJ009", []heapCase{
		{"behind", steps(at(event.MemoryBehind, 0, origin+20, origin+36, origin, 16), send), receives, "^buf of MPI_Send begins in a heap block of 16 bytes, but its count and datatype lead to bytes that begin 4 bytes behind that block$"},
		{"begins behind", steps(at(event.MemoryBehind, 0, origin, origin+16, origin-24, 16), send), receives, "^buf of MPI_Send begins 8 bytes behind a heap block of 16 bytes$"},
		{"before", steps(at(event.MemoryBefore, 0, origin, origin+16, origin+4, 16), send), receives, "^buf of MPI_Send begins 4 bytes before a heap block of 16 bytes$"},
		{"displaced", steps(at(event.MemoryElsewhere, 3, result-64, result-48, result, 32, 1), gathers), gathers,
			"^recvbuf of MPI_Gatherv: the part of rank 1, displs.1. = -16, begins 64 bytes before the heap block of 32 bytes that recvbuf is in$"},
		{"displaced and freed", steps(at(event.MemoryFreed, 3, result-64, result-48, result-80, 32, 1), gathers), gathers,
			"^recvbuf of MPI_Gatherv: the part of rank 1, displs.1. = -16, 16 bytes at 0x[0-9a-f]+, is in a heap block of 32 bytes at 0x[0-9a-f]+ that has been freed$"},
		{"no such part", steps(at(event.MemoryElsewhere, 3, result-64, result-48, result, 32, 2), gathers), gathers, ""},
		{"without a part", steps(at(event.MemoryElsewhere, 0, origin-64, origin-48, origin, 32), send), receives, ""},
	})
	heapCases(t, "OBJ009", []heapCase{
		{"counts", steps(beyond(4, arrayAt, arrayAt+8, arrayAt, 4), gathers), gathers,
			`^recvcounts of MPI_Gatherv takes 8 bytes \(an element for each of the ranks\) from byte 0 on of a heap block of 4 bytes: it ends 4 bytes beyond the block$`},
		{"freed displacements", steps(inFreed(5, arrayAt, arrayAt+8, arrayAt, 8), gathers), gathers, "^displs of MPI_Gatherv, 8 bytes at 0x[0-9a-f]+, is in a heap block of 8 bytes"},
	})
	larger := func(more int64) step { return at(event.MemoryLarger, 0, origin, origin+16, origin, 16+more) }
	heapCases(t, "OBJ009", []heapCase{
		{"count cut", steps(larger(8<<32), send), receives, "^buf of MPI_Send has count = 4, but its heap block has 8,589,934,596 elements, some multiple of 2.32 more: was the count cut"},
		{"bytes cut, not elements", steps(larger(1<<32), send), receives, ""},
		{"round count", steps(larger(4<<32), func(r *replay.Rank, _ int64) { r.Do("MPI_Send", origin, 1<<16, intType, 1, 3, replay.World) }), nil, ""},
	})
	j := replay.New(t, 2)
	steps(beyond(0, origin, origin+16, origin, 8), one)(j.Rank(0), 0)
	sendsOne(j.Rank(1), 0)
	j.Finalize()
	assert.Equal(t, rules.Warning, found(t, j, "OBJ009", "MPI_Recv").Severity)
}

func TestFreed(t *testing.T) {
	isend := func(r *replay.Rank, _ int64) { r.Do("MPI_Isend", origin, 4, intType, 1, 3, replay.World, 0x4400) }
	wait := func(r *replay.Rank, _ int64) { r.Do("MPI_Wait", 0x4400, 1, 3, 16) }
	receives := func(r *replay.Rank, _ int64) { r.Do("MPI_Recv", result, 4, intType, 0, 3, replay.World, 0, 0, 3, 16) }
	heapCases(t, "RACE006", []heapCase{
		{"pending", steps(isend, frees(origin-8, 100), wait), receives, "^this free gives back 16 bytes of buf of the pending MPI_Isend, which reads them until its request is complete$"},
		{"in part", steps(isend, frees(origin+12, 100), wait), receives, "^this free gives back 4 bytes, from byte 12 on, of buf of the pending MPI_Isend"},
		{"complete", steps(isend, wait, frees(origin, 100)), receives, ""},
		{"another block", steps(isend, frees(origin+16, 100), wait), receives, ""},
	})
}

// returned records, before a call, that functions have returned whose local variables were in [lo, hi).
func returned(before calls.Kind, lo, hi int64) step {
	return func(r *replay.Rank, _ int64) {
		r.Event(event.Memory, int64(event.MemoryReturned), int64(before), lo, hi)
	}
}

func TestReturned(t *testing.T) {
	isend := func(r *replay.Rank, _ int64) { r.Do("MPI_Isend", origin, 4, intType, 1, 3, replay.World, 0x4400) }
	wait := func(r *replay.Rank, _ int64) { r.Do("MPI_Wait", 0x4400, 1, 3, 16) }
	test := func(r *replay.Rank, _ int64) { r.Do("MPI_Test", 0x4400, 1, 1, 3, 16) }
	created := func(r *replay.Rank, _ int64) { r.Do("MPI_Send_init", origin, 4, intType, 1, 3, replay.World, 0x4400) }
	start := func(r *replay.Rank, _ int64) { r.Do("MPI_Start", 0x4400) }
	free := func(r *replay.Rank, _ int64) { r.Do("MPI_Request_free", 0x4400) }
	receives := func(r *replay.Rank, _ int64) { r.Do("MPI_Recv", result, 4, intType, 0, 3, replay.World, 0, 0, 3, 16) }
	back := returned(calls.Wait, origin-8, origin+64)
	const early = "^buf of MPI_Isend is a local variable of a function that returned before its request was complete$"
	heapCases(t, "RACE006", []heapCase{
		{"pending", steps(isend, back, wait), receives, early},
		{"in part", steps(isend, returned(calls.Wait, origin-8, origin+4), wait), receives, early},
		{"complete", steps(isend, wait, back), receives, ""},
		{"found complete", steps(isend, test, back), receives, ""},
		{"freed", steps(isend, free, back), receives, ""},
		{"above", steps(isend, returned(calls.Wait, origin-8, origin), wait), receives, ""},
		{"of another thread", steps(isend, func(r *replay.Rank, _ int64) {
			r.Thread = 1
			r.Event(event.Memory, int64(event.MemoryReturned), int64(calls.Wait), origin-8, origin+64)
			r.Thread = 0
		}, wait), receives, ""},
		{"started", steps(created, start, back, wait, free), receives, "^buf of MPI_Send_init is a local variable of a function that returned before its request was complete$"},
		{"not started", steps(created, start, wait, back, free), receives, ""},
		{"started later", steps(created, back, start, wait, free), receives, "^buf of MPI_Send_init is a local variable of a function that returned before its operation was started$"},
		{"another request", steps(created, free, back, func(r *replay.Rank, _ int64) {
			r.Do("MPI_Send_init", result, 4, intType, 1, 3, replay.World, 0x4400)
		}, start, wait, free), receives, ""},
	})
}

func TestWin014Freed(t *testing.T) {
	for _, x := range []struct {
		name, message string
		do            func(r *replay.Rank, win int64)
	}{
		{"window", "^this free gives back memory of the window before MPI_Win_free$", func(r *replay.Rank, _ int64) { r.GivesBack(0x30000, 64) }},
		{"block around it", "^this free gives back", func(r *replay.Rank, _ int64) { r.GivesBack(0x2fff0, 100) }},
		{"another block", "", func(r *replay.Rank, _ int64) { r.GivesBack(0x30040, 64) }},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := replay.New(t, 1)
			w := j.Handle()
			r := j.Rank(0)
			r.Do("MPI_Win_create", 0x30000, 64, 4, replay.InfoNull, replay.World, w, 1)
			x.do(r, w)
			r.Do("MPI_Win_free", w, 0) // no longer mapped: one finding of one fault
			j.Finalize()
			if x.message != "" {
				found(t, j, "WIN014", x.message)
				assert.Len(t, j.Check().Findings, 1)
				return
			}
			found(t, j, "WIN014", "are no longer mapped at MPI_Win_free")
		})
	}
}

func TestSplit012Freed(t *testing.T) {
	j := replay.New(t, 1)
	fh := open(j)
	r := j.Rank(0)
	begin(r, fh)
	r.GivesBack(buf+400, 100) // behind it
	end(r, fh)
	begin(r, fh)
	r.GivesBack(buf+300, 200)
	r.Do("MPI_File_write_all_end", fh, buf, 0, 0, 1)
	closeAll(j, fh)
	f := found(t, j, "SPLIT012", `^this free gives back memory of the buffer passed to MPI_File_write_all_begin \(400 bytes at 0x500000\) before MPI_File_write_all_end$`)
	assert.EqualValues(t, 1, f.Count)
}

// changed records, inside the call that completes an operation, that the data which the operation sends has changed.
func changed(class calls.Class, handle, target, lo, hi int64) func(*replay.Rank) {
	return func(r *replay.Rank) { r.Event(event.Changed, int64(class), handle, target, lo, lo, hi) }
}

func TestChanged(t *testing.T) {
	isend := func(r *replay.Rank, _ int64) { r.Do("MPI_Isend", origin, 4, intType, 1, 3, replay.World, 0x4400) }
	irecv := func(r *replay.Rank, _ int64) { r.Do("MPI_Irecv", origin, 4, intType, 1, 3, replay.World, 0x4401) }
	other := func(r *replay.Rank, _ int64) { r.Do("MPI_Isend", result, 4, intType, 1, 3, replay.World, 0x4402) }
	receives := func(r *replay.Rank, _ int64) { r.Do("MPI_Recv", result, 4, intType, 0, 3, replay.World, 0, 0, 3, 16) }
	differs := changed(calls.ClassRequest, 0x4400, -1, origin, origin+16)
	waits := func(request, status int64, say func(*replay.Rank)) step {
		return func(r *replay.Rank, _ int64) {
			r.Begin("MPI_Wait", request, status)
			if say != nil {
				say(r)
			}
			r.End("MPI_Wait", request, 1, 3, 16)
		}
	}
	wait := waits(0x4400, 0, differs)
	store := runs(event.AccessWrites, origin+4, 4, 1, 0)
	put := func(r *replay.Rank, w int64) { r.Do("MPI_Put", origin, 4, intType, 1, 0, 4, intType, w) }
	flushes := func(target int64) step {
		return func(r *replay.Rank, w int64) {
			r.Begin("MPI_Win_flush_all", w)
			changed(calls.ClassWin, w, target, origin, origin+16)(r)
			r.End("MPI_Win_flush_all")
		}
	}
	inWindow := func(r *replay.Rank, w int64) {
		v := int64(0x9100)
		r.Do("MPI_Win_create", origin, 64, 4, replay.InfoNull, replay.Self, v, 1)
		steps(isend, wait)(r, w)
		r.Do("MPI_Win_free", v, 1)
	}
	heapCases(t, "RACE006", []heapCase{
		{"send", steps(isend, wait), receives, "^buf, which the pending MPI_Isend reads until its request is complete, has changed since that call: it was stored to, or freed;"},
		{"put", steps(lockEvery, put, flushes(1), unlockEvery), steps(lockEvery, unlockEvery), "^origin_addr, which the pending MPI_Put reads until a flush or unlock, has changed since that call: it was stored to, or freed;"},
		{"put to another target", steps(lockEvery, put, flushes(0), unlockEvery), steps(lockEvery, unlockEvery), ""},
		{"with its status in the buffer", steps(isend, waits(0x4400, origin+8, differs)), receives, ""},
		{"of another request", steps(isend, other, waits(0x4402, 0, differs), waits(0x4400, 0, nil)), steps(receives, receives), ""},
		{"no operation there", steps(isend, waits(0x4400, 0, changed(calls.ClassRequest, 0x4400, -1, result, result+16))), receives, ""},
		{"received into", steps(irecv, isend, wait, waits(0x4401, 0, nil)), steps(receives, func(r *replay.Rank, _ int64) { r.Do("MPI_Send", origin, 4, intType, 0, 3, replay.World) }), ""},
		{"in a window", inWindow, receives, ""},
		{"outside of a call", steps(isend, func(r *replay.Rank, _ int64) { differs(r) }, waits(0x4400, 0, nil)), receives, ""},
	})
	// The store itself was recorded: there is one finding.
	heapCases(t, "RACE006", []heapCase{
		{"and the store is known", steps(isend, store, wait), receives, "^this store changes 4 bytes"},
		{"as is that to several puts", steps(lockEvery, put, store, put, store, put, flushes(1), unlockEvery), steps(lockEvery, unlockEvery), "^this store changes 4 bytes"},
	})
	// Another store was recorded, but not this store.
	heapCases(t, "RACE006", []heapCase{{"with gomarmot cc", steps(runs(event.AccessWrites, result, 4, 1, 0), isend, wait), receives,
		"has changed since that call: it was freed, or stored to in a callback or in code that was not compiled with gomarmot cc;"}})
}

// The arrays of a persistent operation are compared when the operation is started.
func TestChangedArray(t *testing.T) {
	const counts, displs = 0x7000, 0x7100
	for name, c := range map[string]struct {
		at            int64
		does          func(*replay.Rank)
		rule, message string
	}{
		"counts":   {counts, nil, "RACE006", "^the array sendcounts, which is to stay as it is until the request of MPI_Alltoallv_init is freed, has changed since that call$"},
		"displs":   {displs, nil, "RACE006", "^the array sdispls, which is to stay"},
		"no array": {0x7200, nil, "", ""},
		"freed":    {counts, func(r *replay.Rank) { frees(counts, 64)(r, 0) }, "OBJ009", "^MPI_Start starts a request whose sendcounts"},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 1)
			r := j.Rank(0)
			one, zero := []int64{1}, []int64{0}
			r.With("MPI_Alltoallv_init", replay.Words(one, zero, one, zero), nil, origin, counts, displs, intType, result, counts,
				displs, intType, replay.Self, replay.InfoNull, 0x4400)
			if c.does != nil {
				c.does(r)
			}
			r.Begin("MPI_Start", 0x4400)
			changed(calls.ClassRequest, 0x4400, -1, c.at, c.at+4)(r)
			changed(calls.ClassRequest, 0x4400, -1, c.at, c.at+4)(r)
			r.End("MPI_Start", 0x4400)
			r.Do("MPI_Wait", 0x4400, 0, 0x4400, 0, 0, 0)
			r.Do("MPI_Request_free", 0x4400)
			j.Finalize()
			if c.message == "" {
				j.Silent()
				return
			}
			assert.EqualValues(t, 1, found(t, j, c.rule, c.message).Count)
		})
	}
}

func TestMsg009Memory(t *testing.T) {
	const room = int64(0x90000)
	attaches := func(at, n int64) step { return func(r *replay.Rank, _ int64) { r.Do("MPI_Buffer_attach", at, n) } }
	attach, detach := attaches(room, 1000), func(r *replay.Rank, _ int64) { r.Do("MPI_Buffer_detach", 0x6000, 0x6008) }
	stores := func(at, n int64) step { return func(r *replay.Rank, _ int64) { r.Store(at, n) } }
	loads := func(r *replay.Rank, _ int64) { r.Load(room, 8) }
	heapCases(t, "MSG009", []heapCase{
		{"stored", steps(attach, stores(room+992, 16), detach), nil, "^this store changes memory of the buffer for buffered sends before MPI_Buffer_detach$"},
		{"freed", steps(attach, frees(room-8, 100), detach), nil, "^this free gives back memory of the buffer for buffered sends before MPI_Buffer_detach$"},
		{"before and after", steps(stores(room, 8), attach, detach, stores(room, 8), frees(room, 1000)), nil, ""},
		{"beside it", steps(attach, stores(room-8, 8), stores(room+1000, 8), frees(room+1000, 100), detach), nil, ""},
		{"loaded", steps(attach, loads, detach), nil, ""},
		{"automatic", steps(attaches(2, 1<<20), stores(room, 8), detach), nil, ""},
		{"refused", steps(func(r *replay.Rank, _ int64) { r.Fail("MPI_Buffer_attach", room, 1000) }, stores(room, 8)), nil, ""},
	})
}

// The program frees the request of a send, and the buffer, and stores to its memory again.
func TestRace006GivenBack(t *testing.T) {
	for _, freed := range []bool{true, false} {
		j := replay.New(t, 2)
		r := j.Rank(0)
		r.Do("MPI_Isend", origin, 4, intType, 1, 3, replay.World, 0x4400)
		r.Do("MPI_Request_free", 0x4400)
		if freed {
			frees(origin, 16)(r, 0)
		}
		r.Runs(event.AccessWrites, origin, 16, 1, 0)
		j.Rank(1).Do("MPI_Recv", result, 4, intType, 0, 3, replay.World, 0, 0, 3, 16)
		j.Finalize()
		all := j.Check().Findings
		i := slices.IndexFunc(all, func(f *rules.Finding) bool { return f.Sites[0].Call == calls.Store })
		require.GreaterOrEqual(t, i, 0)
		f := all[i]
		assert.Contains(t, f.Advice, "its memory may be of another block by now")
		assert.Equal(t, freed, slices.ContainsFunc(f.Related, func(x rules.Related) bool {
			return x.Note == "the buffer was freed here: since then it may be memory of another block"
		}))
	}
}
