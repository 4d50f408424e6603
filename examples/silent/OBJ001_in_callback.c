// gomarmot: ranks=3
// Callbacks use handles that the program has freed: the datatype of a pending
// reduction, and a datatype that has an attribute and is part of another datatype.
#include <mpi.h>
#include <stddef.h>

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
	int bytes;

	MPI_Type_size(*type, &bytes);
	for (int i = 0; i < *length * bytes / (int)sizeof(int); i++)
		((int *)inout)[i] += ((int *)in)[i];
}

static int look(MPI_Datatype type, int key, void *value, void *state)
{
	int bytes;

	(void)key, (void)value, (void)state;
	return MPI_Type_size(type, &bytes);
}

int main(int argc, char **argv)
{
	int mine[2] = {1, 2}, sum[2], key;
	MPI_Datatype pair, row;
	MPI_Op op;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Type_contiguous(2, MPI_INT, &pair);
	MPI_Type_commit(&pair);
	MPI_Op_create(add, 1, &op);
	MPI_Iallreduce(mine, sum, 1, pair, op, MPI_COMM_WORLD, &request);
	MPI_Type_free(&pair);
	MPI_Op_free(&op);
	MPI_Wait(&request, MPI_STATUS_IGNORE);

	MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, look, &key, NULL);
	MPI_Type_contiguous(2, MPI_INT, &pair);
	MPI_Type_set_attr(pair, key, NULL);
	MPI_Type_contiguous(3, pair, &row);
	MPI_Type_free(&pair);
	MPI_Type_free(&row);
	MPI_Type_free_keyval(&key);
	MPI_Finalize();
	return 0;
}
