package rules_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// lively is a correct program that uses objects of most kinds. The records of the calls of kind hide are left out, as
// if gomarmot had not recorded these calls.
func lively(t *testing.T, hide calls.Kind) (j *replay.Job, used []calls.Kind) {
	t.Helper()
	j = replay.New(t, 2)
	w := j.Allocate(64, 4)
	j.Fence(0, w)
	j.Rank(0).Put(w, 1, 0, 4)
	j.Fence(0, w)
	j.Fence(0, w)
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_lock", r.Exclusive(), 1, 0, w)
		r.Rput(w, 1)
		r.Do("MPI_Win_unlock", 1, w)
		r.Do("MPI_Win_lock_all", 0, w)
		r.Put(w, 1, 0, 4)
		r.Do("MPI_Win_flush", 1, w)
		r.Do("MPI_Win_unlock_all", w)
		r.Do("MPI_Barrier", replay.World)
	})
	other := groups(j)
	j.Rank(0).Do("MPI_Win_start", other[0], 0, w)
	j.Rank(0).Put(w, 1, 0, 4)
	j.Rank(0).Do("MPI_Win_complete", w)
	j.Rank(1).Do("MPI_Win_post", other[1], 0, w)
	j.Rank(1).Do("MPI_Win_wait", w)
	for i, g := range other {
		j.Rank(i).Do("MPI_Group_free", g)
	}
	j.Free(w)
	j.Finalize()
	used = j.Hide(hide)
	j.Unseen = []reading.Taker{{Path: "libtool.so", Calls: []string{hide.String()}}}
	return j, used
}

// groups creates a group of the other rank on each rank.
func groups(j *replay.Job) [2]int64 {
	return [2]int64{j.Rank(0).Group(1), j.Rank(1).Group(0)}
}

// TestUnseen: whichever call of a correct program is not recorded, only TOOL001 reports anything.
func TestUnseen(t *testing.T) {
	_, used := lively(t, calls.Kind(event.Pad))
	assert.Greater(t, len(used), 12)
	for _, k := range used {
		j, _ := lively(t, k)
		for _, f := range j.Check().Findings {
			assert.Equal(t, "TOOL001", f.Rule.ID, "without %s: %s", k, f.Message)
		}
	}
}

// TestSeen: the program is correct, and the rules depend on its calls.
func TestSeen(t *testing.T) {
	j, used := lively(t, calls.Kind(event.Pad))
	j.Unseen = nil
	j.Silent()
	for _, k := range []calls.Kind{calls.WinFence, calls.WinLock, calls.WinFree, calls.WinStart} {
		assert.True(t, slices.Contains(used, k))
		j, _ := lively(t, k)
		j.Unseen = nil
		assert.NotEmpty(t, j.Check().Findings, k)
	}
}

// TestExtensions: if the program calls a function beyond the standard that gomarmot does not record, the rules that
// depend on calls of its kind are silent, and the function is named, unless it only answers a question.
func TestExtensions(t *testing.T) {
	for _, c := range []struct{ calls, want []string }{
		{[]string{"MPIX_Query_cuda_support"}, []string{"REQ001"}},
		{[]string{"MPIX_Grequest_start"}, []string{"TOOL001"}},
		{[]string{"MPIX_Of_tomorrow"}, []string{"TOOL001"}},
	} {
		j := replay.New(t, 1)
		j.Unseen = []reading.Taker{{Path: "/home/ada/app", Calls: c.calls}}
		r := j.Rank(0)
		r.Do("MPI_Irecv", 0x10000, 1, replay.Type("MPI_INT"), 0, 0, replay.World, j.Handle())
		r.Finalize()
		var got []string
		for _, f := range j.Check().Findings {
			got = append(got, f.Rule.ID)
			if f.Rule.ID == "TOOL001" {
				assert.Equal(t, "app calls "+c.calls[0]+", which gomarmot does not record: rules that depend on what these calls do are off", f.Message)
			}
		}
		assert.Equal(t, c.want, got, "%v", c.calls)
	}
}
