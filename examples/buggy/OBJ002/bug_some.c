// The early return forgets the datatype, in one call of three.
#include <mpi.h>

static void send(const double *column, int height, int last) {
    MPI_Datatype type;

    MPI_Type_vector(height, 1, 8, MPI_DOUBLE, &type); // want OBJ002 "4 of the 12 datatypes that MPI_Type_vector returned were not freed"
    MPI_Type_commit(&type);
    if (last)
        return;
    MPI_Sendrecv(column, 1, type, 0, 0, (void *)(column + 1), 1, type, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
}

int main(int argc, char **argv) {
    static double field[8][8];

    MPI_Init(&argc, &argv);
    for (int i = 0; i < 12; i++)
        send(field[0], 8, i % 3 == 2);
    MPI_Finalize();
    return 0;
}
