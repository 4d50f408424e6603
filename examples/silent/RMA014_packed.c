// Packed records in windows of bytes and of records, and pairs of ints that are accessed as numbers of 8 bytes.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { RECORD = 1 + sizeof(double), N = 4 };

int main(int argc, char **argv) {
    int rank, *pairs, half = 7;
    char *bytes, *records;
    double value = 1.5, both[2] = {1, 2};
    int64_t number = 5;
    MPI_Win in_bytes, in_records, in_ints;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(N * RECORD, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &bytes, &in_bytes);
    MPI_Win_allocate(N * RECORD, RECORD, MPI_INFO_NULL, MPI_COMM_WORLD, &records, &in_records);
    MPI_Win_allocate(N * 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &pairs, &in_ints);
    memset(bytes, 0, N * RECORD);
    memset(records, 0, N * RECORD);
    memset(pairs, 0, N * 2 * sizeof(int));
    MPI_Win_fence(0, in_bytes);
    MPI_Win_fence(0, in_records);
    MPI_Win_fence(0, in_ints);
    if (rank == 0) {
        MPI_Put("x", 1, MPI_CHAR, 1, RECORD, 1, MPI_CHAR, in_bytes);
        MPI_Put(&value, 1, MPI_DOUBLE, 1, RECORD + 1, 1, MPI_DOUBLE, in_bytes);
        MPI_Put(&value, 1, MPI_DOUBLE, 1, 1, 1, MPI_DOUBLE, in_records);
        MPI_Put(&number, 1, MPI_INT64_T, 1, 2, 1, MPI_INT64_T, in_ints);
        MPI_Put(&half, 1, MPI_INT, 1, 5, 1, MPI_INT, in_ints);
    }
    MPI_Win_fence(0, in_bytes);
    if (rank == 0)
        MPI_Put(both, 1, MPI_C_DOUBLE_COMPLEX, 1, 8, 1, MPI_C_DOUBLE_COMPLEX, in_bytes);
    MPI_Win_fence(0, in_bytes);
    MPI_Win_fence(0, in_records);
    MPI_Win_fence(0, in_ints);
    if (rank == 1)
        printf("%d %d %d\n", bytes[RECORD], records[RECORD], pairs[5]);
    MPI_Win_free(&in_bytes);
    MPI_Win_free(&in_records);
    MPI_Win_free(&in_ints);
    MPI_Finalize();
    return 0;
}
