package rules_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// leave creates objects, opens an epoch and starts operations. The program must free, close or complete all of them
// before it ends.
func leave(j *replay.Job, comm int64) {
	r, window := j.Rank(0), j.Allocate(64, 4)
	r.Do("MPI_Win_lock_all", 0, window)
	r.Do("MPI_Rput", 0x5000, 1, replay.Type("MPI_INT"), 0, 0, 1, replay.Type("MPI_INT"), window, 50)
	r.Do("MPI_Grequest_start", 1, 2, 3, 4, 51)
	r.Do("MPI_Send_init", 0x5000, 1, replay.Type("MPI_INT"), 0, 0, comm, 52)
	r.Do("MPI_Info_create", 500)
	begin(r, openOn(j, comm))
	if comm != replay.World {
		r.Do("MPI_Comm_free", comm)
	}
}

// sessionComm creates a communicator of the processes of the session.
func sessionComm(r *replay.Rank) int64 {
	const group, comm = 600, 601
	all := replay.Words([]int64{0})
	r.With("MPI_Group_from_session_pset", replay.Strings("mpi://WORLD"), all, replay.Session, 0, group)
	r.With("MPI_Comm_create_from_group", replay.Strings("leave"), all, group, 0, replay.InfoNull, replay.Type("MPI_ERRORS_ARE_FATAL"), comm, 0, 0)
	r.Do("MPI_Group_free", group)
	return comm
}

// leftRules returns the rules that have findings, except the rule on how the run ended.
func leftRules(j *replay.Job) (out []string) {
	j.Leaks = true
	for _, f := range j.Found() {
		out = append(out, f.Rule)
	}
	slices.Sort(out)
	return out
}

// Objects left when the last session ends are found as at MPI_Finalize.
func TestSessionLeft(t *testing.T) {
	world := replay.New(t, 1)
	leave(world, replay.World)
	world.Finalize()
	want := leftRules(world)
	assert.Subset(t, want, []string{"LOCK010", "OBJ002", "REQ001", "REQ007", "RMA011", "SPLIT011", "WIN009"})

	for name, end := range map[string]func(*replay.Rank){
		"returned": func(r *replay.Rank) { r.EndSession(replay.Session, true) },
		"killed":   func(r *replay.Rank) { r.Stuck("MPI_Session_finalize", replay.Session) },
		"the last of two": func(r *replay.Rank) {
			r.Do("MPI_Session_init", replay.InfoNull, replay.Type("MPI_ERRORS_ARE_FATAL"), 1100)
			r.EndSession(replay.Session, false)
			r.Fail("MPI_Session_finalize", 1100)
			r.EndSession(1100, true)
		},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.InSessions(t, 1)
			leave(j, sessionComm(j.Rank(0)))
			end(j.Rank(0))
			want := slices.Clone(want)
			if name == "killed" { // OBJ002 reports only about runs that have ended
				want = slices.DeleteFunc(want, func(rule string) bool { return rule == "OBJ002" })
			}
			assert.Equal(t, want, leftRules(j))
			for _, f := range j.Check().Findings {
				assert.NotContains(t, f.Message, "MPI_Finalize")
			}
		})
	}
}

// Nothing is reported if the program has not finalized its last session.
func TestSessionOpen(t *testing.T) {
	for name, end := range map[string]func(*replay.Rank){
		"another session": func(r *replay.Rank) {
			r.Do("MPI_Session_init", replay.InfoNull, replay.Type("MPI_ERRORS_ARE_FATAL"), 1100)
			r.EndSession(replay.Session, false)
			r.Exit()
		},
		"killed": func(r *replay.Rank) { r.Stuck("MPI_Barrier", sessionComm(r)) },
		"failed": func(r *replay.Rank) {
			r.Fail("MPI_Session_finalize", replay.Session)
			r.Exit()
		},
		"exit": (*replay.Rank).Exit,
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.InSessions(t, 1)
			leave(j, sessionComm(j.Rank(0)))
			end(j.Rank(0))
			assert.Empty(t, leftRules(j))
		})
	}
}

// An invalid session handle ends no session.
func TestSessionNull(t *testing.T) {
	j := replay.InSessions(t, 1)
	leave(j, sessionComm(j.Rank(0)))
	j.Rank(0).Stuck("MPI_Session_finalize", replay.Type("MPI_SESSION_NULL"))
	assert.Equal(t, []string{"OBJ001"}, leftRules(j))
}

// Without MPI_Init there is no MPI_COMM_WORLD.
func TestSessionWorld(t *testing.T) {
	j := replay.InSessions(t, 1)
	r := j.Rank(0)
	comm := sessionComm(r)
	r.Do("MPI_Barrier", comm)
	bad := replay.Here() + 1
	r.Do("MPI_Barrier", replay.World)
	f := found(t, j, "OBJ001", "^the argument comm of MPI_Barrier is MPI_COMM_WORLD, but this process has not called MPI_Init$")
	assert.Equal(t, bad, line(f))
	for name, known := range map[string]func(*replay.Rank){
		"MPI_Init":       func(r *replay.Rank) { r.Do("MPI_Init") },
		"lost, perhaps":  func(r *replay.Rank) { r.Event(event.Lost, 1) },
		"only MPI_Abort": nil,
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.InSessions(t, 1)
			r := j.Rank(0)
			if known == nil {
				r.Stuck("MPI_Abort", replay.World, 1)
			} else {
				known(r)
				r.Do("MPI_Barrier", replay.World)
			}
			assert.Empty(t, only(j, "OBJ001"))
		})
	}
}

// A process that uses the world model, too, ends with MPI_Finalize.
func TestSessionBesideWorld(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Do("MPI_Session_init", replay.InfoNull, replay.Type("MPI_ERRORS_ARE_FATAL"), replay.Session)
	leave(j, replay.World)
	r.EndSession(replay.Session, false)
	r.Exit()
	assert.Empty(t, leftRules(j))
}

// If a process exits after MPI_Finalize with an open session, the session and its objects are reported.
func TestSessionOpenAtExit(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(*replay.Rank)
		want []string
	}{
		"never finalized": {(*replay.Rank).Exit, []string{
			"the session that MPI_Session_init returned was not finalized before the process ended",
			"the communicator that MPI_Comm_dup returned was not freed before the process ended"}},
		"made by a library": {(*replay.Rank).Exit, nil},
		"killed":            {func(*replay.Rank) {}, nil},
		"in a call":         {func(r *replay.Rank) { r.Event(event.End, int64(event.EndExit), int64(calls.CommFree)) }, nil},
		"exits early":       {func(r *replay.Rank) { r.Stuck("MPI_Comm_free", 700); r.Exit() }, nil},
		"finalized later": {func(r *replay.Rank) { r.EndSession(1100, true) }, []string{
			"the communicator that MPI_Comm_dup returned was not freed before MPI_Finalize"}},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 1)
			j.Leaks = true
			r := j.Rank(0)
			r.InLibrary = name == "made by a library"
			r.Do("MPI_Session_init", replay.InfoNull, replay.Type("MPI_ERRORS_ARE_FATAL"), 1100)
			r.Do("MPI_Comm_dup", replay.World, 700)
			r.Do("MPI_Finalize")
			c.end(r)
			assert.ElementsMatch(t, c.want, messages(j))
		})
	}
}

// An object of a session is reported as left at the end of the session, not at MPI_Finalize.
func TestSessionEndedBefore(t *testing.T) {
	for name, c := range map[string]struct {
		finalize bool
		before   string
	}{"session": {true, "MPI_Session_finalize"}, "none": {false, "the process ended"}} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 1)
			j.Leaks = true
			r := j.Rank(0)
			r.Do("MPI_Session_init", replay.InfoNull, replay.Type("MPI_ERRORS_ARE_FATAL"), replay.Session)
			comm := sessionComm(r)
			r.Do("MPI_Comm_dup", comm, 701)
			r.Do("MPI_Comm_dup", replay.World, 702)
			r.Do("MPI_Comm_free", comm)
			if c.finalize {
				r.EndSession(replay.Session, false)
				r.Finalize()
			} else {
				r.Do("MPI_Finalize")
				r.Exit()
			}
			found := messages(j)
			assert.Contains(t, found, "the communicator that MPI_Comm_dup returned was not freed before "+c.before)
		})
	}
}

func messages(j *replay.Job) (out []string) {
	for _, f := range j.Check().Findings {
		if f.Rule.ID == "OBJ002" {
			out = append(out, f.Message)
		}
	}
	return out
}

// The objects of a call come from one session that is not finalized, or none comes from a session.
func TestObjectsOfSessions(t *testing.T) {
	const other, group, its, comm = 1100, 600, 700, 701
	all := replay.Words([]int64{0})
	handler := replay.Type("MPI_ERRORS_ARE_FATAL")
	fromOther := func(r *replay.Rank) {
		r.Do("MPI_Session_init", replay.InfoNull, handler, other)
		r.With("MPI_Group_from_session_pset", replay.Strings("mpi://WORLD"), all, other, 0, its)
	}
	compares := func(a, b int64) func(*replay.Rank) {
		return func(r *replay.Rank) { r.Do("MPI_Group_compare", a, b, 0) }
	}
	for name, c := range map[string]struct {
		message string
		does    func(*replay.Rank)
	}{
		"two sessions": {"^the arguments group1 and group2 of MPI_Group_compare come from different sessions$", compares(group, its)},
		"one session":  {"", compares(its, its)},
		"empty group":  {"", compares(its, replay.Type("MPI_GROUP_EMPTY"))},
		"finalized": {"^the argument group1 of MPI_Group_compare is a group of a session that is finalized$", func(r *replay.Rank) {
			r.EndSession(other, false)
			compares(its, its)(r)
		}},
		"freed after that": {"", func(r *replay.Rank) {
			r.EndSession(other, false)
			r.Do("MPI_Group_free", its)
		}},
		"of both models": {"^the arguments comm and group of MPI_Comm_create_group come from MPI_COMM_WORLD and a session$", func(r *replay.Rank) {
			r.Do("MPI_Init")
			r.With("MPI_Comm_create_group", nil, all, replay.World, its, 0, comm, 0, 0)
		}},
		"process set 2 of 2": {"n 2, but MPI_Session_get_num_psets has returned 2, and the sets are numbered from 0$", func(r *replay.Rank) {
			r.Do("MPI_Session_get_num_psets", other, replay.InfoNull, 2)
			r.Do("MPI_Session_get_nth_pset", other, replay.InfoNull, 1, 0x6000, 0x7000)
			r.Do("MPI_Session_get_nth_pset", other, replay.InfoNull, 2, 0x6000, 0x7000)
		}},
		"negative": {"MPI_Session_get_nth_pset with n -1$", func(r *replay.Rank) {
			r.Do("MPI_Session_get_nth_pset", other, replay.InfoNull, -1, 0x6000, 0x7000)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.InSessions(t, 1)
			r := j.Rank(0)
			r.With("MPI_Group_from_session_pset", replay.Strings("mpi://WORLD"), all, replay.Session, 0, group)
			fromOther(r)
			c.does(r)
			if c.message != "" {
				found(t, j, "OBJ004", c.message)
				return
			}
			for _, f := range j.Check().Findings {
				assert.Equal(t, "TOOL003", f.Rule.ID, f.Message)
			}
		})
	}
}
