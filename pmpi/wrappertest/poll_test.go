package wrappertest

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// TestPollingIsRecordedOnce: of a row of tests that find nothing the first one
// is recorded, and the one that finds something with what it was given.
func TestPollingIsRecordedOnce(t *testing.T) {
	for _, mpi := range mpis {
		t.Run(mpi.name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "poll")
			run(t, acceptance.Compiler(mpi.cc, "-O1", "-g", "-Wall", "-Wno-stringop-overflow", "-o", program, filepath.Join("testdata", "poll.c")))
			dir := t.TempDir()
			command := append(append([]string{}, mpi.run...), program)
			r := launch(t, dir, append(preload(t), mpi.env...), command...)
			require.Zero(t, r.exit, r.stderr)
			evs, _ := events(t, dir, 0)
			enter := map[calls.Kind]int{}
			var last []int64
			for i := range evs {
				e := &evs[i]
				if e.Phase == event.Enter {
					enter[e.Kind]++
				}
				if e.Kind == calls.Testsome && e.Phase == event.Enter {
					assert.Len(t, e.Blob, 8*3, "the two requests, as they were before the call")
				}
				if e.Kind == calls.WinTest && e.Phase == event.Leave {
					last = append([]int64(nil), e.Words()...)
				}
			}
			assert.Equal(t, 1, enter[calls.Test], "a thousand that find nothing")
			assert.Equal(t, 2, enter[calls.WinTest], "the first one, and the one that finds something")
			assert.Equal(t, []int64{0, 1}, last)
			assert.LessOrEqual(t, enter[calls.Testsome], 4)
		})
	}
}
