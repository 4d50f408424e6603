// gomarmot: ranks=2 flag=-pthread
// A progress thread goes on until MPI_Finalize deletes an attribute of MPI_COMM_SELF: the function that it calls for that
// ends the thread.
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static pthread_t progress;
static atomic_int over;
static MPI_Comm own;

static void *poll(void *unused) {
    int there;

    while (!over) {
        MPI_Iprobe(MPI_ANY_SOURCE, 7, own, &there, MPI_STATUS_IGNORE);
        MPI_Comm_size(own, &there);
        usleep(1000);
    }
    return unused;
}

static int finish(MPI_Comm comm, int key, void *value, void *extra) {
    usleep(20000);
    over = 1;
    pthread_join(progress, NULL);
    MPI_Comm_free(&own);
    return comm == MPI_COMM_NULL || key == MPI_KEYVAL_INVALID || value || extra;
}

int main(int argc, char **argv) {
    int level, key;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finish, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Comm_free_keyval(&key);
    pthread_create(&progress, NULL, poll, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
