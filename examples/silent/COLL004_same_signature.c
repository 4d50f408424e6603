// gomarmot: ranks=3
// Arguments that may differ between ranks: datatypes with the same sequence of basic
// types, different names for one type, counts that agree for each pair of ranks,
// datatypes of blocks without data, and arguments significant only at the root.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank, size;
    int field[16] = {0}, other[16] = {0};
    int places[3] = {0, 4, 8}, bytes[3] = {0, 16, 32};
    int one[2] = {1, 1};
    MPI_Aint at[2] = {0, 8};
    MPI_Datatype column, spread, parts[2] = {MPI_INT, MPI_INT};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    MPI_Type_vector(4, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Type_create_struct(2, one, at, parts, &spread);
    MPI_Type_commit(&spread);

    MPI_Bcast(field, rank == 0 ? 1 : 4, rank == 0 ? column : MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(field, rank == 1 ? 2 : 4, rank == 1 ? spread : MPI_INT32_T, 1, MPI_COMM_WORLD);
    MPI_Bcast(field, 0, rank == 0 ? MPI_INT : MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Gather(field, 2, MPI_INT, rank == 0 ? other : NULL, rank == 0 ? 1 : -5, rank == 0 ? spread : MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    MPI_Scatter(rank == 2 ? other : NULL, rank == 2 ? 2 : 99, MPI_UINT32_T, field, 1, spread, 2, MPI_COMM_WORLD);

    int give[3] = {rank, rank, rank}, take[3] = {0, 1, 2};
    MPI_Alltoallv(field, give, places, MPI_INT, other, take, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT}, expect[3] = {MPI_INT, MPI_INT, MPI_INT};
    if (rank == 0) {
        expect[1] = MPI_DOUBLE; /* nothing comes from rank 1 */
        give[0] = 0;
    }
    give[0] = 0;
    take[0] = 0;
    take[1] = rank == 0 ? 0 : 1;
    take[2] = rank == 0 ? 0 : 2;
    MPI_Alltoallw(field, give, bytes, types, other, take, bytes, expect, MPI_COMM_WORLD);
    MPI_Reduce(field, rank == 0 ? other : NULL, 4, rank == 0 ? MPI_INT : MPI_INT32_T, MPI_SUM, 0, MPI_COMM_WORLD);

    MPI_Type_free(&spread);
    MPI_Type_free(&column);

    MPI_Finalize();
    return 0;
}
