// gomarmot: ranks=2
// Since MPI 4.1, a communicator can have its own send buffer, which the program attaches,
// flushes and detaches. Before MPI 4.1, the program uses the buffer of the process.
#include <mpi.h>
#include <stdlib.h>

enum { N = 100, STEPS = 4 };

#if MPI_VERSION * 10 + MPI_SUBVERSION >= 41
#define NEWER 1
#else
#define NEWER 0
#endif

static void attach(void *room, int size)
{
#if NEWER
	MPI_Comm_attach_buffer(MPI_COMM_WORLD, room, size);
#else
	MPI_Buffer_attach(room, size);
#endif
}

static void *detach(void)
{
	void *room;
	int size;

#if NEWER
	MPI_Request flush;

	MPI_Comm_flush_buffer(MPI_COMM_WORLD);
	MPI_Comm_iflush_buffer(MPI_COMM_WORLD, &flush);
	MPI_Wait(&flush, MPI_STATUS_IGNORE);
	MPI_Comm_detach_buffer(MPI_COMM_WORLD, &room, &size);
#else
	MPI_Buffer_detach(&room, &size);
#endif
	return room;
}

int main(int argc, char **argv)
{
	int rank, size = STEPS * (N * (int)sizeof(int) + MPI_BSEND_OVERHEAD), data[STEPS][N] = {{0}};

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		attach(malloc(size), size);
		for (int i = 0; i < STEPS; i++)
			MPI_Bsend(data[i], N, MPI_INT, 1, i, MPI_COMM_WORLD);
		free(detach());
	} else {
		for (int i = 0; i < STEPS; i++)
			MPI_Recv(data[i], N, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
