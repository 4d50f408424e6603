! gomarmot: ranks=2
! MPI_Win_flush_local comes before the buffer is used again.
program reuse
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  integer, asynchronous :: value
  integer :: rank, win, ierr
  integer(kind=MPI_ADDRESS_KIND), parameter :: size = 4, start = 0
  type(c_ptr) :: base
  integer, pointer :: cell

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Win_allocate(size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierr)
  call c_f_pointer(base, cell)
  cell = 0
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) then
    call MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win, ierr)
    value = 1
    call MPI_Put(value, 1, MPI_INTEGER, 1, start, 1, MPI_INTEGER, win, ierr)
    call MPI_Win_flush_local(1, win, ierr)
    value = 2
    call MPI_Win_unlock(1, win, ierr)
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win, ierr)
  if (rank == 1) print '(a, i12)', 'cell', cell
  call MPI_Win_unlock(rank, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program reuse
