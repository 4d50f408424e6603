// All requests are complete before the program sets the size of the file and
// closes it. Helper functions complete the requests that main has started.
#include <mpi.h>

enum { REQUESTS = 5 };

static void some(int count, MPI_Request *requests) {
    int indices[REQUESTS], done = 0;
    MPI_Status statuses[REQUESTS];

    for (int total = 0; total < count; total += done)
        do
            MPI_Testsome(count, requests, &done, indices, statuses);
        while (done == 0);
}

static void test(MPI_Request *request) {
    for (int flag = 0; !flag;)
        MPI_Test(request, &flag, MPI_STATUS_IGNORE);
}

static void any(int count, MPI_Request *requests) {
    for (int i = 0, index; i < count; i++)
        MPI_Waitany(count, requests, &index, MPI_STATUS_IGNORE);
}

static void all(int count, MPI_Request *requests) {
    MPI_Status statuses[REQUESTS];
    MPI_Waitall(count, requests, statuses);
}

int main(int argc, char **argv) {
    static int row[REQUESTS];
    int rank;
    MPI_Request requests[REQUESTS];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file007_completed.data", amode, MPI_INFO_NULL, &fh);
    for (int round = 0; round < 4; round++) {
        MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
        for (int i = 0; i < REQUESTS; i++)
            MPI_File_iwrite_at(fh, REQUESTS * (2 * round + rank) + i, &row[i], 1, MPI_INT, &requests[i]);
        switch (round) {
        case 0:
            some(REQUESTS, requests);
            break;
        case 1:
            for (int i = REQUESTS; i-- > 0;)
                test(&requests[i]);
            break;
        case 2:
            any(REQUESTS, requests);
            break;
        default:
            all(REQUESTS, requests);
        }
        MPI_File_sync(fh);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(fh);
    MPI_File_set_size(fh, 0);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
