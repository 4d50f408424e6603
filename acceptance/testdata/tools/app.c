// Two puts between fences, a nonblocking write, and a file that is closed as
// MPI_Finalize runs the callbacks of MPI_COMM_SELF. Argument: the fault to make -
// put: another type at the target; wait: none for the request; close: none for
// the file; all of them; or none.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static MPI_File file;

static int at_end(MPI_Comm comm, int key, void *value, void *extra) {
    (void)comm, (void)key, (void)extra;
    if (!value)
        MPI_File_close(&file);
    return MPI_SUCCESS;
}

static int has(const char *fault, const char *name) {
    return !strcmp(fault, name) || !strcmp(fault, "all");
}

int main(int argc, char **argv) {
    const char *fault = argc > 1 ? argv[1] : "";
    static int cells[2];
    int rank, key;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Put(&rank, 1, MPI_INT, 1 - rank, 1, 1, has(fault, "put") ? MPI_FLOAT : MPI_INT, win); // put
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_end, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, has(fault, "close") ? &rank : NULL);
    MPI_File_open(MPI_COMM_SELF, rank ? "one" : "zero", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file); // close
    MPI_File_iwrite(file, cells, 2, MPI_INT, &request); // wait
    if (!has(fault, "wait"))
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (cells[0] != 1 - rank)
        printf("rank %d: %d is wrong\n", rank, cells[0]);
    MPI_Finalize();
    return 0;
}
