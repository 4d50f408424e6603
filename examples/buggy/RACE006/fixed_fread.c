// Rank 1 fills its buffers from files and strings when they are no longer in use.
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
        int printed = (int)fwrite(text[3], 1, 5, stdout); // the program may read the buffer of a send
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        size_t got = fread(text[0], 1, 40, numbers);
        got += fread(text[0], 1, N, numbers);
        snprintf(count, sizeof count, "%zu", got);
        printed += snprintf(text[1], N, "%s of rank %d", count, rank);
        strncpy(text[2], count, N - 1);
        qsort(text[3], N / 2, 1, by_value);
        MPI_Wait(&pending, MPI_STATUS_IGNORE);
        printed += (int)fwrite(late, 1, 5, stdout);
        if (printed < 0)
            return 1;
    }

    fclose(numbers);
    MPI_Finalize();
    return 0;
}
