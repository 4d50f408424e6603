// The buffer of a nonblocking send is a local variable of a function that has returned
// when another function completes the send.
#include <mpi.h>

enum { RANKS = 2 };

struct exchange {
    MPI_Request send, receive;
    double got;
};

static void begin(struct exchange *x, int rank, double residual) {
    double scaled = 0.5 * residual;

    MPI_Irecv(&x->got, 1, MPI_DOUBLE, (rank + 1) % RANKS, 0, MPI_COMM_WORLD, &x->receive);
    MPI_Isend(&scaled, 1, MPI_DOUBLE, (rank + 1) % RANKS, 0, MPI_COMM_WORLD, &x->send); // want RACE006 "^buf of MPI_Isend is a local variable of a function that returned before its request was complete$"
}

static double end(struct exchange *x) {
    MPI_Request both[2] = {x->send, x->receive};

    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    return x->got;
}

static double exchange(int rank, int times) {
    struct exchange x;
    double sum;

    begin(&x, rank, times);
    sum = end(&x);
    while (times-- > 0) {
        begin(&x, rank, times);
        MPI_Barrier(MPI_COMM_WORLD);
        sum += end(&x);
    }
    return sum;
}

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange(rank, 2);
    MPI_Finalize();
    return 0;
}
