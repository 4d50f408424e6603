//go:build hosts

package hosts

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/report"
)

// perNode asks for one file for each node, with the rings on the nodes' disks.
func perNode(log string) []string {
	return []string{"GOMARMOT_LOG=" + log, "GOMARMOT_NODE_LOG=1", "GOMARMOT_NODE_DIR=" + local}
}

// onePerNode: the log is a file for each node, and the ranks have none.
func (s site) onePerNode(log string) {
	s.t.Helper()
	for pattern, n := range map[string]int{"node-*.log": len(nodes), "rank-*": 0} {
		paths, err := filepath.Glob(filepath.Join(log+".d", pattern))
		require.NoError(s.t, err)
		require.Len(s.t, paths, n, pattern)
	}
}

// TestNodeLog: the ranks of each node log to one file, and nothing stays on the nodes.
func TestNodeLog(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		s.clear()
		dir := s.folder()
		log := filepath.Join(dir, "run.log")
		bin := s.build(c, "acceptance", "hosts", "testdata", "work.c")
		o := s.run(c, job{command: []string{bin, dir, "20000"}, ranks: ranks, dir: dir, timeout: 50 * time.Second, env: perNode(log)})
		require.Zero(s.t, o.Exit, o.Output)
		s.onePerNode(log)
		everything(s.t, dir, ranks, log)
		rep, code, err := acceptance.ReadReport(s.gomarmot, log)
		require.NoError(s.t, err)
		require.Zero(s.t, code)
		require.Len(s.t, rep.Ends, ranks)
		for _, n := range nodes {
			require.Empty(s.t, s.disk(n, "ls "+local), n)
		}
	})
}

// TestNodeLogHostDies: all processes of a host are killed at once. What they had in their
// rings is on its disk: until it is salvaged there, the report says where. Who salvages
// sees the disks, but not the processes.
func TestNodeLogHostDies(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		s.clear()
		dir := s.folder()
		log := filepath.Join(dir, "run.log")
		r := s.startWork(c, dir, perNode(log)...)
		s.kill("node2")
		require.False(s.t, r.wait().TimedOut, "the launcher did not end the job")
		s.settle()
		rep, _, err := acceptance.ReadReport(s.gomarmot, log)
		require.NoError(s.t, err)
		require.Contains(s.t, strings.Join(rep.Coverage, "\n"), "node2")
		for _, n := range nodes {
			salvage := "GOMARMOT_NODE_DIR=" + local + " " + s.gomarmot + " log salvage "
			require.Contains(s.t, s.disk(n, salvage+log), "--ended")
			s.disk(n, salvage+"--ended "+log)
			require.Empty(s.t, s.disk(n, "ls "+local), n)
		}
		s.onePerNode(log)
		everything(s.t, dir, ranks, log)
		rep, code, err := acceptance.ReadReport(s.gomarmot, log)
		require.NoError(s.t, err)
		require.Zero(s.t, code, "no rule is broken by a host that dies")
		for _, rank := range ranksOn(1, ranks) {
			e := endOf(s.t, rep, rank)
			require.Equal(s.t, report.Killed, e.How)
			require.Equal(s.t, "node2", e.Host)
		}
	})
}

// TestCheckAtEnd: rank 0 prints the findings of ranks on other hosts, wherever their logs are; also where
// MPI_Finalize itself does not return.
func TestCheckAtEnd(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		bin := s.build(c, "acceptance", "testdata", "atend.c")
		for name, env := range map[string]func(dir string) []string{
			"shared":    func(dir string) []string { return []string{"GOMARMOT_LOG=" + filepath.Join(dir, "run.log")} },
			"per node":  func(dir string) []string { return perNode(filepath.Join(dir, "run.log")) },
			"local":     func(string) []string { return []string{"GOMARMOT_LOG=" + localLog} },
			"too short": func(string) []string { return []string{"GOMARMOT_LOG=" + localLog, "GOMARMOT_CHECK_TIME=1"} },
		} {
			s.clear()
			dir, calls := s.folder(), "1000"
			if name == "too short" {
				calls = "1500000"
			}
			o := s.run(c, job{command: []string{bin, calls}, ranks: ranks, dir: dir, timeout: 50 * time.Second, env: append(env(dir), "GOMARMOT_CHECK=end")})
			if name == "too short" {
				require.Contains(s.t, o.Output, "the check of the job was not done after 1 s", name)
				continue
			}
			require.Equal(s.t, 1, strings.Count(o.Output, "error MSG006 at atend.c:"), "%s: %s", name, o.Output)
			require.Contains(s.t, o.Output, "gomarmot: 1 error.\n", "%s: the logs of all hosts are there", name)
		}
	})
}
