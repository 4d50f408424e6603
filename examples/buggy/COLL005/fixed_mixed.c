// gomarmot: ranks=2
// All displacements in the datatype count from the start of the variable.
#include <mpi.h>
#include <stdlib.h>

static struct {
	int count;
	double *value;
} mesh = {1, NULL};

int main(int argc, char **argv)
{
	int lengths[2] = {1, 4};
	MPI_Aint places[2] = {0}, start;
	MPI_Datatype parts[2] = {MPI_INT, MPI_DOUBLE}, type;

	MPI_Init(&argc, &argv);
	mesh.value = calloc(4, sizeof *mesh.value);
	MPI_Get_address(&mesh, &start);
	MPI_Get_address(&mesh.count, &places[0]);
	places[0] = MPI_Aint_diff(places[0], start);
	MPI_Get_address(mesh.value, &places[1]);
	places[1] = MPI_Aint_diff(places[1], start);
	MPI_Type_create_struct(2, lengths, places, parts, &type);
	MPI_Type_commit(&type);
	MPI_Bcast(&mesh, 1, type, 0, MPI_COMM_SELF);
	MPI_Type_free(&type);
	free(mesh.value);
	MPI_Finalize();
	return 0;
}
