// gomarmot: ranks=1
// The program never completes the generalized request: it calls neither MPI_Grequest_complete nor MPI_Wait.
#include <mpi.h>
#include <stddef.h>

static int query(void *state, MPI_Status *status) {
    (void)state;
    MPI_Status_set_elements(status, MPI_INT, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int release(void *state) {
    (void)state;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete) {
    (void)state;
    (void)complete;
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Grequest_start(query, release, cancel, NULL, &request); // want REQ001 "MPI_Grequest_start is never completed: no call waits for, tests or frees its request, nor has the program called MPI_Grequest_complete for its request$"
    MPI_Finalize();
    return 0;
}
