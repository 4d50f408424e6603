// The program preallocates space for a file that is open for reading only.
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_File file;

	MPI_Init(&argc, &argv);
	MPI_File_open(MPI_COMM_WORLD, "preallocate.dat", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
	MPI_File_close(&file);
	MPI_File_open(MPI_COMM_WORLD, "preallocate.dat", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
	MPI_File_preallocate(file, 1000); // want FILE003 "MPI_File_preallocate on a file opened with MPI_MODE_RDONLY"
	MPI_File_close(&file);
	MPI_Finalize();
	return 0;
}
