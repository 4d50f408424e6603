// Does not come to its end, or not to a good one, with a file open: the argument
// says how. Rank 1 is the one to blame. The test finds lines by their comments.
#include <mpi.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { N = 64 };

static int rank, token, data[N];
static MPI_File file;

static void mixed(void) {
    if (rank == 1) {
        MPI_File_write_all_begin(file, data, N, MPI_INT); // split
        MPI_File_write_all_end(file, data, MPI_STATUS_IGNORE);
    } else {
        MPI_File_write_all(file, data, N, MPI_INT, MPI_STATUS_IGNORE); // blocking
    }
}

static void receiving(void) {
    MPI_File_write_all_begin(file, data, N, MPI_INT);
    if (rank == 1)
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // receive
    MPI_File_write_all_end(file, data, MPI_STATUS_IGNORE);                     // end
    MPI_File_close(&file);                                                     // close
    if (rank == 0)
        MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
}

static void aborted(void) {
    if (rank == 1) {
        sleep(1);
        MPI_Abort(MPI_COMM_WORLD, 5); // abort
    }
    MPI_File_write_all(file, data, N, MPI_INT, MPI_STATUS_IGNORE); // waits
    MPI_Barrier(MPI_COMM_WORLD);
}

static void killed(void) {
    if (rank == 1) {
        sleep(1);
        raise(SIGKILL);
    }
    MPI_File_write_ordered(file, data, N, MPI_INT, MPI_STATUS_IGNORE); // ordered
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "stall.dat", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                  &file);
    if (strcmp(how, "killed")) // the shared file pointer needs the same view on all ranks
        MPI_File_set_view(file, rank * (MPI_Offset)sizeof data, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    if (!strcmp(how, "mixed"))
        mixed();
    else if (!strcmp(how, "receiving"))
        receiving();
    else if (!strcmp(how, "aborted"))
        aborted();
    else if (!strcmp(how, "killed"))
        killed();
    if (file != MPI_FILE_NULL)
        MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
