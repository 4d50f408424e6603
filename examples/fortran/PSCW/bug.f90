! gomarmot: ranks=3
! Rank 0 gives work to ranks 1 and 2, but its access epoch is for rank 1 only.
program farm
  use mpi
  implicit none
  integer :: ierr, rank, win, world, group
  integer(kind=MPI_ADDRESS_KIND) :: bytes, base, place
  integer :: work(2), members(1)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 4
  place = 0
  work = (/ 10, 20 /)
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierr)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, ierr)
  call MPI_Comm_group(MPI_COMM_WORLD, world, ierr)

  members(1) = merge(1, 0, rank == 0)
  call MPI_Group_incl(world, 1, members, group, ierr)
  select case (rank)
  case (0)
    call MPI_Win_start(group, 0, win, ierr)
    call MPI_Put(work(1:1), 1, MPI_INTEGER, 1, place, 1, MPI_INTEGER, win, ierr)
    call MPI_Put(work(2:2), 1, MPI_INTEGER, 2, place, 1, MPI_INTEGER, win, ierr) ! want PSCW003 "rank 2"
    call MPI_Win_complete(win, ierr)
  case (1)
    call MPI_Win_post(group, 0, win, ierr)
    call MPI_Win_wait(win, ierr)
  end select

  call MPI_Group_free(group, ierr)
  call MPI_Group_free(world, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
