//go:build hosts

package hosts

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
)

// fakeTime is libfaketime, which Debian has in the package faketime.
const fakeTime = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"

// withClocks writes a script that runs its arguments with the clock of its host: right
// on node1, ten minutes slow on node2, seven minutes fast on node3. Times of files
// are right everywhere, as a file server sets them. more is preloaded, too.
func (s site) withClocks(more string) string {
	s.t.Helper()
	require.FileExists(s.t, fakeTime, "install the package faketime")
	script := filepath.Join(s.folder(), "clock.sh")
	text := fmt.Sprintf(`#!/bin/sh
export NO_FAKE_STAT=1 FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME_NO_CACHE=0
case $(hostname) in
node2) export FAKETIME=-10m ;;
node3) export FAKETIME=+7m ;;
*) export FAKETIME=+0 ;;
esac
export LD_PRELOAD=%s:%s$LD_PRELOAD
exec "$@"
`, fakeTime, more)
	require.NoError(s.t, os.WriteFile(script, []byte(text), 0o700))
	return script
}

// TestClocks: if the clocks of hosts differ by minutes, the place of the log, the findings and the timeline are the
// same.
func TestClocks(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		for _, name := range []string{"buggy/COLL001/bug.c", "buggy/RACE001/bug.c", "correct/halo_pscw.c"} {
			p, err := acceptance.Load(filepath.Join(s.root, "examples", name))
			require.NoError(s.t, err)
			dir := s.folder()
			bin := filepath.Join(dir, "app")
			require.NoError(s.t, c.Compile(p.Path, bin, p.Flags...))
			o := s.run(c, job{command: append([]string{s.withClocks(""), bin}, p.Args...), ranks: max(3, p.Ranks), dir: dir, env: p.Env})
			log := filepath.Join(dir, "run.log")
			r, _, err := acceptance.ReadReport(s.gomarmot, log)
			require.NoError(s.t, err)
			require.Empty(s.t, p.Compare(r), o.Output)
			s.oneLog(dir)
			require.Greater(s.t, apart(t, log), 16*time.Minute, "the clocks are all the same")
			j, err := check.Log(log, rules.All, check.Options{Timed: true})
			require.NoError(s.t, err)
			defer j.Log.Close()
			require.Less(s.t, j.Timeline.Span, 30.0, "seconds")
		}
	})
}

// oneLog requires that all ranks have logged to the same place.
func (s site) oneLog(dir string) {
	s.t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "*.log*"))
	require.NoError(s.t, err)
	require.Subset(s.t, []string{filepath.Join(dir, "run.log"), filepath.Join(dir, "run.log.d")}, found)
}

// apart returns the difference between the times at which ranks began, by their own clocks.
func apart(t *testing.T, log string) time.Duration {
	t.Helper()
	j, err := check.Log(log, nil, check.Options{})
	require.NoError(t, err)
	defer j.Log.Close()
	var first, last int64
	for i, r := range j.Log.Ranks() {
		at := r.Header.Ticks.Unix0
		if i == 0 {
			first, last = at, at
		}
		first, last = min(first, at), max(last, at)
	}
	return time.Duration(last - first)
}

// TestClocksAtTheEnd: a deadlock between hosts is found although the ranks of one
// host seem to have ended ten minutes before the ranks of the other.
func TestClocksAtTheEnd(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		p, err := acceptance.Load(filepath.Join(s.root, "examples", "buggy", "HANG001", "bug.c"))
		require.NoError(s.t, err)
		bin := s.build(c, "examples", "buggy", "HANG001", "bug.c")
		dir := s.folder()
		s.run(c, job{command: []string{s.withClocks(""), bin}, ranks: 2, dir: dir, timeout: 6 * time.Second})
		r, _, err := acceptance.ReadReport(s.gomarmot, filepath.Join(dir, "run.log"))
		require.NoError(s.t, err)
		p.Path = filepath.Join(s.root, "examples", "buggy", "HANG001", "bug.c")
		require.Empty(s.t, p.Compare(r))
	})
}

// TestLocalLocks: even if hosts do not see each other's locks, a rank distinguishes the directory of its job from that
// of an earlier job, whatever time its clock shows.
func TestLocalLocks(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		locks := filepath.Join(s.folder(), "locks.so")
		out, err := exec.Command("cc", "-shared", "-fPIC", "-o", locks,
			filepath.Join(s.root, "acceptance", "hosts", "testdata", "local_locks.c")).CombinedOutput()
		require.NoError(s.t, err, "%s", out)
		bin := s.build(c, "acceptance", "testdata", "first.c")
		dir := s.folder()
		script := s.withClocks(locks + ":")
		for n := range 3 {
			o := s.run(c, job{command: []string{script, bin}, ranks: ranks, dir: dir})
			require.Zero(s.t, o.Exit, o.Output)
			require.Contains(s.t, o.Output, "all right\n")
			s.complete(filepath.Join(dir, "run.log"))
			earlier, err := filepath.Glob(filepath.Join(dir, "run.log.[0-9]*.d"))
			require.NoError(s.t, err)
			require.Len(s.t, earlier, n, "each earlier log is kept once")
			rest, err := filepath.Glob(filepath.Join(dir, "run.log.now-*"))
			require.NoError(s.t, err)
			require.Empty(s.t, rest)
		}
	})
}

// complete requires that a log has all ranks, each with its end.
func (s site) complete(log string) {
	s.t.Helper()
	r, _, err := acceptance.ReadReport(s.gomarmot, log)
	require.NoError(s.t, err)
	require.True(s.t, r.Complete, r.Coverage)
	require.Len(s.t, r.Ends, ranks)
}
