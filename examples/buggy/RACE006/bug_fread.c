// Through functions of the C library, rank 1 fills the buffers of pending sends and prints
// the buffer of a pending receive.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64 };

static int by_value(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

int main(int argc, char **argv) {
    int rank;
    char text[4][N] = {"", "", "", ""};
    MPI_Request requests[4];
    FILE *numbers = tmpfile();

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 48; i++)
        fputc('a' + (i * 7) % 26, numbers);
    rewind(numbers);

    if (rank == 0) {
        for (int i = 0; i < 4; i++)
            MPI_Recv(text[i], N, MPI_CHAR, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(text[0], N, MPI_CHAR, 1, 4, MPI_COMM_WORLD);
    } else {
        MPI_Request pending;
        char late[N] = "";
        char count[12];
        for (int i = 0; i < 4; i++)
            MPI_Isend(text[i], N, MPI_CHAR, 0, i, MPI_COMM_WORLD, &requests[i]);
        MPI_Irecv(late, N, MPI_CHAR, 0, 4, MPI_COMM_WORLD, &pending);
        size_t got = fread(text[0], 1, 40, numbers); // want RACE006 "^this store changes 40 bytes of buf of the pending MPI_Isend"
        got += fread(text[0], 1, N, numbers);
        snprintf(count, sizeof count, "%zu", got);
        int printed = snprintf(text[1], N, "%s of rank %d", count, rank); // want RACE006 "^this store changes 13 bytes of buf of the pending MPI_Isend"
        strncpy(text[2], count, N - 1); // want RACE006 "^this store changes 63 bytes of buf of the pending MPI_Isend"
        qsort(text[3], N / 2, 1, by_value); // want RACE006 "^this store changes 32 bytes of buf of the pending MPI_Isend"
        printed += (int)fwrite(late, 1, 5, stdout); // want RACE006 "^this load reads 5 bytes of buf of the pending MPI_Irecv"
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        MPI_Wait(&pending, MPI_STATUS_IGNORE);
        if (printed < 0)
            return 1;
    }

    fclose(numbers);
    MPI_Finalize();
    return 0;
}
