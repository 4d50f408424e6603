package acceptance

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLoad: directives and wants of a program.
func TestLoad(t *testing.T) {
	load := func(text string) (*Program, error) {
		path := filepath.Join(t.TempDir(), "p.c")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return Load(path)
	}
	p, err := load("// gomarmot: ranks=3 hang env=A=b args=20\n// gomarmot: skip-romio it has no such call\n" +
		"// gomarmot: flag=-fopenmp with=parts/writer.c\n" +
		"MPI_File_sync(fh); // want FILE007 \"sync\"\n")
	require.NoError(t, err)
	require.Equal(t, 3, p.Ranks)
	require.True(t, p.Hang)
	require.Equal(t, []string{"A=b"}, p.Env)
	require.Equal(t, []string{"20"}, p.Args)
	require.Equal(t, []string{"-fopenmp", filepath.Join(filepath.Dir(p.Path), "parts/writer.c")}, p.Flags)
	require.True(t, p.files)
	require.Equal(t, map[string]string{"romio": "it has no such call"}, p.Skip)
	require.Empty(t, p.How)
	require.Len(t, p.Wants, 1)
	require.Equal(t, 4, p.Wants[0].Line)

	p, err = load("// gomarmot: access=hooks\n")
	require.NoError(t, err)
	require.Equal(t, "hooks", p.How)

	p, err = load("MPI_Win_fence(0, win);\n")
	require.NoError(t, err)
	require.False(t, p.files)
	require.Empty(t, p.Skip)

	for _, wrong := range []string{"// gomarmot: skip-romio\n", "// gomarmot: ranks=0\n", "// gomarmot: hangs\n", "// want FILE007\n"} {
		_, err = load(wrong)
		require.Error(t, err, wrong)
	}
}
