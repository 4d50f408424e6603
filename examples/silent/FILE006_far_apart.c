// Datatypes with large displacements that are right: absolute addresses with
// MPI_BOTTOM in all kinds of accesses, displacements between variables that
// are far apart, and a filetype that begins far behind the start of a file.
#include <mpi.h>
#include <stdlib.h>

static int near[2] = {1, 2};

static MPI_Datatype pairs(int n, MPI_Aint *displacements)
{
	MPI_Datatype type;

	MPI_Type_create_hindexed_block(n, 2, displacements, MPI_INT, &type);
	MPI_Type_commit(&type);
	return type;
}

int main(int argc, char **argv)
{
	int rank, local[2] = {3, 4}, *heap = calloc(2, sizeof *heap);
	MPI_Aint places[3], at;
	MPI_Datatype absolute, relative, late;
	MPI_File f;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Get_address(near, &places[0]);
	MPI_Get_address(heap, &places[1]);
	MPI_Get_address(local, &places[2]);
	absolute = pairs(3, places);
	at = places[0];
	for (int i = 0; i < 3; i++)
		places[i] = MPI_Aint_diff(places[i], at);
	relative = pairs(3, places);
	at = (MPI_Aint)1 << 42;
	late = pairs(1, &at);

	MPI_File_open(MPI_COMM_SELF, rank ? "file006_far_1.data" : "file006_far_0.data",
		MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
	MPI_File_write(f, MPI_BOTTOM, 1, absolute, MPI_STATUS_IGNORE);
	MPI_File_write_at(f, 0, near, 1, relative, MPI_STATUS_IGNORE);
	MPI_File_write_at_all(f, 0, MPI_BOTTOM, 1, absolute, MPI_STATUS_IGNORE);
	MPI_File_iwrite_at(f, 0, MPI_BOTTOM, 1, absolute, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_File_iread_at(f, 0, near, 1, relative, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_File_write_all_begin(f, MPI_BOTTOM, 1, absolute);
	MPI_File_write_all_end(f, MPI_BOTTOM, MPI_STATUS_IGNORE);
	MPI_File_read_at_all_begin(f, 0, MPI_BOTTOM, 1, absolute);
	MPI_File_read_at_all_end(f, MPI_BOTTOM, MPI_STATUS_IGNORE);
	MPI_File_write_shared(f, MPI_BOTTOM, 1, absolute, MPI_STATUS_IGNORE);
	MPI_File_write_at(f, 0, near, 0, absolute, MPI_STATUS_IGNORE);
	MPI_File_write_at(f, 0, MPI_BOTTOM, 0, relative, MPI_STATUS_IGNORE);
	if (near[0] != 1 || local[1] != 4)
		abort();
	MPI_File_set_view(f, 0, MPI_INT, late, "native", MPI_INFO_NULL);
	MPI_File_read_at(f, 0, near, 2, MPI_INT, MPI_STATUS_IGNORE); // behind the end
	MPI_File_close(&f);

	MPI_Type_free(&late);
	MPI_Type_free(&relative);
	MPI_Type_free(&absolute);
	free(heap);
	MPI_Finalize();
	return 0;
}
