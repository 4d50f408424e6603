package acceptance

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pythonFamilies are the families of rules with scripts in examples/python.
var pythonFamilies = []string{"WIN", "FENCE", "PSCW", "LOCK", "RMA", "SPLIT", "FILE", "COLL", "MSG", "REQ", "OBJ", "RACE", "GPU"}

// pythonPrograms returns one script of every family.
func pythonPrograms(t *testing.T, root, name string) []*Program {
	t.Helper()
	var all []*Program
	for _, family := range pythonFamilies {
		all = append(all, programs(t, root, "python/"+family+"/"+name+"*.py")...)
	}
	return all
}

// pythonMPI is the MPI that runs scripts. Debian's mpi4py is built for Open MPI,
// whose windows over the program's memory require a lower thread level than
// mpi4py's default, MPI_THREAD_MULTIPLE.
func pythonMPI() MPI {
	m := openMPI
	m.Env = append(slices.Clone(m.Env), "MPI4PY_RC_THREAD_LEVEL=serialized")
	return m
}

// eachScript runs f for every script.
func eachScript(t *testing.T, name string, f func(t *testing.T, m *MPI, p *Program)) {
	root, _, _ := setup(t)
	m := pythonMPI()
	for _, p := range pythonPrograms(t, root, name) {
		t.Run(p.Name(), func(t *testing.T) {
			t.Parallel()
			f(t, &m, p)
		})
	}
}

// TestPythonBuggy: in every family of rules, the faulty scripts have exactly
// the findings they want, at their own lines.
func TestPythonBuggy(t *testing.T) {
	t.Parallel()
	eachScript(t, "bug", buggy)
}

// TestPythonBinding: the report says that Python code has called MPI.
func TestPythonBinding(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	m := pythonMPI()
	j := launch(t, &m, programs(t, root, "python/RMA/fixed.py")[0])
	require.Equal(t, []string{"C", "Python"}, j.report.Bindings)
}

// TestPythonFixed: no rule reports their twins.
func TestPythonFixed(t *testing.T) {
	t.Parallel()
	eachScript(t, "fixed", clean)
}

// TestPythonPlaces: however Python code gets to a call - lambdas, generators,
// exec, callbacks from C, threads, test runners - the place is a line of the
// script, or, if no function of it is on the stack, a line of a package.
func TestPythonPlaces(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	m := pythonMPI()
	p, err := Load(filepath.Join(root, "acceptance", "testdata", "python", "mpi4py", "places.py"))
	require.NoError(t, err)
	j := launch(t, &m, p)
	require.Zero(t, j.Exit, j.Output)
	wrong := p.Compare(j.report)
	require.Len(t, wrong, 1, "%s", strings.Join(wrong, "\n"))
	require.Regexp(t, `surplus WIN013 at threading\.py:\d\d+,`, wrong[0])
}
