package source

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCallName: callName turns functions of all bindings into the name of the call.
func TestCallName(t *testing.T) {
	for function, want := range map[string]string{
		"MPI_Send": "mpi_send", "PMPI_Send": "mpi_send", "mpi_send_": "mpi_send", "mpi_send_f08": "mpi_send", "mpi_send_f08ts_": "mpi_send",
		"MPI_Send_c": "mpi_send", "MPI_Comm_dup": "mpi_comm_dup",
	} {
		assert.Equal(t, want, callName(function), function)
	}
}

// TestNotTracked: two files with the same name need two notes.
func TestNotTracked(t *testing.T) {
	units := []string{"a.c", "b.c", "util.c", "util.c", "<artificial>"}
	assert.Equal(t, []string{"b.c", "util.c"}, notTracked(units, []Tracked{{Source: "util.c"}, {Source: "a.c"}, {Source: "gone.c"}}))
	assert.Empty(t, notTracked(units[:2], []Tracked{{Source: "b.c"}, {Source: "a.c"}}))
}
