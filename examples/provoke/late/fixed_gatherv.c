// gomarmot: ranks=3
// A barrier after MPI_Gatherv makes rank 1 wait until rank 2 has written its file.
#include <mpi.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char name[] = "gatherv.tmp";

static int length(void) {
    struct stat info;

    return stat(name, &info) ? -1 : (int)info.st_size;
}

int main(int argc, char **argv) {
    int rank;
    int mine, all[3], counts[3] = {1, 1, 1}, displs[3] = {0, 1, 2};
    FILE *file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        remove(name);
    MPI_Barrier(MPI_COMM_WORLD);
    mine = rank;
    if (rank == 2 && (file = fopen(name, "w"))) {
        fputs("data", file);
        fclose(file);
    }
    if (rank == 1)
        usleep(100000);
    MPI_Gatherv(&mine, 1, MPI_INT, all, counts, displs, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        printf("%d bytes\n", length());
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        remove(name);

    MPI_Finalize();
    return 0;
}
