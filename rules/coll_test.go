package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules/replay"
)

func TestColl001(t *testing.T) {
	j := replay.New(t, 3)
	first := replay.Here() + 1
	j.Rank(0).Stuck("MPI_Barrier", replay.World)
	j.Rank(1).Stuck("MPI_Barrier", replay.World)
	bad := replay.Here() + 1
	j.Rank(2).Stuck("MPI_Allreduce", origin, result, 1, intType, sum, replay.World)
	f := found(t, j, "COLL001", "ranks 0, 1 call MPI_Barrier where rank 2 calls MPI_Allreduce.*MPI_COMM_WORLD")
	assert.Equal(t, []int{0, 1, 2}, f.Ranks)
	assert.Equal(t, []int{first, bad}, []int{line(f), int(f.Sites[1].PC)})
}

// The later calls of ranks that went on are consequences of the first difference.
func TestColl001Once(t *testing.T) {
	j := replay.New(t, 2)
	j.Rank(0).Do("MPI_Bcast", origin, 1, intType, 0, replay.World)
	j.Rank(0).Do("MPI_Barrier", replay.World)
	j.Rank(1).Do("MPI_Barrier", replay.World)
	j.Rank(1).Do("MPI_Bcast", origin, 1, intType, 0, replay.World)
	j.Finalize()
	found(t, j, "COLL001", "MPI_Bcast where rank 1 calls MPI_Barrier")
}

func TestColl001Interleaved(t *testing.T) {
	j := replay.New(t, 2)
	a, b := j.Allocate(8, 1), j.Allocate(8, 1)
	j.Rank(0).Stuck("MPI_Win_free", a)
	j.Rank(1).Stuck("MPI_Win_free", b)
	f := found(t, j, "COLL001", "MPI_Win_free on window 1 .* MPI_Win_free on window 2.*opposite order")
	assert.Equal(t, []int{0, 1}, f.Ranks)
}

// If a rank has not made the other rank's call, the finding does not say that the two make the calls in opposite order.
func TestColl001Crossed(t *testing.T) {
	for _, c := range []struct {
		name        string
		first, then func(*replay.Rank, int64) // of rank 0
		other, last func(*replay.Rank, int64) // of rank 1
		message     string
	}{
		{"both", broadcasts, freesWin, freesWin, broadcasts, "the ranks make the two calls in opposite order, so each may wait for the other$"},
		{"left out", broadcasts, freesWin, freesWin, nil, "rank 1 has not called MPI_Bcast on MPI_COMM_WORLD; it leaves the call out, or makes it later$"},
		{"left out by the other one", broadcasts, nil, freesWin, broadcasts, "rank 0 has not called MPI_Win_free on window 1 .*; it leaves the call out, or makes it later$"},
		{"unknown", broadcasts, nil, freesWin, nil, "neither rank has made the call of the other rank: one call is missing, or the ranks make the two calls in opposite order, so that each"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(8, 1)
			for i, do := range []func(*replay.Rank, int64){c.first, c.other, c.then, c.last} {
				if do != nil {
					do(j.Rank(i%2), w)
				}
			}
			f := found(t, j, "COLL001", "MPI_COMM_WORLD.*: "+c.message)
			assert.Regexp(t, "in the same order", f.Advice)
		})
	}
}

func broadcasts(r *replay.Rank, _ int64) { r.Do("MPI_Bcast", origin, 1, intType, 0, replay.World) }
func freesWin(r *replay.Rank, w int64)   { r.Do("MPI_Win_free", w) }

// The order of calls from several threads is not judged, even if a thread has taken over the ring of another.
func TestColl001SeveralThreads(t *testing.T) {
	for _, several := range []bool{false, true} {
		j := replay.New(t, 2)
		a, b := j.Allocate(8, 1), j.Allocate(8, 1)
		if r := j.Rank(0); several {
			take(r, 1, 1, "MPI_Win_fence")
			r.Do("MPI_Win_fence", 0, a)
			take(r, 1, 2, "MPI_Win_fence")
			r.Do("MPI_Win_fence", 0, b)
			r.Thread = 0
		} else {
			r.Do("MPI_Win_fence", 0, a)
			r.Do("MPI_Win_fence", 0, b)
		}
		j.Rank(1).Do("MPI_Win_fence", 0, b)
		j.Rank(1).Do("MPI_Win_fence", 0, a)
		j.Free(a)
		j.Free(b)
		j.Finalize()
		if several {
			j.Silent()
		} else {
			found(t, j, "FENCE009", "on window 1 .* on window 2")
		}
	}
}

func TestColl001FreeAgainstCreate(t *testing.T) {
	j := replay.New(t, 2)
	a := j.Allocate(8, 1)
	j.Rank(0).Stuck("MPI_Win_free", a)
	j.Rank(1).Stuck("MPI_Win_create", 0x1000, 8, 1, replay.InfoNull, replay.World)
	found(t, j, "COLL001", "MPI_Win_free")
}

// If a fence is involved, FENCE009 reports it.
func TestColl001Fence(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(8, 1)
	j.Rank(0).Stuck("MPI_Win_fence", 0, w)
	j.Rank(1).Stuck("MPI_Barrier", replay.World)
	found(t, j, "FENCE009", "MPI_Barrier")
}

func TestColl001Silent(t *testing.T) {
	j := replay.New(t, 4)
	half := j.Handle()
	j.Each(func(r *replay.Rank) {
		me := int64(r.World())
		r.With("MPI_Comm_split", nil, replay.Words([]int64{me / 2 * 2, me/2*2 + 1}), replay.World, me/2, 0, half, 0, me%2)
	})
	j.Each(func(r *replay.Rank) {
		if r.World() < 2 {
			r.Do("MPI_Barrier", half)
		} else {
			r.Do("MPI_Bcast", origin, 1, intType, 0, half)
		}
	})
	j.Each(func(r *replay.Rank) {
		all := replay.Words([]int64{0, 1, 2, 3})
		if r.World() == 0 {
			r.With("MPI_Comm_dup_with_info", nil, all, replay.World, replay.InfoNull, j.Handle(), 0, 0)
		} else {
			r.With("MPI_Comm_dup", nil, all, replay.World, j.Handle(), 0, int64(r.World()))
		}
	})
	j.Finalize()
	j.Silent()
}

func TestColl002Finalized(t *testing.T) {
	j := replay.New(t, 2)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	bad := replay.Here() + 1
	j.Rank(0).Stuck("MPI_Barrier", replay.World)
	gone := replay.Here() + 1
	j.Rank(1).Do("MPI_Finalize")
	f := found(t, j, "COLL002", "MPI_Barrier is reached by rank 0 but not by rank 1, which called MPI_Finalize")
	assert.Equal(t, []int{bad, gone}, []int{line(f), see(t, f)})
	assert.Equal(t, []int{0, 1}, f.Ranks)
}

func TestColl002Recv(t *testing.T) {
	j := replay.New(t, 3)
	j.Rank(0).Stuck("MPI_Barrier", replay.World)
	j.Rank(1).InCall("MPI_Recv")
	j.Rank(2).Stuck("MPI_Barrier", replay.World)
	f := found(t, j, "COLL002", "MPI_Barrier is reached by ranks 0, 2 but not by rank 1, which is in MPI_Recv")
	assert.Empty(t, f.Advice)
}

func TestColl002Circle(t *testing.T) {
	j := replay.New(t, 2)
	j.Rank(0).Stuck("MPI_Barrier", replay.World)
	j.Rank(1).Stuck("MPI_Recv", 0x6000, 1, intType, 0, 0, replay.World)
	f := found(t, j, "COLL002", "MPI_Barrier is reached by rank 0 but not by rank 1, which is in MPI_Recv and waits")
	assert.Regexp(t, "^Rank 1 in MPI_Recv and rank 0 in MPI_Barrier wait for each other: let both", f.Advice)
}

// TestColl002Alone: if a missing rank made the call on a communicator of its own, the finding says so, unless all ranks
// made such a call at that line.
func TestColl002Alone(t *testing.T) {
	for _, c := range []struct {
		name string
		all  bool
		want int
	}{{"rank 1 only", false, 2}, {"all ranks", true, 1}} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			for rank := range 2 {
				if c.all || rank == 1 {
					j.Rank(rank).Do("MPI_Allreduce", 0x1000, 0x2000, 1, intType, replay.Type("MPI_SUM"), replay.Self)
				}
			}
			j.Rank(0).Stuck("MPI_Allreduce", 0x1000, 0x2000, 1, intType, replay.Type("MPI_SUM"), replay.World)
			j.Rank(1).Do("MPI_Finalize")
			f := found(t, j, "COLL002", "MPI_Allreduce is reached by rank 0 but not by rank 1, which called MPI_Finalize")
			if assert.Len(t, f.Related, c.want); c.want == 2 {
				assert.Equal(t, "this rank made the call on MPI_COMM_SELF, which has no other rank", f.Related[1].Note)
			}
		})
	}
}

// TestColl001OtherComm: if a rank made the call on another communicator, the finding shows that call.
func TestColl001OtherComm(t *testing.T) {
	for _, c := range []struct {
		name string
		both bool
		want int
	}{{"one rank", false, 1}, {"both ranks", true, 0}} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			other := j.Handle()
			for rank := range 2 {
				r := j.Rank(rank)
				r.With("MPI_Comm_dup", nil, replay.Words([]int64{0, 1}), replay.World, other, 0, int64(r.World()))
			}
			for rank := range 2 {
				if c.both || rank == 1 {
					j.Rank(rank).Do("MPI_Bcast", 0x1000, 1, intType, 1, other)
				}
			}
			j.Rank(0).Do("MPI_Bcast", 0x1000, 1, intType, 0, replay.World)
			j.Rank(1).Do("MPI_Barrier", replay.World)
			f := found(t, j, "COLL001", "rank 0 calls MPI_Bcast where rank 1 calls MPI_Barrier")
			if assert.Len(t, f.Related, c.want); c.want == 1 {
				assert.Regexp(t, "^this rank made the call on communicator .*MPI_Comm_dup", f.Related[0].Note)
			}
		})
	}
}

func TestColl002Window(t *testing.T) {
	j := replay.New(t, 2)
	j.Rank(0).Stuck("MPI_Win_create", 0x1000, 8, 1, replay.InfoNull, replay.World)
	j.Rank(1).Exit()
	found(t, j, "COLL002", "MPI_Win_create.*rank 1, which ended without MPI_Finalize")
}

func TestColl002CutShort(t *testing.T) {
	j := replay.New(t, 2)
	j.Rank(0).Stuck("MPI_Barrier", replay.World)
	j.Want() // rank 1 computes

	j = replay.New(t, 2)
	j.Rank(0).Stuck("MPI_Barrier", replay.World)
	j.Rank(1).Do("MPI_Abort", replay.World, 1)
	j.Want()
}

func TestColl003(t *testing.T) {
	bcast := func(root func(*replay.Rank) int64) func(*replay.Rank) {
		return func(r *replay.Rank) { r.Do("MPI_Bcast", origin, 1, intType, root(r), replay.World) }
	}
	reduce := func(count, datatype, op, root func(int64) int64) func(*replay.Rank) {
		return func(r *replay.Rank) {
			me := int64(r.World())
			r.Do("MPI_Reduce", origin, result, count(me), datatype(me), op(me), root(me), replay.World)
		}
	}
	same := func(v int64) func(int64) int64 { return func(int64) int64 { return v } }
	by := func(v ...int64) func(int64) int64 { return func(me int64) int64 { return v[me] } }
	for _, c := range []struct {
		name    string
		do      func(*replay.Rank)
		message string
	}{
		{"root", bcast(func(r *replay.Rank) int64 { return int64(r.World()) }), "MPI_Bcast: rank 0 names root 0, rank 1 names root 1"},
		{"operation", reduce(same(1), same(intType), by(sum, replay.Type("MPI_MAX")), same(0)), "MPI_SUM, rank 1 gives MPI_MAX"},
		{"agree", reduce(same(4), same(intType), same(sum), same(1)), ""},
		{"gather", func(r *replay.Rank) {
			n := int64(1 - r.World())
			r.Do("MPI_Gather", origin, 1, intType, result, n, intType, 0, replay.World)
		}, ""},
		{"user-defined", func(r *replay.Rank) {
			h := int64(900 + r.World())
			r.Do("MPI_Op_create", 1, 1, h)
			r.Do("MPI_Allreduce", origin, result, 1, intType, h, replay.World)
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			j.Each(c.do)
			j.Finalize()
			if c.message == "" {
				j.Silent()
				return
			}
			f := found(t, j, "COLL003", c.message)
			assert.Equal(t, []int{0, 1}, f.Ranks)
		})
	}
}

// Arguments are also compared if some ranks never enter the call: a difference may be the reason.
func TestColl003Entered(t *testing.T) {
	for name, c := range map[string]struct {
		call    func(r *replay.Rank)
		rule    string // "": none
		message string
	}{
		"roots": {func(r *replay.Rank) { r.Do("MPI_Ibcast", origin, 1, intType, int64(r.World()), replay.World, 70) },
			"COLL003", "^MPI_Ibcast: rank 0 names root 0, rank 1 names root 1$"},
		"the same": {func(r *replay.Rank) { r.Do("MPI_Ibcast", origin, 1, intType, 1, replay.World, 70) }, "", ""},
		"no rank":  {func(r *replay.Rank) { r.Stuck("MPI_Bcast", origin, 1, intType, int64(7+r.World()), replay.World) }, "", ""},
		"operations": {func(r *replay.Rank) {
			r.Stuck("MPI_Allreduce", origin, result, 1, intType, []int64{sum, replay.Type("MPI_MAX")}[r.World()], replay.World)
		}, "COLL003", "MPI_SUM, rank 1 gives MPI_MAX$"},
		"dims": {func(r *replay.Rank) {
			r.StuckWith("MPI_Cart_create", replay.Words([]int64{3}, []int64{int64(r.World())}), replay.World, 1, 0, 0, 0)
		}, "OBJ005", `^MPI_Cart_create: rank 0 passes periods \{0\}, rank 1 passes \{1\}$`},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 3)
			c.call(j.Rank(0))
			c.call(j.Rank(1))
			if c.rule == "" {
				assert.Empty(t, only(j, "COLL003"))
				assert.Empty(t, only(j, "OBJ005"))
				return
			}
			assert.Len(t, found(t, j, c.rule, c.message).Sites, 2)
		})
	}
}

func TestColl003Inter(t *testing.T) {
	j := replay.New(t, 2)
	c := j.Handle()
	j.Each(func(r *replay.Rank) {
		me, other := int64(r.World()), int64(1-r.World())
		r.With("MPI_Intercomm_create", nil, replay.Words([]int64{me}, []int64{other}),
			replay.Self, 0, replay.World, other, 0, c, 1, 0)
	})
	j.Rank(0).Do("MPI_Bcast", origin, 1, intType, j.Flavour.Root, c)
	j.Rank(1).Do("MPI_Bcast", origin, 1, intType, 0, c)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Comm_free", c) })
	j.Finalize()
	j.Silent()
}

// The roots that ranks 0 and 1 pass, and those that ranks 2 to 4 of the other group pass.
func TestColl003InterRoots(t *testing.T) {
	const root, null = -100, -200
	for name, c := range map[string]struct {
		roots [5]int64
		want  string // "": nothing
	}{
		"fits":                 {[5]int64{null, root, 1, 1, 1}, ""},
		"fits, other way":      {[5]int64{2, 2, null, null, root}, ""},
		"no root":              {[5]int64{null, null, 1, 1, 1}, "rank 2 names root 1, which passes MPI_PROC_NULL instead of MPI_ROOT"},
		"no root, other way":   {[5]int64{2, 2, null, null, null}, "rank 0 names root 2 of the other group, rank 4 of MPI_COMM_WORLD, which passes MPI_PROC_NULL"},
		"all name ranks":       {[5]int64{0, 0, 0, 0, 0}, "rank 0 names root 0 of the other group, rank 2 of MPI_COMM_WORLD, which passes root 0 instead"},
		"no root at all":       {[5]int64{null, null, null, null, null}, "all ranks pass MPI_PROC_NULL, none"},
		"two roots":            {[5]int64{root, root, 0, 0, 0}, "rank 0 and rank 1 both pass MPI_ROOT"},
		"a root in each group": {[5]int64{root, null, root, 0, 0}, "rank 0 and rank 2 both pass MPI_ROOT"},
		"another root":         {[5]int64{null, root, 1, 0, 1}, "rank 3 names root 0, but rank 1 passes MPI_ROOT"},
		"rank beside the root": {[5]int64{1, root, 1, 1, 1}, "rank 0 passes root 1 instead of MPI_PROC_NULL, but rank 1 of its group"},
		"none in the other":    {[5]int64{null, root, 1, null, 1}, "rank 3 passes MPI_PROC_NULL, but rank 1 of the other group is the root"},
	} {
		for _, call := range []string{"MPI_Bcast", "MPI_Ibcast"} {
			t.Run(name+" "+call, func(t *testing.T) {
				j := replay.New(t, 5)
				between := j.Handle()
				j.Each(func(r *replay.Rank) {
					mine, other := []int64{0, 1}, []int64{2, 3, 4}
					me := int64(r.World())
					if me > 1 {
						mine, other, me = other, mine, me-2
					}
					half := j.Handle()
					r.With("MPI_Comm_split", nil, replay.Words(mine, nil), replay.World, int64(len(mine)), 0, half, 0, me)
					r.With("MPI_Intercomm_create", nil, replay.Words(mine, other), half, 0, replay.World, other[0], 0, between, 1, me)
					x := c.roots[r.World()]
					switch x {
					case root:
						x = j.Flavour.Root
					case null:
						x = j.Flavour.ProcNull
					}
					if call == "MPI_Bcast" {
						r.Do(call, origin, 1, intType, x, between)
					} else {
						request := j.Handle()
						r.Do(call, origin, 1, intType, x, between, request)
						r.Do("MPI_Wait", request, 0)
					}
					r.Do("MPI_Comm_free", between)
					r.Do("MPI_Comm_free", half)
				})
				j.Finalize()
				if c.want == "" {
					j.Silent()
					return
				}
				spoken(t, j, "COLL003", c.want)
			})
		}
	}
}

// Setting info on a window or file is collective; on a communicator, its place in the order does not matter.
func TestColl001SetInfo(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 8)
	bad := replay.Here() + 1
	j.Rank(0).Do("MPI_Win_set_info", w, replay.InfoNull)
	j.Free(w)
	j.Finalize()
	f := found(t, j, "COLL001", "MPI_Win_set_info.*MPI_Win_free")
	assert.Contains(t, []int{line(f), int(f.Sites[1].PC)}, bad)

	j = replay.New(t, 2)
	j.Each(func(r *replay.Rank) {
		r.With("MPI_File_open", replay.Strings("data"), nil, replay.World, 0, 8, replay.InfoNull, 4712, 0, 0)
	})
	j.Rank(1).Do("MPI_File_set_info", 4712, replay.InfoNull)
	j.Each(func(r *replay.Rank) { r.Do("MPI_File_close", 4712) })
	j.Finalize()
	found(t, j, "COLL001", "MPI_File_set_info")

	j = replay.New(t, 2) // the others never come
	w = j.Allocate(64, 8)
	j.Rank(0).Stuck("MPI_Win_set_info", w, replay.InfoNull)
	j.Rank(1).Stuck("MPI_Finalize")
	assert.Equal(t, "COLL002", j.Found()[0].Rule)
}

func TestColl001SetInfoSilent(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 8)
	j.Each(func(r *replay.Rank) {
		r.With("MPI_File_open", replay.Strings("data"), nil, replay.World, 0, 8, replay.InfoNull, 4712, 0, 0)
		r.Do("MPI_Win_set_info", w, r.Info("rank", string(rune('0'+r.World()))))
		r.Do("MPI_File_set_info", 4712, r.Info("rank", string(rune('0'+r.World()))))
	})
	j.Rank(0).Do("MPI_Comm_set_info", replay.World, replay.InfoNull)
	j.Each(func(r *replay.Rank) { r.Do("MPI_File_close", 4712) })
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// Creating the request of a persistent collective operation may wait for the other
// ranks; starting it does not.
func TestColl001Persistent(t *testing.T) {
	for _, opposite := range []bool{false, true} {
		j := replay.New(t, 2)
		a, b := j.Allocate(8, 1), j.Allocate(8, 1)
		j.Each(func(r *replay.Rank) {
			r.Do("MPI_Barrier_init", replay.World, replay.InfoNull, 50)
			r.Do("MPI_Barrier_init", replay.World, replay.InfoNull, 51)
			first := int64(r.World())
			r.Do("MPI_Start", 50+first)
			r.Do("MPI_Start", 51-first)
			r.With("MPI_Waitall", replay.Words([]int64{50, 51}), replay.Words(nil), 2)
			r.Do("MPI_Request_free", 50)
			r.Do("MPI_Request_free", 51)
		})
		if opposite {
			j.Rank(0).Stuck("MPI_Barrier_init", replay.World, replay.InfoNull, 52)
			j.Rank(1).Stuck("MPI_Win_free", a)
			found(t, j, "COLL001", "opposite order|MPI_Barrier_init")
			continue
		}
		j.Free(a)
		j.Free(b)
		j.Finalize()
		j.Silent()
	}
}

// The function of a reduction makes a call.
func TestColl007(t *testing.T) {
	type set struct{ outer, own, handler bool }
	for name, x := range map[string]struct {
		set
		do   func(*replay.Rank)
		want string // "": nothing
	}{
		"send":                 {set{true, true, false}, func(r *replay.Rank) { r.Do("MPI_Bcast", origin, 1, intType, 0, replay.Self) }, "MPI_Bcast is called .* inside MPI_Allreduce"},
		"barrier":              {set{true, true, false}, func(r *replay.Rank) { r.Do("MPI_Barrier", replay.Self) }, "MPI_Barrier is called"},
		"local":                {set{true, true, false}, func(r *replay.Rank) { r.Do("MPI_Type_size", intType, 4) }, ""},
		"predefined operation": {set{true, false, false}, func(r *replay.Rank) { r.Do("MPI_Barrier", replay.Self) }, ""},
		"error handler":        {set{true, true, true}, func(r *replay.Rank) { r.Do("MPI_Barrier", replay.Self) }, ""},
		"after it":             {set{false, true, false}, func(r *replay.Rank) { r.Do("MPI_Barrier", replay.Self) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 1)
			r, op, handler := j.Rank(0), replay.Type("MPI_SUM"), j.Handle()
			if x.own {
				op = j.Handle()
				r.Do("MPI_Op_create", 0x4000, 1, op)
			}
			if x.handler {
				r.Do("MPI_Comm_create_errhandler", 0x4000, handler)
			}
			r.Begin("MPI_Allreduce", origin, result, 1, intType, op, replay.World)
			if x.outer {
				x.do(r)
			}
			r.End("MPI_Allreduce")
			if !x.outer {
				x.do(r)
			}
			if x.handler {
				r.Do("MPI_Errhandler_free", handler)
			}
			if x.own {
				r.Do("MPI_Op_free", op)
			}
			j.Finalize()
			if x.want == "" {
				j.Silent()
				return
			}
			spoken(t, j, "COLL007", x.want)
		})
	}
}

// A reduction goes on inside other calls, and its function makes a call there.
func TestColl007Pending(t *testing.T) {
	barrier := func(r *replay.Rank) { r.Do("MPI_Barrier", replay.Self) }
	own := func(j *replay.Job, r *replay.Rank) int64 {
		op := j.Handle()
		r.Do("MPI_Op_create", 0x4000, 1, op)
		return op
	}
	for name, x := range map[string]struct {
		do   func(*replay.Job, *replay.Rank)
		want string // "": nothing
	}{
		"in its start": {func(j *replay.Job, r *replay.Rank) {
			op := own(j, r)
			r.Begin("MPI_Iallreduce", origin, result, 1, intType, op, replay.World, 51)
			barrier(r)
			r.End("MPI_Iallreduce", 51)
			r.Do("MPI_Wait", 51, 0)
			r.Do("MPI_Op_free", op)
		}, "of a reduction, inside MPI_Iallreduce"},
		"in its wait": {func(j *replay.Job, r *replay.Rank) {
			op := own(j, r)
			r.Do("MPI_Iallreduce", origin, result, 1, intType, op, replay.World, 51)
			r.Do("MPI_Op_free", op)
			r.Begin("MPI_Wait", 51, 0)
			barrier(r)
			r.End("MPI_Wait")
		}, "that MPI_Iallreduce has begun, inside MPI_Wait"},
		"in another call": {func(j *replay.Job, r *replay.Rank) {
			op := own(j, r)
			r.Do("MPI_Iallreduce", origin, result, 1, intType, op, replay.World, 51)
			r.Begin("MPI_Bcast", 0x9000, 1, intType, 0, replay.Self)
			barrier(r)
			r.End("MPI_Bcast")
			r.Do("MPI_Wait", 51, 0)
			r.Do("MPI_Op_free", op)
		}, "that MPI_Iallreduce has begun, inside MPI_Bcast"},
		"persistent": {func(j *replay.Job, r *replay.Rank) {
			op := own(j, r)
			r.Do("MPI_Allreduce_init", origin, result, 1, intType, op, replay.World, replay.InfoNull, 51)
			r.Begin("MPI_Start", 51)
			barrier(r)
			r.End("MPI_Start")
			r.Do("MPI_Wait", 51, 0)
			r.Do("MPI_Request_free", 51)
			r.Do("MPI_Op_free", op)
		}, "of a reduction, inside MPI_Start"},
		"persistent, not active": {func(j *replay.Job, r *replay.Rank) {
			op := own(j, r)
			r.Do("MPI_Allreduce_init", origin, result, 1, intType, op, replay.World, replay.InfoNull, 51)
			r.Begin("MPI_Bcast", 0x9000, 1, intType, 0, replay.Self)
			barrier(r)
			r.End("MPI_Bcast")
			r.Do("MPI_Request_free", 51)
			r.Do("MPI_Op_free", op)
		}, ""},
		"predefined operation": {func(_ *replay.Job, r *replay.Rank) {
			r.Do("MPI_Iallreduce", origin, result, 1, intType, replay.Type("MPI_SUM"), replay.World, 51)
			r.Begin("MPI_Wait", 51, 0)
			barrier(r)
			r.End("MPI_Wait")
		}, ""},
		"complete": {func(j *replay.Job, r *replay.Rank) {
			op := own(j, r)
			r.Do("MPI_Iallreduce", origin, result, 1, intType, op, replay.World, 51)
			r.Do("MPI_Wait", 51, 0)
			r.Begin("MPI_Bcast", 0x9000, 1, intType, 0, replay.Self)
			barrier(r)
			r.End("MPI_Bcast")
			r.Do("MPI_Op_free", op)
		}, ""},
		"attribute key": {func(j *replay.Job, r *replay.Rank) {
			op, key := own(j, r), j.Handle()
			r.Do("MPI_Comm_create_keyval", 0x4000, 0x4000, key, 0)
			r.Do("MPI_Iallreduce", origin, result, 1, intType, op, replay.World, 51)
			r.Begin("MPI_Wait", 51, 0)
			barrier(r)
			r.End("MPI_Wait")
			r.Do("MPI_Comm_free_keyval", key)
			r.Do("MPI_Op_free", op)
		}, ""},
		"generalized request": {func(j *replay.Job, r *replay.Rank) {
			op := own(j, r)
			r.Do("MPI_Grequest_start", 0x4000, 0x4000, 0x4000, 0, 52)
			r.Do("MPI_Iallreduce", origin, result, 1, intType, op, replay.World, 51)
			r.Do("MPI_Grequest_complete", 52)
			r.Begin("MPI_Wait", 52, 0)
			barrier(r)
			r.End("MPI_Wait")
			r.Do("MPI_Wait", 51, 0)
			r.Do("MPI_Op_free", op)
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 1)
			x.do(j, j.Rank(0))
			j.Finalize()
			if x.want == "" {
				j.Silent()
				return
			}
			spoken(t, j, "COLL007", x.want)
		})
	}
}

// The root starts a persistent operation more often than the other ranks, for which it does not wait.
func TestColl002Persistent(t *testing.T) {
	start := func(r *replay.Rank) {
		r.Do("MPI_Start", 50)
		r.Do("MPI_Wait", 50)
	}
	for _, c := range []struct {
		name    string
		starts  []int // by rank
		message string
	}{
		{"never", []int{0, 0, 0}, ""},
		{"equally often", []int{2, 2, 2}, ""},
		{"root only", []int{1, 0, 0}, "the operation of MPI_Bcast_init is started by rank 0 but not by ranks 1, 2, which called MPI_Finalize$"},
		{"once more", []int{2, 2, 1}, "is started 2 times by ranks 0, 1 but not by rank 2, which called MPI_Finalize$"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 3)
			j.Each(func(r *replay.Rank) { r.Do("MPI_Bcast_init", origin, 1, intType, 0, replay.World, replay.InfoNull, 50) })
			j.Each(func(r *replay.Rank) {
				for range c.starts[r.World()] {
					start(r)
				}
				r.Do("MPI_Request_free", 50)
			})
			j.Finalize()
			if c.message == "" {
				j.Silent()
			} else {
				found(t, j, "COLL002", c.message)
			}
		})
	}
}
