! A checkpoint is written while the next step is computed, in an array of its
! own.
program checkpoint
  use mpi_f08
  implicit none
  integer, parameter :: n = 1000
  integer :: rank
  integer(kind=MPI_OFFSET_KIND) :: offset
  type(MPI_File) :: fh
  double precision, asynchronous :: u(n), v(n)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  u = rank
  offset = 8 * n * rank
  call MPI_File_open(MPI_COMM_WORLD, 'checkpoint.dat', MPI_MODE_CREATE + MPI_MODE_WRONLY + MPI_MODE_DELETE_ON_CLOSE, &
    MPI_INFO_NULL, fh)
  call MPI_File_write_at_all_begin(fh, offset, u, n, MPI_DOUBLE_PRECISION)
  v = u
  call step(v)
  call MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE)
  call MPI_File_close(fh)
  call MPI_Finalize()

contains

  subroutine step(x)
    double precision, asynchronous, intent(inout) :: x(n)
    x(2:n - 1) = 0.5d0 * (x(1:n - 2) + x(3:n)) + 1
  end subroutine

end program
