package report

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
)

func TestWriteExplain(t *testing.T) {
	r := *lock003
	r.Since, r.MPI = "0.1", "2.0"
	r.Doc = `The rank asks for a lock that it holds already. With an exclusive
lock an implementation may wait for itself.

Others accept the call and release too early.`
	r.Silent = []string{"locks of different targets held at once", "a lock after the unlock"}
	ex := Example{
		Bug:   "int main(void) {\n\tMPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); // want LOCK003 \"again\" LOCK003 \"WIN001\"\n\n}\n",
		Fixed: "int main(void) {}\n",
	}
	var out bytes.Buffer
	require.NoError(t, WriteExplain(&out, &r, ex, Options{}))
	golden(t, "explain.text", out.Bytes())
}

func TestMarker(t *testing.T) {
	assert.Equal(t, "f(); // <-- WIN001, LOCK003\n", marker("f(); // want WIN001 \"x\" LOCK003 `y`\n"))
	assert.Equal(t, "f(); // as we want\n", marker("f(); // as we want\n"))
}

func TestWriteRules(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, WriteRules(&out, Options{Rules: []*rules.Rule{lock003, win013}}))
	golden(t, "rules.text", out.Bytes())
}

// TestManyRanks: a fault on all ranks of a large job stays one short finding.
func TestManyRanks(t *testing.T) {
	const ranks = 10000
	var fs []*rules.Finding
	for rank := range int32(ranks) {
		fs = append(fs, lockTwice(rank, 0x30))
	}
	r := &Report{Ranks: ranks, Findings: build(fs, sampleProgram)}
	require.Len(t, r.Findings, 1)
	var out bytes.Buffer
	require.NoError(t, must(FormatByName("text")).Write(&out, r, Options{}))
	assert.Contains(t, out.String(), "ranks 0-9999: MPI_Win_lock")
	assert.Less(t, out.Len(), 2000)
}
