package check_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/op/optest"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// TestSlots: a rank that keeps decoded calls has the same findings and ops as a rank that decodes each call, however
// the program reuses handles in between.
func TestSlots(t *testing.T) {
	seeds := uint64(400)
	if testing.Short() {
		seeds = 120
	}
	for seed := range seeds {
		events := newReuse(t, seed).run(400)
		with, without := newSlotRank(0), newSlotRank(-1)
		for i := range events {
			with.event(&events[i])
			without.event(&events[i])
			require.Equal(t, without.found, with.found, "seed %d, event %d: %v %v", seed, i, events[i].Kind, events[i].Words())
			require.Equal(t, optest.Texts(&without.ops, 0), optest.Texts(&with.ops, 0), "seed %d, event %d: %v %v", seed, i, events[i].Kind, events[i].Words())
		}
		with.checker.Finish(with.rank)
		without.checker.Finish(without.rank)
		require.Equal(t, counts(without.all), counts(with.all), "seed %d", seed)
	}
}

// slotRank is a rank with its rules and ops.
type slotRank struct {
	rank    *rank.Rank
	checker *rules.Checker
	ops     op.Ops
	found   []string // by the last event
	all     []*rules.Finding
}

func newSlotRank(slots int) *slotRank {
	x := &slotRank{rank: rank.NewRank(reading.Config{Size: 3, Slots: slots, TagUB: 1 << 20}), checker: rules.NewSet(rules.Live(rules.All)).Checker()}
	x.checker.OnNew = func(f *rules.Finding) {
		x.found = append(x.found, fmt.Sprint(f.Rule.ID, f.Severity, f.Message, f.Sites, f.Related))
		x.all = append(x.all, f)
	}
	return x
}

func (x *slotRank) event(e *event.Event) {
	x.ops.Reset()
	x.found = x.found[:0]
	c, m := x.rank.Feed(e)
	if m == record.NoCall {
		if p := x.rank.Other(e, &x.ops); p != nil {
			x.checker.Program(x.rank, p)
			x.rank.Tell(p, &x.ops)
		}
		return
	}
	x.checker.Call(x.rank, c, m)
	x.rank.Apply(c, m, &x.ops)
}

// counts returns the rule, the count and the message of each finding.
func counts(found []*rules.Finding) (out []string) {
	for _, f := range found {
		out = append(out, fmt.Sprint(f.Rule.ID, f.Count, f.Message))
	}
	return out
}

// reuse is a random program of one rank. It creates, changes, uses and frees objects that share a few handles, and also
// uses handles whose object is freed.
type reuse struct {
	*replay.Rank
	rng     *rand.Rand
	failing *rand.Rand // says which calls fail
}

func newReuse(t *testing.T, seed uint64) *reuse {
	return &reuse{replay.New(t, 3).Rank(0), rand.New(rand.NewPCG(seed, 5)), rand.New(rand.NewPCG(seed, 6))}
}

// The handles of each class.
var (
	reusedTypes  = []int64{501, 502, replay.Type("MPI_INT"), replay.Type("MPI_DOUBLE")}
	reusedComms  = []int64{601, 602, replay.World}
	reusedWins   = []int64{701, 702}
	reusedGroups = []int64{801, 802, replay.Empty}
	reusedOps    = []int64{901, replay.Type("MPI_SUM"), replay.Type("MPI_REPLACE")}
	reusedInfos  = []int64{951, replay.InfoNull}
	reusedReqs   = []int64{0x71, 0x72}
)

func (u *reuse) one(of []int64) int64 { return of[u.rng.IntN(len(of))] }

// made returns a handle that is not predefined.
func (u *reuse) made(of []int64) int64 { return of[u.rng.IntN(min(2, len(of)-1))] }

// addr is the address of a buffer; mostly the same.
func (u *reuse) addr(base int64) int64 {
	switch u.rng.IntN(12) {
	case 0:
		return 0
	case 1:
		return base + 4
	case 2:
		return 0x10000 + 64*u.rng.Int64N(4)
	}
	return base + 512*u.rng.Int64N(2)
}

// do makes a call that mostly succeeds.
func (u *reuse) do(name string, args ...int64) {
	if u.failing.IntN(50) == 0 {
		u.Fail(name, args...)
		return
	}
	u.Do(name, args...)
}

// setUp brings the objects into the state that a correct program would have them in.
func (u *reuse) setUp() {
	for _, h := range reusedTypes[:2] {
		u.Do("MPI_Type_contiguous", 2, replay.Type("MPI_INT"), h, 8, 0, 8, 0, 8)
		u.Do("MPI_Type_commit", h)
	}
	for _, h := range reusedComms[:2] {
		u.With("MPI_Comm_dup", nil, replay.Words([]int64{0, 1, 2}), replay.World, h, 0, 0)
	}
	for _, h := range reusedGroups[:2] {
		u.With("MPI_Group_incl", replay.Words([]int64{1}), replay.Words([]int64{1}), 850, 1, 0x6000, h)
	}
	u.Do("MPI_Op_create", 0x1000, 1, 901)
	for i, h := range reusedWins {
		u.Do("MPI_Win_allocate", 4096, 4, replay.InfoNull, replay.World, 0x10000*int64(i+1), h)
	}
	u.Do("MPI_Win_lock_all", 0, reusedWins[0])
	u.Do("MPI_Win_fence", 0, reusedWins[1])
}

// run returns the events of about n actions: a few calls that are made again and again, with the same arguments,
// between calls that change objects.
func (u *reuse) run(n int) []event.Event {
	type repeated struct {
		call func(*reuse)
		seed uint64
	}
	var loop []repeated
	u.setUp()
	for i := range n {
		if i%40 == 0 {
			loop = nil
			for range 3 {
				loop = append(loop, repeated{reuseCalls[u.rng.IntN(len(reuseCalls))], u.rng.Uint64()})
			}
		}
		for _, x := range loop {
			rng := u.rng
			if i%8 > 0 {
				u.rng = rand.New(rand.NewPCG(x.seed, 1))
			}
			x.call(u)
			u.rng = rng
		}
		switch u.rng.IntN(40) {
		case 0:
			u.setUp()
		case 1, 2, 3, 4, 5, 6, 7, 8:
			reuseChanges[u.rng.IntN(len(reuseChanges))](u)
		}
		if u.rng.IntN(300) == 0 {
			u.beside()
		}
	}
	if u.rng.IntN(2) == 0 {
		u.Do("MPI_Finalize")
		loop[0].call(u)
	}
	events := u.Events()
	for i := range events {
		if e := &events[i]; e.Kind < calls.MaxKind {
			e.PC = uint64(e.Kind) * 16
		}
	}
	return events
}

// reuseCalls are the calls of loops.
var reuseCalls = []func(*reuse){
	func(u *reuse) {
		d := u.one(reusedTypes)
		u.do("MPI_Put", u.addr(0x2000), u.rng.Int64N(3), d, u.rng.Int64N(3), u.rng.Int64N(2), 1, d, u.one(reusedWins))
	},
	func(u *reuse) {
		u.do("MPI_Get", u.addr(0x3000), 1, u.one(reusedTypes), u.rng.Int64N(5)-1, 0, 1, u.one(reusedTypes), u.one(reusedWins))
	},
	func(u *reuse) {
		u.do("MPI_Accumulate", u.addr(0x2000), 1, u.one(reusedTypes), 1, 0, 1, u.one(reusedTypes), u.one(reusedOps), u.one(reusedWins))
	},
	func(u *reuse) {
		u.do("MPI_Get_accumulate", u.addr(0x2000), 1, u.one(reusedTypes), u.addr(0x2000), 1, u.one(reusedTypes), 1, 0, 1,
			u.one(reusedTypes), u.one(reusedOps), u.one(reusedWins))
	},
	func(u *reuse) {
		u.do("MPI_Fetch_and_op", u.addr(0x2000), u.addr(0x3000), u.one(reusedTypes), u.rng.Int64N(2), 0, u.one(reusedOps), u.one(reusedWins))
	},
	func(u *reuse) {
		u.do("MPI_Rput", u.addr(0x2000), 1, u.one(reusedTypes), 1, 0, 1, u.one(reusedTypes), u.one(reusedWins), u.one(reusedReqs))
	},
	func(u *reuse) { u.do("MPI_Win_fence", 0, u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Win_lock_all", 0, u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Win_unlock_all", u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Win_flush", u.rng.Int64N(2), u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Win_flush_all", u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Win_lock", u.Exclusive(), u.rng.Int64N(3), 0, u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Win_unlock", u.rng.Int64N(3), u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Win_start", u.one(reusedGroups), u.rng.Int64N(2)*7, u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Win_complete", u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Win_post", u.one(reusedGroups), 0, u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Win_wait", u.one(reusedWins)) },
	func(u *reuse) {
		g, w := u.one(reusedGroups), u.one(reusedWins)
		u.do("MPI_Win_post", g, 0, w)
		u.do("MPI_Win_wait", w)
	},
	func(u *reuse) {
		g, w := u.one(reusedGroups), u.one(reusedWins)
		u.do("MPI_Win_start", g, 0, w)
		u.do("MPI_Win_complete", w)
	},
	func(u *reuse) {
		u.do("MPI_Send", u.addr(0x4000), u.rng.Int64N(3), u.one(reusedTypes), u.rng.Int64N(4), u.rng.Int64N(3)-1, u.one(reusedComms))
	},
	func(u *reuse) {
		u.do("MPI_Recv", u.addr(0x4000), 2, u.one(reusedTypes), u.rng.Int64N(4)-1, u.rng.Int64N(2), u.one(reusedComms), 0, 1, 0, 4)
	},
	func(u *reuse) { u.do("MPI_Bsend", u.addr(0x4000), 2, u.one(reusedTypes), 1, 0, u.one(reusedComms)) },
	func(u *reuse) {
		u.do("MPI_Isend", u.addr(0x4000), 1, u.one(reusedTypes), 1, 0, u.one(reusedComms), u.one(reusedReqs))
	},
	func(u *reuse) {
		u.do("MPI_Irecv", u.addr(0x5000), 1, u.one(reusedTypes), 1, 0, u.one(reusedComms), u.one(reusedReqs))
	},
	func(u *reuse) { u.do("MPI_Wait", u.one(reusedReqs), 0, 1, 0, 4) },
	func(u *reuse) {
		u.do("MPI_Allreduce", u.addr(0x6000), u.addr(0x6800), u.rng.Int64N(3), u.one(reusedTypes), u.one(reusedOps), u.one(reusedComms))
	},
	func(u *reuse) {
		u.do("MPI_Bcast", u.addr(0x6000), 4, u.one(reusedTypes), u.rng.Int64N(4), u.one(reusedComms))
	},
	func(u *reuse) {
		u.do("MPI_Iallreduce", u.addr(0x6000), u.addr(0x6800), 2, u.one(reusedTypes), u.one(reusedOps), u.one(reusedComms), u.one(reusedReqs))
	},
	func(u *reuse) {
		counts := []int64{1, u.rng.Int64N(2), 1}
		u.With("MPI_Allgatherv", replay.Words(counts, []int64{0, 1, 2}), nil, u.addr(0x6000), 1, u.one(reusedTypes), u.addr(0x6800), 1, 1,
			u.one(reusedTypes), u.one(reusedComms))
	},
	func(u *reuse) { u.do("MPI_Barrier", u.one(reusedComms)) },
}

// reuseChanges change objects, or open and close epochs.
var reuseChanges = []func(*reuse){
	func(u *reuse) {
		h, n := u.made(reusedTypes), 1+u.rng.Int64N(3)
		u.do("MPI_Type_contiguous", n, replay.Type("MPI_INT"), h, 4*n, 0, 4*n, 0, 4*n)
	},
	func(u *reuse) {
		u.do("MPI_Type_vector", 2, 2, u.rng.Int64N(2), replay.Type("MPI_DOUBLE"), u.made(reusedTypes), 32, 0, 16, 0, 24)
	},
	func(u *reuse) { u.do("MPI_Type_commit", u.made(reusedTypes)) },
	func(u *reuse) { u.do("MPI_Type_commit", u.made(reusedTypes)) },
	func(u *reuse) { u.do("MPI_Type_free", u.made(reusedTypes)) },
	func(u *reuse) {
		u.With("MPI_Type_set_name", replay.Strings(fmt.Sprint("type", u.rng.IntN(3))), nil, u.made(reusedTypes))
	},
	func(u *reuse) { u.do("MPI_Win_free", u.one(reusedWins)) },
	func(u *reuse) {
		base := 0x10000 + 64*u.rng.Int64N(2)
		u.do("MPI_Win_create", base, 64*u.rng.Int64N(3), 4, u.one(reusedInfos), u.one(reusedComms), u.one(reusedWins), 1)
	},
	func(u *reuse) {
		u.do("MPI_Win_allocate", 64, 4, u.one(reusedInfos), u.one(reusedComms), 0x10000, u.one(reusedWins))
	},
	func(u *reuse) { u.do("MPI_Win_create_dynamic", replay.InfoNull, u.one(reusedComms), u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Win_attach", u.one(reusedWins), 0x10000, 64) },
	func(u *reuse) { u.do("MPI_Win_detach", u.one(reusedWins), 0x10000) },
	func(u *reuse) { u.do("MPI_Win_set_info", u.one(reusedWins), u.one(reusedInfos)) },
	func(u *reuse) { u.With("MPI_Win_set_name", replay.Strings("w"), nil, u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Win_fence", 0, u.one(reusedWins)) },
	func(u *reuse) { u.do("MPI_Comm_free", u.made(reusedComms)) },
	func(u *reuse) {
		u.With("MPI_Comm_dup", nil, replay.Words([]int64{0, 1, 2}), u.one(reusedComms), u.made(reusedComms), 0, 0)
	},
	func(u *reuse) {
		u.With("MPI_Comm_split", nil, replay.Words([]int64{0, 1 + u.rng.Int64N(2)}), u.one(reusedComms), 0, 0, u.made(reusedComms), 0, 0)
	},
	func(u *reuse) {
		u.With("MPI_Comm_idup", nil, replay.Words([]int64{0, 1, 2}), replay.World, u.made(reusedComms), u.one(reusedReqs), 0, 0)
	},
	func(u *reuse) { u.With("MPI_Comm_set_name", replay.Strings("c"), nil, u.made(reusedComms)) },
	func(u *reuse) { u.do("MPI_Comm_set_info", u.made(reusedComms), u.one(reusedInfos)) },
	func(u *reuse) { // each group has been returned several times
		for g := u.made(reusedGroups); u.rng.IntN(30) > 0; {
			u.Do("MPI_Group_free", g)
		}
	},
	func(u *reuse) {
		m := []int64{u.rng.Int64N(3)}
		u.With("MPI_Group_incl", replay.Words(m), replay.Words(m), 850, 1, 0x6000, u.made(reusedGroups))
	},
	func(u *reuse) { u.do("MPI_Op_create", 0x1000, u.rng.Int64N(2), 901) },
	func(u *reuse) { u.do("MPI_Op_free", 901) },
	func(u *reuse) { u.do("MPI_Info_create", 951) },
	func(u *reuse) {
		u.With("MPI_Info_set", replay.Strings("mpi_assert_no_any_source", "true"), nil, 951)
		u.With("MPI_Info_set", replay.Strings("accumulate_ops", "same_op"), nil, 951)
	},
	func(u *reuse) { u.do("MPI_Info_free", 951) },
	func(u *reuse) { u.do("MPI_Buffer_attach", 0x4000, 1024) },
	func(u *reuse) { u.do("MPI_Buffer_detach", 0x4000, 1024) },
	func(u *reuse) { u.Store(0x10000+4*u.rng.Int64N(16), 4) },
	func(u *reuse) { u.Heap(event.MemoryFreed, 0, 0x2000, 0x2008, 0x2000, 8) },
	func(u *reuse) { u.GivesBack(0x4000, 64) },
	func(u *reuse) { u.Event(event.BindingUsed, int64(u.rng.IntN(3))) },
	func(u *reuse) {
		u.Event(event.Probe, int64(calls.ClassWin), u.one(reusedWins), u.rng.Int64N(2))
	},
	func(u *reuse) {
		u.Event(event.Predef, int64(calls.ClassWin), 702, int64(calls.PredefByName("MPI_WIN_NULL").ID))
	},
	func(u *reuse) {
		if u.rng.IntN(30) == 0 {
			u.Event(event.Lost, 1)
		}
	},
	func(u *reuse) { // inside a call that frees, as a callback does
		comm := u.made(reusedComms)
		u.Begin("MPI_Comm_free", comm)
		reuseCalls[u.rng.IntN(len(reuseCalls))](u)
		u.End("MPI_Comm_free", replay.CommNull)
	},
}

// beside makes calls in a thread while another thread is in a call.
func (u *reuse) beside() {
	u.Begin("MPI_Recv", 0x4000, 2, replay.Type("MPI_INT"), 1, 0, replay.World)
	u.Thread = 1
	reuseCalls[u.rng.IntN(len(reuseCalls))](u)
	reuseChanges[u.rng.IntN(len(reuseChanges)-1)](u)
	reuseCalls[u.rng.IntN(len(reuseCalls))](u)
	u.Thread = 0
	u.End("MPI_Recv", 1, 0, 4)
}
