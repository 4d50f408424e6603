// gomarmot: ranks=1
// The size is that of the buffer.
#include <mpi.h>

static char room[1000];

int main(int argc, char **argv)
{
	int size;
	void *back;

	MPI_Init(&argc, &argv);
	MPI_Buffer_attach(room, (int) sizeof room);
	MPI_Buffer_detach(&back, &size);
	MPI_Finalize();
	return 0;
}
