// gomarmot: ranks=3
// A barrier after MPI_Bcast makes rank 1 wait until rank 2 has written its file.
#include <mpi.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char name[] = "late.tmp";

static int length(void) {
    struct stat info;

    return stat(name, &info) ? -1 : (int)info.st_size;
}

int main(int argc, char **argv) {
    int rank;
    int setting = 1, size;
    FILE *file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        remove(name);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 2 && (file = fopen(name, "w"))) {
        fputs("data", file);
        fclose(file);
    }
    if (rank == 0)
        usleep(100000);
    MPI_Bcast(&setting, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        printf("%d bytes\n", length());
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        remove(name);

    MPI_Finalize();
    return 0;
}
