// gomarmot: ranks=2
// gomarmot: skip-romio nonblocking collective I/O of romio321 calls a null pointer
// MPI_Test is called until a collective read is complete. In MPICH, MPI_Test itself then
// calls PMPI_Test, which is not a call of the program.
#include <mpi.h>
#include <stdio.h>

enum { LENGTH = 32 };

int main(int argc, char **argv) {
    int rank, done = 0, out[LENGTH], in[LENGTH] = {0};
    MPI_Datatype every_other;
    MPI_File file;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < LENGTH; i++)
        out[i] = 100 * rank + i;

    MPI_File_open(MPI_COMM_WORLD, "table.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_Type_vector(LENGTH, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_File_set_view(file, (MPI_Offset)sizeof(int) * rank, MPI_INT, every_other, "native", MPI_INFO_NULL);
    MPI_File_write_at_all(file, 0, out, LENGTH, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iread_at_all(file, 0, in, LENGTH, MPI_INT, &request);
    while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    printf("rank %d has read %d to %d\n", rank, in[0], in[LENGTH - 1]);
    MPI_File_close(&file);
    MPI_Type_free(&every_other);

    MPI_Finalize();
    return 0;
}
