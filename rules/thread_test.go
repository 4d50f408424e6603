package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// startThread starts a further thread of rank 0 with the first call name.
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

// If there is no record of a thread's start, the first record of the thread is its first call.
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

// Some calls are allowed in any thread at any time.
func TestThread001Always(t *testing.T) {
	for _, level := range []string{"MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED"} {
		for _, after := range []string{"MPI_Info_create", "MPI_Comm_size"} {
			j := replay.New(t, 1)
			j.ThreadLevel = level
			r := j.Rank(0)
			startThread(r, 1, "MPI_Info_create")
			r.Begin("MPI_Barrier", replay.World)
			r.Thread = 1
			info := j.Handle()
			r.Do("MPI_Info_create", info)
			r.Do("MPI_Info_free", info)
			if after == "MPI_Comm_size" {
				r.Do(after, replay.World, 0)
			}
			r.Thread = 0
			r.End("MPI_Barrier")
			j.Finalize()
			if after == "MPI_Comm_size" {
				found(t, j, "THREAD001", "^thread 1 calls MPI_Comm_size")
				continue
			}
			j.Silent()
		}
	}
}

// take gives a ring to the thread with a number; the earlier thread of the ring has ended.
func take(r *replay.Rank, ring, number int, first string) {
	r.Thread = ring
	initialized := int64(0)
	if number == 0 {
		initialized = 1
	}
	r.Event(event.Thread, 4711, initialized, int64(calls.ByName(first).Kind), int64(number))
}

// Threads that have used the same ring are several threads.
func TestThread001Reused(t *testing.T) {
	j := replay.New(t, 1)
	j.ThreadLevel = "MPI_THREAD_FUNNELED"
	w := j.Allocate(64, 8)
	r := j.Rank(0)
	take(r, 0, 0, "MPI_Init")
	take(r, 1, 1, "MPI_Send")
	take(r, 1, 2, "MPI_Recv")
	take(r, 0, 3, "MPI_Bcast") // the thread that initialized MPI has ended
	j.Free(w)
	j.Finalize()
	var got []string
	for _, f := range j.Check().Findings {
		assert.Equal(t, "THREAD001", f.Rule.ID)
		got = append(got, f.Message[:len("thread 1 calls MPI_Send")])
	}
	assert.ElementsMatch(t, []string{"thread 1 calls MPI_Send", "thread 2 calls MPI_Recv", "thread 3 calls MPI_Bcas"}, got)
}

// A thread that was ended in a call is no longer in that call once another thread has its ring.
func TestThreadEndedInCall(t *testing.T) {
	j := replay.New(t, 2)
	j.ThreadLevel = "MPI_THREAD_SERIALIZED"
	w := j.Allocate(64, 8)
	r := j.Rank(0)
	take(r, 1, 1, "MPI_Win_lock")
	r.Begin("MPI_Win_lock", 1, 1, 0, w)
	take(r, 1, 2, "MPI_Info_create")
	r.Do("MPI_Info_create", 77)
	r.Do("MPI_Info_free", 77)
	r.Thread = 0
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// Records of threads without a ring are missing: no rule that would depend on them reports anything, on this rank or on
// others.
func TestThreadWithoutRing(t *testing.T) {
	for name, run := range map[string]func(*replay.Job, int64, func(*replay.Rank)){
		"complete": func(j *replay.Job, w int64, lose func(*replay.Rank)) { // WIN009
			j.Rank(0).Do("MPI_Win_lock_all", 0, w)
			lose(j.Rank(0))
			j.Free(w)
		},
		"fence": func(j *replay.Job, w int64, lose func(*replay.Rank)) {
			j.Fence(0, w)
			lose(j.Rank(0))
			j.Rank(1).Do("MPI_Win_fence", 0, w)
			j.Free(w)
		},
		"unlock": func(j *replay.Job, w int64, lose func(*replay.Rank)) { // LOCK010
			j.Rank(0).Do("MPI_Win_lock", 1, 1, 0, w)
			lose(j.Rank(0))
			j.Rank(0).Do("MPI_Win_lock", 1, 1, 0, w)
			j.Free(w)
		},
		"collective": func(j *replay.Job, w int64, lose func(*replay.Rank)) {
			lose(j.Rank(0))
			j.Rank(1).Do("MPI_Barrier", replay.World)
			j.Free(w)
		},
		"start": func(j *replay.Job, w int64, lose func(*replay.Rank)) {
			g := j.Rank(1).Group(0)
			lose(j.Rank(0))
			j.Rank(1).Do("MPI_Win_post", g, 0, w)
			j.Rank(1).Do("MPI_Win_wait", w)
			j.Free(w)
		},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 2)
			run(j, j.Allocate(64, 8), func(r *replay.Rank) {
				r.Thread = event.NoThread
				r.Event(event.Lost, 1)
				r.Thread = 0
			})
			j.Finalize()
			for _, f := range j.Check().Findings {
				assert.Equal(t, "TOOL002", f.Rule.ID, f.Message)
			}
			j = replay.New(t, 2)
			run(j, j.Allocate(64, 8), func(*replay.Rank) {})
			j.Finalize()
			assert.NotEmpty(t, j.Check().Findings, "it looks wrong without the calls")
		})
	}
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

// Threads that call MPI while another thread is in MPI_Finalize.
func TestThread002During(t *testing.T) {
	open := func(r *replay.Rank) {
		r.Thread = 1
		r.Begin("MPI_Recv", result, 1, intType, 0, 3, replay.World, 0)
		r.Thread = 0
		r.Finalize()
	}
	later := func(r *replay.Rank) {
		r.Begin("MPI_Finalize")
		r.Thread = 1
		r.Do("MPI_Comm_size", replay.World)
		r.Thread = 0
		r.End("MPI_Finalize")
		r.Event(event.End, int64(event.EndFinalized))
	}
	ended := func(r *replay.Rank) {
		r.Thread = 1
		r.Do("MPI_Comm_size", replay.World)
		r.Thread = 0
		r.Begin("MPI_Finalize")
		r.Event(event.End, int64(event.EndExit), int64(calls.Iprobe), 0)
	}
	attribute := func(r *replay.Rank) {
		r.Do("MPI_Comm_create_keyval", 0, 1, 40, 0)
		r.Do("MPI_Comm_set_attr", replay.Self, 40, 0)
	}
	lost := func(r *replay.Rank) { r.Event(event.Lost, 1) }
	for _, c := range []struct {
		name    string
		do      func(*replay.Rank)
		message string
	}{
		{"open", open, "^MPI_Finalize is called while thread 1 is in MPI_Recv$"},
		{"later", later, "^thread 1 calls MPI_Comm_size while thread 0 is in MPI_Finalize$"},
		{"ended", ended, "^the process ended in MPI_Iprobe of another thread while MPI_Finalize had not returned$"},
		{"until an attribute is deleted", func(r *replay.Rank) { attribute(r); later(r) }, ""},
		{"calls lost", func(r *replay.Rank) { lost(r); open(r) }, ""},
		{"before", func(r *replay.Rank) {
			r.Thread = 1
			r.Do("MPI_Comm_size", replay.World)
			r.Thread = 0
			r.Finalize()
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 1)
			j.ThreadLevel = "MPI_THREAD_MULTIPLE"
			startThread(j.Rank(0), 1, "MPI_Recv")
			c.do(j.Rank(0))
			if c.message != "" {
				found(t, j, "THREAD002", c.message)
				return
			}
			assert.Empty(t, only(j, "THREAD002"))
		})
	}
}

func TestThread001Finalize(t *testing.T) {
	for thread, message := range []string{"", "^MPI_Finalize is called by thread 1, but thread 0 has initialized MPI$"} {
		j := replay.New(t, 1)
		j.ThreadLevel = "MPI_THREAD_MULTIPLE"
		r := j.Rank(0)
		startThread(r, 1, "MPI_Finalize")
		r.Thread = thread
		r.Finalize()
		if message == "" {
			j.Silent()
			continue
		}
		assert.Equal(t, rules.Warning, found(t, j, "THREAD001", message).Severity)
	}
}

// A second MPI_Init, by a library.
func TestThread002Twice(t *testing.T) {
	for _, name := range []string{"MPI_Init", "MPI_Init_thread"} {
		j := replay.New(t, 1)
		bad := replay.Here() + 1
		j.Rank(0).Fail(name, 0, 0)
		j.Finalize()
		assert.Equal(t, bad, line(found(t, j, "THREAD002", name+" is called, but MPI is already initialized")))
	}
}

// Calls of one line that lack a common lock are one finding, also if some of them are on another object.
func TestThread001Tangle(t *testing.T) {
	j := replay.New(t, 1)
	j.ThreadLevel = "MPI_THREAD_SERIALIZED"
	a, b := j.Allocate(64, 8), j.Allocate(64, 8)
	r := j.Rank(0)
	startThread(r, 1, "MPI_Win_fence")
	for range 2 {
		for _, kind := range []string{"MPI_Win_fence", "MPI_Barrier"} {
			if kind == "MPI_Barrier" {
				r.Begin(kind, replay.World)
			} else {
				r.Begin(kind, 0, a)
			}
			r.Thread = 1
			r.Do("MPI_Win_fence", 0, b)
			r.Thread = 0
			r.End(kind)
		}
	}
	n := 0
	for _, f := range j.Check().Findings {
		if f.Rule.ID == "THREAD001" {
			n++
		}
	}
	assert.Equal(t, 1, n)
}

func TestThread003(t *testing.T) {
	run := func(size int, level string, together, same bool) *replay.Job {
		j := replay.New(t, size)
		j.ThreadLevel = level
		a, b := j.Allocate(64, 8), j.Allocate(64, 8)
		if same {
			b = a
		}
		r := j.Rank(0)
		startThread(r, 1, "MPI_Win_fence")
		second := func() {
			r.Thread = 1
			r.Do("MPI_Win_fence", 0, b)
			r.Thread = 0
		}
		r.Begin("MPI_Win_fence", 0, a)
		if together {
			second()
		}
		r.End("MPI_Win_fence")
		if !together {
			second()
		}
		return j
	}
	count := func(j *replay.Job) (n int) {
		for _, f := range j.Check().Findings {
			if f.Rule.ID == "THREAD003" {
				n++
				assert.Equal(t, "thread 1 calls MPI_Win_fence while thread 0 is in MPI_Win_fence on the same window", f.Message)
			}
		}
		return n
	}
	assert.Equal(t, 1, count(run(2, "MPI_THREAD_MULTIPLE", true, true)))
	assert.Zero(t, count(run(2, "MPI_THREAD_MULTIPLE", false, true)), "one after the other")
	assert.Zero(t, count(run(2, "MPI_THREAD_MULTIPLE", true, false)), "different windows")
	assert.Zero(t, count(run(2, "MPI_THREAD_SERIALIZED", true, true)), "THREAD001")
	assert.Zero(t, count(run(1, "MPI_THREAD_MULTIPLE", true, true)), "any order is right")
}

// TestDamagedNumbers: a thread has an impossible number, and a communicator has members that a job of two ranks lacks.
func TestDamagedNumbers(t *testing.T) {
	j := replay.New(t, 2)
	r := j.Rank(0)
	take(r, 1, 1<<31, "MPI_Barrier")
	r.Thread = 1
	r.Do("MPI_Barrier", replay.World)
	r.Thread = 0
	j.Rank(1).Do("MPI_Barrier", replay.World)
	for _, outside := range []int64{2, -7, 1 << 40} {
		c := comm(j, r, "MPI_Comm_dup", nil, []int64{0, outside}, replay.World)
		r.Do("MPI_Barrier", c)
	}
	j.Check()
}

// Another thread may take a message that a thread has found by a probe, if its receive comes between the probe and the
// receive.
func TestThread004(t *testing.T) {
	in := func(thread int, do func(r *replay.Rank)) func(r *replay.Rank) {
		return func(r *replay.Rank) { r.Thread = thread; do(r) }
	}
	call := func(name string, args ...int64) func(r *replay.Rank) {
		return func(r *replay.Rank) { r.Do(name, args...) }
	}
	probe := call("MPI_Probe", 0, 3, replay.World, 0, 0, 3, 16)
	anySource := call("MPI_Probe", replay.AnySource, 3, replay.World, 0, 0, 3, 16)
	receive := call("MPI_Recv", result, 4, intType, 0, 3, replay.World, 0, 0, 3, 16)
	for _, c := range []struct {
		name  string
		calls []func(r *replay.Rank)
		want  int
	}{
		{"in between", []func(r *replay.Rank){in(0, probe), in(1, receive), in(0, receive)}, 1},
		{"in between, any source", []func(r *replay.Rank){in(0, anySource), in(1, receive), in(0, receive)}, 1},
		{"both have found it", []func(r *replay.Rank){in(0, probe), in(1, probe), in(1, receive), in(0, receive)}, 1},
		{"matched", []func(r *replay.Rank){in(0, probe), in(1, call("MPI_Mprobe", 0, 3, replay.World, 0x5500, 0, 0, 3, 16)),
			in(1, call("MPI_Mrecv", result, 4, intType, 0x5500, 0, 0, 3, 16)), in(0, receive)}, 1},
		{"the probe of the same thread has found nothing", []func(r *replay.Rank){
			in(0, call("MPI_Iprobe", 0, 3, replay.World, 0)), in(1, receive), in(0, receive)}, 0},
		{"one after the other", []func(r *replay.Rank){in(0, probe), in(0, receive), in(1, probe), in(1, receive)}, 0},
		{"before", []func(r *replay.Rank){in(1, receive), in(0, probe), in(0, receive)}, 0},
		{"another tag", []func(r *replay.Rank){in(0, probe),
			in(1, call("MPI_Recv", result, 4, intType, 0, 4, replay.World, 0, 0, 4, 16)), in(0, receive)}, 0},
		{"found again", []func(r *replay.Rank){in(0, probe), in(1, receive), in(0, probe), in(0, receive)}, 0},
		{"receives another one", []func(r *replay.Rank){in(0, probe), in(1, receive),
			in(0, call("MPI_Recv", result, 4, intType, 0, 4, replay.World, 0, 0, 4, 16)), in(0, receive)}, 0},
		{"only looks", []func(r *replay.Rank){in(0, probe), in(1, receive), in(0, call("MPI_Barrier", replay.World)), in(0, receive)}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			j.ThreadLevel = "MPI_THREAD_MULTIPLE"
			for _, do := range c.calls {
				do(j.Rank(1))
			}
			j.Rank(1).Thread = 0
			j.Finalize()
			assert.Len(t, only(j, "THREAD004"), c.want)
		})
	}
}
