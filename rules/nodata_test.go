package rules_test

import (
	"testing"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// rmaOf makes every communication call with n elements of two datatypes and an
// operation, and completes the requests after done.
func rmaOf(r *replay.Rank, target, n, here, there, op, w int64, done func()) {
	r.Do("MPI_Put", origin, n, here, target, 0, n, there, w)
	r.Do("MPI_Get", origin, n, here, target, 0, n, there, w)
	r.Do("MPI_Accumulate", origin, n, here, target, 0, n, there, op, w)
	r.Do("MPI_Get_accumulate", origin, n, here, result, n, here, target, 0, n, there, op, w)
	r.Do("MPI_Rput", origin, n, here, target, 0, n, there, w, 0x7001)
	r.Do("MPI_Rget", origin, n, here, target, 0, n, there, w, 0x7002)
	r.Do("MPI_Raccumulate", origin, n, here, target, 0, n, there, op, w, 0x7003)
	r.Do("MPI_Rget_accumulate", origin, n, here, result, n, here, target, 0, n, there, op, w, 0x7004)
	done()
	r.With("MPI_Waitall", replay.Words([]int64{0x7001, 0x7002, 0x7003, 0x7004}), nil, 4)
}

// Calls to MPI_PROC_NULL need no epoch, no datatype, no operation, no matching data, and no wait before the window is
// freed.
func TestNullTarget(t *testing.T) {
	epochs := map[string][2]func(*replay.Job, int64){
		"none":      {},
		"fence":     {func(j *replay.Job, w int64) { j.Fence(0, w) }},
		"nosucceed": {func(j *replay.Job, w int64) { j.Fence(j.Flavour.ModeNoSucceed, w) }},
		"noprecede": {
			func(j *replay.Job, w int64) { j.Fence(j.Flavour.ModeNoPut, w) },
			func(j *replay.Job, w int64) { j.Fence(j.Flavour.ModeNoPrecede, w) }},
		"lock": {
			func(j *replay.Job, w int64) { j.Rank(0).Do("MPI_Win_lock", j.Rank(0).Shared(), 1, 0, w) },
			func(j *replay.Job, w int64) { j.Rank(0).Do("MPI_Win_unlock", 1, w) }},
	}
	for name, epoch := range epochs {
		for _, types := range [][2]int64{{byteType, byteType}, {intType, longType}, {noType, noType}} {
			t.Run(name, func(t *testing.T) {
				j := replay.New(t, 2)
				w := j.Allocate(64, 4)
				r, none := j.Rank(0), j.Flavour.ProcNull
				if epoch[0] != nil {
					epoch[0](j, w)
				}
				r.Do("MPI_Fetch_and_op", origin, result, types[0], none, 0, sum, w)
				r.Do("MPI_Compare_and_swap", origin, 0x8000, result, types[0], none, 0, w)
				rmaOf(r, none, 3, types[0], types[1], sum, w, func() {
					if epoch[1] != nil {
						epoch[1](j, w)
					}
					j.Free(w)
				})
				j.Finalize()
				j.Silent()
			})
		}
	}
}

// Calls with no elements change no window: the operation and the datatypes need not fit, and a promise that nothing is
// put is kept.
func TestNoElements(t *testing.T) {
	for _, types := range [][2]int64{{byteType, byteType}, {intType, longType}, {charType, doubleType}} {
		j := replay.New(t, 2)
		w := j.Allocate(64, 4)
		r := j.Rank(0)
		j.Fence(j.Flavour.ModeNoPut, w)
		r.Do("MPI_Put", origin, 0, types[0], 1, 1<<40, 0, types[1], w)
		r.Do("MPI_Accumulate", origin, 0, types[0], 1, 0, 0, types[1], sum, w)
		r.Do("MPI_Get_accumulate", origin, 0, types[0], result, 0, types[1], 1, 0, 0, types[1], sum, w)
		j.Fence(j.Flavour.ModeNoSucceed, w)
		r.Do("MPI_Win_lock_all", 0, w)
		rmaOf(r, 1, 0, types[0], types[1], noOp, w, func() { r.Do("MPI_Win_flush_all", w) })
		r.Do("MPI_Win_unlock_all", w)
		j.Free(w)
		j.Finalize()
		j.Silent()
	}
}
