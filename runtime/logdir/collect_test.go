package logdir

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

// makePart creates the directory that some ranks of a run wrote on their node.
func makePart(t *testing.T, run string, size int, ranks ...int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run.log.d")
	require.NoError(t, os.Mkdir(dir, 0o700))
	for _, rank := range ranks {
		w, err := segment.Create(SegmentName(dir, rank), segment.Header{Run: run, Rank: rank, Size: size})
		require.NoError(t, err)
		require.NoError(t, w.Close())
	}
	return dir
}

// mark writes the file by which a rank marks its directory.
func mark(t *testing.T, dir, run string) {
	t.Helper()
	require.NoError(t, os.WriteFile(MarkName(dir), []byte("run "+run+" rank 2 launcher node17 4242\n"), 0o600))
}

// The directories of a run are one log, in any order.
func TestOpenParts(t *testing.T) {
	log := filepath.Join(t.TempDir(), Default)
	makeLog(t, log, 6, 0, 1)
	two, three := makePart(t, "r1", 6, 2, 3), makePart(t, "r1", 6, 5)
	mark(t, two, "r1")
	require.NoError(t, os.WriteFile(ElsewhereName(Dir(log)),
		[]byte("2 node17 /tmp/run.log.d\n4 node18 /scratch/my run.log.d\nnonsense\n\n5 node19\n"), 0o600))
	for _, given := range [][]string{{log, two, three}, {three, log, two}, {two, two, three, log, Dir(log)}} {
		l, err := Open(given[0], given[1:]...)
		require.NoError(t, err)
		assert.Equal(t, log, l.Path)
		assert.Empty(t, l.Notes)
		assert.Equal(t, []int{4}, l.Missing)
		assert.Equal(t, Elsewhere{"node18", "/scratch/my run.log.d"}, l.Elsewhere[4])
		assert.Equal(t, map[int]Elsewhere{2: {"node17", "/tmp/run.log.d"}, 4: {"node18", "/scratch/my run.log.d"}, 5: {"node19", ""}}, l.Elsewhere)
		var ranks []int
		for _, r := range l.Ranks() {
			ranks = append(ranks, r.Rank)
		}
		assert.Equal(t, []int{0, 1, 2, 3, 5}, ranks)
		require.NoError(t, l.Close())
	}
}

// A rank that is in two directories is read once; a directory that had just been created
// when the job died does no harm.
func TestOpenPartsTwice(t *testing.T) {
	fetched, own, empty := makePart(t, "r1", 2, 0, 1), makePart(t, "r1", 2, 1), makePart(t, "r1", 2)
	mark(t, empty, "r1")
	l, err := Open(empty, own, fetched)
	require.NoError(t, err)
	defer l.Close()
	assert.Len(t, l.Ranks(), 2)
	assert.Empty(t, l.Missing)

	_, err = Open(empty, empty)
	var fe *Error
	require.True(t, errors.As(err, &fe))
	assert.Equal(t, segment.Empty, fe.Problem)
}

// Parts of different runs are refused, however that is detected.
func TestOpenPartsOfTwoRuns(t *testing.T) {
	log := filepath.Join(t.TempDir(), Default)
	makeLog(t, log, 4, 0)
	marked := makePart(t, "", 4)
	mark(t, marked, "r2")
	for _, other := range []string{makePart(t, "r2", 4, 1), marked} {
		for _, given := range [][]string{{log, other}, {other, log}, {makePart(t, "r1", 4, 2), other}} {
			_, err := Open(given[0], given[1:]...)
			var fe *Error
			require.True(t, errors.As(err, &fe), "%v", err)
			assert.Equal(t, segment.Foreign, fe.Problem)
			assert.Contains(t, fe.Text, "a different run (")
		}
	}
}
