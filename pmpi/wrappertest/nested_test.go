package wrappertest

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// The program's calls in callbacks are recorded inside the call that runs
// them; the library's own calls, mainly in file I/O, are not.
func TestNestedCalls(t *testing.T) {
	t.Parallel()
	want := []string{
		"MPI_Init 1", "MPI_Init 2", "MPI_Comm_create_keyval 1", "MPI_Comm_create_keyval 2", "MPI_Comm_dup 1", "MPI_Comm_dup 2",
		"MPI_Comm_set_attr 1", "MPI_Comm_set_attr 2", "MPI_Comm_free 1", "MPI_Barrier 1", "MPI_Barrier 2", "MPI_Comm_free 2",
		"MPI_Op_create 1", "MPI_Op_create 2",
		"MPI_Allreduce 1", "MPI_Comm_group 1", "MPI_Comm_group 2", "MPI_Group_free 1", "MPI_Group_free 2", "MPI_Allreduce 2",
		"MPI_Op_free 1", "MPI_Op_free 2", "MPI_File_open 1", "MPI_File_open 2",
		"MPI_File_write_at_all 1", "MPI_File_write_at_all 2", "MPI_File_close 1", "MPI_File_close 2",
		"MPI_Finalize 1", "MPI_Finalize 2",
	}
	for _, mpi := range mpis {
		for _, io := range []string{"ompio", "romio321"} { // Open MPI's two, MPICH has one
			t.Run(mpi.name+"/"+io, func(t *testing.T) {
				program := filepath.Join(t.TempDir(), "nested")
				run(t, acceptance.Compiler(mpi.cc, "-O1", "-g", "-Wall", "-o", program, filepath.Join("testdata", "nested.c")))
				dir := t.TempDir()
				r := launch(t, dir, append(append(preload(t), mpi.env...), "OMPI_MCA_io="+io), append(append([]string{}, mpi.run...), program)...)
				require.Zero(t, r.exit, r.stderr)
				list, _ := events(t, dir, 0)
				var got []string
				for _, e := range list {
					if e.Kind < calls.MaxKind {
						got = append(got, fmt.Sprintf("%s %d", e.Kind, e.Phase))
					}
				}
				assert.Equal(t, want, got)
			})
		}
	}
}
