! The file is open for writing, and for reading the results back.
program results
  use mpi_f08
  implicit none
  integer :: rank
  integer, asynchronous :: values(4)
  integer(kind=MPI_OFFSET_KIND) :: place
  type(MPI_File) :: fh
  character(len=20) :: name

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  values = rank
  place = 16 * rank
  name = 'results.dat'
  call MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, fh)
  call MPI_File_write_at(fh, place, values, size(values), MPI_INTEGER, MPI_STATUS_IGNORE)
  call check()
  call MPI_File_close(fh)
  call MPI_Finalize()

contains

  subroutine check()
    integer :: error
    type(MPI_Status) :: status
    call MPI_File_read_at(fh, place, values, size(values), MPI_INTEGER, status, error)
  end subroutine

end program
