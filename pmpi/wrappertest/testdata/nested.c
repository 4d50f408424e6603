/* MPI calls from callbacks that the library runs. Linked with a real MPI. */
#include <mpi.h>
#include <stddef.h>

static int on_delete(MPI_Comm comm, int keyval, void *value, void *state)
{
	(void)comm, (void)keyval, (void)value, (void)state;
	return MPI_Barrier(MPI_COMM_SELF);
}

static void on_reduce(void *in, void *inout, int *n, MPI_Datatype *type)
{
	MPI_Group group;

	(void)in, (void)inout, (void)n, (void)type;
	MPI_Comm_group(MPI_COMM_SELF, &group);
	MPI_Group_free(&group);
}

int main(int argc, char **argv)
{
	int keyval, in = 1, out;
	MPI_Comm comm;
	MPI_Op op;
	MPI_File file;

	MPI_Init(&argc, &argv);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &keyval, NULL);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_attr(comm, keyval, NULL);
	MPI_Comm_free(&comm);
	MPI_Op_create(on_reduce, 1, &op);
	MPI_Allreduce(&in, &out, 1, MPI_INT, op, MPI_COMM_WORLD);
	MPI_Op_free(&op);
	MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
	MPI_File_write_at_all(file, 0, &in, 1, MPI_INT, MPI_STATUS_IGNORE);
	MPI_File_close(&file);
	MPI_Finalize();
	return 0;
}
