//go:build mpi

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/acceptance/suite"
)

// said are programs of which an MPI does or does not say that a call is wrong. One that
// crashes, calls MPI_Abort or prints something has not been told anything.
var said = map[string]struct{ code, openmpi, mpich string }{
	"rank": {
		`MPI_Init(0, 0); MPI_Send(0, 0, MPI_INT, 99, 0, MPI_COMM_WORLD); MPI_Finalize();`,
		"*** An error occurred in MPI_Send", "Fatal error in internal_Send",
	},
	"truncated": {
		`int a[2] = {0, 0}, b; MPI_Init(0, 0); MPI_Sendrecv(a, 2, MPI_INT, 0, 0, &b, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); MPI_Finalize();`,
		"", "Fatal error in internal_Sendrecv", // Open MPI leaves the rest out, in silence
	},
	"before": {
		`MPI_Barrier(MPI_COMM_WORLD);`,
		"*** The MPI_Barrier() function was called before MPI_", "Attempting to use an MPI routine (internal_Barrier) before initializing or after finalizing",
	},
	"after": {
		`MPI_Init(0, 0); MPI_Finalize(); MPI_Barrier(MPI_COMM_WORLD);`,
		"*** The MPI_Barrier() function was called after MPI_", "Attempting to use an MPI routine (internal_Barrier) before initializing or after finalizing",
	},
	"clean": {code: `MPI_Init(0, 0); puts("no error occurred in MPI_Send"); MPI_Finalize();`},
	"crash": {code: `MPI_Init(0, 0); raise(SIGSEGV);`},
	"abort": {code: `MPI_Init(0, 0); MPI_Abort(MPI_COMM_WORLD, 3);`},
	"exit":  {code: `MPI_Init(0, 0); exit(3);`},
}

// TestComplaints: what the MPIs print of a wrong call is recognized, and only that.
func TestComplaints(t *testing.T) {
	for name, s := range said {
		for i, want := range []string{s.openmpi, s.mpich} {
			m := &acceptance.MPIs[i]
			t.Run(name+"/"+m.Name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				source, bin := filepath.Join(dir, "x.c"), filepath.Join(dir, "x")
				code := "#include <mpi.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) { " + s.code + " return 0; }\n"
				require.NoError(t, os.WriteFile(source, []byte(code), 0o600))
				require.NoError(t, m.Compile(source, bin))
				out := legible(m, acceptance.Launch{Binary: bin, Ranks: 1, Dir: dir, Timeout: time.Minute})
				got := complaint(m, out.Output)
				if want == "" {
					assert.Empty(t, got, out.Output)
				} else {
					assert.True(t, strings.HasPrefix(got, want), "%q in:\n%s", got, out.Output)
				}
			})
		}
	}
}

// TestValgrindErrors: the errors that have a line of the program on their stack, and
// not in which the program's file is on another one; the document may be cut off.
func TestValgrindErrors(t *testing.T) {
	text := `<?xml version="1.0"?><valgrindoutput>
<error><kind>UninitCondition</kind><stack><frame><fn>f</fn><file>lib.c</file><line>3</line></frame></stack>
 <auxwhat>created</auxwhat><stack><frame><file>bug.c</file><line>4</line></frame></stack></error>
<error><kind>InvalidRead</kind><stack><frame><fn>memcpy</fn></frame><frame><file>bug.c</file><line>12</line></frame>
 <frame><file>bug.c</file><line>30</line></frame></stack></error>
<error><kind>Leak_DefinitelyLost</kind><stack><frame><file>bug.c</file><line>9</line></frame></stack></error>
<error><kind>InvalidWrite</kind><stack><frame><fi`
	var v verdict
	require.NoError(t, v.addValgrind([]byte(text), "bug.c"))
	assert.Equal(t, verdict{said: true, lines: []int{12}, words: "InvalidRead "}, v)
	assert.Error(t, v.addValgrind([]byte("<a><b></a>"), "bug.c"))
}

// TestScore: gomarmot finds a fault at its line and is silent about the repaired
// program, also where it must see a store of the program or its heap.
func TestScore(t *testing.T) {
	root, err := acceptance.Root()
	require.NoError(t, err)
	s, err := suite.Read(filepath.Join(root, suite.File))
	require.NoError(t, err)
	for _, path := range []string{"examples/buggy/RMA005/bug.c", "examples/buggy/RMA005/fixed.c", "examples/buggy/RACE006/bug.c", "examples/buggy/OBJ009/bug_part.c"} {
		i := slices.IndexFunc(s.Programs, func(p suite.Program) bool { return p.Path == path })
		require.GreaterOrEqual(t, i, 0, path)
		for k := range tools[:2] {
			v, notRun := judge(&tools[k], root, &s.Programs[i])
			require.Empty(t, notRun, path)
			faulty := len(s.Programs[i].Faults) > 0
			assert.Equal(t, faulty, v.said, path)
			assert.Equal(t, faulty, v.atFault(&s.Programs[i]), path)
		}
	}
}

// TestDocs: docs/suite.md has the score of each tool, or says how to get it.
func TestDocs(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/suite.md")
	require.NoError(t, err)
	for _, tool := range tools {
		if tool.name == "valgrind" {
			assert.Contains(t, string(doc), "-tools valgrind")
			continue
		}
		assert.Regexp(t, `(?m)^\| `+tool.doc+` \|.* \d+ of \d+ \|`, string(doc))
	}
}
