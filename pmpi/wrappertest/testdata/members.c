/* Groups with members of every kind: members FILE; FILE takes their numbers and ranks. */
#include "stub.h"

int MPI_Group_incl(int group, int n, const int *ranks, int *newgroup);

extern int stub_members;
extern const int *stub_ranks;

enum { GROUPS = 400, MOST = 300 };

static int below(int n)
{
	static uint32_t x = 1;

	x = x * 1664525u + 1013904223u;
	return (int)((x >> 8) % (uint32_t)n);
}

/* Stretches of equally spaced ranks, each of up to so many. */
static int fill(int *ranks, int most)
{
	const int n = below(MOST + 1);
	int i = 0;

	while (i < n) {
		int rank = below(1000) - 1, step = below(5) - 2;

		for (int left = 1 + below(most); left > 0 && i < n; left--, rank += step)
			ranks[i++] = rank < -1 ? -1 : rank;
	}
	return n;
}

int main(int argc, char **argv)
{
	static int ranks[MOST];
	FILE *f = fopen(argv[argc - 1], "wb");
	int group;

	if (!f)
		return 1;
	MPI_Init(&argc, &argv);
	for (int i = 0; i < GROUPS; i++) {
		int n = fill(ranks, 1 + i * MOST / GROUPS);

		fwrite(&n, sizeof n, 1, f);
		fwrite(ranks, sizeof *ranks, (size_t)n, f);
		stub_members = n;
		stub_ranks = ranks;
		MPI_Group_incl(0x48000000, 0, NULL, &group);
	}
	stub_members = 1;
	stub_ranks = NULL;
	MPI_Finalize();
	return fclose(f) != 0;
}
