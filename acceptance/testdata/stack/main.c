// The program calls the library from two places in a loop; one more call comes
// from a callback, and one is the program's own. The library also keeps an object.
#include <mpi.h>

void grid_begin(void);
void grid_write(MPI_Win win, const int *value, int target, int at);
void grid_each(int n, void (*call)(int, void *), void *arg);

static int value = 1, rank;

static __attribute__((noinline)) void left(MPI_Win win)
{
	grid_write(win, &value, rank, 4); // want RMA005 "20.*16"
	__asm__ volatile("");
}

static void each(int i, void *arg)
{
	grid_write(*(MPI_Win *)arg, &value, rank, 6 + 0 * i); // want RMA005 "28.*16"
	__asm__ volatile("");
}

int main(int argc, char **argv)
{
	MPI_Win win;
	int *mem;

	MPI_Init(&argc, &argv);
	grid_begin(); // want OBJ002 "not freed"
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	MPI_Win_lock_all(0, win);
	for (int i = 0; i < 500; i++) {
		left(win);
		grid_write(win, &value, rank, 5); // want RMA005 "24.*16"
		grid_write(win, &value, rank, i % 4);
		if (i % 4 == 3)
			MPI_Win_flush(rank, win);
	}
	grid_each(3, each, &win);
	MPI_Put(&value, 1, MPI_INT, rank, 7, 1, MPI_INT, win); // want RMA005 "32.*16"
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
