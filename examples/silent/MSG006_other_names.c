// Send and receive datatypes differ in name, but not in size: fixed-width types, MPI_AINT, MPI_COUNT. Packed data.
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

static void passes(int rank, const void *from, MPI_Datatype sent, void *into, MPI_Datatype received) {
    if (rank == 0)
        MPI_Send(from, 1, sent, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(into, 1, received, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(rank == 0 ? (void *)from : into, 1, rank == 0 ? sent : received, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    int rank, n = 1, m = 0, at = 0;
    int64_t wide = 2;
    long length = 3;
    long long other = 4;
    unsigned long size = 5;
    MPI_Aint address = 6;
    MPI_Offset offset = 7;
    MPI_Count count = 8;
    char packed[16];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    passes(rank, &n, MPI_INT, &m, MPI_INT32_T);
    passes(rank, &n, MPI_INT, &m, MPI_INTEGER);
    passes(rank, &n, MPI_UINT32_T, &m, MPI_INT32_T);
    passes(rank, &wide, MPI_INT64_T, &other, MPI_LONG_LONG);
    passes(rank, &length, MPI_LONG, &wide, MPI_INT64_T);
    passes(rank, &size, MPI_UNSIGNED_LONG, &address, MPI_AINT);
    passes(rank, &offset, MPI_OFFSET, &other, MPI_LONG_LONG);
    passes(rank, &count, MPI_COUNT, &length, MPI_LONG);
    passes(rank, &other, MPI_LONG_LONG, &other, MPI_LONG_LONG_INT);
    if (rank == 0) {
        MPI_Pack(&n, 1, MPI_UNSIGNED, packed, sizeof packed, &at, MPI_COMM_WORLD);
        MPI_Send(packed, at, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
        MPI_Send(NULL, 0, MPI_LONG, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&m, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&other, 1, MPI_LONG_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
