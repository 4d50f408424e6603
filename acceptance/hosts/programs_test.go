//go:build hosts

package hosts

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/report"
)

// TestHosts: each host has its own name and local disk, an environment without settings of tests, and the shared
// folder.
func TestHosts(t *testing.T) {
	s := hosts(t)
	for _, n := range nodes {
		require.Equal(t, n, s.on(n, "hostname"))
		require.Equal(t, "/", s.on(n, "pwd"))
		require.Empty(t, s.on(n, "echo $LD_PRELOAD$OMPI_MCA_osc$GOMARMOT_LOG"))
		s.on(n, "test ! -e "+local+"/mine && echo "+n+" > "+local+"/mine && test -e "+s.dir)
	}
	for _, n := range nodes {
		require.Equal(t, n, s.on(n, "cat "+local+"/mine"))
	}
	s.clear()
}

// only returns why a program cannot run on several hosts; "" if it can.
func only(p *acceptance.Program, c *cluster) string {
	switch {
	case p.Skip[c.Name] != "":
		return p.Skip[c.Name]
	case p.Skip[c.Name+"-"+c.Version()] != "":
		return p.Skip[c.Name+"-"+c.Version()]
	case p.How != "":
		return "what gomarmot cc adds does not depend on hosts"
	case p.NoLog():
		return "it leaves no log"
	case has(p.Path, "MPI_Win_allocate_shared"):
		return "its ranks share memory"
	case c.Name == acceptance.MPIs[0].Name && has(p.Path, "MPI_THREAD_MULTIPLE") && has(p.Path, "MPI_Win_"):
		return "Open MPI 4.1 has no windows for several threads on TCP"
	}
	return ""
}

// TestPrograms: on several hosts the rules have the same findings as on a single host, and no finding in the fixed
// twins and the larger correct programs.
func TestPrograms(t *testing.T) {
	s := hosts(t)
	var paths []string
	for _, pattern := range []string{"buggy/*/bug.c", "buggy/*/fixed.c", "correct/*.c"} {
		found, err := filepath.Glob(filepath.Join(s.root, "examples", pattern))
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		paths = append(paths, found...)
	}
	for _, c := range s.clusters() {
		t.Run(c.Name, func(t *testing.T) {
			for _, path := range paths {
				p, err := acceptance.Load(path)
				require.NoError(t, err)
				t.Run(p.Name(), func(t *testing.T) {
					if why := only(p, &c); why != "" {
						t.Skip(why)
					}
					t.Parallel()
					program(hosts(t), c, p)
				})
			}
		})
	}
}

// ranksOf returns the number of ranks of a program: correct programs run on all nodes.
func ranksOf(p *acceptance.Program) int {
	if strings.HasPrefix(p.Name(), "correct/") {
		return max(p.Ranks, len(nodes))
	}
	return p.Ranks
}

func program(s site, c cluster, p *acceptance.Program) {
	dir := s.folder()
	bin := filepath.Join(dir, "app")
	require.NoError(s.t, c.Compile(p.Path, bin, p.Flags...))
	j := job{command: append([]string{bin}, p.Args...), ranks: ranksOf(p), dir: dir, heap: p.Heap, env: append([]string{"GOMARMOT_PEDANTIC=1"}, p.Env...)}
	if p.Hang {
		j.timeout = 8 * time.Second
	}
	o := s.run(c, j)
	for range 2 { // Open MPI's mpiexec may fail if another mpiexec creates the same directory
		if strings.Contains(o.Output, "unable to create the desired directory") {
			o = s.run(c, j)
		}
	}
	if len(p.Wants) == 0 {
		require.False(s.t, o.TimedOut, o.Output)
	}
	r, _, err := acceptance.ReadReport(s.gomarmot, "--hang-after=1s", filepath.Join(dir, "run.log"))
	require.NoError(s.t, err, o.Output)
	if !p.Hang {
		withoutEnd(r, o)
	}
	wrong := p.Compare(r)
	for _, w := range wrong {
		s.t.Error(w)
	}
	if len(p.Wants) == 0 {
		assert.Zero(s.t, o.Exit)
		assert.True(s.t, r.Complete)
	}
	if s.t.Failed() {
		s.t.Logf("exit %d, printed:\n%s", o.Exit, o.Output)
	}
}

// has reports whether a program's source has this text.
func has(path, text string) bool {
	source, err := os.ReadFile(path)
	return err == nil && strings.Contains(string(source), text)
}

// TestSharedWindow: memory cannot be shared between hosts. A window over the ranks
// of a single host is right, and the MPI library treats a window over several hosts
// as without gomarmot.
func TestSharedWindow(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		bin := s.build(c, "acceptance", "hosts", "testdata", "shared.c")
		for how, want := range map[string]string{
			"hosts": "MPI_Win_allocate_shared over ranks that cannot share memory: rank 0 is on host node1, rank 1 on node2", "host": "",
		} {
			dir := s.folder()
			o := s.run(c, job{command: []string{bin, how}, ranks: ranks, dir: dir})
			require.Zero(s.t, o.Exit, o.Output)
			r, _, err := acceptance.ReadReport(s.gomarmot, filepath.Join(dir, "run.log"))
			require.NoError(s.t, err)
			require.True(s.t, r.Complete)
			if want == "" {
				require.Empty(s.t, r.Findings)
				continue
			}
			require.Len(s.t, r.Findings, 1)
			require.Equal(s.t, "WIN011", r.Findings[0].RuleID)
			require.Equal(s.t, want, r.Findings[0].Message)
		}
	})
}

// withoutEnd removes TOOL003, the note on ranks that did not end in MPI_Finalize, from the report of a job that ran into
// the time limit: a faulty program may hang in MPI_Finalize.
func withoutEnd(r *report.Report, o acceptance.Outcome) {
	if o.TimedOut {
		r.Findings = slices.DeleteFunc(r.Findings, func(f report.Finding) bool { return f.RuleID == "TOOL003" })
	}
}
