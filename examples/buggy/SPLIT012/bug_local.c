// The buffer of a split collective write is a local variable of a function that has
// returned when another function ends the write.
#include <mpi.h>

enum { N = 100 };

struct writing {
    MPI_File fh;
    int *data;
};

static void begin(struct writing *w, int rank) {
    int data[N];

    for (int i = 0; i < N; i++)
        data[i] = rank;
    w->data = data;
    MPI_File_write_at_all_begin(w->fh, rank * (MPI_Offset)sizeof data, data, N, MPI_INT); // want SPLIT012 "^the buffer of MPI_File_write_at_all_begin is a local variable of a function that returned before MPI_File_write_at_all_end$"
}

int main(int argc, char **argv) {
    int rank;
    struct writing w;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split012.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &w.fh);

    begin(&w, rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_write_at_all_end(w.fh, w.data, MPI_STATUS_IGNORE);

    MPI_File_close(&w.fh);
    MPI_Finalize();
    return 0;
}
