package provoke

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPlanLines(t *testing.T) {
	plan := filepath.Join(t.TempDir(), "plan")
	require.NoError(t, WritePlan(plan, []Choice{
		{Kind: Send, Rank: every, count: every},
		{Kind: Match, Rank: 1, call: "MPI_Recv", Module: "app", offset: 4711, count: 3, source: 2, ms: 1000},
		{Kind: Order, Rank: 0, call: "MPI_Waitany", Module: "app", offset: 1, count: 1, index: every, ms: 50},
		{Kind: Late, Rank: 2, call: "MPI_Bcast", Module: "app", offset: 7, count: 1, ms: 200, after: true},
	}))
	text, err := os.ReadFile(plan)
	require.NoError(t, err)
	assert.Equal(t, `gomarmot-provoke 1
send rank=* call=* at=* count=*
match rank=1 call=MPI_Recv at=app+4711 count=3 source=2 ms=1000
order rank=0 call=MPI_Waitany at=app+1 count=1 index=* ms=50
delay rank=2 call=MPI_Bcast at=app+7 count=1 ms=200 after=1
end
`, string(text))
	require.NoError(t, CheckPlan(plan))
}

func TestPlanIsDamaged(t *testing.T) {
	plan := filepath.Join(t.TempDir(), "plan")
	require.ErrorContains(t, CheckPlan(plan), "there is no plan")
	for _, text := range []string{"", "end\n", "gomarmot-provoke 1\nsend", "gomarmot-provoke " +
		"1\nend", "gomarmot-provoke 2\nend\n"} {
		require.NoError(t, os.WriteFile(plan, []byte(text), 0o600))
		require.ErrorContains(t, CheckPlan(plan), "not a whole plan", text)
	}
}

func TestReplies(t *testing.T) {
	plan := filepath.Join(t.TempDir(), "plan[1]")
	require.NoError(t, os.WriteFile(plan+".rank-00000", []byte("1 forced\n2 unforced\n"), 0o600))
	require.NoError(t, os.WriteFile(plan+".rank-00001", []byte("2 forced\n"), 0o600))
	r, err := ReadReply(plan)
	require.NoError(t, err)
	assert.Equal(t, Reply{Forced: map[int]bool{0: true, 1: true}, unforced: map[int]bool{1: true}}, r)
	require.NoError(t, os.WriteFile(plan+".rank-00002", []byte("0 damaged\n"), 0o600))
	r, err = ReadReply(plan)
	require.NoError(t, err)
	assert.True(t, r.Damaged)
}

func TestKindsByName(t *testing.T) {
	k, err := KindsByName("match,rma")
	require.NoError(t, err)
	assert.Equal(t, []Kind{Match, RMA}, k)
	_, err = KindsByName("matsch")
	require.ErrorContains(t, err, `there is no kind "matsch"; kinds are send, match, order`)
}
