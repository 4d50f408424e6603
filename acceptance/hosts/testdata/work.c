// Makes rounds of two or three MPI calls, and counts the rounds: each rank adds 1 to a mapped
// file of its own, in the folder of the first argument, before each round. The second argument
// is the number of rounds; without it, the program does not end.
#include <fcntl.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile int64_t *counter(const char *folder, int rank) {
    char path[4096];
    void *p;
    int fd;

    snprintf(path, sizeof path, "%s/told.%d", folder, rank);
    fd = open(path, O_RDWR | O_CREAT, 0600);
    if (fd < 0 || ftruncate(fd, sizeof(int64_t)))
        exit(9);
    p = mmap(NULL, sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return p == MAP_FAILED ? NULL : p;
}

int main(int argc, char **argv) {
    const long rounds = argc > 2 ? atol(argv[2]) : 0;
    volatile int64_t *told;
    unsigned state;
    int rank, size, out, in;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    told = counter(argv[1], rank);
    if (!told)
        return 9;
    state = out = rank + 1;
    for (long i = 0; !rounds || i < rounds; i++) {
        state = state * 1664525u + 1013904223u; // nothing that packs well
        ++*told;
        MPI_Type_contiguous((int)(state >> 1), MPI_CHAR, &type);
        MPI_Type_free(&type);
        if (i % 200 == 0)
            MPI_Sendrecv(&out, 1, MPI_INT, (rank + 1) % size, 0, &in, 1, MPI_INT, (rank + size - 1) % size, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
