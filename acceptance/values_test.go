package acceptance

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// TestValues: the log has the values that atomic calls leave in windows, and the values that they fetch, each recorded
// as soon as it is known.
func TestValues(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	source := filepath.Join(root, "acceptance", "testdata", "values.c")
	for _, m := range MPIs {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			bin := filepath.Join(t.TempDir(), "values")
			require.NoError(t, m.Compile(source, bin))
			dir := t.TempDir()
			run := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Timeout: time.Minute, Preload: preload, Env: []string{"GOMARMOT_SUMMARY=0", "GOMARMOT_LIVE=0"}})
			require.Zero(t, run.Exit, run.Output)
			left, fetched := valuesIn(t, filepath.Join(dir, "run.log"))
			assert.Equal(t, linesWith(run.Output, "fetched "), fetched)
			assert.Equal(t, []string{
				"MPI_Fetch_and_op 8 bytes 1099511627776", "MPI_Get_accumulate 8 bytes 2", "MPI_Fetch_and_op 4 bytes -7", "MPI_Fetch_and_op 4 bytes -7",
				"MPI_Compare_and_swap 4 bytes 1, compared with -7", "MPI_Fetch_and_op 8 bytes 4609434218613702656",
			}, left, "nothing of MPI_NO_OP")
		})
	}
}

func linesWith(text, prefix string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, prefix) {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

// valuesIn lists the values in the log of rank 0: those that calls leave in windows, and those that they have fetched.
// Each fetched value names the record of an atomic call.
func valuesIn(t *testing.T, log string) (left, fetched []string) {
	t.Helper()
	var value event.Event
	atomics := map[uint32]bool{}
	eachEvent(t, log, 0, func(e *event.Event) {
		switch {
		case e.Kind == event.Value:
			value = *e
		case e.Kind == event.Fetched:
			assert.True(t, atomics[uint32(e.A[0])], "record %d is an atomic call", e.A[0])
			fetched = append(fetched, fmt.Sprintf("fetched %d", e.A[1]))
		case e.Kind < calls.MaxKind && calls.Of(e.Kind).RMA.Atomic():
			atomics[e.Seq] = true
			if value.N == 0 {
				return
			}
			text := fmt.Sprintf("%s %d bytes %d", e.Kind, value.A[0], value.A[1])
			if value.N > 2 {
				text += fmt.Sprintf(", compared with %d", value.A[2])
			}
			left, value = append(left, text), event.Event{}
		}
	})
	return left, fetched
}
