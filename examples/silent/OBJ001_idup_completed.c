// The program completes MPI_Comm_idup requests with every completion call in
// turn, and uses each new communicator only after its request is complete.
// gomarmot: ranks=2
#include <mpi.h>

static MPI_Request request;

static MPI_Comm copy_of(MPI_Comm comm) {
    MPI_Comm copy;
    MPI_Comm_idup(comm, &copy, &request);
    return copy;
}

static void use(MPI_Comm copy) {
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
}

int main(int argc, char **argv) {
    MPI_Comm copy, second;
    MPI_Request both[2];
    int done = 0, index, count, indices[2];

    MPI_Init(&argc, &argv);
    copy = copy_of(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(copy);

    copy = copy_of(MPI_COMM_WORLD);
    while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    use(copy);

    copy = copy_of(MPI_COMM_WORLD);
    for (done = 0; !done;)
        MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(copy);

    copy = copy_of(MPI_COMM_WORLD);
    MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
    use(copy);

    copy = copy_of(MPI_COMM_WORLD);
    for (done = 0; !done;)
        MPI_Testany(1, &request, &index, &done, MPI_STATUS_IGNORE);
    use(copy);

    copy = copy_of(MPI_COMM_WORLD);
    MPI_Waitsome(1, &request, &count, indices, MPI_STATUSES_IGNORE);
    use(copy);

    copy = copy_of(MPI_COMM_WORLD);
    do
        MPI_Testsome(1, &request, &count, indices, MPI_STATUSES_IGNORE);
    while (count == 0);
    use(copy);

    copy = copy_of(MPI_COMM_WORLD);
    for (done = 0; !done;)
        MPI_Testall(1, &request, &done, MPI_STATUSES_IGNORE);
    use(copy);

    copy = copy_of(MPI_COMM_WORLD);
    both[0] = request;
    second = copy_of(MPI_COMM_SELF);
    both[1] = request;
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    use(copy);
    use(second);
    MPI_Finalize();
    return 0;
}
