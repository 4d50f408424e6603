// gomarmot: ranks=1
// There is room for both values, and as much is unpacked as was packed.
#include <mpi.h>

enum { ROOM = 8 };

int main(int argc, char **argv)
{
	char buffer[64];
	int position = 0, packed, value = 3;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Pack(&value, 1, MPI_INT, buffer, ROOM, &position, MPI_COMM_WORLD);
	MPI_Pack(&value, 1, MPI_INT, buffer, ROOM, &position, MPI_COMM_WORLD);
	packed = position;
	position = 0;
	MPI_Unpack(buffer, packed, &position, &value, 1, MPI_INT, MPI_COMM_WORLD);
	MPI_Unpack(buffer, packed, &position, &value, 1, MPI_INT, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
