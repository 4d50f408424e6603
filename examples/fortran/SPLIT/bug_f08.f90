! A checkpoint is written while the next step is computed - into the array that
! is still being written.
program checkpoint
  use mpi_f08
  implicit none
  integer, parameter :: n = 1000
  integer :: rank
  integer(kind=MPI_OFFSET_KIND) :: offset
  type(MPI_File) :: fh
  double precision, asynchronous :: u(n)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  u = rank
  offset = 8 * n * rank
  call MPI_File_open(MPI_COMM_WORLD, 'checkpoint.dat', MPI_MODE_CREATE + MPI_MODE_WRONLY + MPI_MODE_DELETE_ON_CLOSE, &
    MPI_INFO_NULL, fh)
  call MPI_File_write_at_all_begin(fh, offset, u, n, MPI_DOUBLE_PRECISION)
  call step(u)
  call MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE) ! want SPLIT009 "changed"
  call MPI_File_close(fh)
  call MPI_Finalize()

contains

  subroutine step(v)
    double precision, asynchronous, intent(inout) :: v(n)
    v(2:n - 1) = 0.5d0 * (v(1:n - 2) + v(3:n)) + 1
  end subroutine

end program
