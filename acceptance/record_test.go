package acceptance

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// recording is a program, and a recorder with a cache that no other test uses.
type recording struct {
	t *testing.T
	r *programRecorder
	p *Program
	m *MPI
}

// record asks a new recorder for a log of the program, checks the findings, and reports whether the program ran: false
// means that the log came from the cache. With again, a log in the cache is not taken.
func (x *recording) record(again bool) (fresh bool) {
	x.t.Helper()
	fromNow := newRecorder(x.r.root, x.t.TempDir(), x.r.cache) // shares only the cache with earlier recorders
	bin, err := fromNow.binary(x.m, x.p)
	require.NoError(x.t, err)
	rec, err := fromNow.record(x.m, x.p, launchOf(x.p, bin, x.t.TempDir(), fromNow.preload, 1), again)
	require.NoError(x.t, err)
	r, err := judge(rec.log())
	require.NoError(x.t, err, rec.Output)
	require.Empty(x.t, x.p.Compare(r))
	spoken, err := judgeLive(rec.log())
	require.NoError(x.t, err)
	require.Equal(x.t, map[string]bool{"LOCK003": true}, spoken)
	return rec.fresh
}

// TestRecordings: a program runs once. It runs again if its source, an included file or its arguments have changed, if
// the log in the cache is damaged, or if another log is asked for. The findings have the same lines each time.
func TestRecordings(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	dir := t.TempDir()
	text, err := os.ReadFile(filepath.Join(root, "examples", "buggy", "LOCK003", "bug.c"))
	require.NoError(t, err)
	source, header := filepath.Join(dir, "bug.c"), filepath.Join(dir, "part.h")
	write(t, header, "")
	write(t, source, string(text)+"#include \"part.h\"\n")
	p, err := Load(source)
	require.NoError(t, err)
	x := &recording{t: t, r: newRecorder(root, t.TempDir(), newCache(t, 1<<30)), p: p, m: &MPIs[0]}
	if _, err := x.r.recorder(); err != nil {
		t.Fatalf("%v: run make build first", err)
	}
	require.True(t, x.record(false))
	require.False(t, x.record(false))
	require.True(t, x.record(true), "another log is asked for")
	require.False(t, x.record(false))

	write(t, header, "/* changed */\n")
	require.True(t, x.record(false))
	write(t, source, string(text)+"#include \"part.h\"\n/* changed */\n")
	require.True(t, x.record(false))
	p.Args = []string{"more"}
	require.True(t, x.record(false))
	require.False(t, x.record(false))

	logs, err := filepath.Glob(filepath.Join(x.r.cache.dir, "*", "run.log.d", "rank-00000.seg"))
	require.NoError(t, err)
	require.Len(t, logs, 4)
	for _, log := range logs {
		require.NoError(t, os.Truncate(log, 100))
	}
	require.True(t, x.record(false))
	require.False(t, x.record(false))
	x.m = &MPIs[1]
	require.True(t, x.record(false))
}

// TestNewerThanBuild: a source that has changed since the last make build is noticed.
func TestNewerThanBuild(t *testing.T) {
	root := t.TempDir()
	source, began := filepath.Join(root, "a.go"), filepath.Join(root, "build", ".began")
	write(t, source, "")
	require.NoError(t, os.Mkdir(filepath.Dir(began), 0o700))
	require.True(t, newerThanBuild(root, []string{source}), "nothing was built")
	write(t, began, "")
	require.NoError(t, os.Chtimes(source, time.Now(), time.Now().Add(-time.Hour)))
	require.False(t, newerThanBuild(root, []string{source}))
	require.NoError(t, os.Chtimes(source, time.Now(), time.Now().Add(time.Hour)))
	require.True(t, newerThanBuild(root, []string{source}))
	require.True(t, newerThanBuild(root, []string{filepath.Join(root, "gone.go")}))
}
