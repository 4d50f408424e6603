// The program broadcasts the bytes of structs with pointers, which the receiver may set anew or send back; of an object
// with constructors but no pointers; of the plain part of an object; and the characters of a string.
// gomarmot: access=plugin flag=-DOMPI_SKIP_MPICXX
#include <mpi.h>

#include <array>
#include <cstddef>
#include <string>
#include <utility>

struct Node {
    int value;
    Node *next;
};

struct Cell {
    double x[3];
    Cell() : x{1, 2, 3} {}
    Cell(const Cell &other) : x{other.x[0], other.x[1], other.x[2]} {}
};

struct Named {
    double numbers[4];
    std::string name;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);

    static Node nodes[2] = {{1, nullptr}, {2, nullptr}};
    static std::array<std::pair<int, Node *>, 2> pairs{};
    static Cell cell;
    static Named named{{1, 2, 3, 4}, "a name"};
    MPI_Bcast(nodes, sizeof(nodes), MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&cell, sizeof(cell), MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&named, offsetof(Named, name), MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&named.name[0], (int)named.name.size(), MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Bcast(&pairs[0].first, 1, MPI_INT, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return nodes[1].next != nullptr;
}
