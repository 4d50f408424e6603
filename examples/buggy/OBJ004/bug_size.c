// gomarmot: ranks=1
// Calls get negative sizes, a key that is too long, the number of a missing key, and a datatype without contents.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv) {
    int n = 0, position = 0;
    char text[400] = "";
    void *memory;
    MPI_Aint address;
    MPI_Datatype type;
    MPI_Info info;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Alloc_mem(-1, MPI_INFO_NULL, &memory);                          // want OBJ004 "MPI_Alloc_mem with size -1"
    MPI_Pack_size(-2, MPI_INT, MPI_COMM_SELF, &n);                      // want OBJ004 "MPI_Pack_size with incount -2"
    MPI_Pack(&n, -1, MPI_INT, text, sizeof text, &position, MPI_COMM_SELF); // want OBJ004 "MPI_Pack with incount -1"
    MPI_Info_create(&info);
    memset(text, 'k', sizeof text - 1);
    MPI_Info_set(info, text, "value");                                  // want OBJ004 "the key of MPI_Info_set has 399 characters"
    MPI_Info_free(&info);
    MPI_Info_create(&info);
    MPI_Info_set(info, "one", "1");
    MPI_Info_get_nthkey(info, 1, text);                                 // want OBJ004 "MPI_Info_get_nthkey with n 1, but the info object has 1 key,"
    MPI_Info_free(&info);
    MPI_Type_get_contents(MPI_INT, 1, 1, 1, &n, &address, &type);       // want OBJ004 "MPI_Type_get_contents of MPI_INT, which is predefined"

    MPI_Finalize();
    return 0;
}
