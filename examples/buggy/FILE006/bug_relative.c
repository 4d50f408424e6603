// gomarmot: ranks=1
// With MPI_BOTTOM, the displacements in the datatype are addresses, but they
// count from the start of the variable.
#include <mpi.h>
#include <stddef.h>

struct star {
	double mass;
	int kind;
	double speed[2];
};

int main(int argc, char **argv)
{
	static struct star star = {1, 0, {2, 3}};
	int lengths[2] = {1, 2};
	MPI_Aint places[2] = {offsetof(struct star, mass), offsetof(struct star, speed)};
	MPI_Datatype type;
	MPI_File file;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &type);
	MPI_Type_commit(&type);
	MPI_File_open(MPI_COMM_WORLD, "file006_relative.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
		&file);
	MPI_File_write(file, &star, 1, type, MPI_STATUS_IGNORE);
	MPI_File_iread_at(file, 0, MPI_BOTTOM, 1, type, &request); // want FILE006 "MPI_File_iread_at with buf MPI_BOTTOM, or NULL, although the datatype has relative displacements"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_File_close(&file);
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
