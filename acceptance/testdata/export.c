/* A bit of everything that gomarmot log export writes, and two faults: rank 1 receives into the wrong datatype, and
 * no receive takes a message of rank 0. With an argument, another thread of each rank sends itself messages;
 * with two, the ranks wait for each other in the end. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static int on_delete(MPI_Comm comm, int key, void *value, void *extra)
{
	int size;
	(void)key, (void)value, (void)extra;
	return MPI_Comm_size(comm, &size); /* a call within MPI_Comm_delete_attr */
}

static void messages(int rank, int peer)
{
	double out[100] = {0}, in[100];
	float wrong[200];
	MPI_Request r[2];
	MPI_Status s[2];
	MPI_Irecv(in, 100, MPI_DOUBLE, peer, 7, MPI_COMM_WORLD, &r[0]);
	MPI_Isend(out, 100, MPI_DOUBLE, peer, 7, MPI_COMM_WORLD, &r[1]);
	MPI_Waitall(2, r, s);
	if (rank == 0) {
		MPI_Send(out, 10, MPI_DOUBLE, peer, 8, MPI_COMM_WORLD);
		MPI_Send(out, 1, MPI_DOUBLE, peer, 9, MPI_COMM_WORLD);
	} else {
		MPI_Recv(wrong, 20, MPI_FLOAT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, s);
	}
	MPI_Send_init(out, 2, MPI_DOUBLE, peer, 3, MPI_COMM_WORLD, &r[0]);
	MPI_Recv_init(in, 2, MPI_DOUBLE, peer, 3, MPI_COMM_WORLD, &r[1]);
	for (int i = 0; i < 2; i++) {
		MPI_Startall(2, r);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
	}
	MPI_Request_free(&r[0]);
	MPI_Request_free(&r[1]);
}

static void windows(int rank, int peer)
{
	int *base;
	MPI_Win win;
	MPI_Group world, other;
	MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Group_incl(world, 1, &peer, &other);
	if (rank == 0) {
		MPI_Win_start(other, 0, win);
		MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
		MPI_Win_complete(win);
	} else {
		MPI_Win_post(other, 0, win);
		MPI_Win_wait(win);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
	MPI_Win_unlock(peer, win);
	MPI_Group_free(&other);
	MPI_Group_free(&world);
	MPI_Win_free(&win);
}

static void *sender(void *rank)
{
	int in, out = 1;
	for (int i = 0; i < 10; i++)
		MPI_Sendrecv(&out, 1, MPI_INT, *(int *)rank, 1, &in, 1, MPI_INT, *(int *)rank, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
	return 0;
}

int main(int argc, char **argv)
{
	int rank, self = 0, provided, key, sum;
	pthread_t other;
	MPI_Init_thread(&argc, &argv, argc > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (argc > 1 && provided == MPI_THREAD_MULTIPLE)
		pthread_create(&other, 0, sender, &self);
	messages(rank, 1 - rank);
	windows(rank, 1 - rank);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &key, 0);
	MPI_Comm_set_attr(MPI_COMM_WORLD, key, &key);
	MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
	MPI_Comm_free_keyval(&key);
	MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (argc > 1 && provided == MPI_THREAD_MULTIPLE)
		pthread_join(other, 0);
	if (argc > 2)
		MPI_Recv(&sum, 1, MPI_INT, 1 - rank, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	printf("sum %d\n", sum);
	MPI_Finalize();
	return 0;
}
