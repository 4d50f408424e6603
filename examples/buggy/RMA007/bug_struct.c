// The basic components of an accumulate's datatype must all be of the same predefined
// type. This struct has a double and an int.
#include <mpi.h>
#include <stddef.h>

struct pair {
    double weight;
    int count;
};

int main(int argc, char **argv) {
    static struct pair cell;
    struct pair value = {1.5, 3};
    int rank, blocks[] = {1, 1};
    MPI_Aint at[] = {offsetof(struct pair, weight), offsetof(struct pair, count)};
    MPI_Datatype parts[] = {MPI_DOUBLE, MPI_INT}, type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_struct(2, blocks, at, parts, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(&value, 1, type, 1, 0, 1, type, MPI_REPLACE, win); // want RMA007 "MPI_DOUBLE.*MPI_INT"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
