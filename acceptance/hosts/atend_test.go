//go:build hosts

package hosts

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCheckAtEnd: rank 0 prints the findings of ranks on other hosts, wherever their logs are; also where
// MPI_Finalize itself does not return.
func TestCheckAtEnd(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		bin := s.build(c, "acceptance", "testdata", "atend.c")
		for name, env := range map[string]func(dir string) []string{
			"shared":    func(dir string) []string { return []string{"GOMARMOT_LOG=" + filepath.Join(dir, "run.log")} },
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
