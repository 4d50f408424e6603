// Bytes of objects with references and pointers: the finding names the member and where it is.
// gomarmot: access=plugin flag=-DOMPI_SKIP_MPICXX
#include <mpi.h>

#include <string>
#include <vector>

struct Shape {
    int sides;
    std::vector<double> corners;
};

struct Body {
    double mass;
    Shape shapes[2];
};

struct Planet : Body {
    int moons;
};

struct View {
    int first;
    double &value;
};

int main(int argc, char **argv) {
    double heat = 300;
    MPI_Init(&argc, &argv);
    {
        static Body body;
        static Planet planet;
        View view{0, heat};
        int rank;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        if (rank == 0) {
            MPI_Send(&body, sizeof body, MPI_BYTE, 1, 0, MPI_COMM_WORLD);     // want OBJ008 "as MPI_BYTE: its member shapes.corners, a vector, holds pointers, which mean nothing on another rank$"
            MPI_Send(&planet, sizeof planet, MPI_BYTE, 1, 0, MPI_COMM_WORLD); // want OBJ008 "as MPI_BYTE: its member shapes.corners, a vector, holds pointers, which mean nothing on another rank$"
            MPI_Send(&view, sizeof view, MPI_BYTE, 1, 0, MPI_COMM_WORLD);     // want OBJ008 "as MPI_BYTE: its member value is a reference, which means nothing on another rank$"
        } else {
            char room[sizeof planet];
            for (int i = 0; i < 3; i++)
                MPI_Recv(room, sizeof room, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    MPI_Finalize();
}
