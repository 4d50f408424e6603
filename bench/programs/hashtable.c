/*
 * A hash table spread over the ranks: a rank takes a slot by compare and swap, and puts the
 * value beside it; then each rank reads its keys back. MPI calls take nearly all
 * of the time.
 */
#include "whole.h"

#include <stdint.h>

enum { SLOTS = 1 << 21, WORDS = 2 }; /* slots of a rank; words of a slot: key, value */

static int ranks;
static MPI_Win win;

static uint64_t mix(uint64_t k)
{
	k = (k ^ k >> 31) * 0x9e3779b97f4a7c15ull;
	k = (k ^ k >> 29) * 0xbf58476d1ce4e5b9ull;
	return k ^ k >> 32;
}

/* Owner and place of slot i. */
static int owner(uint64_t i) { return (int)(i % (uint64_t)ranks); }
static MPI_Aint place(uint64_t i) { return (MPI_Aint)(i / (uint64_t)ranks % SLOTS * WORDS); }

static void insert(uint64_t key, uint64_t value)
{
	const uint64_t none = 0;

	for (uint64_t i = mix(key);; i++) {
		uint64_t before;

		MPI_Compare_and_swap(&key, &none, &before, MPI_UINT64_T, owner(i), place(i), win);
		MPI_Win_flush(owner(i), win);
		if (before && before != key)
			continue;
		MPI_Put(&value, 1, MPI_UINT64_T, owner(i), place(i) + 1, 1, MPI_UINT64_T, win);
		MPI_Win_flush(owner(i), win);
		return;
	}
}

static uint64_t look_up(uint64_t key)
{
	for (uint64_t i = mix(key);; i++) {
		uint64_t found[WORDS];

		MPI_Get(found, WORDS, MPI_UINT64_T, owner(i), place(i), WORDS, MPI_UINT64_T, win);
		MPI_Win_flush(owner(i), win);
		if (found[0] == key)
			return found[1];
	}
}

int main(int argc, char **argv)
{
	const int keys = argc > 1 ? atoi(argv[1]) : 1000; /* of each rank; at most half of the slots */
	double sum = 0, all;
	uint64_t *table;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Win_allocate(SLOTS * WORDS * (MPI_Aint)sizeof *table, sizeof *table, MPI_INFO_NULL, MPI_COMM_WORLD, &table,
		&win);
	memset(table, 0, SLOTS * WORDS * sizeof *table);
	MPI_Barrier(MPI_COMM_WORLD);
	whole_begin();
	MPI_Win_lock_all(0, win);
	for (int i = 0; i < keys; i++) {
		const uint64_t key = 1 + (uint64_t)i * (uint64_t)ranks + (uint64_t)rank;

		insert(key, key % 1000);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < keys; i++)
		sum += (double)look_up(1 + (uint64_t)i * (uint64_t)ranks + (uint64_t)((rank + 1) % ranks));
	MPI_Win_unlock_all(win);
	MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	whole_end(all);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
