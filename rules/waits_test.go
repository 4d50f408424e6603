package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// If no receive takes a message, the finding names the receive for which the message was probably meant.
func TestUnreceivedNamesReceive(t *testing.T) {
	for _, c := range []struct {
		source, tag int64
		want        string
	}{
		{0, 6, "is never received; rank 1 has a receive with tag 6 that no message meets"},
		{2, 5, "is never received; rank 1 has a receive from rank 2 that no message meets"},
		{2, 6, "is never received"},
	} {
		j := replay.New(t, 3)
		j.Rank(0).Do("MPI_Send", 0x2000, 1, replay.Type("MPI_INT"), 1, 5, replay.World)
		j.Rank(1).Do("MPI_Irecv", 0x1000, 1, replay.Type("MPI_INT"), c.source, c.tag, replay.World, 70)
		j.Finalize()
		f := findingOf(t, j, "MSG007")
		assert.Regexp(t, c.want+"$", f.Message)
		if c.want == "is never received" {
			assert.Empty(t, f.Related)
			continue
		}
		require.Len(t, f.Related, 1)
		assert.EqualValues(t, 1, f.Related[0].Site.Rank)
	}
}

// The finding about the end of a run says for each rank what it waited for.
func TestEndNamesWaits(t *testing.T) {
	j := replay.New(t, 3)
	for i := range 3 {
		j.Rank(i).Stuck("MPI_Recv", 0x1000, 1, replay.Type("MPI_INT"), int64((i+1)%3), 5, replay.World)
	}
	f := findingOf(t, j, "TOOL003")
	assert.Equal(t, "ranks 0, 1, 2 were killed in an MPI call (MPI_Recv): "+
		"rank 0 waits for a message with tag 5 on MPI_COMM_WORLD from rank 1, which is in MPI_Recv, "+
		"rank 1 waits for a message with tag 5 on MPI_COMM_WORLD from rank 2, which is in MPI_Recv, "+
		"rank 2 waits for a message with tag 5 on MPI_COMM_WORLD from rank 0, which is in MPI_Recv", f.Message)
}

func findingOf(t *testing.T, j *replay.Job, rule string) *rules.Finding {
	t.Helper()
	for _, f := range j.Check().Findings {
		if f.Rule.ID == rule {
			return f
		}
	}
	require.Fail(t, "no finding", rule)
	return nil
}

// Only one end is partitioned: the text about the waiting call says so.
func TestWaitsOnPartitioned(t *testing.T) {
	const info = replay.InfoNull
	j := replay.New(t, 2)
	j.Rank(0).Do("MPI_Psend_init", 0x2000, 2, 1, replay.Type("MPI_INT"), 1, 5, replay.World, info, 70)
	j.Rank(0).Do("MPI_Start", 70)
	j.Rank(0).Stuck("MPI_Wait", 70, 0)
	j.Rank(1).Stuck("MPI_Recv", 0x1000, 2, replay.Type("MPI_INT"), 0, 5, replay.World)
	assert.Regexp(t, `rank 1 was killed in an MPI call .MPI_Recv., which waits for a message with tag 5 on MPI_COMM_WORLD from rank 0, which is in MPI_Wait, but rank 0 sends it in `+
		`partitions \(MPI_Psend_init\), which only a partitioned receive can meet$`, findingOf(t, j, "TOOL003").Message)

	j = replay.New(t, 2)
	j.Rank(0).Stuck("MPI_Ssend", 0x2000, 2, replay.Type("MPI_INT"), 1, 5, replay.World)
	j.Rank(1).Do("MPI_Precv_init", 0x1000, 2, 1, replay.Type("MPI_INT"), 0, 5, replay.World, info, 70)
	j.Rank(1).Do("MPI_Start", 70)
	j.Rank(1).Stuck("MPI_Wait", 70, 0)
	assert.Regexp(t, `rank 0 was killed in an MPI call .MPI_Ssend., which waits for rank 1, which is in MPI_Wait, to receive its message with tag 5 on MPI_COMM_WORLD, but rank 1 `+
		`receives in partitions \(MPI_Precv_init\)`, findingOf(t, j, "TOOL003").Message)

	j = replay.New(t, 2)
	j.Rank(0).Do("MPI_Send", 0x2000, 2, replay.Type("MPI_INT"), 1, 5, replay.World)
	j.Rank(1).Do("MPI_Precv_init", 0x1000, 2, 1, replay.Type("MPI_INT"), 0, 5, replay.World, info, 70)
	j.Finalize()
	assert.Regexp(t, "is never received; rank 1 has a receive in partitions that no message meets$", findingOf(t, j, "MSG007").Message)
}
