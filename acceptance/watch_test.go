//go:build mpi

package acceptance

import (
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWatch: the command shows a running job from its log, and ends when the job
// has ended. A job that ends well leaves nothing of it behind.
func TestWatch(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			b := startBusy(t, m, Launch{Binary: busyProgram(t, m, root), Preload: preload})
			var line string
			require.Eventually(t, func() bool {
				out, err := exec.Command(gomarmot, "watch", "--once", b.dir).CombinedOutput()
				require.NoError(t, err, "%s", out)
				line = string(out)
				return strings.HasPrefix(line, "2 ranks, ")
			}, 30*time.Second, 200*time.Millisecond, "%s", line)
			require.Contains(t, line, " records/s, 0 findings")

			watch := exec.Command(gomarmot, "watch", filepath.Join(b.dir, "run.log"))
			var said strings.Builder
			watch.Stdout, watch.Stderr = &said, &said
			require.NoError(t, watch.Start())
			b.kill(t, 1, syscall.SIGKILL)
			b.wait(t)
			require.NoError(t, watch.Wait())
			require.Contains(t, said.String(), "gomarmot: the job has ended; gomarmot report ")

			bin, dir := filepath.Join(t.TempDir(), "leave"), t.TempDir()
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "leave.c"), bin))
			o := m.Run(Launch{Binary: "/bin/sh", Args: []string{"-c", bin + " finalize 300000"}, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
			require.Zero(t, o.Exit, o.Output)
			left, err := filepath.Glob(filepath.Join(dir, "run.log.d", "pulse-*"))
			require.NoError(t, err)
			require.Empty(t, left)
		})
	}
	out, err := exec.Command(gomarmot, "watch", t.TempDir()).CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "gomarmot: ")
}
