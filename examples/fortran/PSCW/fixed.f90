! gomarmot: ranks=3
! Rank 0 gives work to ranks 1 and 2, in an access epoch for both.
program farm
  use mpi
  implicit none
  integer :: ierr, rank, win, world, group
  integer(kind=MPI_ADDRESS_KIND) :: bytes, base, place
  integer :: work(2), members(2)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 4
  place = 0
  work = (/ 10, 20 /)
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierr)
  call MPI_Comm_group(MPI_COMM_WORLD, world, ierr)

  if (rank == 0) then
    members = (/ 1, 2 /)
    call MPI_Group_incl(world, 2, members, group, ierr)
    call MPI_Win_start(group, 0, win, ierr)
    call MPI_Put(work(1:1), 1, MPI_INTEGER, 1, place, 1, MPI_INTEGER, win, ierr)
    call MPI_Put(work(2:2), 1, MPI_INTEGER, 2, place, 1, MPI_INTEGER, win, ierr)
    call MPI_Win_complete(win, ierr)
  else
    members = 0
    call MPI_Group_incl(world, 1, members, group, ierr)
    call MPI_Win_post(group, 0, win, ierr)
    call MPI_Win_wait(win, ierr)
  end if

  call MPI_Group_free(group, ierr)
  call MPI_Group_free(world, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
