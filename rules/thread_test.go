package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// startThread starts a further thread of rank 0, whose first call is name.
func startThread(r *replay.Rank, thread int, name string) {
	r.Thread = thread
	r.Event(event.Thread, 4711, 0, int64(calls.ByName(name).Kind))
	r.Thread = 0
}

func TestThread001Funneled(t *testing.T) {
	for level, found1 := range map[string]bool{"MPI_THREAD_SINGLE": true, "MPI_THREAD_FUNNELED": true,
		"MPI_THREAD_SERIALIZED": false, "MPI_THREAD_MULTIPLE": false, "thread level 4": false, "": false} {
		j := replay.New(t, 1)
		j.ThreadLevel = level
		w := j.Allocate(64, 8)
		startThread(j.Rank(0), 1, "MPI_Send")
		j.Free(w)
		j.Finalize()
		if !found1 {
			j.Silent()
			continue
		}
		found(t, j, "THREAD001", "thread 1 calls MPI_Send, but the library provides "+level)
	}
}

// The first call of a thread whose start tells nothing is its first record.
func TestThread001UnknownFirst(t *testing.T) {
	j := replay.New(t, 1)
	j.ThreadLevel = "MPI_THREAD_FUNNELED"
	w := j.Allocate(64, 8)
	r := j.Rank(0)
	r.Thread = 2
	r.Do("MPI_Win_fence", 0, w)
	r.Thread = 0
	j.Free(w)
	j.Finalize()
	found(t, j, "THREAD001", "thread 2 calls MPI_Win_fence")
}

func TestThread001Serialized(t *testing.T) {
	run := func(level string, together bool) *replay.Job {
		j := replay.New(t, 1)
		j.ThreadLevel = level
		a, b := j.Allocate(64, 8), j.Allocate(64, 8)
		r := j.Rank(0)
		startThread(r, 1, "MPI_Win_fence")
		r.Begin("MPI_Win_fence", 0, a)
		if together {
			r.Thread = 1
			r.Do("MPI_Win_fence", 0, b)
			r.Thread = 0
		}
		r.End("MPI_Win_fence")
		if !together {
			r.Thread = 1
			r.Do("MPI_Win_fence", 0, b)
			r.Thread = 0
		}
		j.Free(a)
		j.Free(b)
		j.Finalize()
		return j
	}
	f := found(t, run("MPI_THREAD_SERIALIZED", true), "THREAD001", "thread 1 calls MPI_Win_fence while thread 0 is in MPI_Win_fence")
	assert.Positive(t, see(t, f))
	run("MPI_THREAD_SERIALIZED", false).Silent()
	run("MPI_THREAD_MULTIPLE", true).Silent()
}

func TestThread002(t *testing.T) {
	for after, message := range []string{"MPI_Comm_size is called before MPI_Init", "MPI_Comm_size is called after MPI_Finalize"} {
		j := replay.New(t, 1)
		j.Finalize()
		j.Rank(0).Event(event.Stray, int64(calls.ByName("MPI_Comm_size").Kind), int64(after))
		found(t, j, "THREAD002", message)
	}
}
