package acceptance

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var garbageCase = regexp.MustCompile(`\{"(\w+)", \w+\}`)

// TestGarbage: a call with wild addresses, negative counts and invalid handles fails as
// it does without gomarmot: the same error or the same crash. The MPI library may
// reject such a call before it reads an array or an address.
func TestGarbage(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	source := filepath.Join(root, "acceptance", "testdata", "garbage.c")
	text, err := os.ReadFile(source)
	require.NoError(t, err)
	names := garbageCase.FindAllStringSubmatch(string(text), -1)
	require.Greater(t, len(names), 30)
	for _, m := range MPIs {
		bin := filepath.Join(t.TempDir(), "garbage")
		require.NoError(t, m.Compile(source, bin, "-w"))
		for i, name := range names {
			list := [][]string{{name[1]}}
			if i%4 == 0 {
				list = append(list, []string{name[1], "fatal"})
			}
			for _, args := range list {
				t.Run(m.Name+"/"+filepath.Join(args...), func(t *testing.T) {
					t.Parallel()
					failsAlike(t, &m, Launch{Binary: bin, Args: args, Ranks: 1, Dir: t.TempDir(), Timeout: time.Minute}, preload)
				})
			}
		}
	}
}

func failsAlike(t *testing.T, m *MPI, l Launch, preload string) {
	t.Helper()
	without := m.Run(l)
	l.Preload, l.Env = preload, []string{"GOMARMOT_SUMMARY=0", "GOMARMOT_LIVE=0"}
	with := m.Run(l)
	require.NotZero(t, without.Exit, without.Output)
	require.Contains(t, without.Output, "rank 0 makes")
	status := func(o Outcome) int {
		if m.Name == "mpich" && o.Exit == 7 {
			return 1 // the launcher reports the status, or that MPI_Finalize is missing, depending on which it learns first
		}
		return o.Exit
	}
	require.Equal(t, status(without), status(with), "without:\n%s\nwith:\n%s", without.Output, with.Output)
	require.Equal(t, lines(without.Output), lines(with.Output))
	require.Equal(t, backtraces(without.Output), backtraces(with.Output), "with:\n%s", with.Output)
}
