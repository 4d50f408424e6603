// gomarmot: ranks=1
// The buffer size leaves no room for the second value. Then the program unpacks more
// values than it has packed.
#include <mpi.h>

enum { ROOM = 6 };

int main(int argc, char **argv)
{
	char buffer[64];
	int position = 0, packed, value = 3;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Pack(&value, 1, MPI_INT, buffer, ROOM, &position, MPI_COMM_WORLD);
	packed = position;
	MPI_Pack(&value, 1, MPI_INT, buffer, ROOM, &position, MPI_COMM_WORLD); // want OBJ004 "MPI_Pack of 4 bytes at position 4 into a buffer of 6 bytes"
	position = 0;
	MPI_Unpack(buffer, packed, &position, &value, 1, MPI_INT, MPI_COMM_WORLD);
	MPI_Unpack(buffer, packed, &position, &value, 1, MPI_INT, MPI_COMM_WORLD); // want OBJ004 "MPI_Unpack of 4 bytes from position 4 of a buffer of 4 bytes"
	MPI_Finalize();
	return 0;
}
