package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

func TestNullResults(t *testing.T) {
	kind := func(name string) calls.Kind { return calls.ByName(name).Kind }
	assert.Equal(t, []string{"request"}, nullResults(kind("MPI_Isend"), false, 1<<6))
	assert.Equal(t, []string{"flag"}, nullResults(kind("MPI_Test"), false, 1<<1|1<<2), "a status may be ignored")
	assert.Empty(t, nullResults(kind("MPI_Recv"), false, -1), "neither buffers nor statuses are results")
	assert.Empty(t, nullResults(kind("MPI_Waitall"), false, -1), "nor are arrays")
	assert.Equal(t, []string{"baseptr", "win"}, nullResults(kind("MPI_Win_allocate"), false, 1<<4|1<<5))
	all := nullResults(kind("MPI_Type_get_envelope"), false, -1)
	large := nullResults(kind("MPI_Type_get_envelope"), true, -1)
	assert.Len(t, all, 4)
	assert.Len(t, large, 5, "the variant with large counts has num_large_counts too")
	assert.Equal(t, []string{"combiner"}, nullResults(kind("MPI_Type_get_envelope"), false, 1<<4))
	assert.Equal(t, []string{"combiner"}, nullResults(kind("MPI_Type_get_envelope"), true, 1<<5))
}
