// A distributed graph partitioned and ordered by PT-SCOTCH.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <ptscotch.h>

#define SIDE 40
#define PARTS 6

static void must(int code, const char *what)
{
	if (code != 0) {
		fprintf(stderr, "ptscotch: %s failed\n", what);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
}

int main(int argc, char **argv)
{
	int rank, size, provided;
	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	SCOTCH_Num first = SIDE * SIDE * rank / size, n = SIDE * SIDE * (rank + 1) / size - first, edges = 0;
	SCOTCH_Num *start = malloc((n + 1) * sizeof *start), *to = malloc(4 * n * sizeof *to), *part = malloc(n * sizeof *part);
	for (SCOTCH_Num i = 0; i < n; i++) {
		SCOTCH_Num v = first + i, x = v % SIDE, y = v / SIDE;
		start[i] = edges;
		if (x > 0)
			to[edges++] = v - 1;
		if (x < SIDE - 1)
			to[edges++] = v + 1;
		if (y > 0)
			to[edges++] = v - SIDE;
		if (y < SIDE - 1)
			to[edges++] = v + SIDE;
	}
	start[n] = edges;

	SCOTCH_randomReset();
	SCOTCH_Dgraph graph;
	SCOTCH_Strat strategy;
	must(SCOTCH_dgraphInit(&graph, MPI_COMM_WORLD), "dgraphInit");
	must(SCOTCH_dgraphBuild(&graph, 0, n, n, start, start + 1, NULL, NULL, edges, edges, to, NULL, NULL), "dgraphBuild");
	must(SCOTCH_dgraphCheck(&graph), "dgraphCheck");
	SCOTCH_stratInit(&strategy);
	must(SCOTCH_dgraphPart(&graph, PARTS, &strategy, part), "dgraphPart");
	SCOTCH_stratExit(&strategy);

	SCOTCH_Dordering ordering;
	SCOTCH_stratInit(&strategy);
	must(SCOTCH_dgraphOrderInit(&graph, &ordering), "dgraphOrderInit");
	must(SCOTCH_dgraphOrderCompute(&graph, &ordering, &strategy), "dgraphOrderCompute");
	SCOTCH_Num *perm = malloc(n * sizeof *perm);
	must(SCOTCH_dgraphOrderPerm(&graph, &ordering, perm), "dgraphOrderPerm");
	SCOTCH_dgraphOrderExit(&graph, &ordering);
	SCOTCH_stratExit(&strategy);

	// The partition may differ between runs, so the output is its balance, not the partition.
	long count[PARTS] = {0}, all[PARTS], permuted = 0, sum = 0;
	for (SCOTCH_Num i = 0; i < n; i++) {
		count[part[i]]++;
		permuted += perm[i];
	}
	MPI_Reduce(count, all, PARTS, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
	MPI_Reduce(&permuted, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
	SCOTCH_dgraphExit(&graph);
	if (rank == 0) {
		int balanced = 1;
		for (int i = 0; i < PARTS; i++)
			balanced &= all[i] > SIDE * SIDE / PARTS * 0.9 && all[i] < SIDE * SIDE / PARTS * 1.1;
		printf("checksum balanced %d, permutation %ld\n", balanced, sum);
	}
	free(start);
	free(to);
	free(part);
	free(perm);
	MPI_Finalize();
	return 0;
}
