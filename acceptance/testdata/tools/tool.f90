! A profiler in Fortran, part of the program or a library: it has procedures of
! its own for two calls, passes them on by their PMPI_ names and counts them.
module counts
  implicit none
  integer :: fences = 0, barriers = 0
end module counts

subroutine mpi_win_fence(assert, win, ierr)
  use counts
  implicit none
  integer :: assert, win, ierr
  fences = fences + 1
  call pmpi_win_fence(assert, win, ierr)
end subroutine mpi_win_fence

subroutine mpi_barrier(comm, ierr)
  use counts
  implicit none
  integer :: comm, ierr
  barriers = barriers + 1
  call pmpi_barrier(comm, ierr)
end subroutine mpi_barrier

subroutine mpi_finalize(ierr)
  use counts
  implicit none
  integer :: ierr, rank, comm_world
  external :: pmpi_comm_rank
  call world(comm_world)
  call pmpi_comm_rank(comm_world, rank, ierr)
  if (rank == 0) print '(a, 2(i0, 1x))', 'tool: ', fences, barriers
  call pmpi_finalize(ierr)
end subroutine mpi_finalize

subroutine world(comm)
  implicit none
  include 'mpif.h'
  integer :: comm
  comm = MPI_COMM_WORLD
end subroutine world
