package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// ignored are the findings of ERR001.
func ignored(j *replay.Job) (out []*rules.Finding) {
	for _, f := range j.Check().Findings {
		if f.Rule.ID == "ERR001" {
			out = append(out, f)
		}
	}
	return out
}

const ioError = 35 // MPI_ERR_IO of Open MPI

func TestErr001(t *testing.T) {
	j := replay.New(t, 2)
	r := j.Rank(0)
	for range 3 {
		r.Ignored(ioError, "MPI_Send", 0x10000, 4, replay.Type("MPI_INT"), 1, 0, replay.World)
	}
	r.Do("MPI_Barrier", replay.World)
	j.Rank(1).Do("MPI_Barrier", replay.World)
	j.Finalize()
	found := ignored(j)
	if assert.Len(t, found, 1) {
		f := found[0]
		assert.Equal(t, rules.Note, f.Severity)
		assert.EqualValues(t, 3, f.Count)
		assert.Equal(t, "MPI_Send returned an error (MPI_ERR_IO), and the program went on with MPI_Send without having looked at it", f.Message)
	}
}

// Memory that a failed call should have filled is sent on; but not if another call has received data there before.
func TestErr001Used(t *testing.T) {
	for _, again := range []bool{false, true} {
		j := replay.New(t, 2)
		r, o := j.Rank(0), j.Rank(1)
		r.Ignored(ioError, "MPI_Recv", 0x10000, 4, replay.Type("MPI_INT"), 1, 0, replay.World)
		if again {
			o.Do("MPI_Send", 0x10000, 4, replay.Type("MPI_INT"), 0, 1, replay.World)
			r.Do("MPI_Recv", 0x10000, 4, replay.Type("MPI_INT"), 1, 1, replay.World)
		}
		r.Do("MPI_Send", 0x10000, 4, replay.Type("MPI_INT"), 1, 0, replay.World)
		o.Do("MPI_Recv", 0x20000, 4, replay.Type("MPI_INT"), 0, 0, replay.World)
		j.Finalize()
		found := ignored(j)
		if assert.Len(t, found, 1) {
			assert.Equal(t, map[bool]rules.Severity{false: rules.Warning, true: rules.Note}[again], found[0].Severity, "%v", again)
		}
	}
}

func TestErr001Silent(t *testing.T) {
	send := []int64{0x10000, 4, replay.Type("MPI_INT"), 1, 0, replay.World}
	const inStatus = 18
	for name, run := range map[string]func(*replay.Rank){
		"the result may have been looked at": func(r *replay.Rank) {
			r.FailAs(ioError, "MPI_Send", send...)
			r.Do("MPI_Comm_rank", replay.World)
		},
		"it is the last call": func(r *replay.Rank) { r.Ignored(ioError, "MPI_Finalize") },
		"MPI_Abort follows": func(r *replay.Rank) {
			r.Ignored(ioError, "MPI_Send", send...)
			r.Do("MPI_Abort", replay.World, 1)
		},
		"the file need not be there": func(r *replay.Rank) { r.Ignored(ioError, "MPI_File_delete"); r.Do("MPI_Barrier", replay.World) },
		"the handle shows the failure": func(r *replay.Rank) {
			r.Ignored(ioError, "MPI_Comm_dup", replay.World, 7)
			r.Do("MPI_Barrier", replay.World)
		},
		"statuses have the errors": func(r *replay.Rank) {
			r.Ignored(inStatus, "MPI_Waitall", 0, 0, 0x5000)
			r.Do("MPI_Barrier", replay.World)
		},
		"a failure is not acknowledged yet": func(r *replay.Rank) {
			r.Ignored(75, "MPIX_Comm_agree", replay.World, 0x5000)
			r.Do("MPIX_Comm_failure_ack", replay.World)
		},
		"there is no message": func(r *replay.Rank) {
			r.Ignored(ioError, "MPI_Send", 0, 4, replay.Type("MPI_INT"), -2, 0, replay.World)
			r.Ignored(ioError, "MPI_Recv", 0, 4, replay.Type("MPI_INT"), -2, 0, replay.World)
			r.Do("MPI_Barrier", replay.World)
		},
		"the program handles errors": func(r *replay.Rank) {
			r.Do("MPI_Comm_create_errhandler", 0x4000, 77)
			r.Ignored(ioError, "MPI_Send", send...)
			r.Do("MPI_Barrier", replay.World)
		},
		"another rule has found an error": func(r *replay.Rank) {
			r.Ignored(ioError, "MPI_Send", 0x10000, 4, replay.Type("MPI_INT"), 9, 0, replay.World)
			r.Do("MPI_Barrier", replay.World)
		},
	} {
		j := replay.New(t, 2)
		run(j.Rank(0))
		assert.Empty(t, ignored(j), name)
	}
}

// An error that only the calls of several ranks show may also be the reason.
func TestErr001WithErrorsOfTheJob(t *testing.T) {
	j := replay.New(t, 2)
	r, o := j.Rank(0), j.Rank(1)
	r.Ignored(ioError, "MPI_Send", 0x10000, 4, replay.Type("MPI_INT"), 1, 0, replay.World)
	r.Do("MPI_Bcast", 0x10000, 1, replay.Type("MPI_INT"), 0, replay.World)
	o.Do("MPI_Bcast", 0x10000, 1, replay.Type("MPI_INT"), 1, replay.World)
	j.Finalize()
	assert.Empty(t, ignored(j))
	assert.NotEmpty(t, j.Check().Findings)
}

// A rule about handles names the failed call that should have returned the object.
func TestFailedMakingIsNamed(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.FailAs(5, "MPI_Comm_dup", replay.World, replay.CommNull)
	r.FailAs(5, "MPI_Barrier", replay.CommNull)
	j.Finalize()
	for _, f := range j.Check().Findings {
		if f.Rule.ID == "OBJ001" {
			assert.Len(t, f.Related, 1)
			assert.Equal(t, "this call failed with MPI_ERR_COMM, and has left the handle", f.Related[0].Note)
			return
		}
	}
	t.Fatal("OBJ001 is missing")
}
