// gomarmot: ranks=2 flag=-pthread
// Rank 1 calls MPI_Finalize while its listener still waits for a message, and the process is aborted there.
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

static atomic_int listening;

static void give_up(int signal) {
    (void)signal;
    abort();
}

static void *listen(void *unused) {
    int value;

    listening = 1;
    MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return unused;
}

int main(int argc, char **argv) {
    int rank, level;
    pthread_t listener;
    const struct itimerval soon = {.it_value = {.tv_usec = 300000}};

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        pthread_create(&listener, NULL, listen, NULL);
        while (!listening)
            usleep(1000);
        usleep(200000);
        signal(SIGALRM, give_up);
        setitimer(ITIMER_REAL, &soon, NULL);
    } else {
        sleep(3);
    }
    MPI_Finalize(); // want THREAD002 "MPI_Finalize is called while thread 1 is in MPI_Recv"
    return 0;
}
