package wrappertest

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// digests returns, by the number of the thread, digests of the arrays that were passed to a rank's repeated calls.
// Tests that found nothing have no digest.
func digests(evs []event.Event) map[int64][]string {
	out := map[int64][]string{}
	for number, list := range byThread(evs) {
		for i := range list {
			e := &list[i]
			if e.Phase != event.Enter || e.Kind >= calls.MaxKind || !calls.Of(e.Kind).Repeats() {
				continue
			}
			if e.Kind == calls.Testany && i+1 < len(list) && list[i+1].A[2] == 0 {
				continue
			}
			sum := fnv.New64a()
			_, _ = sum.Write(event.ArrayOf(e.Blob, 0)) // it returns no error
			out[number] = append(out[number], fmt.Sprint(sum.Sum64()))
		}
	}
	return out
}

// waitedProgram builds testdata/waited.c.
func waitedProgram(t *testing.T, cc string) string {
	program := filepath.Join(t.TempDir(), "waited")
	run(t, acceptance.Compiler(cc, "-O1", "-g", "-Wall", "-Wno-stringop-overflow", "-pthread", "-o", program, filepath.Join("testdata", "waited.c")))
	return program
}

// TestLongArraysAreRecordedByDifference: readers get the arrays that the program passed to its calls, although the log
// has few of the handles.
func TestLongArraysAreRecordedByDifference(t *testing.T) {
	for _, mpi := range mpis {
		t.Run(mpi.name, func(t *testing.T) {
			dir := t.TempDir()
			r := launch(t, dir, append(preload(t), mpi.env...), append(append([]string{}, mpi.run...), waitedProgram(t, mpi.cc))...)
			require.Zero(t, r.exit, r.stderr)
			want := map[int64][]string{}
			for lines := bufio.NewScanner(strings.NewReader(r.stdout)); lines.Scan(); {
				var number int64
				var digest string
				n, _ := fmt.Sscan(lines.Text(), &number, &digest)
				require.Equal(t, 2, n, lines.Text())
				want[number] = append(want[number], digest)
			}
			evs, end := events(t, dir, 0)
			require.Zero(t, end.Lost)
			require.NotEmpty(t, want[0])
			assert.Equal(t, want, digests(evs))
			whole, changed := forms(t, dir)
			assert.Less(t, 20*whole, changed)
		})
	}
}

// forms counts the long arrays of repeated calls in the log of rank 0: written as a whole, and as differences.
func forms(t *testing.T, dir string) (whole, changed int) {
	eachRecord(t, dir, 0, func(e event.Event) {
		if _, some := event.ChangesOf(e.Blob); some {
			changed++
		} else if e.Phase == event.Enter && e.Kind < calls.MaxKind && calls.Of(e.Kind).Repeats() && event.IsLong(event.ArrayOf(e.Blob, 0).Len()) {
			whole++
		}
	})
	return whole, changed
}

// TestArraysOfAKilledProcessAreWhole: records left in rings continue the records of the segment.
func TestArraysOfAKilledProcessAreWhole(t *testing.T) {
	for _, mpi := range mpis {
		t.Run(mpi.name, func(t *testing.T) {
			dir := t.TempDir()
			launch(t, dir, append(preload(t), mpi.env...), append(append([]string{}, mpi.run...), waitedProgram(t, mpi.cc), "kill")...)
			evs, _ := events(t, dir, 0) // fails where an array is unknown
			var waits int
			for i := range evs {
				if evs[i].Kind == calls.Waitany && evs[i].Phase == event.Enter {
					waits++
				}
			}
			assert.Equal(t, 152, waits, "150 calls from the last request to that in the middle, and two of short arrays")
		})
	}
}
