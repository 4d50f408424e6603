//go:build hosts

package hosts

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// localLog is a path that leads to another directory on each node.
const localLog = local + "/run.log"

// begun counts the rounds in a log, by rank.
func begun(t *testing.T, paths ...string) map[int]int64 {
	t.Helper()
	l, err := logdir.Open(paths[0], paths[1:]...)
	require.NoError(t, err)
	defer l.Close()
	kind := calls.ByName("MPI_Type_contiguous").Kind
	out := map[int]int64{}
	for _, r := range l.Ranks() {
		var e event.Event
		for err = r.Next(&e); err == nil; err = r.Next(&e) {
			if e.Kind == kind && e.Phase == event.Enter {
				out[r.Rank]++
			}
		}
		require.True(t, errors.Is(err, io.EOF), err)
		require.Empty(t, r.End().Damage)
	}
	return out
}

// everything requires that a log has all calls that the ranks have made.
func everything(t *testing.T, dir string, ranks int, paths ...string) {
	t.Helper()
	have := begun(t, paths...)
	for rank := range ranks {
		want := told(dir, rank)
		require.NotZero(t, want)
		// A rank may have died between counting a call and making it.
		require.InDelta(t, float64(want)-0.5, float64(have[rank]), 0.5, "rank %d", rank)
	}
}

// startWork starts testdata/work.c, and returns when all ranks are at work.
func (s site) startWork(c cluster, dir string, env ...string) *running {
	s.t.Helper()
	bin := s.build(c, "acceptance", "hosts", "testdata", "work.c")
	r := s.start(c, job{command: []string{bin, dir}, ranks: ranks, dir: dir, env: env, timeout: 20 * time.Second})
	s.t.Cleanup(func() {
		if s.t.Failed() {
			r.cancel()
			s.t.Log(r.out.String())
		}
	})
	s.await("the program does not start", func() bool {
		for rank := range ranks {
			if told(dir, rank) < 1000 {
				return false
			}
		}
		return true
	})
	return r
}

// gather copies the nodes' logs to a directory that all nodes see, and returns their paths.
func (s site) gather(log string) []string {
	s.t.Helper()
	dir := s.folder()
	var out []string
	for _, n := range nodes {
		to := filepath.Join(dir, n+".d")
		s.disk(n, "cp -r "+log+".d "+to)
		out = append(out, to)
	}
	return out
}

// segments are the files of ranks in a directory, as ls prints them.
func segments(ranks ...int) string {
	var out []string
	for _, r := range ranks {
		out = append(out, filepath.Base(logdir.SegmentName("", r)))
	}
	return strings.Join(out, "\n")
}

// ranksOn are the ranks of a job that run on one of the nodes.
func ranksOn(node, ranks int) (out []int) {
	for r := node; r < ranks; r += len(nodes) {
		out = append(out, r)
	}
	return out
}

// TestFetched: logs on the nodes' own disks, under the same path on each, come
// together at MPI_Finalize; the nodes keep theirs.
func TestFetched(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		s.clear()
		dir := s.folder()
		bin := s.build(c, "acceptance", "hosts", "testdata", "work.c")
		o := s.run(c, job{command: []string{bin, dir, "60000"}, ranks: ranks, dir: dir, env: []string{"GOMARMOT_LOG=" + localLog}})
		require.Zero(t, o.Exit, o.Output)
		require.NotContains(t, o.Output, "warning")
		all := make([]int, ranks)
		for i := range all {
			all[i] = i
		}
		list := "cd " + localLog + ".d && ls"
		require.Equal(t, "job\njournal\n"+segments(all...), s.disk("node1", list))
		require.Contains(t, s.disk("node1", s.gomarmot+" report "+localLog), fmt.Sprintf("no rule broken (%d ranks, ", ranks))
		require.Equal(t, segments(ranksOn(1, ranks)...), s.disk("node2", list+" *.seg"))
		parts := s.gather(localLog)
		everything(t, dir, ranks, parts[0])
		everything(t, dir, ranks, parts[2], parts[1], parts[0])
		for rank := range ranks {
			require.Equal(t, nodeOf(rank), hostOf(t, parts[0], rank))
		}
	})
}

// hostOf returns the host of a rank, according to its log.
func hostOf(t *testing.T, log string, rank int) string {
	t.Helper()
	l, err := logdir.Open(log)
	require.NoError(t, err)
	defer l.Close()
	for _, r := range l.Ranks() {
		if r.Rank == rank {
			require.NotNil(t, r.Header)
			return r.Header.Host
		}
	}
	return ""
}

// endOf returns the end of a rank, according to a report.
func endOf(t *testing.T, r *report.Report, rank int) report.RankEnd {
	t.Helper()
	for _, e := range r.Ends {
		if e.Rank == rank {
			return e
		}
	}
	require.Fail(t, "the report says nothing of the rank")
	return report.RankEnd{}
}

// TestHostDies: all processes of a host are killed at once. The launcher ends the other ranks; no record is lost,
// whether the log is in a single directory or on the nodes' disks.
func TestHostDies(t *testing.T) {
	for _, where := range []string{"shared", "local"} {
		t.Run(where, func(t *testing.T) {
			each(t, func(t *testing.T, s site, c cluster) {
				s.clear()
				dir := s.folder()
				log := filepath.Join(dir, "run.log")
				if where == "local" {
					log = localLog
				}
				r := s.startWork(c, dir, "GOMARMOT_LOG="+log)
				s.kill("node2")
				require.False(s.t, r.wait().TimedOut, "the launcher did not end the job")
				parts := []string{log}
				if where == "local" {
					s.settle()
					parts = s.gather(log)
					alone, _, err := acceptance.ReadReport(s.gomarmot, parts[1])
					require.NoError(s.t, err)
					require.Regexp(s.t, `ranks? 0, .*left no log here`, strings.Join(alone.Coverage, "\n"))
				}
				s.settle()
				everything(s.t, dir, ranks, parts...)
				rep, code, err := acceptance.ReadReport(s.gomarmot, parts...)
				require.NoError(s.t, err)
				require.Zero(s.t, code, "no rule is broken by a host that dies")
				for _, rank := range ranksOn(1, ranks) {
					e := endOf(s.t, rep, rank)
					require.Equal(s.t, report.Killed, e.How)
					require.Equal(s.t, "node2", e.Host)
				}
			})
		})
	}
}

// settle waits until no rank runs any longer: a launcher may end before its ranks.
func (s site) settle() {
	s.t.Helper()
	s.await("ranks live on", func() bool {
		for _, n := range nodes {
			if out, err := s.do("agent", n, "pgrep -x work || :"); err == nil && strings.TrimSpace(out) != "" {
				return false
			}
		}
		return true
	})
}

// rounds of testdata/work.c, which take a few MiB in a log.
const rounds = "150000"

// TestDiskFull: on one host there is no room for the log, or not enough. The job succeeds; a line says which ranks lack
// calls, and the logs of the other ranks are complete.
func TestDiskFull(t *testing.T) {
	for name, room := range map[string]int{"from the start": 64 << 10, "later": 3 << 20} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, s site, c cluster) {
				s.clear()
				dir := s.folder()
				s.disk("node2", fmt.Sprintf("free=$(stat -f -c '%%a*%%S' %s) && fallocate -l $(( $free - %d )) %[1]s/full", local, room))
				bin := s.build(c, "acceptance", "hosts", "testdata", "work.c")
				o := s.run(c, job{command: []string{bin, dir, rounds}, ranks: ranks, dir: dir, timeout: 50 * time.Second,
					env: []string{"GOMARMOT_LOG=" + localLog}})
				require.Zero(s.t, o.Exit, o.Output)
				require.Contains(s.t, o.Output, "warning TOOL002: ")
				require.NotRegexp(s.t, `TOOL002: rank [023]`, o.Output)
				parts := s.gather(localLog)
				have := begun(s.t, parts[0])
				for rank := range ranks {
					if nodeOf(rank) != "node2" {
						require.Equal(s.t, rounds, fmt.Sprint(have[rank]), "rank %d", rank)
					}
				}
				rep, code, err := acceptance.ReadReport(s.gomarmot, parts...)
				require.NoError(s.t, err)
				require.Equal(s.t, 2, code, "calls are missing")
				for _, f := range rep.Findings {
					require.Equal(s.t, "TOOL", f.RuleID[:4], f.Message)
				}
			})
		})
	}
}
