! A checkpoint is written while the next step is computed - into the array that
! is still being written.
program checkpoint
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 1000
  integer :: ierr, rank, fh, amode
  integer(kind=MPI_OFFSET_KIND) :: offset
  double precision :: u(n)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  u = rank
  offset = 8 * n * rank
  amode = MPI_MODE_CREATE + MPI_MODE_WRONLY + MPI_MODE_DELETE_ON_CLOSE
  call MPI_File_open(MPI_COMM_WORLD, 'checkpoint.dat', amode, MPI_INFO_NULL, fh, ierr)
  call MPI_File_write_at_all_begin(fh, offset, u, n, MPI_DOUBLE_PRECISION, ierr)
  call step(u)
  call MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE, ierr) ! want SPLIT009 "changed"
  call MPI_File_close(fh, ierr)
  call MPI_Finalize(ierr)

contains

  subroutine step(v)
    double precision, intent(inout) :: v(n)
    v(2:n - 1) = 0.5d0 * (v(1:n - 2) + v(3:n)) + 1
  end subroutine

end program
