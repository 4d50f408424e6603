// gomarmot: ranks=1
// The program uses a null info object and a freed info object.
#include <mpi.h>

int main(int argc, char **argv) {
    int n;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Info info = MPI_INFO_NULL, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Info_set(info, "key", "value"); // want OBJ001 "argument info of MPI_Info_set is MPI_INFO_NULL"
    MPI_Info_create(&info);
    copy = info;
    MPI_Info_free(&info);
    MPI_Info_get_nkeys(copy, &n);       // want OBJ001 "argument info of MPI_Info_get_nkeys, an info object, is already freed"
    MPI_Comm_dup_with_info(MPI_COMM_SELF, copy, &comm); // want OBJ001 "argument info of MPI_Comm_dup_with_info, an info object, is already freed"
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm); // this MPI library has accepted it

    MPI_Finalize();
    return 0;
}
