! The table's window was created with the promise no_locks: passive target
! synchronization is never used on it. Later, rank 0 locks it all the same.
program table
  use mpi
  implicit none
  integer :: ierr, rank, info, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, base, place
  integer :: value(1)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Info_create(info, ierr)
  call MPI_Info_set(info, 'no_locks', 'true ', ierr)
  bytes = 40
  call MPI_Win_allocate(bytes, 4, info, MPI_COMM_WORLD, base, win, ierr)
  call MPI_Info_free(info, ierr)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, ierr)

  if (rank == 0) then
    value = 42
    place = 3
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win, ierr) ! want WIN007 "no_locks"
    if (ierr == MPI_SUCCESS) then
      call MPI_Put(value, 1, MPI_INTEGER, 1, place, 1, MPI_INTEGER, win, ierr)
      call MPI_Win_unlock(1, win, ierr)
    end if
  end if

  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
