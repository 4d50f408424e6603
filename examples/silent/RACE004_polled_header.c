// Rank 0 puts a message, then replaces a header of 96 bytes by an atomic call. Rank 1 fetches the header until
// its first and last elements have changed: by then the message is complete.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

enum { HEADER = 24, MESSAGE = 100 };

int main(int argc, char **argv)
{
	int rank, *cell, header[HEADER] = {0}, message[MESSAGE], sum = 0;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate((HEADER + MESSAGE) * sizeof *cell, sizeof *cell, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
	MPI_Win_lock_all(0, win);
	for (int i = 0; i < HEADER + MESSAGE; i++)
		cell[i] = 0;
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == 0) {
		for (int i = 0; i < MESSAGE; i++)
			message[i] = i;
		for (int i = 0; i < HEADER; i++)
			header[i] = 1;
		MPI_Put(message, MESSAGE, MPI_INT, 1, HEADER, MESSAGE, MPI_INT, win);
		MPI_Win_flush(1, win);
		MPI_Accumulate(header, HEADER, MPI_INT, 1, 0, HEADER, MPI_INT, MPI_REPLACE, win);
		MPI_Win_flush(1, win);
	} else {
		do {
			MPI_Get_accumulate(NULL, 0, MPI_INT, header, HEADER, MPI_INT, 1, 0, HEADER, MPI_INT, MPI_NO_OP, win);
			MPI_Win_flush(1, win);
		} while (header[0] == 0 || header[HEADER - 1] == 0);
		MPI_Win_sync(win);
		for (int i = 0; i < MESSAGE; i++)
			sum += cell[HEADER + i];
		printf("%d\n", sum);
	}
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
