package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

func TestNullResults(t *testing.T) {
	kind := func(name string) calls.Kind { return calls.ByName(name).Kind }
	nullResults := func(k calls.Kind, large bool, bits int64) (names []string) {
		for _, a := range nullResults(k, large, bits) {
			names = append(names, a.Name)
		}
		return names
	}
	assert.Equal(t, []string{"request"}, nullResults(kind("MPI_Isend"), false, 1<<6))
	assert.Equal(t, []string{"flag"}, nullResults(kind("MPI_Test"), false, 1<<1))
	assert.Equal(t, []string{"status"}, nullResults(kind("MPI_Recv"), false, -1), "a buffer is not a result")
	assert.Equal(t, []string{"array_of_statuses"}, nullResults(kind("MPI_Waitall"), false, -1))
	assert.Equal(t, []string{"coords"}, nullResults(kind("MPI_Cart_coords"), false, -1))
	assert.Equal(t, []string{"baseptr", "win"}, nullResults(kind("MPI_Win_allocate"), false, 1<<4|1<<5))
	assert.Equal(t, []string{"flag"}, nullResults(kind("MPI_Info_get"), false, -1), "a value of length 0 has no address")
	assert.Equal(t, []string{"buflen", "flag"}, nullResults(kind("MPI_Info_get_string"), false, -1))
	assert.Equal(t, []string{"pset_len"}, nullResults(kind("MPI_Session_get_nth_pset"), false, -1), "nor has a name")
	all := nullResults(kind("MPI_Type_get_envelope"), false, -1)
	large := nullResults(kind("MPI_Type_get_envelope"), true, -1)
	assert.Len(t, all, 4)
	assert.Len(t, large, 5, "the variant with large counts has num_large_counts too")
	assert.Equal(t, []string{"combiner"}, nullResults(kind("MPI_Type_get_envelope"), false, 1<<4))
	assert.Equal(t, []string{"combiner"}, nullResults(kind("MPI_Type_get_envelope"), true, 1<<5))
}
