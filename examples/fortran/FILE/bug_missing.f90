! The file does not exist. Open MPI leaves the variable of a failed MPI_FILE_OPEN as it was.
program missing
  use mpi
  implicit none
  integer :: fh, error
  integer :: values(4), status(MPI_STATUS_SIZE)

  call MPI_Init(error)
  fh = 4711
  call MPI_File_open(MPI_COMM_WORLD, 'no such directory/missing.dat', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, error)
  call MPI_File_read(fh, values, 4, MPI_INTEGER, status, error) ! want FILE005 "MPI_File_read on (an invalid file handle: its value is 0|MPI_FILE_NULL)"
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
end program
