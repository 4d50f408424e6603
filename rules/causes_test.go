package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// Rank 0's start is refused, so rank 1 waits for its complete forever: that rank 1 does not reach rank 0's fence is a
// consequence of the refused start.
func TestConsequenceOfEpochFault(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	j.Fence(0, w)
	o.Put(w, 0, 0, 1)
	bad := below("PSCW004", 0)
	o.Fail("MPI_Win_start", o.Group(1), 0, w)
	o.Fail("MPI_Win_complete", w)
	o.Stuck("MPI_Win_fence", 0, w)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	e.Stuck("MPI_Win_wait", w)
	j.Want(bad)
	missing := finding(t, j, "FENCE009")
	require.NotNil(t, missing.Cause)
	assert.Equal(t, "PSCW004", missing.Cause.Rule.ID)
}

// The same two faults on two windows are independent.
func TestNoConsequenceOfOtherWindow(t *testing.T) {
	j := replay.New(t, 2)
	w, v := j.Allocate(64, 4), j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	lock := below("LOCK004", 1)
	e.Do("MPI_Win_unlock", 0, v)
	j.Fence(0, w)
	o.Stuck("MPI_Win_fence", 0, w)
	post := below("PSCW002", 1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	e.Stuck("MPI_Win_wait", w)
	j.Want(lock, post) // the missing fence follows from the post
	assert.Equal(t, "PSCW002", finding(t, j, "FENCE009").Cause.Rule.ID)
}

// A buffer is used while its operation is pending, and no call ever waits for the operation: the missing wait is the
// fault. If the wait comes later, the use is the fault.
func TestConsequenceOfLostRequest(t *testing.T) {
	for _, waits := range []bool{false, true} {
		j := replay.New(t, 1)
		r := j.Rank(0)
		lost := below("REQ001", 0)
		r.Do("MPI_Isend", buf, 1, intType, 0, 7, replay.Self, 50)
		used := below("RACE003", 0)
		r.Do("MPI_Recv", buf, 1, intType, 0, 7, replay.Self, 0, 0, 7, 4)
		if waits {
			r.Do("MPI_Wait", 50, 0, 0, 7, 4)
		}
		j.Finalize()
		if waits {
			j.Want(used)
			continue
		}
		j.Want(lost)
		require.NotNil(t, finding(t, j, "RACE003").Cause)
	}
}

// A partition that is not ready is a consequence of the call that marked another partition twice in its place, unless
// more partitions are missing.
func TestConsequenceOfPartitionMarkedTwice(t *testing.T) {
	for marked, follows := range map[int64]bool{2: true, 1: false} {
		l := newRequestLab(t)
		l.psendInit(50, 4)
		l.Do("MPI_Start", 50)
		l.Do("MPI_Pready_range", 0, marked, 50)
		l.Do("MPI_Pready", 1, 50)
		l.Stuck("MPI_Wait", 50)
		var fs []*rules.Finding
		for _, f := range l.Job.Check().Findings {
			if f.Rule.ID == "MSG012" {
				fs = append(fs, f)
			}
		}
		require.Len(t, fs, 2)
		assert.Nil(t, fs[0].Cause)
		assert.Contains(t, fs[1].Message, "partitions are ready: partition")
		if follows {
			assert.Same(t, fs[0], fs[1].Cause)
		} else {
			assert.Nil(t, fs[1].Cause)
		}
	}
}

// Two ranks wait for each other's partitions: that follows from the finding about partitions that were never marked,
// unless a rank also waits for a message.
func TestDeadlockFollowsFromUnreadyPartition(t *testing.T) {
	for _, c := range []struct {
		name    string
		waits   bool // rank 1 waits for a message of rank 0, too
		follows bool
	}{
		{"partitions alone", false, true},
		{"message", true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			a, b := j.Rank(0), j.Rank(1)
			a.Do("MPI_Psend_init", 0x5000, 4, 1, intType, 1, 0, replay.World, replay.InfoNull, 0x70)
			a.Do("MPI_Irecv", 0x6000, 1, intType, 1, 7, replay.World, 0x71)
			a.Do("MPI_Start", 0x70)
			a.Do("MPI_Pready", 2, 0x70)
			unready := below("MSG012", 0)
			a.StuckWith("MPI_Waitall", replay.Words([]int64{0x70, 0x71}), 2)
			b.Do("MPI_Precv_init", 0x5000, 4, 1, intType, 0, 0, replay.World, replay.InfoNull, 0x70)
			b.Do("MPI_Start", 0x70)
			if c.waits {
				b.Do("MPI_Irecv", 0x6000, 1, intType, 0, 7, replay.World, 0x71)
				b.StuckWith("MPI_Waitall", replay.Words([]int64{0x70, 0x71}), 2)
			} else {
				b.Stuck("MPI_Wait", 0x70)
			}
			f := finding(t, j, "HANG001")
			if !c.follows {
				assert.Nil(t, f.Cause)
				return
			}
			j.Want(unready)
			require.NotNil(t, f.Cause)
			assert.Equal(t, "MSG012", f.Cause.Rule.ID)
			assert.Regexp(t, "are ready: partitions 0,1,3 are not$", f.Cause.Message)
		})
	}
}

// A call that was refused has left a handle that is not a request: the refused call is the fault. The handle that no
// failed call has left is a fault of its own.
func TestInvalidHandleFollowsFromFailedCall(t *testing.T) {
	for _, c := range []struct {
		name    string
		left    int64
		start   bool
		follows bool
	}{
		{"left", 0x525252, false, true},
		{"null", requestNull, true, true},
		{"another", 0x626262, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newRequestLab(t)
			refused := below("MSG001", 0)
			l.Fail("MPI_Isend", buf, 1, intType, 99, 7, replay.World, c.left)
			var vain replay.Finding
			if c.start {
				l.Fail("MPI_Start", requestNull)
			} else {
				vain = below("REQ003", 0)
				l.FailAs(l.Flavour.ErrRequest, "MPI_Wait", 0x525252)
			}
			l.end()
			if !c.follows {
				l.Want(refused, vain)
				return
			}
			l.Want(refused)
			assert.Equal(t, "MSG001", finding(t, l.Job, "REQ003").Cause.Rule.ID)
		})
	}
}
