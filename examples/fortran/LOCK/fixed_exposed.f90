! Rank 1 releases the lock on its own window before it posts the window.
program expose
  use mpi
  implicit none
  integer :: ierr, rank, win, world, origins, targets
  integer(kind=MPI_ADDRESS_KIND) :: bytes, base, place
  integer :: value(1)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 4
  place = 0
  value = rank
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierr)
  call MPI_Comm_group(MPI_COMM_WORLD, world, ierr)
  call MPI_Group_incl(world, 1, (/0/), origins, ierr)
  call MPI_Group_incl(world, 1, (/1/), targets, ierr)

  if (rank == 0) then
    call MPI_Win_start(targets, 0, win, ierr)
    call MPI_Put(value, 1, MPI_INTEGER, 1, place, 1, MPI_INTEGER, win, ierr)
    call MPI_Win_complete(win, ierr)
  else
    call MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win, ierr)
    call MPI_Win_unlock(1, win, ierr)
    call MPI_Win_post(origins, 0, win, ierr)
    call MPI_Win_wait(win, ierr)
  end if

  call MPI_Group_free(targets, ierr)
  call MPI_Group_free(origins, ierr)
  call MPI_Group_free(world, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
