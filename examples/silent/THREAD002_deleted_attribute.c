// gomarmot: ranks=2 flag=-pthread
// MPI_Finalize deletes an attribute of MPI_COMM_SELF. The delete function waits for a helper thread, which meanwhile
// makes its last MPI calls.
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static pthread_t helper;
static atomic_int ending;
static MPI_Comm own;

static void *help(void *unused) {
    int there, size;

    while (!ending)
        usleep(1000);
    MPI_Comm_size(own, &size);
    MPI_Iprobe(MPI_ANY_SOURCE, 7, own, &there, MPI_STATUS_IGNORE);
    return unused;
}

static int finish(MPI_Comm comm, int key, void *value, void *extra) {
    ending = 1;
    pthread_join(helper, NULL);
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
    pthread_create(&helper, NULL, help, NULL);
    MPI_Finalize();
    return 0;
}
