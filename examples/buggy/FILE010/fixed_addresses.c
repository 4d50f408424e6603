// gomarmot: ranks=1
// The datatype with the addresses of two variables describes memory, not
// the file, where the data lies without gaps.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	static double fixed[4];
	double *grown;
	int lengths[2] = {4, 4};
	MPI_Aint places[2];
	MPI_Datatype type;
	MPI_File file;

	MPI_Init(&argc, &argv);
	grown = malloc(4 * sizeof *grown);
	MPI_Get_address(grown, &places[0]);
	MPI_Get_address(fixed, &places[1]);
	if (places[0] < places[1]) {
		MPI_Get_address(fixed, &places[0]);
		MPI_Get_address(grown, &places[1]);
	}
	MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &type);
	MPI_Type_commit(&type);
	MPI_File_open(MPI_COMM_WORLD, "file010_addresses.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
		&file);
	MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
	MPI_File_write(file, MPI_BOTTOM, 1, type, MPI_STATUS_IGNORE);
	MPI_File_close(&file);
	MPI_Type_free(&type);
	free(grown);
	MPI_Finalize();
	return 0;
}
