package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// hangs wants one finding of a rule about hangs, and silence if there is none.
func hangs(t *testing.T, j *replay.Job, rule, text string) {
	t.Helper()
	j.Finalize()
	found(t, j, rule, text)
}

// A probe waits for its message as a receive does.
func TestHang004Probe(t *testing.T) {
	for _, first := range []int64{0, 1} {
		j := replay.New(t, 2)
		a, b := j.Rank(0), j.Rank(1)
		a.Do("MPI_Send", 0x5000, 1, intType, 1, 0, replay.World)
		a.Do("MPI_Send", 0x5000, 1, intType, 1, 1, replay.World)
		b.Do("MPI_Probe", 0, 1, replay.World, 0, 0, 1, 4)
		for _, tag := range []int64{1 - first, first} {
			b.Do("MPI_Recv", 0x6000, 1, intType, 0, tag, replay.World, 0, 0, tag, 4)
		}
		hangs(t, j, "HANG004", "rank 1 would wait in MPI_Probe for a message of rank 0 with tag 1")
	}
}

// A matched message is received only by MPI_Mrecv: until then a send need not be complete.
func TestHang004Mprobe(t *testing.T) {
	j := replay.New(t, 2)
	a, b := j.Rank(0), j.Rank(1)
	a.Do("MPI_Send", 0x5000, 1, intType, 1, 0, replay.World)
	a.Do("MPI_Recv", 0x6000, 1, intType, 1, 0, replay.World, 0, 1, 0, 4)
	message := j.Handle()
	b.Do("MPI_Mprobe", 0, 0, replay.World, message, 0, 0, 0, 4)
	b.Do("MPI_Send", 0x5000, 1, intType, 0, 0, replay.World)
	b.Do("MPI_Mrecv", 0x6000, 1, intType, message, 0, 0, 0, 4)
	hangs(t, j, "HANG004", "rank 0 would wait in MPI_Send until rank 1 receives its message")
}

// Collective calls on different communicators wait for each other as well.
func TestHang004Communicators(t *testing.T) {
	j := replay.New(t, 2)
	x, y := j.Handle(), j.Handle()
	j.Each(func(r *replay.Rank) {
		r.With("MPI_Comm_dup", nil, replay.Words([]int64{0, 1}), replay.World, x, 0, int64(r.World()))
		r.With("MPI_Comm_dup", nil, replay.Words([]int64{0, 1}), replay.World, y, 0, int64(r.World()))
	})
	a, b := j.Rank(0), j.Rank(1)
	a.Do("MPI_Bcast", 0x5000, 1, intType, 0, x)
	a.Do("MPI_Bcast", 0x6000, 1, intType, 1, y)
	b.Do("MPI_Bcast", 0x6000, 1, intType, 1, y)
	b.Do("MPI_Bcast", 0x5000, 1, intType, 0, x)
	hangs(t, j, "HANG004", "a collective call did not wait for all ranks; otherwise rank 0 would wait in MPI_Bcast for rank 1")
}

// Under MPI_THREAD_MULTIPLE a thread that is not known may still come.
func TestHang001Threads(t *testing.T) {
	for _, c := range []struct {
		level  string
		idle   bool
		silent bool
	}{{"MPI_THREAD_SINGLE", false, false}, {"MPI_THREAD_MULTIPLE", false, false}, {"MPI_THREAD_MULTIPLE", true, true}} {
		j := replay.New(t, 2)
		j.ThreadLevel = c.level
		for i := range 2 {
			r := j.Rank(i)
			if c.idle {
				r.Thread = 1
				r.Do("MPI_Barrier", replay.Self)
				r.Thread = 0
			}
			r.Stuck("MPI_Recv", 0x6000, 1, intType, int64(1-i), 0, replay.World)
		}
		if c.silent {
			j.Want()
			continue
		}
		text := "ranks 0, 1 wait for each other"
		if c.level == "MPI_THREAD_MULTIPLE" {
			text = "Only another thread"
		}
		found(t, j, "HANG001", text)
	}
}

// Barriers on several communicators that wait for each other are one fault.
func TestHang001Communicators(t *testing.T) {
	j := replay.New(t, 2)
	x, y := j.Handle(), j.Handle()
	j.Each(func(r *replay.Rank) {
		r.With("MPI_Comm_dup", nil, replay.Words([]int64{0, 1}), replay.World, x, 0, int64(r.World()))
		r.With("MPI_Comm_dup", nil, replay.Words([]int64{0, 1}), replay.World, y, 0, int64(r.World()))
	})
	j.Rank(0).Stuck("MPI_Barrier", x)
	j.Rank(1).Stuck("MPI_Barrier", y)
	all := j.Found()
	require.Len(t, all, 1, "the missing barriers are consequences")
	require.Equal(t, "HANG001", all[0].Rule)
}
