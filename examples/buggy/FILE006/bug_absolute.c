// gomarmot: ranks=1
// The datatype holds the addresses of the members, so that the address of the
// variable is added to addresses.
#include <mpi.h>

struct star {
	double mass;
	int kind;
	double speed[2];
};

int main(int argc, char **argv)
{
	static struct star star = {1, 0, {2, 3}};
	int lengths[2] = {1, 2};
	MPI_Aint places[2];
	MPI_Datatype type;
	MPI_File file;

	MPI_Init(&argc, &argv);
	MPI_Get_address(&star.mass, &places[0]);
	MPI_Get_address(star.speed, &places[1]);
	MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &type);
	MPI_Type_commit(&type);
	MPI_File_open(MPI_COMM_WORLD, "file006_absolute.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
		&file);
	MPI_File_write(file, MPI_BOTTOM, 1, type, MPI_STATUS_IGNORE);
	MPI_File_read_at(file, 0, &star, 1, type, MPI_STATUS_IGNORE); // want FILE006 "MPI_File_read_at with buf that is not MPI_BOTTOM, although the datatype has absolute addresses"
	MPI_File_close(&file);
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
