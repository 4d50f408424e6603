// An adaptively refined forest of quadtrees with p4est: refined, balanced,
// partitioned, saved by MPI-IO and loaded again; and libsc's arrays shared by
// the ranks of a node, which are windows.
#include <p4est_algorithms.h>
#include <p4est_extended.h>
#include <p4est_ghost.h>
#include <p4est_nodes.h>
#include <sc_shmem.h>
#include <stdio.h>

static int corner(p4est_t *forest, p4est_topidx_t tree, p4est_quadrant_t *q)
{
	(void)forest;
	return q->level < 6 && (q->x + q->y) < P4EST_ROOT_LEN / 4 + tree * 1000;
}

// A prefix sum over the ranks, in each of libsc's kinds of shared array.
static long shared_array(sc_shmem_type_t type, int rank, int size, long mine)
{
	sc_shmem_set_type(sc_MPI_COMM_WORLD, type);
	long *all = SC_SHMEM_ALLOC(long, size + 1, sc_MPI_COMM_WORLD), sum = 0;
	sc_shmem_prefix(&mine, all, 1, sc_MPI_LONG, sc_MPI_SUM, sc_MPI_COMM_WORLD);
	for (int i = 0; i <= size; i++)
		sum += all[i] * (i + 1);
	long *copy = SC_SHMEM_ALLOC(long, size + 1, sc_MPI_COMM_WORLD);
	sc_shmem_memcpy(copy, all, (size + 1) * sizeof(long), sc_MPI_COMM_WORLD);
	sum += copy[rank];
	SC_SHMEM_FREE(copy, sc_MPI_COMM_WORLD);
	SC_SHMEM_FREE(all, sc_MPI_COMM_WORLD);
	return sum;
}

int main(int argc, char **argv)
{
	int rank, size;
	sc_MPI_Init(&argc, &argv);
	sc_MPI_Comm_rank(sc_MPI_COMM_WORLD, &rank);
	sc_MPI_Comm_size(sc_MPI_COMM_WORLD, &size);
	sc_init(sc_MPI_COMM_WORLD, 1, 1, NULL, SC_LP_ERROR);
	p4est_init(NULL, SC_LP_ERROR);

	p4est_connectivity_t *shape = p4est_connectivity_new_moebius(), *loaded_shape;
	p4est_t *forest = p4est_new_ext(sc_MPI_COMM_WORLD, shape, 0, 2, 1, sizeof(int), NULL, NULL);
	p4est_refine(forest, 1, corner, NULL);
	p4est_balance(forest, P4EST_CONNECT_FULL, NULL);
	p4est_partition(forest, 0, NULL);
	p4est_ghost_t *ghost = p4est_ghost_new(forest, P4EST_CONNECT_FULL);
	p4est_nodes_t *nodes = p4est_nodes_new(forest, ghost);
	long ghosts = (long)ghost->ghosts.elem_count, unknowns = nodes->num_owned_indeps;
	p4est_nodes_destroy(nodes);
	p4est_ghost_destroy(ghost);
	unsigned crc = p4est_checksum(forest);

	p4est_save("forest.p4est", forest, 1);
	p4est_t *loaded = p4est_load("forest.p4est", sc_MPI_COMM_WORLD, sizeof(int), 1, NULL, &loaded_shape);
	int same = p4est_is_equal(forest, loaded, 0);
	p4est_destroy(loaded);
	p4est_connectivity_destroy(loaded_shape);

	long shared = 0, total[3] = {ghosts, unknowns, same}, all[3];
	static const sc_shmem_type_t types[] = {SC_SHMEM_BASIC, SC_SHMEM_PRESCAN, SC_SHMEM_WINDOW, SC_SHMEM_WINDOW_PRESCAN};
	for (int i = 0; i < 4; i++)
		shared += (i + 1) * shared_array(types[i], rank, size, rank + unknowns);
	sc_MPI_Reduce(total, all, 3, sc_MPI_LONG, sc_MPI_SUM, 0, sc_MPI_COMM_WORLD);
	if (rank == 0)
		printf("checksum %u %ld %ld %ld %ld\n", crc, all[0], all[1], all[2], shared);
	p4est_destroy(forest);
	p4est_connectivity_destroy(shape);
	sc_finalize();
	sc_MPI_Finalize();
	return 0;
}
