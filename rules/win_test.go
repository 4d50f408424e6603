package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// found fails unless the log has exactly one finding besides the finding about the end of the run; it returns that
// finding.
func found(t *testing.T, j *replay.Job, rule, message string) *rules.Finding {
	t.Helper()
	var out []*rules.Finding
	for _, f := range j.Check().Findings {
		if f.Rule.ID != "TOOL003" {
			out = append(out, f)
		}
	}
	if !assert.Len(t, out, 1) {
		for _, f := range out {
			t.Log(f.Rule.ID, f.Message, f.Sites)
		}
		t.FailNow()
	}
	require.Equal(t, rule, out[0].Rule.ID, out[0].Message)
	assert.Regexp(t, message, out[0].Message)
	return out[0]
}

// line is the line of a finding's first site.
func line(f *rules.Finding) int { return int(f.Sites[0].PC) }

// see is the line of a finding's first related call.
func see(t *testing.T, f *rules.Finding) int {
	t.Helper()
	require.NotEmpty(t, f.Related)
	return int(f.Related[0].Site.PC)
}

func fence(j *replay.Job, w int64) {
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_fence", 0, w) })
}

func TestWin001(t *testing.T) {
	for _, c := range []struct {
		name string
		args []int64
	}{
		{"MPI_Win_create", []int64{0x1000, -8, 4, replay.InfoNull, replay.World}},
		{"MPI_Win_allocate", []int64{-8, 4, replay.InfoNull, replay.World}},
		{"MPI_Win_allocate_shared", []int64{-8, 4, replay.InfoNull, replay.World}},
	} {
		j := replay.New(t, 1)
		r := j.Rank(0)
		bad := replay.Here() + 1
		r.Fail(c.name, c.args...)
		j.Finalize()
		f := found(t, j, "WIN001", "size -8")
		assert.Equal(t, bad, line(f))
	}
}

func TestWin001Attach(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	w := j.Handle()
	r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, w)
	r.Fail("MPI_Win_attach", w, 0x1000, -4)
	r.Do("MPI_Win_free", w)
	j.Finalize()
	found(t, j, "WIN001", "size -4")
}

func TestWinSize0(t *testing.T) {
	j := replay.New(t, 2)
	j.Free(j.Create(0, 0, 1))
	j.Free(j.Create(0x1000, 0, 1))
	j.Free(j.Allocate(0, 8))
	j.Finalize()
	j.Silent()
}

func TestWin002(t *testing.T) {
	for _, unit := range []int64{0, -4} {
		j := replay.New(t, 1)
		bad := replay.Here() + 1
		j.Rank(0).Fail("MPI_Win_create", 0x1000, 0, unit, replay.InfoNull, replay.World)
		j.Finalize()
		assert.Equal(t, bad, line(found(t, j, "WIN002", "displacement unit (0|-4)")))
	}
}

func TestWin003(t *testing.T) {
	j := replay.New(t, 1)
	bad := replay.Here() + 1
	w := j.Create(0, 64, 8)
	j.Free(w)
	j.Finalize()
	assert.Equal(t, bad, line(found(t, j, "WIN003", "NULL.*size 64")))
}

func TestWin004Null(t *testing.T) {
	j := replay.New(t, 1)
	j.Rank(0).Fail("MPI_Win_create", 0x1000, 8, 1, replay.InfoNull, replay.CommNull)
	j.Finalize()
	found(t, j, "WIN004", "MPI_COMM_NULL")
}

func TestWin004Freed(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	c := j.Handle()
	r.With("MPI_Comm_dup", nil, replay.Words([]int64{0}), replay.World, c, 0, 0)
	freed := replay.Here() + 1
	r.Do("MPI_Comm_free", c)
	bad := replay.Here() + 1
	r.Fail("MPI_Win_create", 0x1000, 8, 1, replay.InfoNull, c)
	j.Finalize()
	f := found(t, j, "WIN004", "freed")
	assert.Equal(t, []int{bad, freed}, []int{line(f), see(t, f)})
}

func TestWin004Inter(t *testing.T) {
	j := replay.New(t, 2)
	c := j.Handle()
	j.Each(func(r *replay.Rank) {
		me, other := int64(r.World()), int64(1-r.World())
		r.With("MPI_Intercomm_create", nil, replay.Words([]int64{me}, []int64{other}),
			replay.Self, 0, replay.World, other, 0, c, 1, 0)
	})
	bad := replay.Here() + 1
	j.Each(func(r *replay.Rank) { r.Fail("MPI_Win_allocate", 8, 1, replay.InfoNull, c) })
	j.Each(func(r *replay.Rank) { r.Do("MPI_Comm_free", c) })
	j.Finalize()
	j.Want(replay.Finding{Rule: "WIN004", Rank: 0, Line: bad}, replay.Finding{Rule: "WIN004", Rank: 1, Line: bad})
	assert.Regexp(t, "intercommunicator", j.Check().Findings[0].Message)
}

func TestWin004CommFreedLater(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	c, w := j.Handle(), j.Handle()
	r.With("MPI_Comm_dup", nil, replay.Words([]int64{0}), replay.World, c, 0, 0)
	r.Do("MPI_Win_create", 0x1000, 8, 1, replay.InfoNull, c, w, 1)
	r.Do("MPI_Comm_free", c)
	r.Do("MPI_Win_fence", 0, w)
	r.Do("MPI_Win_free", w)
	j.Finalize()
	j.Silent()
}

func TestWin005Null(t *testing.T) {
	j := replay.New(t, 1)
	bad := replay.Here() + 1
	j.Rank(0).Fail("MPI_Win_fence", 0, replay.WinNull)
	j.Finalize()
	assert.Equal(t, bad, line(found(t, j, "WIN005", "MPI_WIN_NULL")))
}

func TestWin005Freed(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	w := j.Allocate(8, 1)
	freed := replay.Here() + 1
	r.Do("MPI_Win_free", w)
	bad := replay.Here() + 1
	r.Put(w, 0, 0, 1)
	j.Finalize()
	f := found(t, j, "WIN005", "already freed")
	assert.Equal(t, []int{bad, freed}, []int{line(f), see(t, f)})
}

func TestWin005HandleReused(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 1)
	j.Free(w)
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_allocate", 64, 1, replay.InfoNull, replay.World, 0x10000, w)
	})
	fence(j, w)
	j.Rank(0).Put(w, 1, 0, 4)
	fence(j, w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestWin005NameOfNull(t *testing.T) {
	j := replay.New(t, 1)
	j.Rank(0).Do("MPI_Win_get_name", replay.WinNull)
	j.Finalize()
	j.Silent()
}

func TestWin005NeverSetAndFailed(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Event(event.Probe, int64(calls.ClassWin), 77, 0)
	bad := replay.Here() + 1
	r.Fail("MPI_Win_fence", 0, 77)
	j.Finalize()
	assert.Equal(t, bad, line(found(t, j, "WIN005", "invalid window handle")))
}

func TestWin005NeverSetPut(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Event(event.Probe, int64(calls.ClassWin), 77, 0)
	r.Put(77, 0, 0, 1)
	r.Exit()
	found(t, j, "WIN005", "invalid window handle")
}

func TestWin005DiedInCall(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	bad := replay.Here() + 1
	r.Stuck("MPI_Win_fence", 0, 77)
	r.Exit()
	assert.Equal(t, bad, line(found(t, j, "WIN005", "ended in the call")))
}

// A handle that no recorded call created is not a fault if the call succeeded, or if its outcome is unknown.
func TestWin005Unknown(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Event(event.Probe, int64(calls.ClassWin), 77, 0)
	r.Put(77, 0, 0, 1)
	first := replay.Here() + 1
	r.Do("MPI_Win_fence", 0, 77)
	r.Put(77, 0, 0, 1)
	r.Event(event.Probe, int64(calls.ClassWin), 78, -1)
	r.Fail("MPI_Win_fence", 0, 78)
	r.Put(78, 0, 0, 1)
	second := replay.Here() + 1
	r.Do("MPI_Win_get_group", 79, j.Handle())
	r.Do("MPI_Win_free", 79)
	j.Finalize()
	j.Want(replay.Finding{Rule: "TOOL001", Line: first}, replay.Finding{Rule: "TOOL001", Line: second})
}

func TestWin005Zero(t *testing.T) {
	j := replay.New(t, 1)
	j.Rank(0).Fail("MPI_Win_fence", 0, 0)
	j.Finalize()
	found(t, j, "WIN005", "invalid window handle")
}

func TestWin006(t *testing.T) {
	give := func(info func(*replay.Rank) int64, size, unit func(*replay.Rank) int64) *replay.Job {
		j := replay.New(t, 2)
		w := j.Handle()
		j.Each(func(r *replay.Rank) {
			i := info(r)
			r.Do("MPI_Win_create", 0x1000, size(r), unit(r), i, replay.World, w, 1)
		})
		j.Free(w)
		j.Finalize()
		return j
	}
	same := func(n int64) func(*replay.Rank) int64 { return func(*replay.Rank) int64 { return n } }
	differs := func(r *replay.Rank) int64 { return 8 + 8*int64(r.World()) }
	hint := func(kv ...string) func(*replay.Rank) int64 {
		return func(r *replay.Rank) int64 { return r.Info(kv...) }
	}
	onlyRank := func(n int, kv ...string) func(*replay.Rank) int64 {
		return func(r *replay.Rank) int64 {
			if r.World() == n {
				return r.Info(kv...)
			}
			return replay.InfoNull
		}
	}

	found(t, give(hint("same_size", "true"), differs, same(1)), "WIN006", "same_size.*8.*16")
	found(t, give(hint("same_disp_unit", "true"), same(64), differs), "WIN006", "same_disp_unit.*8.*16")
	found(t, give(onlyRank(0, "same_size", "true"), same(8), same(1)), "WIN006", "same_size.*rank 0.*not given on rank 1")
	found(t, give(onlyRank(1, "same_disp_unit", "true"), same(8), same(1)), "WIN006", "same_disp_unit.*rank 1.*not given on rank 0")

	give(hint("same_size", "true", "same_disp_unit", "true"), same(8), same(1)).Silent()
	give(hint("same_disp_unit", "true"), differs, same(1)).Silent()
	give(hint("same_size", "false"), differs, differs).Silent()
	give(onlyRank(0, "same_size", "false"), differs, same(1)).Silent()
	give(onlyRank(0, "no_locks", "true"), differs, differs).Silent()
	give(onlyRank(1, "accumulate_ops", "same_op"), same(8), same(1)).Silent()
}

// Later changes of the info object do not count, nor do unknown keys.
func TestWin006InfoChangedOrUnknown(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Handle()
	j.Each(func(r *replay.Rank) {
		i := r.Info("same_size", "true")
		r.Do("MPI_Win_create", 0x1000, 8, 1, i, replay.World, w, 1)
		r.With("MPI_Info_set", replay.Strings("same_size", "false"), nil, i)
	})
	j.Free(w)
	w = j.Handle()
	j.Each(func(r *replay.Rank) {
		i := r.Info("same_size", "true")
		if r.World() == 1 {
			r.Do("MPI_Comm_get_info", replay.World, i)
		}
		r.Do("MPI_Win_create", 0x1000, 8, 1, i, replay.World, w, 1)
	})
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestWin007(t *testing.T) {
	for _, call := range []string{"MPI_Win_lock", "MPI_Win_lock_all"} {
		j := replay.New(t, 1)
		r := j.Rank(0)
		w := j.Handle()
		made := replay.Here() + 1
		r.Do("MPI_Win_allocate", 8, 1, r.Info("no_locks", "true"), replay.World, 0x1000, w)
		bad := replay.Here() + 2
		if call == "MPI_Win_lock" {
			r.Fail(call, r.Shared(), 0, 0, w)
		} else {
			bad = replay.Here() + 1
			r.Fail(call, 0, w)
		}
		r.Do("MPI_Win_free", w)
		j.Finalize()
		f := found(t, j, "WIN007", call+".*no_locks")
		assert.Equal(t, []int{bad, made}, []int{line(f), see(t, f)})
	}
}

func TestWin007Silent(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	for _, info := range []int64{r.Info("no_locks", "false"), r.Info("same_size", "true"), replay.InfoNull} {
		w := j.Handle()
		r.Do("MPI_Win_allocate", 8, 1, info, replay.World, 0x1000, w)
		r.Do("MPI_Win_lock", r.Shared(), 0, 0, w)
		r.Do("MPI_Win_unlock", 0, w)
		r.Do("MPI_Win_free", w)
	}
	j.Finalize()
	j.Silent()
}

// rput creates a request under a lock of rank 1 and returns it.
func rput(j *replay.Job, r *replay.Rank, w int64) int64 {
	q := j.Handle()
	i := replay.Type("MPI_INT")
	r.Do("MPI_Rput", 0x5000, 1, i, 1, 0, 1, i, w, q)
	return q
}

func TestWin008(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	q := rput(j, r, w)
	r.Do("MPI_Win_unlock", 1, w)
	bad := replay.Here() + 1
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_free", w) })
	late := replay.Here() + 1
	r.Do("MPI_Wait", q)
	j.Finalize()
	f := found(t, j, "WIN008", "request of MPI_Rput")
	assert.Equal(t, bad, line(f))
	assert.Equal(t, late, int(f.Related[1].Site.PC))
}

func TestWin008Waitall(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock_all", 0, w)
	q := rput(j, r, w)
	r.Do("MPI_Win_unlock_all", w)
	j.Free(w)
	r.With("MPI_Waitall", replay.Words([]int64{replay.WinNull, q}), nil, 2)
	j.Finalize()
	found(t, j, "WIN008", "MPI_Waitall")
}

// An epoch that is open at MPI_Win_free is a fault of the epoch's family.
func TestWin008OpenEpoch(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	q := rput(j, r, w)
	j.Free(w)
	r.Do("MPI_Wait", q)
	j.Finalize()
	found(t, j, "LOCK010", "")
}

func TestWin008CompletedBefore(t *testing.T) {
	for _, order := range []string{"wait first", "unlock first", "test"} {
		j := replay.New(t, 2)
		w := j.Allocate(64, 4)
		r := j.Rank(0)
		r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
		q := rput(j, r, w)
		switch order {
		case "wait first":
			r.Do("MPI_Wait", q)
			r.Do("MPI_Win_unlock", 1, w)
		case "unlock first":
			r.Do("MPI_Win_unlock", 1, w)
			r.Do("MPI_Wait", q)
		case "test":
			r.Do("MPI_Test", q, 0)
			r.Do("MPI_Win_unlock", 1, w)
			r.Do("MPI_Test", q, 1)
		}
		j.Free(w)
		j.Finalize()
		j.Silent()
	}
}

func TestWin009(t *testing.T) {
	j := replay.New(t, 2)
	made := replay.Here() + 2
	w := j.Handle()
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_create", 0x1000, 8, 1, replay.InfoNull, replay.World, w, 1) })
	j.Rank(0).Do("MPI_Finalize")
	j.Rank(1).Exit()
	f := found(t, j, "WIN009", "not freed")
	assert.Equal(t, made, line(f))
	assert.Equal(t, rules.Warning, f.Severity, "MPI_Finalize asks for files only")
}

func TestWin009Silent(t *testing.T) {
	j := replay.New(t, 2)
	j.Allocate(8, 1)
	j.Rank(0).Do("MPI_Abort", replay.World, 1)
	j.Rank(1).Exit()
	j.Want()

	j = replay.New(t, 1)
	w := j.Allocate(8, 1)
	j.Rank(0).Fail("MPI_Win_free", w)
	j.Finalize()
	j.Silent()
}

func dynamic(j *replay.Job) int64 {
	w := j.Handle()
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, w) })
	return w
}

func TestWin010Overlap(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	w := dynamic(j)
	first := replay.Here() + 1
	r.Do("MPI_Win_attach", w, 0x1000, 40)
	bad := replay.Here() + 1
	r.Fail("MPI_Win_attach", w, 0x1020, 32)
	r.Do("MPI_Win_detach", w, 0x1000)
	r.Fail("MPI_Win_detach", w, 0x1020)
	j.Free(w)
	j.Finalize()
	f := found(t, j, "WIN010", "overlap")
	assert.Equal(t, []int{bad, first}, []int{line(f), see(t, f)})
}

func TestWin010Detach(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	w := dynamic(j)
	r.Do("MPI_Win_attach", w, 0x1000, 64)
	bad := replay.Here() + 1
	r.Fail("MPI_Win_detach", w, 0x1020)
	r.Do("MPI_Win_detach", w, 0x1000)
	j.Free(w)
	j.Finalize()
	assert.Equal(t, bad, line(found(t, j, "WIN010", "not attached: the address is 32 bytes inside")))
}

func TestWin010DetachTwice(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	w := dynamic(j)
	r.Do("MPI_Win_attach", w, 0x1000, 64)
	before := replay.Here() + 1
	r.Do("MPI_Win_detach", w, 0x1000)
	r.Fail("MPI_Win_detach", w, 0x1000)
	j.Free(w)
	j.Finalize()
	assert.Equal(t, before, see(t, found(t, j, "WIN010", "not attached")))
}

func TestWin010NotDynamic(t *testing.T) {
	j := replay.New(t, 1)
	w := j.Create(0x1000, 64, 1)
	j.Rank(0).Fail("MPI_Win_attach", w, 0x2000, 64)
	j.Free(w)
	j.Finalize()
	found(t, j, "WIN010", "created by MPI_Win_create, not by MPI_Win_create_dynamic")
}

func TestWin010NoMemory(t *testing.T) {
	for _, c := range []struct {
		base, mapped int64
		message      string
	}{{0, 1, "64 bytes at NULL"}, {0x1000, 0, "64 bytes that are not mapped"}} {
		j := replay.New(t, 1)
		w := dynamic(j)
		bad := replay.Here() + 1
		j.Rank(0).Fail("MPI_Win_attach", w, c.base, 64, c.mapped)
		j.Free(w)
		j.Finalize()
		assert.Equal(t, bad, line(found(t, j, "WIN010", c.message)))
	}
}

func TestWin010SilentMemory(t *testing.T) {
	j := replay.New(t, 1)
	w := dynamic(j)
	j.Rank(0).Do("MPI_Win_attach", w, 0, 0, 1)
	j.Rank(0).Do("MPI_Win_attach", w, 0x1000, 0, 0)
	j.Rank(0).Do("MPI_Win_attach", w, 0x2000, 64, -1)
	j.Rank(0).Do("MPI_Win_attach", w, 0x3000, 64, 1)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestWin010Silent(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	a, b := dynamic(j), dynamic(j)
	r.Do("MPI_Win_attach", a, 0x1000, 64)
	r.Do("MPI_Win_attach", a, 0x1040, 64) // touches
	r.Do("MPI_Win_attach", a, 0x1010, 0)  // nothing
	r.Do("MPI_Win_attach", b, 0x1020, 64) // another window
	r.Do("MPI_Win_detach", a, 0x1000)
	r.Do("MPI_Win_attach", a, 0x1000, 64) // again
	j.Free(a)
	j.Free(b)
	j.Finalize()
	j.Silent()
}

func TestWin011Dynamic(t *testing.T) {
	for _, std := range []int{31, 41} {
		j := replay.New(t, 1)
		j.Std = std
		w := dynamic(j)
		bad := replay.Here() + 1
		j.Rank(0).Fail("MPI_Win_shared_query", w, 0)
		j.Free(w)
		j.Finalize()
		assert.Equal(t, bad, line(found(t, j, "WIN011", "dynamic")))
	}
}

func TestWin011Created(t *testing.T) {
	for _, std := range []int{31, 40, 41} {
		j := replay.New(t, 1)
		j.Std = std
		a, b := j.Create(0x1000, 8, 1), j.Allocate(8, 1)
		j.Rank(0).Do("MPI_Win_shared_query", a, 0)
		if std >= 41 {
			j.Rank(0).Do("MPI_Win_shared_query", b, 0)
		}
		j.Free(a)
		j.Free(b)
		j.Finalize()
		if std >= 41 {
			j.Silent()
			continue
		}
		found(t, j, "WIN011", `created by MPI_Win_create: before MPI-4\.1`)
	}
}

func TestWin011Hosts(t *testing.T) {
	for _, c := range []struct {
		hosts  []string
		silent bool
	}{{[]string{"a", "b"}, false}, {[]string{"a", "a"}, true}, {nil, true}, {[]string{"a", ""}, true}} {
		j := replay.New(t, 2)
		j.Hosts = c.hosts
		w := j.Handle()
		j.Each(func(r *replay.Rank) {
			r.Do("MPI_Win_allocate_shared", 8, 1, replay.InfoNull, replay.World, 0x1000, w)
		})
		j.Each(func(r *replay.Rank) { r.Do("MPI_Win_shared_query", w, 0) })
		j.Free(w)
		j.Finalize()
		if c.silent {
			j.Silent()
			continue
		}
		assert.Len(t, j.Found(), 2)
		assert.Regexp(t, "rank 0 is on host a, rank 1 on b", j.Check().Findings[0].Message)
	}
}

func TestWin013(t *testing.T) {
	for _, call := range [][]int64{{1, 0}, nil} {
		j := replay.New(t, 2)
		w := j.Create(0x1000, 8, 1)
		r := j.Rank(0)
		if call != nil {
			r.Do("MPI_Win_lock", r.Shared(), call[0], 0, w)
			r.Do("MPI_Win_unlock", call[0], w)
		} else {
			r.Do("MPI_Win_lock_all", 0, w)
			r.Do("MPI_Win_unlock_all", w)
		}
		j.Free(w)
		j.Finalize()
		f := found(t, j, "WIN013", "MPI_Alloc_mem")
		assert.Equal(t, rules.Note, f.Severity)
	}
}

func TestWin013Silent(t *testing.T) {
	j := replay.New(t, 2)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Alloc_mem", 128, replay.InfoNull, 0x1000) })
	d := dynamic(j)
	for _, w := range []int64{j.Create(0x1000, 128, 1), j.Create(0x1040, 64, 1), j.Create(0x9000, 0, 1), j.Allocate(8, 1), d} {
		r := j.Rank(0)
		r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
		r.Do("MPI_Win_unlock", 1, w)
		j.Free(w)
	}
	j.Finalize()
	j.Silent()
}

func TestWin014Create(t *testing.T) {
	j := replay.New(t, 1)
	w := j.Handle()
	bad := replay.Here() + 1
	j.Rank(0).Do("MPI_Win_create", 0x1000, 64, 1, replay.InfoNull, replay.World, w, 0)
	j.Rank(0).Do("MPI_Win_free", w, 0)
	j.Finalize()
	assert.Equal(t, bad, line(found(t, j, "WIN014", "64 bytes that are not mapped")))
}

func TestWin014Free(t *testing.T) {
	j := replay.New(t, 1)
	w := j.Create(0x1000, 64, 1)
	bad := replay.Here() + 1
	j.Rank(0).Do("MPI_Win_free", w, 0)
	j.Finalize()
	assert.Equal(t, bad, line(found(t, j, "WIN014", "no longer mapped")))
}

func TestWin014Silent(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	for _, mapped := range []int64{1, -1} {
		w := j.Create(0x1000, 64, 1)
		r.Do("MPI_Win_free", w, mapped)
	}
	w := j.Handle()
	r.Do("MPI_Win_create", 0x1000, 0, 1, replay.InfoNull, replay.World, w, 0)
	r.Do("MPI_Win_free", w, 0)
	j.Finalize()
	j.Silent()
}

// A rank ends while the others free the window: this is a single fault.
func TestWin009EarlyEnd(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	j.Rank(0).Stuck("MPI_Win_free", w)
	j.Rank(1).Stuck("MPI_Win_free", w)
	j.Rank(2).Stuck("MPI_Finalize")
	absent := finding(t, j, "COLL002")
	assert.Nil(t, absent.Cause)
	assert.Same(t, absent, finding(t, j, "WIN009").Cause)
}

// promising creates a window on all ranks with the given info keys.
func promising(j *replay.Job, kv ...string) int64 {
	w := j.Handle()
	j.Each(func(r *replay.Rank) {
		info := r.Info(kv...)
		r.Do("MPI_Win_allocate", 64, 4, info, replay.World, 0x10000, w)
		r.Do("MPI_Info_free", info)
	})
	return w
}

// acc returns the arguments of an MPI_Accumulate of n ints at a displacement of rank 1.
func acc(w, disp, n int64, op string) []int64 {
	i := replay.Type("MPI_INT")
	return []int64{0x5000, n, i, 1, disp, n, i, replay.Type(op), w}
}

func TestWin006Operations(t *testing.T) {
	for _, c := range []struct {
		hint, ordering string
		before, after  string
		severity       rules.Severity
	}{
		{"same_op", "rar,raw,war,waw", "MPI_SUM", "MPI_PROD", rules.Warning},
		{"same_op_no_op", "waw", "MPI_SUM", "MPI_REPLACE", rules.Warning},
		{"same_op", "none", "MPI_SUM", "MPI_PROD", rules.Error},
		{"same_op_no_op", "none", "MPI_MAX", "MPI_MIN", rules.Error},
	} {
		j := replay.New(t, 2)
		w := promising(j, "accumulate_ops", c.hint, "accumulate_ordering", c.ordering)
		r := j.Rank(0)
		r.Do("MPI_Win_lock_all", 0, w)
		before := replay.Here() + 1
		r.Do("MPI_Accumulate", acc(w, 0, 4, c.before)...)
		bad := replay.Here() + 1
		r.Do("MPI_Accumulate", acc(w, 3, 1, c.after)...)
		r.Do("MPI_Win_unlock_all", w)
		endWith(j, w)
		f := found(t, j, "WIN006", c.hint+".*"+c.after+" meets a call with "+c.before+".*rank 1")
		assert.Equal(t, []int{bad, before}, []int{line(f), see(t, f)})
		assert.Equal(t, c.severity, f.Severity)
	}
	// same_op: MPI_NO_OP is another operation
	j := replay.New(t, 2)
	w := promising(j, "accumulate_ops", "same_op")
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	r.Do("MPI_Accumulate", acc(w, 0, 4, "MPI_SUM")...)
	r.Do("MPI_Fetch_and_op", 0x5000, 0x6000, replay.Type("MPI_INT"), 1, 0, replay.Type("MPI_NO_OP"), w)
	r.Do("MPI_Win_unlock", 1, w)
	endWith(j, w)
	found(t, j, "WIN006", "MPI_NO_OP meets a call with MPI_SUM")
}

// MPI_Win_set_info may make the promise later; dynamic windows count in bytes.
func TestWin006OperationsSetInfo(t *testing.T) {
	j := replay.New(t, 2)
	w := dynamic(j)
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_attach", w, 0x1000, 64)
		r.Do("MPI_Win_set_info", w, r.Info("accumulate_ops", "same_op", "accumulate_ordering", "none"))
		r.Do("MPI_Barrier", replay.World)
	})
	r := j.Rank(0)
	r.Do("MPI_Win_lock_all", 0, w)
	r.Do("MPI_Accumulate", acc(w, 0x1000, 2, "MPI_SUM")...)
	r.Do("MPI_Accumulate", acc(w, 0x1008, 1, "MPI_PROD")...)
	r.Do("MPI_Accumulate", acc(w, 0x1004, 1, "MPI_PROD")...)
	r.Do("MPI_Win_unlock_all", w)
	endWith(j, w)
	found(t, j, "WIN006", "MPI_PROD meets a call with MPI_SUM")
}

func TestWin006OperationsSilent(t *testing.T) {
	i := replay.Type("MPI_INT")
	for name, f := range map[string]func(r *replay.Rank, w int64){
		"flush":       func(r *replay.Rank, w int64) { r.Do("MPI_Win_flush", 1, w) },
		"flush all":   func(r *replay.Rank, w int64) { r.Do("MPI_Win_flush_all", w) },
		"flush local": func(r *replay.Rank, w int64) { r.Do("MPI_Win_flush_local", 1, w) },
		"unlock": func(r *replay.Rank, w int64) {
			r.Do("MPI_Win_unlock", 1, w)
			r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
		},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := promising(j, "accumulate_ops", "same_op")
			r := j.Rank(0)
			r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
			r.Do("MPI_Accumulate", acc(w, 0, 4, "MPI_SUM")...)
			f(r, w)
			r.Do("MPI_Accumulate", acc(w, 0, 4, "MPI_PROD")...)
			r.Do("MPI_Win_unlock", 1, w)
			endWith(j, w)
			j.Silent()
		})
	}
	for name, f := range map[string]func(r *replay.Rank, w int64){
		"other bytes":      func(r *replay.Rank, w int64) { r.Do("MPI_Accumulate", acc(w, 4, 4, "MPI_PROD")...) },
		"no bytes":         func(r *replay.Rank, w int64) { r.Do("MPI_Accumulate", acc(w, 0, 0, "MPI_PROD")...) },
		"same operation":   func(r *replay.Rank, w int64) { r.Do("MPI_Accumulate", acc(w, 0, 4, "MPI_SUM")...) },
		"compare and swap": func(r *replay.Rank, w int64) { r.Do("MPI_Compare_and_swap", 0x5000, 0x6000, 0x7000, i, 1, 0, w) },
		"put":              func(r *replay.Rank, w int64) { r.Put(w, 1, 0, 4) },
		"own window": func(r *replay.Rank, w int64) {
			r.Do("MPI_Accumulate", 0x5000, 1, i, 0, 0, 1, i, replay.Type("MPI_PROD"), w)
		},
		"no target": func(r *replay.Rank, w int64) {
			r.Do("MPI_Accumulate", 0x5000, 1, i, -2, 0, 1, i, replay.Type("MPI_PROD"), w)
		},
		"no op": func(r *replay.Rank, w int64) {
			r.Do("MPI_Fetch_and_op", 0, 0x6000, i, 1, 0, replay.Type("MPI_NO_OP"), w)
		},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := promising(j, "accumulate_ops", "same_op_no_op", "accumulate_ordering", "none")
			r := j.Rank(0)
			r.Do("MPI_Win_lock_all", 0, w)
			r.Do("MPI_Accumulate", acc(w, 0, 4, "MPI_SUM")...)
			f(r, w)
			r.Do("MPI_Win_unlock_all", w)
			endWith(j, w)
			j.Silent()
		})
	}
	j := replay.New(t, 2) // no promise, and one of something else
	for _, w := range []int64{j.Allocate(64, 4), promising(j, "accumulate_ops", "any"), promising(j, "accumulate_ordering", "none")} {
		r := j.Rank(0)
		r.Do("MPI_Win_lock_all", 0, w)
		r.Do("MPI_Accumulate", acc(w, 0, 4, "MPI_SUM")...)
		r.Do("MPI_Accumulate", acc(w, 0, 4, "MPI_PROD")...)
		r.Do("MPI_Win_unlock_all", w)
		j.Free(w)
	}
	j.Finalize()
	j.Silent()
}
