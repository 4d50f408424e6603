// Callbacks of generalized requests and attributes communicate while a reduction with a function of the program is
// pending. The function of the reduction does not communicate.
#include <mpi.h>
#include <stddef.h>

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static int tell(void) {
    int sent = 1, got;

    return MPI_Sendrecv(&sent, 1, MPI_INT, 0, 3, &got, 1, MPI_INT, 0, 3, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

static int query(void *state, MPI_Status *status) {
    (void)state;
    MPI_Status_set_elements(status, MPI_INT, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return tell();
}

static int release(void *state) {
    (void)state;
    return tell();
}

static int cancel(void *state, int complete) {
    (void)state, (void)complete;
    return MPI_SUCCESS;
}

static int delete(MPI_Comm comm, int key, void *value, void *state) {
    (void)comm, (void)key, (void)value, (void)state;
    return tell();
}

int main(int argc, char **argv) {
    int mine = 1, sum, key;
    MPI_Request sums, own;
    MPI_Comm copy;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Op_create(add, 1, &op);
    MPI_Iallreduce(&mine, &sum, 1, MPI_INT, op, MPI_COMM_WORLD, &sums);
    MPI_Grequest_start(query, release, cancel, NULL, &own);
    MPI_Grequest_complete(own);
    MPI_Wait(&own, MPI_STATUS_IGNORE);
    MPI_Wait(&sums, MPI_STATUS_IGNORE);

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete, &key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_set_attr(copy, key, NULL);
    MPI_Iallreduce(&mine, &sum, 1, MPI_INT, op, MPI_COMM_WORLD, &sums);
    MPI_Comm_free(&copy);
    MPI_Wait(&sums, MPI_STATUS_IGNORE);
    MPI_Comm_free_keyval(&key);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
