//go:build mpi

package acceptance

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFingerprints: the same findings in a program have the same fingerprints
// under the other MPI, in another folder, and when lines have moved.
func TestFingerprints(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	for _, id := range []string{"LOCK003", "PSCW001", "RMA005"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(root, "examples", "buggy", id, "bug.c")
			p, err := Load(path)
			require.NoError(t, err)
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			moved := append([]byte("// one line\n\n// and another\n"), text...)
			var all [][]string
			for i := range MPIs {
				for _, source := range [][]byte{text, moved} {
					all = append(all, fingerprints(t, &MPIs[i], p, source, preload, gomarmot))
				}
			}
			require.NotEmpty(t, all[0])
			for _, other := range all[1:] {
				require.Equal(t, all[0], other)
			}
		})
	}
}

// fingerprints compiles a source, runs it as its program says and returns the
// rules and fingerprints found, sorted.
func fingerprints(t *testing.T, m *MPI, p *Program, source []byte, preload, gomarmot string) []string {
	dir := t.TempDir()
	file := filepath.Join(dir, "bug.c")
	require.NoError(t, os.WriteFile(file, source, 0o600))
	bin := filepath.Join(dir, "bug")
	require.NoError(t, m.Compile(file, bin))
	m.Run(launchOf(p, bin, dir, preload, patient))
	r, _, err := ReadReport(gomarmot, "--source-root", dir, filepath.Join(dir, "run.log"))
	require.NoError(t, err)
	var prints []string
	for _, f := range r.Findings {
		prints = append(prints, f.RuleID+" "+f.Fingerprint)
		for _, c := range f.Consequences {
			prints = append(prints, c.RuleID+" "+c.Fingerprint)
		}
	}
	slices.Sort(prints)
	return prints
}
