package acceptance

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// withRomio are the installations that programs with files run under.
func withRomio() []MPI {
	if romio == "" {
		return MPIs
	}
	return append(slices.Clone(MPIs), Romio)
}

// TestSameFiles: a program with files prints what it prints without gomarmot,
// and leaves the same files with the same bytes and permissions.
func TestSameFiles(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for _, m := range withRomio() {
		t.Run(m.Name, func(t *testing.T) {
			bin := filepath.Join(t.TempDir(), "files")
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "files.c"), bin))
			l := Launch{Binary: bin, Ranks: 3, Dir: t.TempDir(), Timeout: time.Minute}
			without := m.Run(l)
			plain := l.Dir
			l.Preload, l.Dir = preload, t.TempDir()
			with := m.Run(l)
			require.Zero(t, without.Exit, without.Output)
			require.Zero(t, with.Exit, with.Output)
			require.Len(t, lines(without.Output), 9, without.Output)
			require.Equal(t, lines(without.Output), lines(with.Output))

			require.Equal(t, []string{"ordered.dat", "view.dat"}, names(t, plain))
			require.Equal(t, []string{"ordered.dat", "run.log", "run.log.d", "view.dat"}, names(t, l.Dir))
			for _, name := range names(t, plain) {
				sameFile(t, filepath.Join(plain, name), filepath.Join(l.Dir, name))
			}
			r, _, err := ReadReport(gomarmot, filepath.Join(l.Dir, "run.log"))
			require.NoError(t, err)
			require.True(t, r.Complete)
			require.Empty(t, r.Findings)
		})
	}
}

// names are what is in a folder, sorted.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func sameFile(t *testing.T, a, b string) {
	t.Helper()
	x, err := os.ReadFile(a)
	require.NoError(t, err)
	y, err := os.ReadFile(b)
	require.NoError(t, err)
	require.NotEmpty(t, x)
	require.True(t, slices.Equal(x, y), "%s differs", filepath.Base(a))
	was, err := os.Stat(a)
	require.NoError(t, err)
	is, err := os.Stat(b)
	require.NoError(t, err)
	require.Equal(t, was.Mode(), is.Mode(), filepath.Base(a))
}
