// While the split write is active, the ranks read and write independently on the
// same handle: with explicit offsets, the shared file pointer, and nonblocking.
#include <mpi.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int u[N], in[4], out[4], late[4];
    int rank;
    MPI_File fh;
    MPI_Request request[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split006_independent.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_Offset place = 65536 * (MPI_Offset)(rank + 1);

    MPI_File_write_at_all_begin(fh, place, u, N, MPI_INT);
    MPI_File_write_at(fh, place + sizeof u, out, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, place + sizeof u, in, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iwrite_at(fh, place + sizeof u + sizeof out, out, 4, MPI_INT, &request[0]);
    MPI_File_iread_at(fh, place + sizeof u, late, 4, MPI_INT, &request[1]);
    MPI_File_write_shared(fh, out, 4, MPI_INT, MPI_STATUS_IGNORE);
    if (rank == 0) { /* not even all ranks */
        MPI_File_seek(fh, place + 8192, MPI_SEEK_SET);
        MPI_File_write(fh, out, 4, MPI_INT, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
