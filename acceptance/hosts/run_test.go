//go:build hosts

package hosts

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRun: gomarmot run passes the library to the ranks of all hosts, and to no
// launch agent or daemon on the way.
func TestRun(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		dir := s.folder()
		bin := s.build(c, "examples", "buggy", "RMA005", "bug.c")
		faulty := job{through: []string{s.gomarmot, "run", "--"}, command: []string{bin}, ranks: 3, dir: dir}
		o := s.run(c, faulty)
		require.Contains(s.t, o.Output, "RMA005")
		require.Contains(s.t, o.Output, "3 ranks")
		o = s.run(c, job{through: []string{s.gomarmot, "run", "--"}, ranks: 3, dir: dir,
			command: []string{"sh", "-c", `echo "$(hostname) $LD_PRELOAD $(tr '\0' '\n' </proc/$PPID/environ | grep -c LD_PRELOAD=.*gomarmot)"; sleep 1; exit 7`}})
		require.Equal(s.t, 7, o.Exit, o.Output)
		for _, n := range nodes {
			require.Equal(s.t, 1, strings.Count(o.Output, n+" "+filepath.Clean(s.preload)+" 0\n"), o.Output)
		}
	})
}
