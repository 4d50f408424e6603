//go:build mpi

package acceptance

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHalfCompiled: where gomarmot cc has compiled a part of a program, the report names the
// rest.
func TestHalfCompiled(t *testing.T) {
	_, preload, gomarmot := setup(t)
	m := &MPIs[0]
	dir := t.TempDir()
	for name, text := range map[string]string{
		"app.c":     "#include <mpi.h>\nvoid other(void), more(void);\nint main(int c, char **v) { MPI_Init(&c, &v); other(); more(); MPI_Finalize(); return 0; }\n",
		"other.c":   "int x; void other(void) { x++; }\n",
		"library.c": "int y; void more(void) { y++; }\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	cc := []string{"cc", "--how", "hooks", "--", m.cc, "-g"}
	require.NoError(t, compiles("app.c", gomarmot, append(cc, "-c", "-o", at("app.o"), at("app.c"))...))
	require.NoError(t, compiles("other.c", m.cc, "-g", "-c", "-o", at("other.o"), at("other.c")))
	require.NoError(t, compiles("library.c", m.cc, "-g", "-shared", "-fPIC", "-o", at("libmore.so"), at("library.c")))
	require.NoError(t, compiles("app", gomarmot, append(cc, "-o", at("app"), at("app.o"), at("other.o"), at("libmore.so"), "-Wl,-rpath,"+dir)...))

	o := m.Run(Launch{Binary: at("app"), Ranks: 1, Dir: dir, Preload: preload, Timeout: time.Minute})
	require.Zero(t, o.Exit, o.Output)
	r, err := judge(at("run.log"))
	require.NoError(t, err)
	assert.Equal(t, "1 object by hooks", r.Accesses)
	assert.Empty(t, r.Findings)
	assert.Equal(t, []string{
		"app: loads and stores of " + at("other.c") + " are not recorded, since gomarmot cc has not compiled it",
		"loads and stores of libmore.so are not recorded, since gomarmot cc has not compiled any object of it",
	}, r.Coverage)
}
