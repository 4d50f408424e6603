// gomarmot: ranks=2
// The functions of attributes use handles that were freed before the call that
// runs the functions: a communicator, a datatype and a group.
#include <mpi.h>
#include <stddef.h>

struct kept {
	MPI_Comm comm;
	MPI_Datatype type;
	MPI_Group group;
};

static int look_at_comm(MPI_Comm owner, int key, void *value, void *state)
{
	int size;

	(void)owner, (void)key, (void)state;
	MPI_Comm_size(((struct kept *)value)->comm, &size); // want OBJ001 "argument comm of MPI_Comm_size, communicator .*, is already freed"
	return MPI_SUCCESS;
}

static int copy(MPI_Comm owner, int key, void *state, void *value, void *out, int *copied)
{
	int size;

	(void)owner, (void)key, (void)state, (void)out;
	MPI_Type_size(((struct kept *)value)->type, &size); // want OBJ001 "argument datatype of MPI_Type_size, MPI_Type_contiguous datatype, is already freed"
	*copied = 0;
	return MPI_SUCCESS;
}

static int look_at_group(MPI_Comm owner, int key, void *value, void *state)
{
	int size;

	(void)owner, (void)key, (void)state;
	MPI_Group_size(((struct kept *)value)->group, &size); // want OBJ001 "argument group of MPI_Group_size, a group, is already freed"
	return MPI_SUCCESS;
}

static int key_with(MPI_Comm_copy_attr_function *copies, MPI_Comm_delete_attr_function *deletes)
{
	int key;

	MPI_Comm_create_keyval(copies, deletes, &key, NULL);
	return key;
}

int main(int argc, char **argv)
{
	struct kept kept;
	MPI_Comm owner, other, twin, comm;
	MPI_Datatype type;
	MPI_Group group;
	int comm_key, copy_key, group_key;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_dup(MPI_COMM_WORLD, &owner);
	MPI_Comm_dup(MPI_COMM_WORLD, &other);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Type_contiguous(3, MPI_INT, &type);
	MPI_Comm_group(MPI_COMM_WORLD, &group);
	kept = (struct kept){comm, type, group};
	comm_key = key_with(MPI_COMM_NULL_COPY_FN, look_at_comm);
	copy_key = key_with(copy, MPI_COMM_NULL_DELETE_FN);
	group_key = key_with(MPI_COMM_NULL_COPY_FN, look_at_group);
	MPI_Comm_set_attr(owner, comm_key, &kept);
	MPI_Comm_set_attr(other, copy_key, &kept);
	MPI_Comm_set_attr(MPI_COMM_WORLD, group_key, &kept);
	MPI_Type_free(&type);
	MPI_Group_free(&group);
	MPI_Comm_delete_attr(MPI_COMM_WORLD, group_key);
	MPI_Comm_dup(other, &twin);
	MPI_Comm_free(&comm);
	MPI_Comm_free(&owner);

	MPI_Comm_free(&other);
	MPI_Comm_free_keyval(&comm_key);
	MPI_Comm_free_keyval(&copy_key);
	MPI_Comm_free_keyval(&group_key);
	MPI_Comm_free(&twin);
	MPI_Finalize();
	return 0;
}
