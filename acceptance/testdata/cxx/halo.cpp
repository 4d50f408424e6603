// Calls from member functions, templates and lambdas of a C++ program.
#include <mpi.h>

namespace heat {

template <typename T> class Halo {
  public:
    explicit Halo(MPI_Comm comm) {
        MPI_Comm_rank(comm, &rank);
        MPI_Win_allocate(4 * sizeof(T), sizeof(T), MPI_INFO_NULL, comm, &cells, &win);
        MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    }
    ~Halo() { MPI_Win_free(&win); }
    __attribute__((noinline)) void send(const T &v, int at);
    MPI_Win win;

  private:
    T *cells;
    int rank;
};

template <typename T> void Halo<T>::send(const T &v, int at) {
    MPI_Put(&v, sizeof v, MPI_BYTE, rank, at, sizeof v, MPI_BYTE, win); // want RMA005 "40.*32"
}

} // namespace heat

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    {
        heat::Halo<double> halo(MPI_COMM_WORLD);
        MPI_Win_lock_all(0, halo.win);
        const double values[] = {1, 2};
        halo.send(values[0], 3);
        halo.send(values[1], 4);
        MPI_Win_unlock_all(halo.win);
    }
    MPI_Finalize();
    return 0;
}
