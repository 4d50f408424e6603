! The results are read back from a file that is open for writing only.
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
  call MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE + MPI_MODE_WRONLY + MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, fh)
  call MPI_File_write_at(fh, place, values, size(values), MPI_INTEGER, MPI_STATUS_IGNORE)
  call check()
  call MPI_File_close(fh)
  call MPI_Finalize()

contains

  subroutine check()
    integer :: error
    type(MPI_Status) :: status
    call MPI_File_read_at(fh, place, values, size(values), MPI_INTEGER, status, error) ! want FILE003 "MODE_WRONLY"
  end subroutine

end program
