! A checkpoint is written while the next step is computed, in an array of its
! own.
program checkpoint
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 1000
  integer :: ierr, rank, fh, amode
  integer(kind=MPI_OFFSET_KIND) :: offset
  double precision :: u(n), v(n)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  u = rank
  offset = 8 * n * rank
  amode = MPI_MODE_CREATE + MPI_MODE_WRONLY + MPI_MODE_DELETE_ON_CLOSE
  call MPI_File_open(MPI_COMM_WORLD, 'checkpoint.dat', amode, MPI_INFO_NULL, fh, ierr)
  call MPI_File_write_at_all_begin(fh, offset, u, n, MPI_DOUBLE_PRECISION, ierr)
  v = u
  call step(v)
  call MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE, ierr)
  call MPI_File_close(fh, ierr)
  call MPI_Finalize(ierr)

contains

  subroutine step(x)
    double precision, intent(inout) :: x(n)
    x(2:n - 1) = 0.5d0 * (x(1:n - 2) + x(3:n)) + 1
  end subroutine

end program
