package wrappertest

import (
	"cmp"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// pressureCalls is CALLS of testdata/pressure.c.
const pressureCalls = 200_000

// TestPressure: a program makes calls faster than they can be checked. No call is lost, whatever ends the program;
// findings are printed in the order of the calls as soon as there is time, and memory stays bounded.
func TestPressure(t *testing.T) {
	program := compileStub(t, "pressure.c")
	line := regexp.MustCompile(`gomarmot: rank 0: error (\w+) at|idle ends`)
	for _, c := range []struct {
		how  string
		says []string // nil: whatever there was time for
	}{
		{"idle", []string{"LOCK004", "RMA001", "idle ends"}},
		{"end", []string{"LOCK004", "RMA001"}},
		{"exit", nil}, {"crash", nil}, {"kill", nil},
	} {
		t.Run(c.how, func(t *testing.T) {
			dir := t.TempDir()
			r := launch(t, dir, live(t), program, c.how)
			said := []string{}
			for _, m := range line.FindAllStringSubmatch(r.stderr, -1) {
				said = append(said, cmp.Or(m[1], m[0]))
			}
			all := []string{"LOCK004", "RMA001"}
			// MPI_Finalize waits for the checks, but not forever: on a busy machine it says so.
			if c.says == nil || c.how == "end" && strings.Contains(r.stderr, "there was no time to check") {
				c.says = all[:min(len(said), len(all))]
			}
			assert.Equal(t, c.says, said, r.stderr)

			megabytes, err := strconv.Atoi(strings.TrimSpace(r.stdout))
			require.NoError(t, err)
			assert.Less(t, megabytes, 64)

			puts, next := 0, uint32(0)
			end := eachEvent(t, dir, 0, func(e event.Event) {
				if e.Seq != next {
					t.Errorf("record %d comes after %d", e.Seq, next-1)
				}
				next = e.Seq + 1
				if e.Kind == calls.Put {
					puts++
				}
			})
			assert.Zero(t, end.Lost)
			assert.Empty(t, end.Damage)
			assert.Equal(t, 3*pressureCalls+1, puts)
			report, _, err := acceptance.ReadReport(built(t, "gomarmot"), filepath.Join(dir, "run.log"))
			require.NoError(t, err)
			found := map[string]bool{}
			for i := range report.Findings {
				found[report.Findings[i].RuleID] = true
			}
			for _, id := range all {
				assert.True(t, found[id], "the report has no %s", id)
			}
		})
	}
}
