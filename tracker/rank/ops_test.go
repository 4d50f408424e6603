package rank_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/op/optest"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// program makes calls of all kinds that emit ops, and later calls that change the objects of earlier ops.
func program(t *testing.T, seed uint64) *replay.Rank {
	rng := rand.New(rand.NewPCG(seed, 9))
	j := replay.New(t, 4)
	r := j.Rank(0)
	info, w, d, fh, vector := r.Info("no_locks", "false"), j.Handle(), j.Handle(), j.Handle(), j.Handle()
	acc := r.Info("accumulate_ops", "same_op")
	sum, integer := replay.Type("MPI_SUM"), replay.Type("MPI_INT")
	r.Do("MPI_Win_allocate", 1024, 4, acc, replay.World, 0x10000, w)
	r.Do("MPI_Win_create_dynamic", info, replay.World, d)
	r.With("MPI_File_open", replay.Strings("data"), nil, replay.World, 0, 8|1, replay.InfoNull, fh, 3, 4711)
	r.Do("MPI_Type_vector", 2, 1, 2, integer, vector, 8, 0, 12, 0, 12)
	message := func() { // a message that is received, cancelled or lost
		q, tag := j.Handle(), rng.Int64N(3)
		r.Do("MPI_Send", 0x5000, 1, integer, 0, tag, replay.World)
		r.Do("MPI_Irecv", 0x6000, 1, integer, replay.AnySource, tag, replay.World, q)
		switch rng.IntN(3) {
		case 0:
			r.Do("MPI_Wait", q, 0, 0, tag, 4)
		case 1:
			r.Do("MPI_Cancel", q)
			r.Do("MPI_Wait", q, 0, 0, 0, -1)
		case 2:
			r.Do("MPI_Request_free", q)
		}
	}
	calls := []func(){
		message,
		func() { r.Do("MPIX_Comm_failure_ack", replay.World) },
		func() { // a send that is cancelled, or fails
			q := j.Handle()
			r.Do("MPI_Isend", 0x5000, 1, integer, 2, 1, replay.World, q)
			r.Do("MPI_Cancel", q)
			r.Do("MPI_Wait", q, 0, 0, 0, -1)
			r.Fail("MPI_Ssend", 0x5000, 1, integer, 2, 1, replay.World)
		},
		func() {
			m := j.Handle()
			r.Do("MPI_Mprobe", 1, 1, replay.World, m, 0, 1, 1, 4)
			r.Do("MPI_Mrecv", 0x5000, 1, vector, m, 0, 1, 1, 4)
		},
		func() {
			r.Do("MPI_Ssend", 0x5000, 1, integer, 2, 1, replay.World)
			r.Do("MPI_Probe", 1, 1, replay.World, 0, 1, 1, 4)
		},
		func() {
			q := j.Handle()
			r.Do("MPI_Ibarrier", replay.World, q)
			r.Do("MPI_Wait", q)
		},
		func() {
			q := j.Handle()
			r.Do("MPI_Rput", 0x5000, 1, integer, 1, 0, 1, integer, w, q)
			r.Do("MPI_Wait", q)
			r.Fail("MPI_Rput", 0x5000, 1, integer, 1, 0, 1, integer, w, q)
			r.Do("MPI_Win_flush_local", 1, w)
			r.Do("MPI_Win_sync", w)
		},
		func() { // partitioned, persistent
			q := j.Handle()
			r.Do("MPI_Precv_init", 0x5000, 2, 1, integer, 1, 3, replay.World, replay.InfoNull, q)
			r.Do("MPI_Request_free", q)
			r.Do("MPI_Psend_init", 0x5000, 2, 1, integer, 1, 3, replay.World, replay.InfoNull, q)
			r.Do("MPI_Start", q)
			r.Do("MPI_Pready_range", 0, 1, q)
			r.Do("MPI_Wait", q)
			r.Do("MPI_Request_free", q)
			r.Do("MPI_Send_init", 0x5000, 2, integer, 1, 3, replay.World, q)
			r.Do("MPI_Start", q)
			r.Do("MPI_Wait", q, 0, 0, 0, 0)
			r.Do("MPI_Request_free", q)
		},
		func() { // in window memory
			q := j.Handle()
			r.Do("MPI_Send", 0x10000, 2, integer, 1, 3, replay.World)
			r.Do("MPI_Irecv", 0x10010, 2, integer, 1, 3, replay.World, q)
			r.Do("MPI_Wait", q, 0, 1, 3, 8)
		},
		func() { r.Do("MPI_Win_fence", rng.Int64N(2), w) },
		func() { r.Put(w, rng.Int64N(4), rng.Int64N(9), 1) },
		func() {
			r.Do("MPI_Put", 0x5000, 1, vector, rng.Int64N(4), 0, 1, vector, w)
		},
		func() { r.Do("MPI_Win_start", r.Group(1, 1+rng.Int64N(3)), 0, w) },
		func() { r.Do("MPI_Win_complete", w) },
		func() { r.Do("MPI_Win_post", r.Group(rng.Int64N(4)), 0, w) },
		func() { r.Do("MPI_Win_wait", w) },
		func() { r.Do("MPI_Win_lock_all", 0, w) },
		func() { r.Do("MPI_Win_unlock_all", w) },
		func() { r.Do("MPI_Win_attach", d, 0x1000, rng.Int64N(64)) },
		func() { r.Do("MPI_Win_detach", d, 0x1000) },
		func() {
			o := []int64{sum, replay.Type("MPI_MAX")}[rng.IntN(2)]
			r.Do("MPI_Accumulate", 0x5000, 1, integer, 1, 0, 1, integer, o, w)
		},
		func() { r.Do("MPI_Bcast", 0x5000, rng.Int64N(9), integer, rng.Int64N(4), replay.World) },
		func() { r.Do("MPI_Allgather", 0x5000, 1, integer, 0x6000, 2, integer, replay.Self) },
		func() { r.Do("MPI_Allreduce", 0x5000, 0x6000, 1, integer, sum, replay.World) },
		func() { r.With("MPI_Info_set", replay.Strings("no_locks", "true"), nil, info) },
		func() { r.With("MPI_Win_set_name", replay.Strings(fmt.Sprint("w", rng.IntN(9))), nil, w) },
		func() { r.With("MPI_Type_set_name", replay.Strings(fmt.Sprint("v", rng.IntN(9))), nil, vector) },
		func() { r.Do("MPI_Win_set_info", w, acc) },
		func() { r.Do("MPI_File_write_all_begin", fh, 0x9000, 8, integer, 1) },
		func() { r.Do("MPI_File_write_all_end", fh, 0x9000, 0, 1, 1) },
		func() {
			r.With("MPI_File_set_view", replay.Strings("native"), nil, fh, rng.Int64N(9), integer, vector, replay.InfoNull)
		},
		func() { r.Do("MPI_File_set_size", fh, rng.Int64N(99)) },
		func() { r.Do("MPI_File_write_shared", fh, 0x9000, 1, integer) },
		func() {
			q := j.Handle()
			r.Do("MPI_File_iwrite_at", fh, rng.Int64N(9), 0x9000, 1, vector, q)
			r.Do("MPI_Wait", q)
			r.Do("MPI_File_sync", fh)
		},
		func() {
			q := j.Handle()
			r.Do("MPI_Barrier_init", replay.World, replay.InfoNull, q)
			r.Do("MPI_Start", q)
			r.Do("MPI_Wait", q)
			r.Do("MPI_Request_free", q)
		},
		func() { r.Do("MPI_Buffer_detach") },
		func() {
			x := j.Handle()
			r.Do("MPI_Win_create", 0x1000, rng.Int64N(99), 1, info, replay.World, x, 1)
			r.Do("MPI_Win_free", x)
		},
		func() {
			r.With("MPI_Comm_create", nil, replay.Words([]int64{0, 1}, nil), replay.World, r.Group(0, 1+rng.Int64N(3)), j.Handle(), 0, 0)
		},
		func() {
			r.With("MPI_Comm_create_group", nil, replay.Words([]int64{0, 1}, nil), replay.World, r.Group(0, 1+rng.Int64N(3)),
				rng.Int64N(9), j.Handle(), 0, 0)
			r.Fail("MPI_Comm_create_group", replay.World, r.Group(0, 1), 0, j.Handle(), 0, 0)
		},
	}
	for range 400 {
		calls[rng.IntN(len(calls))]()
	}
	return r
}

// TestOpsStay: the ops of earlier calls do not change with later calls of the rank, as long as their storage is not
// reused.
func TestOpsStay(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(20) {
		r := rank.NewRank(reading.Config{Size: 4, Flavour: calls.FlavourByName("openmpi")})
		var ops op.Ops
		var then []string
		for _, e := range program(t, seed).Events() {
			told := ops.Len()
			if c, m := r.Feed(&e); m != record.NoCall {
				r.Apply(c, m, &ops)
			}
			if ops.Len() > told {
				then = append(then, optest.Texts(&ops, told)...)
			}
		}
		for i, now := range optest.Texts(&ops, 0) {
			require.Equal(t, then[i], now, "seed %d, op %d", seed, i)
			require.True(t, i == 0 || ops.N(i-1) <= ops.N(i))
			kind, _, _ := strings.Cut(now, " ")
			seen[kind] = true
		}
	}
	for kind := range reflect.TypeFor[op.Kinds]().Fields() {
		if !slices.Contains([]string{"Loses", "Strays", "Forgets", "SyncsMemory", "HasFetched"}, kind.Name) {
			assert.True(t, seen[kind.Name], "no op tells %s", kind.Name)
		}
	}
}

// TestOpsReset: ops that reuse the storage of earlier ops equal ops in new storage, in batches of any size.
func TestOpsReset(t *testing.T) {
	for seed := range uint64(20) {
		events := program(t, seed).Events()
		tell := func(batch int) string {
			r := rank.NewRank(reading.Config{Size: 4, Flavour: calls.FlavourByName("openmpi")})
			ops := &op.Ops{}
			var out []string
			for i := range events {
				e := events[i]
				if c, m := r.Feed(&e); m != record.NoCall {
					r.Apply(c, m, ops)
				}
				if batch > 0 && i%batch == 0 {
					out = append(out, optest.Texts(ops, 0)...)
					ops.Reset()
				}
			}
			return strings.Join(append(out, optest.Texts(ops, 0)...), "\n")
		}
		want := tell(0)
		for _, batch := range []int{1, 2, 7, 16, 256} {
			require.Equal(t, want, tell(batch), "seed %d, batches of %d", seed, batch)
		}
	}
}

// TestOpsCross: another process reads the ops that the rank has emitted, whether all at once or one by one.
func TestOpsCross(t *testing.T) {
	for seed := range uint64(20) {
		r := rank.NewRank(reading.Config{Size: 4, Flavour: calls.FlavourByName("openmpi")})
		w, one, all := op.NewWriter(), op.NewReader(reading.NewLists(nil).Share), op.NewReader(nil)
		var ops, got, each op.Ops
		events := program(t, seed).Events()
		for i := range events {
			if c, m := r.Feed(&events[i]); m != record.NoCall {
				r.Apply(c, m, &ops)
			}
			if i%7 > 0 && i < len(events)-1 {
				continue
			}
			want := optest.Texts(&ops, 0)
			sent := w.Write(nil, &ops)
			for in := all.Begin(sent); all.Left() > 0; {
				in = all.Next(in, &got)
			}
			require.Equal(t, want, optest.Texts(&got, 0), "seed %d", seed)
			for in, k := one.Begin(sent), 0; one.Left() > 0; k++ {
				in = one.Next(in, &each)
				require.Equal(t, want[k:k+1], optest.Texts(&each, 0), "seed %d", seed)
				require.Equal(t, k+1 < ops.Len() && ops.N(k+1) == ops.N(k), one.SameCall(in), "seed %d", seed)
				each.Reset()
			}
			ops.Reset()
			got.Reset()
		}
	}
}
