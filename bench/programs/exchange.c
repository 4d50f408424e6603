/*
 * Two ranks exchange messages through a window, in several ways; a rank alone
 * sends them to itself. Prints, for each way, message size and block of
 * iterations, the seconds per iteration. A block is long enough that the rings
 * of gomarmot, if it is there, fill many times: what the drain costs is in it.
 *
 * usage: exchange seconds-per-block blocks [way|all] [bytes]
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGEST = 4 << 20, FIRST_GUESS = 8, MOST = 50000000 };

static struct {
	int rank, peer, bytes;
	char *from; /* what is sent */
	MPI_Win win;
	MPI_Group other;
} me;

static void put(int place)
{
	MPI_Put(me.from, me.bytes, MPI_BYTE, me.peer, (MPI_Aint)place * LARGEST, me.bytes, MPI_BYTE,
		me.win);
}

static void put_flush(int n)
{
	MPI_Win_lock_all(0, me.win);
	for (int i = 0; i < n; i++) {
		put(0);
		MPI_Win_flush(me.peer, me.win);
	}
	MPI_Win_unlock_all(me.win);
}

static void put_fence(int n)
{
	MPI_Win_fence(MPI_MODE_NOPRECEDE, me.win);
	for (int i = 0; i < n; i++) {
		put(0);
		MPI_Win_fence(0, me.win);
	}
	MPI_Win_fence(MPI_MODE_NOSUCCEED, me.win);
}

/* As with two neighbours: both are the other rank. */
static void halo_fence(int n)
{
	MPI_Win_fence(MPI_MODE_NOPRECEDE, me.win);
	for (int i = 0; i < n; i++) {
		put(0);
		put(1);
		MPI_Win_fence(0, me.win);
	}
	MPI_Win_fence(MPI_MODE_NOSUCCEED, me.win);
}

static void halo_pscw(int n)
{
	for (int i = 0; i < n; i++) {
		MPI_Win_post(me.other, 0, me.win);
		MPI_Win_start(me.other, 0, me.win);
		put(0);
		put(1);
		MPI_Win_complete(me.win);
		MPI_Win_wait(me.win);
	}
}

static const struct {
	const char *name;
	void (*run)(int);
} ways[] = {
	{"put+flush", put_flush},
	{"put+fence", put_fence},
	{"halo/fence", halo_fence},
	{"halo/pscw", halo_pscw},
};

static const int sizes[] = {8, 512, 4 << 10, 64 << 10, 1 << 20, LARGEST};

/* Seconds per iteration. */
static double block(void (*run)(int), int n)
{
	double start;

	MPI_Barrier(MPI_COMM_WORLD);
	start = MPI_Wtime();
	run(n);
	MPI_Barrier(MPI_COMM_WORLD);
	return (MPI_Wtime() - start) / n;
}

/* How many iterations take so many seconds: the same on both ranks. */
static int iterations(void (*run)(int), double seconds)
{
	int n = FIRST_GUESS, more = 1;

	while (more) {
		const double took = block(run, n) * n;
		const double want = n * (seconds / took);

		more = took < seconds / 4 && n < MOST; /* the first ones are slow: look again */
		n = want > 10.0 * n ? 10 * n : want < 2 ? 2 : (int)want;
		MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
		MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
	}
	return n;
}

static void measure(int way, int bytes, double seconds, int blocks)
{
	int n;

	me.bytes = bytes;
	n = iterations(ways[way].run, seconds);
	for (int i = 0; i < blocks; i++) {
		const double took = block(ways[way].run, n);

		if (me.rank == 0)
			printf("%s,%d,%.3e\n", ways[way].name, bytes, took);
	}
}

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
	const double seconds = argc > 1 ? atof(argv[1]) : 0.05;
	const int blocks = argc > 2 ? atoi(argv[2]) : 3;
	const int bytes = argc > 4 ? atoi(argv[4]) : 0;

	MPI_Init(&argc, &argv);
	setup();
	for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
			if ((argc <= 3 || !strcmp(argv[3], "all") ||
				    !strcmp(argv[3], ways[w].name)) &&
				(!bytes || bytes == sizes[s]))
				measure((int)w, sizes[s], seconds, blocks);
	MPI_Group_free(&me.other);
	MPI_Win_free(&me.win);
	free(me.from);
	MPI_Finalize();
	return 0;
}
