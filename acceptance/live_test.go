//go:build mpi

package acceptance

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRunLive: gomarmot run --live prints a finding of two ranks while the job runs, and the report has it, too.
func TestRunLive(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			w := compiled(t, m, "acceptance", "testdata", "live.c")
			seen := filepath.Join(w.dir, "seen")
			cmd := w.command(w.mpiexec([]string{"--live", "--no-progress"}, 3, seen)...)
			out, in := io.Pipe()
			cmd.Stdout, cmd.Stderr = in, in
			require.NoError(t, cmd.Start())
			go func() { _ = in.CloseWithError(cmd.Wait()) }() // the code is looked at below
			var lines []string
			for s := bufio.NewScanner(out); s.Scan(); {
				lines = append(lines, s.Text())
				if strings.Contains(s.Text(), "MSG006") {
					require.NoError(t, os.WriteFile(seen, nil, 0o600))
				}
			}
			all := strings.Join(lines, "\n")
			assert.Contains(t, all, "told while it runs")
			assert.Regexp(t, `gomarmot: ranks 0, 1: error MSG006 at live\.c:\d+: MPI_Recv of rank 1 takes a message of MPI_Send of rank 0`, all)
			assert.Regexp(t, `(?m)^ERROR MSG006 `, all)
			assert.Equal(t, 1, cmd.ProcessState.ExitCode(), all)
		})
	}
}
