//go:build hosts

package hosts

import (
	"bytes"
	"errors"
	"os/exec"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWatch: from the host that has started a job, the shared folder shows where the ranks of all hosts are, and why
// they wait forever.
func TestWatch(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		bin := s.build(c, "acceptance", "testdata", "watch.c")
		for how, want := range map[string]string{
			"late": `  rank 1 on node2  outside of MPI for \d+s, after the call at \S*watch\.c:\d+ in main\n` +
				`  ranks 0,2        in MPI_Barrier for \d+s, \S*watch\.c:\d+ in main\n$`,
			"hangs": `  ranks 0-2  in MPI_Recv for \d+s, \S*watch\.c:\d+ in main\ngomarmot: no progress for (?s:.*)ERROR HANG001`,
		} {
			dir := s.folder()
			r := s.start(c, job{command: []string{bin, how, "60"}, ranks: 3, dir: dir})
			var out []byte
			s.await(how, func() bool {
				out, _ = exec.Command(s.gomarmot, "watch", "--once", dir).CombinedOutput() // there may be no log yet
				return regexp.MustCompile(want).Match(out)
			})
			if how == "hangs" {
				err := exec.Command(s.gomarmot, "watch", "--until-standstill", dir).Run()
				var exit *exec.ExitError
				require.True(s.t, errors.As(err, &exit), err)
				require.Equal(s.t, 1, exit.ExitCode())
			}
			r.cancel()
			r.wait()
		}
	})
}

// TestHangAfter: gomarmot run watches the ranks of other hosts by the shared folder.
func TestHangAfter(t *testing.T) {
	each(t, func(t *testing.T, s site, c cluster) {
		bin := s.build(c, "acceptance", "testdata", "watch.c")
		r := s.start(c, job{through: []string{s.gomarmot, "run", "--hang-after", "4s", "--"}, command: []string{bin, "hangs", "0"},
			ranks: 3, dir: s.folder(), timeout: 20 * time.Second})
		o := r.wait()
		require.Contains(s.t, o.Output, "gomarmot: no progress for ")
		before, _, _ := bytes.Cut([]byte(o.Output), []byte("NOTE TOOL003"))
		require.Contains(s.t, string(before), "ERROR HANG001", "before the end of the job")
	})
}
