// Predefined datatypes need no commit, including pair types and Fortran types; nor
// does a duplicate of a committed datatype or the result of MPI_Type_match_size.
#include <mpi.h>

int main(int argc, char **argv) {
    static long double cells[16], row[16];
    int rank;
    MPI_Datatype vector, copy, match;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(2, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    MPI_Type_dup(vector, &copy);
    MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &match);
    MPI_Datatype types[] = {MPI_CHAR,        MPI_BYTE,    MPI_SHORT, MPI_WCHAR,
                            MPI_LONG_DOUBLE, MPI_C_BOOL,  MPI_AINT,  MPI_OFFSET,
                            MPI_INT64_T,     MPI_2INT,    copy,      MPI_DOUBLE_INT,
                            MPI_SHORT_INT,   MPI_INTEGER, match,     MPI_DOUBLE_PRECISION};
    int n = sizeof types / sizeof *types;
    MPI_Win_create(cells, sizeof cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        for (int i = 0; i < n; i++)
            MPI_Put(&row[i], 1, types[i], 1, i, 1, types[i], win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&copy);
    MPI_Type_free(&vector);
    MPI_Finalize();
    return 0;
}
