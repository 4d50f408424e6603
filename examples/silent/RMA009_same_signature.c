// The signature is the sequence of basic types, not the layout: the program puts
// structs into structs and a block into a column, and gets bytes from bytes.
#include <mpi.h>
#include <stddef.h>

struct cell {
    double weight;
    int count;
};

int main(int argc, char **argv) {
    static struct cell cells[4];
    struct cell row[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    int rank, blocks[] = {1, 1}, ints[4] = {0};
    MPI_Aint at[] = {offsetof(struct cell, weight), offsetof(struct cell, count)};
    MPI_Datatype parts[] = {MPI_DOUBLE, MPI_INT}, packed, type, column;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_struct(2, blocks, at, parts, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(struct cell), &type);
    MPI_Type_create_hvector(4, 1, sizeof(struct cell), MPI_INT, &column);
    MPI_Type_commit(&type);
    MPI_Type_commit(&column);
    MPI_Win_create(cells, sizeof cells, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 4, type, 1, 0, 4, type, win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(ints, 4, MPI_INT, 1, at[1], 1, column, win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(row, sizeof row, MPI_BYTE, 1, 0, sizeof row, MPI_BYTE, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&column);
    MPI_Type_free(&type);
    MPI_Type_free(&packed);
    MPI_Finalize();
    return rank == 0 && (row[3].weight != 7 || row[3].count != 0);
}
