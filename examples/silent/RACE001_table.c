// All ranks read and write a table of more than 64 bytes as a whole, under an exclusive lock. A rank that claims a
// slot may use the slot's record in a second window until it releases the slot.
// gomarmot: ranks=3
#include <mpi.h>
#include <stdio.h>

enum { SLOTS = 30 };

static long table[SLOTS];

/* Replaces want by value in a slot, and reports whether the slot held want. */
static int swap(MPI_Win win, int slot, long want, long value)
{
	int found;

	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
	MPI_Get(table, SLOTS, MPI_LONG, 0, 0, SLOTS, MPI_LONG, win);
	MPI_Win_flush(0, win);
	found = table[slot] == want;
	if (found) {
		table[slot] = value;
		MPI_Put(table, SLOTS, MPI_LONG, 0, 0, SLOTS, MPI_LONG, win);
	}
	MPI_Win_unlock(0, win);
	return found;
}

static void count(MPI_Win records, int slot)
{
	double record[16];

	MPI_Get(record, 16, MPI_DOUBLE, 1, 16 * slot, 16, MPI_DOUBLE, records);
	MPI_Win_flush(1, records);
	for (int i = 0; i < 16; i++)
		record[i]++;
	MPI_Put(record, 16, MPI_DOUBLE, 1, 16 * slot, 16, MPI_DOUBLE, records);
	MPI_Win_flush(1, records);
}

int main(int argc, char **argv)
{
	int rank;
	long *slots;
	double *record;
	MPI_Win win, records;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(SLOTS * sizeof *slots, sizeof *slots, MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);
	MPI_Win_allocate(SLOTS * 16 * sizeof *record, sizeof *record, MPI_INFO_NULL, MPI_COMM_WORLD, &record, &records);
	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
	for (int i = 0; i < SLOTS; i++)
		slots[i] = 0;
	MPI_Win_unlock(rank, win);
	MPI_Win_lock_all(0, records);
	for (int i = 0; i < SLOTS * 16; i++)
		record[i] = 0;
	MPI_Win_sync(records);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int slot = 0; slot < 3; slot++) {
		while (!swap(win, slot, 0, rank + 1))
			;
		count(records, slot);
		swap(win, slot, rank + 1, 0);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_sync(records);
	if (rank == 1)
		printf("%g %g %g\n", record[0], record[16], record[32]);
	MPI_Win_unlock_all(records);
	MPI_Win_free(&records);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
