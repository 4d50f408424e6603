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

// leaks returns a job of one rank in which objects never freed are reported.
func leaks(t *testing.T) (*replay.Job, *replay.Rank) {
	t.Helper()
	j := replay.New(t, 1)
	j.Leaks = true
	return j, j.Rank(0)
}

// left returns the findings of OBJ002, and fails if there are other findings.
func left(t *testing.T, j *replay.Job) []*rules.Finding {
	t.Helper()
	var out []*rules.Finding
	for _, f := range j.Check().Findings {
		assert.Contains(t, []string{"OBJ002", "TOOL003"}, f.Rule.ID, f.Message)
		if f.Rule.ID == "OBJ002" {
			out = append(out, f)
		}
	}
	return out
}

// Very many objects of one place are one finding, whether or not their handles are remembered. Objects that were freed
// in the end do not count.
func TestObj002Growth(t *testing.T) {
	const n = 100_000
	for name, freed := range map[string]int64{"none": 0, "some": 25_000, "all": n} {
		t.Run(name, func(t *testing.T) {
			j, r := leaks(t)
			r.Do("MPI_Group_free", 77) // a group of a call that is not in the log
			for i := range int64(n) {
				r.Do("MPI_Info_create", 1_000_000+i)
			}
			made := replay.Here() - 2
			for i := range freed {
				r.Do("MPI_Info_free", 1_000_000+i)
			}
			j.Finalize()
			fs := left(t, j)
			if freed == n {
				assert.Empty(t, fs)
				return
			}
			require.Len(t, fs, 1)
			assert.Equal(t, made, line(fs[0]))
			assert.Equal(t, n-freed, fs[0].Count)
		})
	}
}

// Info objects may be freed after MPI_Finalize, other objects may not.
func TestObj002FreedLater(t *testing.T) {
	j, r := leaks(t)
	r.Do("MPI_Info_create", 501)
	r.Do("MPI_Comm_dup", replay.World, 600)
	j.Finalize()
	r.Event(event.Stray, int64(calls.ByName("MPI_Info_free").Kind), 1)
	fs := left(t, j)
	require.Len(t, fs, 1)
	assert.Contains(t, fs[0].Message, "communicator")
}

// The most numerous objects come first.
func TestObj002Order(t *testing.T) {
	j, r := leaks(t)
	r.Do("MPI_Info_create", 501)
	for i := range int64(3) {
		r.Do("MPI_Comm_dup", replay.World, 600+i)
	}
	j.Finalize()
	fs := left(t, j)
	require.Len(t, fs, 2)
	assert.Contains(t, fs[0].Message, "none of the 3 communicators that MPI_Comm_dup returned was freed before MPI_Finalize")
	assert.Contains(t, fs[1].Message, "the info object that MPI_Info_create returned was not freed")
}

// MPI libraries return the same handle for a group as often as they are asked.
func TestObj002References(t *testing.T) {
	j, r := leaks(t)
	group := func() { r.With("MPI_Comm_group", nil, replay.Words([]int64{0}), replay.World, 700) }
	group()
	group()
	kept := replay.Here() - 1
	r.Do("MPI_Group_free", 700)
	r.With("MPI_Comm_group", nil, replay.Words([]int64{0}), replay.World, 700)
	r.Do("MPI_Group_free", 700)
	j.Finalize()
	fs := left(t, j)
	require.Len(t, fs, 1)
	assert.Less(t, line(fs[0]), kept)
	assert.EqualValues(t, 1, fs[0].Count)
}

// MPI_Type_get_contents may return a handle that the program already has: which of the two was freed is unknown.
func TestObj002Contents(t *testing.T) {
	for _, frees := range []int{1, 2} {
		j, r := leaks(t)
		made := replay.Here() + 1
		r.Do("MPI_Type_vector", 2, 1, 2, replay.Type("MPI_INT"), 700, 8, 0, 12, 0, 12)
		r.Do("MPI_Type_contiguous", 2, 700, 701, 16, 0, 24, 0, 24)
		r.With("MPI_Type_get_contents", nil, replay.Words([]int64{700}), 701, 1, 0, 1)
		for range frees {
			r.Do("MPI_Type_free", 700)
		}
		r.Do("MPI_Type_free", 701)
		j.Finalize()
		fs := left(t, j)
		require.Len(t, fs, 2-frees)
		for _, f := range fs {
			assert.Equal(t, made, line(f))
			assert.Equal(t, "the datatype that MPI_Type_vector returned was not freed before MPI_Finalize; "+
				"MPI_Type_get_contents has returned it again, and that handle must be freed, too", f.Message)
			assert.Equal(t, made+2, see(t, f))
		}
	}
}

// If a handle is returned again, its object is gone, whoever freed it.
func TestObj002HandleReused(t *testing.T) {
	j, r := leaks(t)
	r.Do("MPI_Info_create", 500)
	r.Do("MPI_Info_create", 500)
	r.Do("MPI_Info_free", 500)
	j.Finalize()
	assert.Empty(t, left(t, j))
}

// It is unknown whether an object exists after a free that failed.
func TestObj002FailedFree(t *testing.T) {
	j, r := leaks(t)
	r.Do("MPI_Info_create", 500)
	r.Fail("MPI_Info_free", 500)
	j.Finalize()
	assert.Empty(t, left(t, j))
}

func TestObj002NoFinalize(t *testing.T) {
	j, r := leaks(t)
	r.Do("MPI_Info_create", 500)
	r.Exit()
	assert.Empty(t, left(t, j))
}

// Two threads: the handle of an info object is in use again before the call that freed the old object has returned.
func TestObj002Threads(t *testing.T) {
	j, r := leaks(t)
	r.Do("MPI_Info_create", 500)
	r.Begin("MPI_Info_free", 500)
	r.Thread = 1
	r.Do("MPI_Info_create", 500)
	r.Thread = 0
	r.End("MPI_Info_free")
	r.Do("MPI_Info_free", 500)
	j.Finalize()
	assert.Empty(t, left(t, j))
}

// The key of an attribute of MPI_COMM_SELF is in use until MPI_Finalize.
func TestObj002KeyOfSelf(t *testing.T) {
	j, r := leaks(t)
	r.Do("MPI_Comm_create_keyval", 0, 0, 40, 0)
	r.Do("MPI_Comm_create_keyval", 0, 0, 41, 0)
	kept := replay.Here() - 1
	r.Do("MPI_Comm_set_attr", replay.Self, 40, 0)
	r.Do("MPI_Comm_set_attr", replay.World, 41, 0)
	j.Finalize()
	fs := left(t, j)
	require.Len(t, fs, 1)
	assert.Equal(t, kept, line(fs[0]))
}

// If a process does not reach MPI_Finalize, only places with many objects count, none of which was freed.
func TestObj002Alive(t *testing.T) {
	for _, c := range []struct {
		name     string
		made     int64
		free, in bool
		severity rules.Severity
		message  string
	}{
		{"few", 999, false, false, 0, ""},
		{"one freed", 1200, true, false, 0, ""},
		{"many", 1000, false, false, rules.Note, "^1,000 info objects that MPI_Info_create returned here exist, and none was freed when the rank ended"},
		{"in the constructor", 1000, false, true, rules.Warning, "and none was freed: the rank ended in another call of MPI_Info_create$"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j, r := leaks(t)
			for i := range c.made + 1 {
				create := r.Do
				if i == c.made {
					create = r.Stuck
				}
				if i < c.made || c.in {
					create("MPI_Info_create", 0x100000+64*i)
				}
			}
			if c.free {
				r.Do("MPI_Info_free", 0x100000)
			}
			r.Exit()
			got := left(t, j)
			if c.message == "" {
				assert.Empty(t, got)
				return
			}
			require.Len(t, got, 1)
			assert.Regexp(t, c.message, got[0].Message)
			assert.Equal(t, c.severity, got[0].Severity)
		})
	}
}
