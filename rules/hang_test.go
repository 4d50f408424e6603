package rules_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// hangs expects a finding of a rule about hangs, or none if the text is empty.
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

// A receive from any source leaves no choice if it is posted only after the call in which its rank waits, or if no
// other message could come.
func TestHang004AnySource(t *testing.T) {
	const tag = 3
	send := func(r *replay.Rank, to int) { r.Do("MPI_Send", 0x5000, 1, intType, int64(to), tag, replay.World) }
	receive := func(r *replay.Rank, from, source int) {
		r.Do("MPI_Recv", 0x6000, 1, intType, int64(from), tag, replay.World, 0, int64(source), tag, 4)
	}
	any := int(replay.AnySource)
	for _, tc := range []struct {
		name  string
		order []int // in which rank 0 takes the messages
		calls func(order []int, r [3]*replay.Rank)
		says  string
	}{
		{"first", []int{1, 2}, nil, "rank 0 would wait in MPI_Send until rank 1 receives its message .tag 3, 4 bytes., rank 1 would wait in MPI_Send"},
		{"last", []int{2, 1}, nil, "rank 0 would wait in MPI_Send until rank 1 receives its message .tag 3, 4 bytes., rank 1 would wait in MPI_Send"},
		{"posted before", []int{2, 1}, func(order []int, r [3]*replay.Rank) {
			receive(r[0], any, order[0])
			send(r[0], 1)
			receive(r[0], any, order[1])
			send(r[1], 0)
			receive(r[1], 0, 0)
			send(r[2], 0)
		}, ""},
		{"many before", nil, func(_ []int, r [3]*replay.Rank) { // the first could have taken the message of rank 1
			const n = 40
			receive(r[0], any, 2)
			send(r[0], 1)
			for range n {
				receive(r[0], any, 2)
			}
			receive(r[0], any, 1)
			send(r[1], 0)
			receive(r[1], 0, 0)
			for range n + 1 {
				send(r[2], 0)
			}
		}, ""},
		{"many behind", nil, func(_ []int, r [3]*replay.Rank) {
			const n = 40
			send(r[0], 1)
			for range n {
				receive(r[0], any, 2)
			}
			receive(r[0], any, 1)
			send(r[1], 0)
			receive(r[1], 0, 0)
			for range n {
				send(r[2], 0)
			}
		}, "rank 0 would wait in MPI_Send until rank 1 receives"},
		{"complete, and its message not read", nil, func(_ []int, r [3]*replay.Rank) {
			send(r[0], 1)
			r[0].Do("MPI_Send", 0x5000, 1, intType, 1, 7, replay.World)
			r[1].Do("MPI_Irecv", 0x7000, 1, intType, replay.AnySource, tag, replay.World, 0x71)
			r[1].Do("MPI_Recv", 0x6000, 1, intType, 0, 7, replay.World, 0, 0, 7, 4)
			receive(r[1], any, 0)
			r[1].Do("MPI_Wait", 0x71, 0, 2, tag, 4)
			send(r[2], 1)
		}, ""},
		{"no other with this tag", nil, func(_ []int, r [3]*replay.Rank) {
			receive(r[0], any, 1)
			r[0].Do("MPI_Recv", 0x6000, 1, intType, 1, 7, replay.World, 0, 1, 7, 4)
			r[1].Do("MPI_Send", 0x5000, 1, intType, 0, 7, replay.World)
			send(r[1], 0)
		}, "rank 0 would wait in MPI_Recv for a message of rank 1 with tag 3, rank 1 would wait in MPI_Send until rank 0 receives its message .tag 7"},
		{"perhaps another of a rank of which records are missing", nil, func(_ []int, r [3]*replay.Rank) {
			r[2].Event(event.Lost, 1)
			receive(r[0], any, 1)
			r[0].Do("MPI_Recv", 0x6000, 1, intType, 1, 7, replay.World, 0, 1, 7, 4)
			r[1].Do("MPI_Send", 0x5000, 1, intType, 0, 7, replay.World)
			send(r[1], 0)
		}, ""},
		{"another with this tag", nil, func(_ []int, r [3]*replay.Rank) {
			receive(r[0], any, 1)
			r[0].Do("MPI_Recv", 0x6000, 1, intType, 1, 7, replay.World, 0, 1, 7, 4)
			receive(r[0], any, 2)
			r[1].Do("MPI_Send", 0x5000, 1, intType, 0, 7, replay.World)
			send(r[1], 0)
			send(r[2], 0)
		}, ""},
		{"any tag", nil, func(_ []int, r [3]*replay.Rank) {
			r[0].Do("MPI_Recv", 0x6000, 1, intType, replay.AnySource, -1, replay.World, 0, 2, 9, 4)
			receive(r[0], any, 1)
			send(r[1], 0)
			r[2].Do("MPI_Recv", 0x6000, 1, intType, 1, 5, replay.World, 0, 1, 5, 4)
			r[2].Do("MPI_Send", 0x5000, 1, intType, 0, 9, replay.World)
			r[1].Do("MPI_Send", 0x5000, 1, intType, 2, 5, replay.World)
		}, ""},
		{"a buffered one with another tag", nil, func(_ []int, r [3]*replay.Rank) {
			r[2].Do("MPI_Bsend", 0x5000, 1, intType, 0, 9, replay.World)
			receive(r[0], any, 1)
			r[0].Do("MPI_Recv", 0x6000, 1, intType, 1, 7, replay.World, 0, 1, 7, 4)
			r[0].Do("MPI_Recv", 0x6000, 1, intType, 2, 9, replay.World, 0, 2, 9, 4)
			r[1].Do("MPI_Send", 0x5000, 1, intType, 0, 7, replay.World)
			send(r[1], 0)
		}, "rank 0 would wait in MPI_Recv for a message of rank 1 with tag 3"},
		{"a buffered one", nil, func(_ []int, r [3]*replay.Rank) {
			r[2].Do("MPI_Bsend", 0x5000, 1, intType, 0, tag, replay.World)
			receive(r[0], any, 1)
			r[0].Do("MPI_Recv", 0x6000, 1, intType, 1, 7, replay.World, 0, 1, 7, 4)
			receive(r[0], any, 2)
			r[1].Do("MPI_Send", 0x5000, 1, intType, 0, 7, replay.World)
			send(r[1], 0)
		}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			j := replay.New(t, 3)
			r := [3]*replay.Rank{j.Rank(0), j.Rank(1), j.Rank(2)}
			if tc.calls != nil {
				tc.calls(tc.order, r)
			} else { // the master and the workers send before they receive
				send(r[0], 1)
				send(r[0], 2)
				for _, k := range tc.order {
					receive(r[0], any, k)
					send(r[k], 0)
					receive(r[k], 0, 0)
				}
			}
			j.Finalize()
			said := ""
			for _, f := range j.Check().Findings {
				if f.Rule.ID == "HANG004" {
					said += f.Message
				}
			}
			if tc.says == "" {
				require.Empty(t, said)
			} else {
				require.Regexp(t, tc.says, said)
			}
		})
	}
}

// A synchronous send waits for the receive of a message, also after a matched probe has found it.
func TestHang001Mprobe(t *testing.T) {
	run := func(receives bool) *replay.Job {
		j := replay.New(t, 2)
		a, b := j.Rank(0), j.Rank(1)
		message := j.Handle()
		b.Do("MPI_Mprobe", 0, 0, replay.World, message, 0, 0, 0, 4)
		a.Stuck("MPI_Ssend", 0x5000, 1, intType, 1, 0, replay.World)
		if receives {
			b.Stuck("MPI_Mrecv", 0x6000, 1, intType, message)
		} else {
			b.Stuck("MPI_Mprobe", 0, 1, replay.World)
		}
		return j
	}
	found(t, run(false), "HANG001", "to receive its message with tag 0 on MPI_COMM_WORLD, which MPI_Mprobe has found")
	for _, f := range run(true).Check().Findings {
		require.Equal(t, "TOOL003", f.Rule.ID, f.Message)
	}
}

// Collective calls on different communicators also wait for each other.
func TestHang004Communicators(t *testing.T) {
	j := replay.New(t, 2)
	x, y := duplicate(j), duplicate(j)
	a, b := j.Rank(0), j.Rank(1)
	a.Do("MPI_Bcast", 0x5000, 1, intType, 0, x)
	a.Do("MPI_Bcast", 0x6000, 1, intType, 1, y)
	b.Do("MPI_Bcast", 0x6000, 1, intType, 1, y)
	b.Do("MPI_Bcast", 0x5000, 1, intType, 0, x)
	hangs(t, j, "HANG004", "a collective call did not wait for all ranks; otherwise rank 0 would wait in MPI_Bcast for rank 1")
}

// Under MPI_THREAD_MULTIPLE a thread without calls so far may still make the missing call.
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
			text = "one that has made no MPI call so far could still make the call"
		}
		found(t, j, "HANG001", text)
	}
}

// Barriers on several communicators that wait for each other are a single fault.
// Where several threads of a rank wait, the calls of all of them are named.
func TestHang001OtherThreads(t *testing.T) {
	j := replay.New(t, 2)
	j.ThreadLevel = "MPI_THREAD_MULTIPLE"
	for i := range 2 {
		r := j.Rank(i)
		r.Stuck("MPI_Recv", 0x6000, 1, intType, int64(1-i), 0, replay.World)
		r.Thread = 1
		r.Stuck("MPI_Recv", 0x7000, 1, intType, int64(1-i), 5, replay.World)
	}
	f := found(t, j, "HANG001", "^ranks 0, 1 wait for each other: rank 0 in MPI_Recv waits for a message with tag 0")
	require.Len(t, f.Related, 2)
	require.Equal(t, "another thread of rank 0 is in this call, and waits for a message with tag 5 on MPI_COMM_WORLD from rank 1, which is in MPI_Recv",
		f.Related[0].Note)
}

func TestHang001Communicators(t *testing.T) {
	j := replay.New(t, 2)
	x, y := duplicate(j), duplicate(j)
	j.Rank(0).Stuck("MPI_Barrier", x)
	j.Rank(1).Stuck("MPI_Barrier", y)
	all := j.Found()
	require.Len(t, all, 1, "the missing barriers are consequences")
	require.Equal(t, "HANG001", all[0].Rule)
	for _, f := range j.Check().Findings {
		if f.Rule.ID != "TOOL003" { // the consequences are about the order, too
			require.Regexp(t, "in the same order", f.Advice, f.Rule.ID)
		}
	}
}

// duplicate has both ranks duplicate MPI_COMM_WORLD.
func duplicate(j *replay.Job) (comm int64) {
	comm = j.Handle()
	j.Each(func(r *replay.Rank) {
		r.With("MPI_Comm_dup", nil, replay.Words([]int64{0, 1}), replay.World, comm, 0, int64(r.World()))
	})
	return comm
}

// A rank polls in vain while the others wait: a finding only if that has lasted for a minute, and if nothing else can
// happen.
func TestHang003(t *testing.T) {
	for _, c := range []struct {
		name          string
		alive, called float64 // of rank 0
		other         func(r *replay.Rank)
		text          string // "": silent
	}{
		{"polls", 90, 0.01, func(r *replay.Rank) { r.Stuck("MPI_Recv", 0x6000, 1, intType, 0, 0, replay.World); r.Lives(95, 95) },
			"^no rank made progress for 1m30s: rank 0 polls with MPI_Test for a message with tag 7 on MPI_COMM_WORLD \\(MPI_Irecv\\) from rank 1, " +
				"which is in MPI_Recv; one other rank waits in an MPI call$"},
		{"both poll", 90, 0.01, func(r *replay.Rank) {
			r.Do("MPI_Iprobe", 0, 3, replay.World, 0)
			r.Lives(70, 0.1)
		}, "^no rank made progress for 1m10s: rank 0 polls .* from rank 1, which polls with MPI_Iprobe; rank 1 polls with MPI_Iprobe for a message with tag 3"},
		{"in Finalize", 90, 0.01, func(r *replay.Rank) { r.Stuck("MPI_Finalize"); r.Lives(95, 95) }, "from rank 1, which is in MPI_Finalize$"},
		{"for a moment", 30, 0.01, func(r *replay.Rank) { r.Stuck("MPI_Recv", 0x6000, 1, intType, 0, 0, replay.World); r.Lives(95, 95) }, ""},
		{"the other one has just come", 90, 0.01, func(r *replay.Rank) { r.Stuck("MPI_Recv", 0x6000, 1, intType, 0, 0, replay.World); r.Lives(5, 5) }, ""},
		{"computes since", 90, 80, func(r *replay.Rank) { r.Stuck("MPI_Recv", 0x6000, 1, intType, 0, 0, replay.World); r.Lives(95, 95) }, ""},
		{"the other one computes", 90, 0.01, func(r *replay.Rank) { r.Lives(95, 95) }, ""},
		{"sent", 90, 0.01, func(r *replay.Rank) {
			r.Do("MPI_Send", 0x5000, 1, intType, 0, 7, replay.World)
			r.Stuck("MPI_Recv", 0x6000, 1, intType, 0, 0, replay.World)
			r.Lives(95, 95)
		}, ""},
		{"lost records", 90, 0.01, func(r *replay.Rank) { r.Event(event.Lost, 1); r.Stuck("MPI_Barrier", replay.World); r.Lives(95, 95) }, ""},
		{"aborted", 90, 0.01, func(r *replay.Rank) { r.Event(event.End, int64(event.EndAbort)) }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			a := j.Rank(0)
			a.Do("MPI_Irecv", 0x6000, 1, intType, 1, 7, replay.World, 0x71)
			a.Do("MPI_Test", 0x71, 0)
			a.Lives(c.alive, c.called)
			c.other(j.Rank(1))
			if c.text == "" {
				for _, f := range j.Check().Findings {
					require.NotEqual(t, "HANG003", f.Rule.ID, f.Message)
				}
				return
			}
			found(t, j, "HANG003", c.text)
		})
	}
}

// A rank waits for an element of a window to change, while the other waits: a finding only if the element did not
// change for a minute, and if the rank does nothing else.
func TestHang003Spins(t *testing.T) {
	fetch := func(r *replay.Rank, w, target, value int64) {
		r.Do("MPI_Fetch_and_op", 0, 0x6000, intType, target, 2, replay.Type("MPI_NO_OP"), w)
		r.Fetched(value)
		r.Do("MPI_Win_flush", target, w)
	}
	swap := func(r *replay.Rank, w, compare, value int64) {
		r.Event(event.Value, 4, 1, compare)
		r.Do("MPI_Compare_and_swap", 0x6000, 0x6004, 0x6008, intType, 1, 0, w)
		r.Fetched(value)
		r.Do("MPI_Win_flush", 1, w)
	}
	waits := func(r *replay.Rank) { r.Stuck("MPI_Barrier", replay.World); r.Lives(95, 95) }
	for _, c := range []struct {
		name  string
		spin  func(r *replay.Rank, w int64)
		other func(r *replay.Rank, w int64)
		text  string // "": silent
	}{
		{"flag", func(r *replay.Rank, w int64) { fetch(r, w, 1, 0); fetch(r, w, 1, 0); r.Lives(90, 0.01) }, nil,
			"^no rank made progress for 1m30s: rank 0 polls with MPI_Fetch_and_op for a change of window 1 of " +
				"MPI_COMM_WORLD at displacement 2 of rank 1, which contains 0; one other rank waits in an MPI call$"},
		{"in the flush", func(r *replay.Rank, w int64) {
			fetch(r, w, 1, 5)
			r.Stuck("MPI_Win_flush", 1, w)
			r.Lives(90, 0.01)
		}, nil, "^no rank made progress for 1m30s: rank 0 polls with MPI_Fetch_and_op .* which contains 5;"},
		{"lock", func(r *replay.Rank, w int64) { swap(r, w, 0, 1); swap(r, w, 0, 1); r.Lives(90, 0.01) }, nil,
			"rank 0 polls with MPI_Compare_and_swap for a change of .* at displacement 0 of rank 1, which contains 1;"},
		{"two flags", func(r *replay.Rank, w int64) {
			fetch(r, w, 1, 3)
			fetch(r, w, 0, 4)
			fetch(r, w, 1, 3)
			r.Lives(90, 0.01)
		}, nil,
			"at displacement 2 of rank 1, which contains 3, and at displacement 2 of rank 0, which contains 4;"},
		{"sync", func(r *replay.Rank, w int64) { r.Do("MPI_Win_sync", w); r.Lives(90, 0.01) }, nil,
			"^no rank made progress for 1m30s: rank 0 polls with MPI_Win_sync; one other rank waits in an MPI call$"},
		{"both repeat MPI_Win_sync", func(r *replay.Rank, w int64) { r.Do("MPI_Win_sync", w); r.Lives(90, 0.01) },
			func(r *replay.Rank, w int64) { r.Do("MPI_Win_sync", w); r.Lives(90, 0.01) }, ""},
		{"stores", func(r *replay.Rank, w int64) { r.Do("MPI_Win_sync", w); r.Store(0x10000, 4); r.Lives(90, 0.01) }, nil, ""},
		{"has changed", func(r *replay.Rank, w int64) {
			fetch(r, w, 1, 0)
			r.Pauses(60)
			fetch(r, w, 1, 1)
			r.Lives(30, 0.01)
		}, nil, ""},
		{"has not changed", func(r *replay.Rank, w int64) {
			fetch(r, w, 1, 0)
			r.Pauses(60)
			fetch(r, w, 1, 0)
			r.Lives(30, 0.01)
		}, nil, "^no rank made progress for 1m30s"},
		{"swaps", func(r *replay.Rank, w int64) {
			swap(r, w, 0, 1)
			r.Pauses(60)
			swap(r, w, 1, 1)
			r.Lives(30, 0.01)
		}, nil, ""},
		{"another call", func(r *replay.Rank, w int64) {
			fetch(r, w, 1, 0)
			r.Do("MPI_Comm_rank", replay.World, 0)
			r.Lives(90, 0.01)
		}, nil, ""},
		{"unknown value", func(r *replay.Rank, w int64) {
			r.Do("MPI_Fetch_and_op", 0, 0x6000, intType, 1, 2, replay.Type("MPI_NO_OP"), w)
			r.Do("MPI_Win_flush", 1, w)
			r.Lives(90, 0.01)
		}, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			j.Each(func(r *replay.Rank) { r.Do("MPI_Win_lock_all", 0, w) })
			c.spin(j.Rank(0), w)
			if c.other == nil {
				waits(j.Rank(1))
			} else {
				c.other(j.Rank(1), w)
			}
			if c.text == "" {
				for _, f := range j.Check().Findings {
					require.NotEqual(t, "HANG003", f.Rule.ID, f.Message)
				}
				return
			}
			found(t, j, "HANG003", c.text)
		})
	}
}

// If a rank hangs for a known reason, there is no finding about missing progress as well.
func TestHang003Explained(t *testing.T) {
	j := replay.New(t, 3)
	for i := range 2 {
		j.Rank(i).Stuck("MPI_Recv", 0x6000, 1, intType, int64(1-i), 0, replay.World)
		j.Rank(i).Lives(95, 95)
	}
	r := j.Rank(2)
	r.Do("MPI_Iprobe", 0, 3, replay.World, 0)
	r.Lives(90, 0.01)
	found(t, j, "HANG001", "^ranks 0, 1 wait for each other")
}

// Other ranks wait in vain for a rank that a signal has killed: they are not to blame.
func TestKilled(t *testing.T) {
	j := replay.New(t, 2)
	j.Rank(0).Stuck("MPI_Recv", 0x6000, 1, intType, 1, 0, replay.World)
	j.Rank(1).Stuck("MPI_Recv", 0x6000, 1, intType, 0, 0, replay.World)
	j.Rank(1).Dies(syscall.SIGSEGV)
	all := j.Check().Findings
	require.Len(t, all, 1)
	require.Equal(t, "TOOL003", all[0].Rule.ID)
	require.Equal(t, "rank 0 was killed in an MPI call (MPI_Recv), which waits for a message with tag 0 on MPI_COMM_WORLD from rank 1, "+
		"which was killed by SIGSEGV in MPI_Recv; rank 1 was killed by SIGSEGV (MPI_Recv)", all[0].Message)
}

// A call that waits for a lock leads to the ranks that hold the lock, wherever the MPI library waits for it.
func TestHang001Locks(t *testing.T) {
	for _, c := range []struct {
		name string
		last func(r *replay.Rank, peer, w int64)
		none bool
	}{
		{"lock", func(r *replay.Rank, peer, w int64) { r.Stuck("MPI_Win_lock", r.Exclusive(), peer, 0, w) }, false},
		{"unlock", func(r *replay.Rank, peer, w int64) {
			r.Do("MPI_Win_lock", r.Exclusive(), peer, 0, w)
			r.Stuck("MPI_Win_unlock", peer, w)
		}, false},
		{"flush all", func(r *replay.Rank, peer, w int64) {
			r.Do("MPI_Win_lock", r.Exclusive(), peer, 0, w)
			r.Stuck("MPI_Win_flush_all", w)
		}, false},
		{"one computes", func(r *replay.Rank, peer, w int64) {
			r.Do("MPI_Win_lock", r.Exclusive(), peer, 0, w)
			if peer == 1 {
				r.Stuck("MPI_Win_unlock", peer, w)
			}
		}, true},
		{"shared", func(r *replay.Rank, peer, w int64) {
			r.Do("MPI_Win_lock", r.Shared(), peer, 0, w)
			r.Stuck("MPI_Win_unlock", peer, w)
		}, true},
		{"no check", func(r *replay.Rank, peer, w int64) {
			r.Do("MPI_Win_lock", r.Exclusive(), peer, 1024, w)
			r.Stuck("MPI_Win_unlock", peer, w)
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			for i := range int64(2) {
				r := j.Rank(int(i))
				kind := r.Exclusive()
				if c.name == "shared" {
					kind = r.Shared()
				}
				r.Do("MPI_Win_lock", kind, i, 0, w)
			}
			for i := range int64(2) {
				c.last(j.Rank(int(i)), 1-i, w)
			}
			hangs := 0
			for _, f := range j.Check().Findings {
				if f.Rule.ID == "HANG001" {
					hangs++
					require.Regexp(t, "^ranks 0, 1 wait for each other: rank 0 in MPI_Win_.* waits for a lock that rank 1 holds; rank 1", f.Message)
				}
				if f.Rule.ID == "LOCK011" && !c.none {
					require.NotNil(t, f.Cause, "it is the same fault")
				}
			}
			require.Equal(t, !c.none, hangs == 1)
		})
	}
}

// A rank that was last seen more than ten seconds before the others has died by itself, and others wait in vain for it.
// If the ranks ended within ten seconds, all were killed together, and stood still before.
func TestKilledAfterStandstill(t *testing.T) {
	for _, c := range []struct {
		earlier time.Duration // the time by which rank 1 ended before rank 0
		died    bool
	}{{0, false}, {9 * time.Second, false}, {10 * time.Second, false}, {11 * time.Second, true}} {
		j := replay.New(t, 2)
		at := time.Unix(1000, 0)
		for i := range 2 {
			r := j.Rank(i)
			r.Stuck("MPI_Recv", 0x6000, 1, intType, int64(1-i), 0, replay.World)
			r.Lives(95, 95)
			r.Ends(at.Add(-time.Duration(i) * c.earlier))
		}
		all := j.Check().Findings
		if !c.died {
			require.NotEmpty(t, all)
			require.Equal(t, "HANG001", all[0].Rule.ID, c.earlier)
			continue
		}
		require.Len(t, all, 1)
		require.Equal(t, "TOOL003", all[0].Rule.ID, "a rank that was killed is not to blame")
		require.Regexp(t, "rank 1 was killed", all[0].Message)
	}
}

// A call that creates a communicator with the ranks of a group waits for these ranks.
func TestHang001Groups(t *testing.T) {
	j := replay.New(t, 3)
	a := j.Rank(0)
	a.Stuck("MPI_Comm_create_group", replay.World, a.Group(0, 1), 5)
	j.Rank(1).Stuck("MPI_Recv", 0x6000, 1, intType, 0, 0, replay.World)
	j.Rank(2).Stuck("MPI_Recv", 0x6000, 1, intType, 1, 0, replay.World)
	found(t, j, "HANG001", "^ranks 0, 1 wait for each other: rank 0 in MPI_Comm_create_group waits for MPI_Comm_create_group from rank 1, which is in MPI_Recv.*Rank 2 waits for these")
}

// If all ranks have entered such a call, or a nonblocking call, they were only killed before it returned.
func TestHangOfNone(t *testing.T) {
	for _, c := range []string{"group", "leaders", "barrier"} {
		j := replay.New(t, 2)
		for i := range int64(2) {
			r := j.Rank(int(i))
			switch c {
			case "group":
				r.Stuck("MPI_Comm_create_group", replay.World, r.Group(0, 1), 5)
			case "leaders":
				r.Stuck("MPI_Intercomm_create", replay.Self, 0, replay.World, 1-i, 5)
			default:
				r.Do("MPI_Ibarrier", replay.World, 0x70)
				r.Stuck("MPI_Wait", 0x70)
			}
		}
		for _, f := range j.Check().Findings {
			require.Equal(t, "TOOL003", f.Rule.ID, c+": "+f.Message)
		}
	}
}

// root requires a single error that is not a consequence of another error.
func root(t *testing.T, j *replay.Job, rule, text string) {
	t.Helper()
	var roots []*rules.Finding
	for _, f := range j.Check().Findings {
		if f.Cause == nil && f.Severity == rules.Error {
			roots = append(roots, f)
		}
	}
	require.Len(t, roots, 1)
	require.Equal(t, rule, roots[0].Rule.ID)
	require.Regexp(t, text, roots[0].Message)
}

// The leaders of MPI_Intercomm_create have met, and one of them waits for a rank of its group.
func TestHang001Leaders(t *testing.T) {
	j := replay.New(t, 3)
	pair := j.Handle()
	for i := 1; i < 3; i++ {
		r := j.Rank(i)
		r.With("MPI_Comm_create_group", nil, replay.Words([]int64{1, 2}), replay.World, r.Group(1, 2), 0, pair, 0, int64(i-1))
	}
	j.Rank(0).Stuck("MPI_Intercomm_create", replay.Self, 0, replay.World, 1, 5)
	j.Rank(1).Stuck("MPI_Intercomm_create", pair, 0, replay.World, 0, 5)
	j.Rank(2).Stuck("MPI_Recv", 0x6000, 1, intType, 0, 0, replay.World)
	root(t, j, "HANG001", "rank 0 in MPI_Intercomm_create waits for MPI_Intercomm_create from rank 2, which is in MPI_Recv; rank 2 in MPI_Recv")
}

// A rank that has begun a nonblocking call which other ranks have not made need not wait for it.
func TestHang001BesideNonblocking(t *testing.T) {
	j := replay.New(t, 2)
	j.Rank(0).Do("MPI_Ibarrier", replay.World, 0x70)
	for i := range 2 {
		j.Rank(i).Stuck("MPI_Recv", 0x6000, 1, intType, int64(1-i), 0, replay.World)
	}
	root(t, j, "HANG001", "^ranks 0, 1 wait for each other: rank 0 in MPI_Recv")
}

// A partitioned send may not be complete before its receive is started.
func TestHang004Partitioned(t *testing.T) {
	for _, ahead := range []bool{false, true} {
		j := replay.New(t, 2)
		a, b := j.Rank(0), j.Rank(1)
		a.Do("MPI_Psend_init", 0x5000, 2, 1, intType, 1, 0, replay.World, replay.InfoNull, 0x70)
		b.Do("MPI_Precv_init", 0x6000, 2, 1, intType, 0, 0, replay.World, replay.InfoNull, 0x71)
		for range 3 {
			a.Do("MPI_Start", 0x70)
			a.Do("MPI_Pready_range", 0, 1, 0x70)
			if ahead {
				b.Do("MPI_Start", 0x71)
			}
			a.Do("MPI_Wait", 0x70, 0, 0, 4)
			a.Do("MPI_Send", 0x7000, 1, intType, 1, 1, replay.World)
			b.Do("MPI_Recv", 0x8000, 1, intType, 0, 1, replay.World, 0, 0, 1, 4)
			if !ahead {
				b.Do("MPI_Start", 0x71)
			}
			b.Do("MPI_Wait", 0x71, 0, 0, 8)
		}
		a.Do("MPI_Request_free", 0x70)
		b.Do("MPI_Request_free", 0x71)
		if ahead {
			j.Finalize()
			j.Want()
			continue
		}
		hangs(t, j, "HANG004", "a partitioned send did not wait until its receive was started; otherwise rank 0 would wait in MPI_Wait until rank 1 starts its partitioned receive")
	}
}

// A rank holds a lock while it waits for a rank that has had the lock before: in another run, the order may be
// reversed.
func TestHang004Lock(t *testing.T) {
	type step = func(r *replay.Rank, w int64)
	lock := func(exclusive bool) step {
		return func(r *replay.Rank, w int64) {
			mode := r.Shared()
			if exclusive {
				mode = r.Exclusive()
			}
			r.Do("MPI_Win_lock", mode, 2, 0, w)
		}
	}
	unlock := func(r *replay.Rank, w int64) { r.Do("MPI_Win_unlock", 2, w) }
	all := func(r *replay.Rank, w int64) { r.Do("MPI_Win_lock_all", 0, w) }
	unlockAll := func(r *replay.Rank, w int64) { r.Do("MPI_Win_unlock_all", w) }
	put := func(r *replay.Rank, w int64) { r.Put(w, 2, int64(r.World()), 1) }
	send := func(to int64) step {
		return func(r *replay.Rank, _ int64) { r.Do("MPI_Send", 0x5000, 1, intType, to, 0, replay.World) }
	}
	recv := func(from, status int64) step {
		return func(r *replay.Rank, _ int64) {
			r.Do("MPI_Recv", 0x6000, 1, intType, from, 0, replay.World, 0, status, 0, 4)
		}
	}
	barrier := func(r *replay.Rank, _ int64) { r.Do("MPI_Barrier", replay.World) }
	bcast := func(r *replay.Rank, _ int64) { r.Do("MPI_Bcast", 0x5000, 1, intType, 0, replay.World) }
	do := func(steps ...step) []step { return steps }
	x, s := lock(true), lock(false)
	for _, tc := range []struct {
		name   string
		a, b   []step
		target []step
		says   string
	}{
		{"receive", do(x, recv(1, 1), put, unlock), do(x, put, unlock, send(0)), nil, "^rank 0 holds an exclusive lock on rank 2 in MPI_Recv, where it may wait for rank 1, " +
			"and rank 1 has to get an exclusive lock on rank 2 before it comes that far: if rank 0 gets its lock first, both wait forever$"},
		{"send", do(x, put, send(1), unlock), do(s, put, unlock, recv(0, 0)), nil, "in MPI_Send, where it may wait for rank 1, and rank 1 has to get a shared lock on rank 2 before"},
		{"shared", do(s, recv(1, 1), unlock), do(x, put, unlock, send(0)), nil, "rank 0 holds a shared lock on rank 2 in MPI_Recv"},
		{"lock all", do(all, barrier, put, unlockAll), do(x, put, unlock, barrier), do(barrier), "rank 0 holds a shared lock on all ranks in MPI_Barrier, where it may wait for rank 1"},
		{"broadcast", do(x, bcast, unlock), do(x, put, unlock, bcast), do(bcast), "in MPI_Bcast, where it may wait for rank 1"},
		{"both shared", do(s, recv(1, 1), unlock), do(s, put, unlock, send(0)), nil, ""},
		{"released", do(x, put, unlock, recv(1, 1)), do(x, put, unlock, send(0)), nil, ""},
		{"asked before", do(recv(1, 1), x, recv(1, 1), unlock), do(x, send(0), put, unlock, send(0)), nil, ""},
		{"in turn", do(recv(1, 1), x, send(1), unlock), do(x, put, unlock, send(0), recv(0, 0)), nil, ""},
		{"asked after", do(x, send(1), unlock), do(recv(0, 0), x, put, unlock), nil, ""},
		{"any source", do(x, recv(op.AnySource, 1), put, unlock), do(x, put, unlock, send(0)), nil, ""},
		{"posted before", do(x, put, send(1), unlock), do(func(r *replay.Rank, _ int64) {
			r.Do("MPI_Irecv", 0x6000, 1, intType, 0, 0, replay.World, 0x700)
		}, x, put, unlock, func(r *replay.Rank, _ int64) { r.Do("MPI_Wait", 0x700, 0, 0, 0, 4) }), nil, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, first := range []int{0, 1} { // is read first
				j := replay.New(t, 3)
				w := j.Allocate(64, 4)
				for _, i := range []int{first, 1 - first, 2} {
					for _, f := range [][]step{tc.a, tc.b, tc.target}[i] {
						f(j.Rank(i), w)
					}
				}
				j.Free(w)
				j.Finalize()
				if tc.says == "" {
					j.Silent()
				} else {
					found(t, j, "HANG004", tc.says)
				}
			}
		})
	}
}

// The finding that the run did not end in MPI_Finalize is a consequence, and does not repeat what the ranks wait for.
func TestEndAfterHang(t *testing.T) {
	j := replay.New(t, 2)
	j.Rank(0).Stuck("MPI_Recv", 0x6000, 1, intType, 1, 0, replay.World)
	j.Rank(1).Stuck("MPI_Recv", 0x6000, 1, intType, 0, 0, replay.World)
	n := 0
	for _, f := range j.Check().Findings {
		if f.Rule.ID == "TOOL003" {
			n++
			require.NotNil(t, f.Cause)
			require.Equal(t, "HANG001", f.Cause.Rule.ID)
			require.Equal(t, "ranks 0, 1 were killed in an MPI call (MPI_Recv)", f.Short)
		}
	}
	require.Equal(t, 1, n)
}
