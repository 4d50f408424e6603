// gomarmot: ranks=2
// The functions of attributes use communicators and datatypes which the MPI
// library passes to them, although the program has freed them; objects whose
// handles may be those of freed objects; and the new communicator, after a copy
// function has failed.
#include <mpi.h>
#include <stddef.h>

static MPI_Comm kept;

static int look_at_owner(MPI_Comm owner, int key, void *value, void *state)
{
	int size;

	(void)key, (void)value, (void)state;
	return MPI_Comm_size(owner, &size);
}

static int look_at_kept(MPI_Comm owner, int key, void *value, void *state)
{
	int size;

	(void)owner, (void)key, (void)value, (void)state;
	return MPI_Comm_size(kept, &size);
}

static int look_at_type(MPI_Datatype type, int key, void *value, void *state)
{
	int size;

	(void)key, (void)value, (void)state;
	return MPI_Type_size(type, &size);
}

static int free_part(MPI_Comm owner, int key, void *value, void *state)
{
	(void)owner, (void)key, (void)state;
	return MPI_Type_free((MPI_Datatype *)value);
}

static int renew(MPI_Comm owner, int key, void *value, void *state)
{
	(void)owner, (void)key, (void)value, (void)state;
	MPI_Comm_free(&kept);
	MPI_Comm_dup(MPI_COMM_SELF, &kept);
	return look_at_kept(owner, key, value, state);
}

static int refuse(MPI_Comm owner, int key, void *state, void *value, void *out, int *copied)
{
	(void)owner, (void)key, (void)state, (void)value, (void)out;
	*copied = 0;
	return MPI_ERR_OTHER;
}

static void set(MPI_Comm comm, MPI_Comm_copy_attr_function *copies, MPI_Comm_delete_attr_function *deletes)
{
	int key;

	MPI_Comm_create_keyval(copies, deletes, &key, NULL);
	MPI_Comm_set_attr(comm, key, NULL);
	MPI_Comm_free_keyval(&key);
}

int main(int argc, char **argv)
{
	MPI_Comm comm, twin;
	MPI_Datatype inner, outer;
	MPI_Request request;
	int rank, key, value = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);

	// The library keeps the communicator until the receive is complete.
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	set(comm, MPI_COMM_DUP_FN, look_at_owner);
	MPI_Comm_dup(comm, &twin);
	MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 0, comm, &request);
	MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, comm);
	MPI_Comm_free(&comm);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Comm_free(&twin);

	// The handle of the freed communicator may be reused.
	MPI_Comm_dup(MPI_COMM_SELF, &kept);
	MPI_Comm_free(&kept);
	MPI_Comm_dup(MPI_COMM_SELF, &kept);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	set(comm, MPI_COMM_NULL_COPY_FN, look_at_kept);
	MPI_Comm_free(&comm);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	set(comm, MPI_COMM_NULL_COPY_FN, renew);
	MPI_Comm_free(&comm);
	MPI_Comm_free(&kept);

	// The inner datatype exists as long as the outer one; the delete function frees the outer one.
	MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, look_at_type, &key, NULL);
	MPI_Type_contiguous(2, MPI_INT, &inner);
	MPI_Type_set_attr(inner, key, NULL);
	MPI_Type_contiguous(3, inner, &outer);
	MPI_Type_free(&inner);
	MPI_Type_free_keyval(&key);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_part, &key, NULL);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_attr(comm, key, &outer);
	MPI_Comm_free_keyval(&key);
	MPI_Comm_free(&comm);

	// The second copy function fails: the library may delete the attribute that it has copied already.
	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Comm_dup(MPI_COMM_SELF, &twin);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	set(comm, MPI_COMM_DUP_FN, look_at_owner);
	set(comm, refuse, MPI_COMM_NULL_DELETE_FN);
	MPI_Comm_free(&twin);
	MPI_Comm_dup(comm, &twin);
	MPI_Comm_free(&comm);

	// The functions of the attributes of MPI_COMM_SELF run in MPI_Finalize.
	set(MPI_COMM_SELF, MPI_COMM_NULL_COPY_FN, look_at_owner);
	MPI_Finalize();
	return 0;
}
