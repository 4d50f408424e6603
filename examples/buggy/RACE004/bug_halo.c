// Jacobi with one halo cell on either side: ranks compute the next step while their neighbors' values arrive.
// gomarmot: access=auto ranks=3
#include <mpi.h>

enum { CELLS = 16, STEPS = 4 };

static void step(double *restrict next, const double *now) {
    for (int i = 1; i <= CELLS; i++)
        next[i] = (now[i - 1] + now[i + 1]) / 2; // want RACE004 "(MPI_Put of rank . writes, and a load of rank . reads|a load of rank . reads, and MPI_Put of rank . writes), the same 8 bytes of rank .* no fence of both ranks lies between the two accesses"
}

int main(int argc, char **argv) {
    int rank, ranks;
    double *now, next[CELLS + 2] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Win_allocate((CELLS + 2) * sizeof *now, sizeof *now, MPI_INFO_NULL, MPI_COMM_WORLD, &now, &win);
    for (int i = 0; i < CELLS + 2; i++)
        now[i] = rank;
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;

    MPI_Win_fence(0, win);
    for (int n = 0; n < STEPS; n++) {
        MPI_Put(&now[1], 1, MPI_DOUBLE, left, CELLS + 1, 1, MPI_DOUBLE, win);
        MPI_Put(&now[CELLS], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); // want RACE004 "MPI_Put of rank . writes, and a load of rank . reads, the same 8 bytes of rank .* no fence of both ranks lies between the two accesses"
        step(next, now);
        MPI_Win_fence(0, win);
        for (int i = 1; i <= CELLS; i++)
            now[i] = next[i];
    }
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
