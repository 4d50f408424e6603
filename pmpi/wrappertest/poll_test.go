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

// pollsAfter returns the numbers of tests of a kind that found nothing and have no
// record.
func pollsAfter(evs []event.Event, kind calls.Kind) []int64 {
	var all []int64
	for i := range evs {
		if evs[i].Kind == event.Polls && evs[i-1].Kind == kind {
			all = append(all, evs[i].A[0])
		}
	}
	return all
}

// TestPollingIsRecordedOnce: of consecutive tests that find nothing, the first is recorded, with the number of those
// that follow; the test that finds something is recorded with its arguments. Of consecutive synchronizations of a
// window the first and the last are recorded.
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
			assert.LessOrEqual(t, enter[calls.WinTest], 3, "the first one of both rows, and the one that finds something")
			assert.Equal(t, []int64{0, 1}, last)
			assert.Equal(t, []int64{999}, pollsAfter(evs, calls.Test), "the others of the thousand")
			assert.Equal(t, int64(999), pollsAfter(evs, calls.WinTest)[0])
			assert.LessOrEqual(t, enter[calls.Testsome], 4)
			assert.Equal(t, 2, enter[calls.WinSync], "the first and the last of the thousand")
			assert.Equal(t, []int64{998}, pollsAfter(evs, calls.WinSync))
		})
	}
}
