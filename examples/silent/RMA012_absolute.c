// MPI_BOTTOM, which is NULL in C, with datatypes that hold the addresses: two
// variables in one put, and an array in one get.
#include <mpi.h>
#include <stdlib.h>

static double first = 1, second = 2, back[2];

static MPI_Datatype at(int n, int length, void *places[]) {
    MPI_Aint addresses[2];
    MPI_Datatype type;

    for (int i = 0; i < n; i++)
        MPI_Get_address(places[i], &addresses[i]);
    MPI_Type_create_hindexed_block(n, length, addresses, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char **argv) {
    double *cells;
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Datatype pair = at(2, 1, (void *[]){&first, &second});
    MPI_Datatype array = at(1, 2, (void *[]){back});

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(MPI_BOTTOM, 1, pair, 1 - rank, 0, 2, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Get(MPI_BOTTOM, 1, array, 1 - rank, 0, 2, MPI_DOUBLE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (back[0] + back[1] != 3)
        abort();

    MPI_Type_free(&array);
    MPI_Type_free(&pair);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
