/*
 * Rank 0 reaches single elements of rank 1 by atomic calls, in epochs of every kind, and prints
 * what it has fetched in the order in which it becomes known.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CELLS = 8 };

static void tell(int64_t value)
{
	printf("fetched %lld\n", (long long)value);
}

int main(int argc, char **argv)
{
	int64_t *longs, two = 2, big = INT64_C(1) << 40, zero = 0, got = -1, wide[2] = {5, 6};
	int *ints, one = 1, minus = -7, seen = -1, seen2 = -1, rank;
	double d = 1.5, was = -1;
	int64_t bits;
	MPI_Win win, other;
	MPI_Group world, peer;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(CELLS * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &longs, &win);
	MPI_Win_allocate(CELLS * 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &ints, &other);
	memset(longs, 0, CELLS * 8);
	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, other);
	memset(ints, 0, CELLS * 4);
	MPI_Win_unlock(rank, other);
	MPI_Barrier(MPI_COMM_WORLD);

	MPI_Win_fence(0, win);
	if (rank == 0) {
		MPI_Fetch_and_op(&big, &got, MPI_INT64_T, 1, 0, MPI_SUM, win);
		MPI_Accumulate(wide, 2, MPI_INT64_T, 1, 6, 2, MPI_INT64_T, MPI_SUM, win);
	}
	MPI_Win_fence(0, win);
	if (rank == 0)
		tell(got);
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Group_incl(world, 1, &(int){1 - rank}, &peer);
	if (rank == 0) {
		MPI_Win_start(peer, 0, win);
		MPI_Get_accumulate(&two, 1, MPI_INT64_T, &got, 1, MPI_INT64_T, 1, 0, 1, MPI_INT64_T, MPI_SUM, win);
		MPI_Win_complete(win);
		tell(got);
	} else {
		MPI_Win_post(peer, 0, win);
		MPI_Win_wait(win);
	}
	MPI_Group_free(&peer);
	MPI_Group_free(&world);

	if (rank == 0) {
		MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other);
		MPI_Win_lock_all(0, win);
		MPI_Fetch_and_op(&minus, &seen, MPI_INT, 1, 2, MPI_SUM, other);
		MPI_Fetch_and_op(&minus, &seen2, MPI_INT, 1, 3, MPI_REPLACE, other);
		MPI_Fetch_and_op(&zero, &got, MPI_INT64_T, 1, 0, MPI_NO_OP, win);
		MPI_Win_flush(1, win); /* what is fetched from the other window is not there yet */
		tell(got);
		MPI_Win_flush_local(1, other);
		tell(seen);
		tell(seen2);
		MPI_Compare_and_swap(&one, &minus, &seen, MPI_INT, 1, 2, other);
		MPI_Win_unlock(1, other);
		tell(seen);
		MPI_Fetch_and_op(&d, &was, MPI_DOUBLE, 1, 4, MPI_REPLACE, win);
		MPI_Win_flush_all(win);
		memcpy(&bits, &was, 8);
		tell(bits);
		MPI_Fetch_and_op(&d, &was, MPI_DOUBLE, 1, 4, MPI_NO_OP, win);
		MPI_Win_unlock_all(win);
		memcpy(&bits, &was, 8);
		tell(bits);
	}
	MPI_Win_free(&other);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
