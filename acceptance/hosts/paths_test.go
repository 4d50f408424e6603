//go:build hosts

package hosts

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
)

// parts returns a command line that starts a program of its own on each node, with two ranks.
func (s site) parts(c cluster, bins []string) []string {
	out := withoutHosts(c.Mpiexec)
	mpich := c.Name == acceptance.MPIs[1].Name
	if mpich { // takes a single list of hosts, and fills the nodes in order
		out = append(out, "-hosts", strings.Join(nodes, ","), "-ppn", strconv.Itoa(slots))
	}
	for i, bin := range bins {
		if i > 0 {
			out = append(out, ":")
		}
		out = append(out, "-n", strconv.Itoa(slots))
		if !mpich {
			out = append(out, "-host", nodes[i])
		}
		out = append(out, bin)
	}
	return out
}

// TestPaths: the nodes have the same program in different directories, and the host of the report finds it beside the
// log, or at the path that a single node has. The fault is a single finding, with all ranks and its line.
func TestPaths(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		s.clear()
		bin := s.build(c, "acceptance", "hosts", "testdata", "leak.c")
		line := lineOf(t, filepath.Join(s.root, "acceptance", "hosts", "testdata", "leak.c"), "// leaks")
		var bins []string
		for i, n := range nodes {
			dir := filepath.Join(local, strings.Repeat("x", i+1))
			s.on(n, "mkdir "+dir+" && cp "+bin+" "+dir+"/leak")
			bins = append(bins, filepath.Join(dir, "leak"))
		}
		for name, where := range map[string]func(dir string){
			"where the log is": func(dir string) { require.NoError(s.t, os.Link(bin, filepath.Join(dir, "leak"))) },
			"on one node's disk, shared": func(string) {
				bins[0] = bin
			},
		} {
			dir := s.folder()
			where(dir)
			command := append([]string{s.gomarmot, "run", "--fail-on", "warning", "--log", filepath.Join(dir, "run.log"), "--"}, s.parts(c, bins)...)
			r := s.run(c, job{raw: command, dir: dir})
			require.Contains(s.t, r.Output, "leak.c:"+strconv.Itoa(line))
			rep, _, err := acceptance.ReadReport(s.gomarmot, filepath.Join(dir, "run.log"))
			require.NoError(s.t, err)
			require.Len(s.t, rep.Findings, 1, name)
			f := rep.Findings[0]
			require.Equal(s.t, []int{0, 1, 2, 3, 4, 5}, f.Ranks, name)
			require.Equal(s.t, "leak.c", filepath.Base(f.Sites[0].File), "%s: %v", name, rep.Coverage)
			require.Equal(s.t, line, f.Sites[0].Line, name)
		}
	})
}

// withoutHosts removes the list of hosts: each part of the command line has its own.
func withoutHosts(mpiexec []string) []string {
	var out []string
	for i := 0; i < len(mpiexec); i++ {
		switch mpiexec[i] {
		case "--host", "-hosts", "-ppn", "--map-by":
			i++
		default:
			out = append(out, mpiexec[i])
		}
	}
	return out
}

// lineOf is the line of a file with this text.
func lineOf(t *testing.T, path, text string) int {
	t.Helper()
	source, err := os.ReadFile(path)
	require.NoError(t, err)
	before, _, ok := strings.Cut(string(source), text)
	require.True(t, ok)
	return 1 + strings.Count(before, "\n")
}
