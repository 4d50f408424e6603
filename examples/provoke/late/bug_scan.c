// gomarmot: ranks=2 provoked=PROV003
// gomarmot: skip-mpich no rank leaves its MPI_Scan before all have come
// The program takes MPI_Scan for a barrier: rank 0 may check the size of a file before rank 1 writes the file.
#include <mpi.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char name[] = "late_scan.tmp";

static int length(void) {
    struct stat info;

    return stat(name, &info) ? -1 : (int)info.st_size;
}

int main(int argc, char **argv) {
    int rank;
    int mine = 1, sum = 0, size;
    FILE *file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        remove(name);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 1 && (file = fopen(name, "w"))) {
        fputs("data", file);
        fclose(file);
    }
    if (rank == 0)
        usleep(100000);
    MPI_Scan(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d bytes\n", length());
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        remove(name);

    MPI_Finalize();
    return 0;
}
