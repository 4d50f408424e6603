// Several calls return predefined datatypes, groups and error handlers, or
// MPI_COMM_NULL: the program need not free them.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    MPI_Datatype real, integer, complex, sized, part[1], twice;
    MPI_Errhandler handler;
    MPI_Group world, none;
    MPI_Comm parent, null;
    int numbers[1];

    MPI_Init(&argc, &argv);
    MPI_Type_create_f90_real(6, 30, &real);
    MPI_Type_create_f90_integer(9, &integer);
    MPI_Type_create_f90_complex(6, 30, &complex);
    MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &sized);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_get_parent(&parent);

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 0, NULL, &none);
    MPI_Comm_create(MPI_COMM_WORLD, none, &null);
    MPI_Group_free(&world);
    MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &null);

    MPI_Type_contiguous(2, MPI_INT, &twice);
    MPI_Type_get_contents(twice, 1, 0, 1, numbers, NULL, part);
    MPI_Type_free(&twice);
    MPI_Finalize();
    return 0;
}
