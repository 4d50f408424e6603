// Many nonblocking reads and writes may be active on one file handle, and one
// split collective beside them.
#include <mpi.h>

enum { N = 50, MANY = 8 };

int main(int argc, char **argv) {
    static int u[N], out[MANY][N], in[MANY][N];
    int rank;
    MPI_File fh;
    MPI_Request writes[MANY], reads[MANY];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split001_nonblocking.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_Offset at = (MANY + 1) * rank * (MPI_Offset)sizeof u;

    for (int i = 0; i < MANY; i++)
        MPI_File_iwrite_at(fh, at + i * (MPI_Offset)sizeof u, out[i], N, MPI_INT, &writes[i]);
    MPI_File_write_at_all_begin(fh, at + MANY * (MPI_Offset)sizeof u, u, N, MPI_INT);
    for (int i = 0; i < MANY; i++)
        MPI_Wait(&writes[i], MPI_STATUS_IGNORE);
    for (int i = 0; i < MANY; i++)
        MPI_File_iread_at(fh, at + i * (MPI_Offset)sizeof u, in[i], N, MPI_INT, &reads[i]);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    for (int i = 0; i < MANY; i++)
        MPI_Wait(&reads[i], MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
