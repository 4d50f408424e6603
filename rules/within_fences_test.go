package rules_test

import (
	"fmt"
	"testing"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// An epoch within a fence epoch: rank 0 opens it between two fences, with and without RMA calls in it, before it and
// after it. One rule reports; the intention of the program decides which rule.
func TestEpochWithinFences(t *testing.T) {
	const plain, noPrecede, none = "plain", "noprecede", "none" // the second fence
	type use struct{ before, inside, after bool }
	lock := map[string]string{"MPI_Win_lock": "LOCK005", "MPI_Win_lock_all": "LOCK005", "MPI_Win_start": "PSCW004"}
	for opener, overlap := range lock {
		for _, c := range []struct {
			use
			fence string
			want  []string
		}{
			{use{}, plain, nil},
			{use{inside: true}, plain, []string{"LOCK013"}},
			{use{inside: true}, noPrecede, nil},
			{use{inside: true}, none, nil},
			{use{after: true}, plain, []string{overlap}},
			{use{inside: true, after: true}, plain, []string{overlap}},
			{use{inside: true, after: true}, noPrecede, []string{"FENCE002"}},
			{use{inside: true, after: true}, none, []string{"FENCE010"}},
			{use{before: true}, plain, []string{overlap}},
			{use{before: true, inside: true}, plain, []string{overlap}},
			{use{before: true, inside: true, after: true}, plain, []string{overlap}},
		} {
			t.Run(fmt.Sprintf("%s/%+v/%s", opener, c.use, c.fence), func(t *testing.T) {
				j := replay.New(t, 2)
				w := j.Allocate(64, 4)
				r := j.Rank(0)
				lines := map[string]int{}
				get := func(yes bool, name string) {
					if yes {
						lines[name] = next()
						r.Do("MPI_Get", int64(0x5000+64*len(lines)), 1, intType, 1, 0, 1, intType, w)
					}
				}
				j.Fence(0, w)
				get(c.before, "before")
				open := openAndClose(j, opener, w, func() { get(c.inside, "inside") })
				get(c.after, "after")
				r.Put(w, j.Flavour.ProcNull, 0, 1)
				fence := next() + 4
				switch c.fence {
				case noPrecede:
					j.Fence(j.Flavour.ModeNoPrecede, w)
				case plain:
					j.Fence(0, w)
				}
				freed := next()
				j.Free(w)
				j.Finalize()
				var want []replay.Finding
				for _, id := range c.want {
					line := fence
					switch {
					case id == "FENCE010":
						line = freed
					case id == "FENCE002":
						line = fence - 2
					case id == overlap && c.before:
						line = open
					case id == overlap:
						line = lines["after"]
					}
					want = append(want, replay.Finding{Rule: id, Rank: 0, Line: line})
				}
				j.Want(want...)
			})
		}
	}
}

// openAndClose creates an access epoch of rank 0 to rank 1 and returns the line
// of the call that opens it.
func openAndClose(j *replay.Job, opener string, w int64, inside func()) (opened int) {
	r, t := j.Rank(0), j.Rank(1)
	switch opener {
	case "MPI_Win_lock":
		opened = next()
		r.Do(opener, r.Shared(), 1, 0, w)
		inside()
		r.Do("MPI_Win_unlock", 1, w)
	case "MPI_Win_lock_all":
		opened = next()
		r.Do(opener, 0, w)
		inside()
		r.Do("MPI_Win_unlock_all", w)
	case "MPI_Win_start":
		t.Do("MPI_Win_post", t.Group(0), 0, w)
		opened = next()
		r.Do(opener, r.Group(1), 0, w)
		inside()
		r.Do("MPI_Win_complete", w)
		t.Do("MPI_Win_wait", w)
	}
	return opened
}

// Calls that create no fence epoch: locks after a fence with MPI_MODE_NOSUCCEED, starts with an empty group, and a
// later fence between the lock and the RMA call.
func TestEpochWithinFencesSilent(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	j.Fence(0, w)
	r.Do("MPI_Win_start", replay.Empty, 0, w)
	r.Do("MPI_Win_complete", w)
	r.Put(w, 1, 0, 1)
	j.Fence(j.Flavour.ModeNoSucceed, w)
	openAndClose(j, "MPI_Win_lock", w, func() { r.Put(w, 1, 0, 1) })
	j.Fence(0, w)
	r.Put(w, 1, 0, 1)
	j.Fence(0, w)
	openAndClose(j, "MPI_Win_lock_all", w, func() {})
	j.Fence(0, w)
	r.Put(w, 1, 0, 1)
	j.Fence(0, w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}
