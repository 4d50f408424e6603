/*
 * Two ranks exchange messages through a window, in several ways; a rank alone
 * sends them to itself.
 */
#include "loops.h"

enum { LARGEST = 4 << 20 };

static struct {
	int rank, peer;
	char *from; /* what is sent */
	MPI_Win win;
	MPI_Group other;
} me;

static void put(int place, int bytes)
{
	MPI_Put(me.from, bytes, MPI_BYTE, me.peer, (MPI_Aint)place * LARGEST, bytes, MPI_BYTE,
		me.win);
}

static void put_flush(int bytes, int n)
{
	MPI_Win_lock_all(0, me.win);
	for (int i = 0; i < n; i++) {
		put(0, bytes);
		MPI_Win_flush(me.peer, me.win);
	}
	MPI_Win_unlock_all(me.win);
}

static void get_flush(int bytes, int n)
{
	MPI_Win_lock_all(0, me.win);
	for (int i = 0; i < n; i++) {
		MPI_Get(me.from, bytes, MPI_BYTE, me.peer, 0, bytes, MPI_BYTE, me.win);
		MPI_Win_flush(me.peer, me.win);
	}
	MPI_Win_unlock_all(me.win);
}

static void accumulate_flush(int bytes, int n)
{
	const int count = bytes / (int)sizeof(long);

	MPI_Win_lock_all(0, me.win);
	for (int i = 0; i < n; i++) {
		MPI_Accumulate(me.from, count, MPI_LONG, me.peer, 0, count, MPI_LONG, MPI_SUM, me.win);
		MPI_Win_flush(me.peer, me.win);
	}
	MPI_Win_unlock_all(me.win);
}

static void lock_put(int bytes, int n)
{
	for (int i = 0; i < n; i++) {
		MPI_Win_lock(MPI_LOCK_SHARED, me.peer, 0, me.win);
		put(0, bytes);
		MPI_Win_unlock(me.peer, me.win);
	}
}

static void put_fence(int bytes, int n)
{
	MPI_Win_fence(MPI_MODE_NOPRECEDE, me.win);
	for (int i = 0; i < n; i++) {
		put(0, bytes);
		MPI_Win_fence(0, me.win);
	}
	MPI_Win_fence(MPI_MODE_NOSUCCEED, me.win);
}

/* As with two neighbors: both are the other rank. */
static void halo_fence(int bytes, int n)
{
	MPI_Win_fence(MPI_MODE_NOPRECEDE, me.win);
	for (int i = 0; i < n; i++) {
		put(0, bytes);
		put(1, bytes);
		MPI_Win_fence(0, me.win);
	}
	MPI_Win_fence(MPI_MODE_NOSUCCEED, me.win);
}

static void halo_pscw(int bytes, int n)
{
	for (int i = 0; i < n; i++) {
		MPI_Win_post(me.other, 0, me.win);
		MPI_Win_start(me.other, 0, me.win);
		put(0, bytes);
		put(1, bytes);
		MPI_Win_complete(me.win);
		MPI_Win_wait(me.win);
	}
}

static const struct way ways[] = {
	{"put+flush", put_flush},
	{"get+flush", get_flush},
	{"accumulate+flush", accumulate_flush},
	{"lock+put", lock_put},
	{"put+fence", put_fence},
	{"halo/fence", halo_fence},
	{"halo/pscw", halo_pscw},
};

static const int sizes[] = {8, 512, 4 << 10, 64 << 10, 1 << 20, LARGEST};

static void setup(void)
{
	MPI_Group world;
	char *base;
	int size;

	MPI_Comm_rank(MPI_COMM_WORLD, &me.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	me.peer = size - 1 - me.rank;
	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Group_incl(world, 1, &me.peer, &me.other);
	MPI_Group_free(&world);
	MPI_Win_allocate(2 * (MPI_Aint)LARGEST, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &me.win);
	memset(base, 0, 2 * (size_t)LARGEST);
	me.from = calloc(1, LARGEST);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	setup();
	measure_all(ways, sizeof ways / sizeof *ways, sizes, sizeof sizes / sizeof *sizes, argc, argv);
	MPI_Group_free(&me.other);
	MPI_Win_free(&me.win);
	free(me.from);
	MPI_Finalize();
	return 0;
}
