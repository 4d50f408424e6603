// gomarmot: ranks=1
// The datatype with the addresses of the members describes memory. In the file,
// the data lies without gaps.
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
	MPI_File_open(MPI_COMM_WORLD, "file010_absolute.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
		&file);
	MPI_File_set_view(file, 0, MPI_BYTE, MPI_DOUBLE, "native", MPI_INFO_NULL);
	MPI_File_read(file, MPI_BOTTOM, 1, type, MPI_STATUS_IGNORE);
	MPI_File_close(&file);
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
