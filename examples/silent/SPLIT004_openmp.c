// gomarmot: flag=-fopenmp
// The master thread begins the write in one parallel region and ends it in a second region
// with a larger team, while the other threads compute: both calls come from one thread.
#include <mpi.h>
#include <omp.h>

enum { N = 1024, ROUNDS = 5 };

int main(int argc, char **argv) {
    static double out[N], next[N];
    int provided, rank;
    MPI_File fh;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split004_openmp.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0)
                MPI_File_write_at_all_begin(fh, (MPI_Offset)sizeof out * (2 * round + rank), out, N, MPI_DOUBLE);
#pragma omp barrier
#pragma omp for
            for (int i = 0; i < N; i++)
                next[i] = out[i] + omp_get_num_threads();
        }
#pragma omp parallel num_threads(4)
        {
            if (omp_get_thread_num() == 0)
                MPI_File_write_at_all_end(fh, out, MPI_STATUS_IGNORE);
#pragma omp barrier
#pragma omp for
            for (int i = 0; i < N; i++)
                out[i] = next[i];
        }
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
