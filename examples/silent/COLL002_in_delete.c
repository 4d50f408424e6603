// gomarmot: ranks=3
// The delete callback of an attribute makes collective calls on the communicator that
// MPI_Comm_free or MPI_Comm_disconnect is about to free. All ranks make these calls.
#include <mpi.h>
#include <stddef.h>

static int last_words(MPI_Comm comm, int key, void *value, void *state)
{
	int one = 1, sum;
	MPI_Request request;

	(void)key, (void)value, (void)state;
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
	MPI_Ibarrier(comm, &request);
	return MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
	int key;
	MPI_Comm comm;

	MPI_Init(&argc, &argv);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, last_words, &key, NULL);
	for (int i = 0; i < 2; i++) {
		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
		MPI_Comm_set_attr(comm, key, NULL);
		if (i == 0)
			MPI_Comm_free(&comm);
		else
			MPI_Comm_disconnect(&comm);
	}
	MPI_Comm_free_keyval(&key);
	MPI_Finalize();
	return 0;
}
