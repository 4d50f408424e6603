! gomarmot: ranks=3
! Ranks 0 and 1 combine their largest values in a cell of rank 2 with MPI_MAX, so the
! larger value stays.
program largest
  use mpi
  implicit none
  integer :: ierr, rank, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, base, place
  integer :: found(1)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 4
  place = 0
  found = 10 * rank
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierr)

  call MPI_Win_fence(0, win, ierr)
  if (rank < 2) then
    call MPI_Accumulate(found, 1, MPI_INTEGER, 2, place, 1, MPI_INTEGER, MPI_MAX, win, ierr)
  end if
  call MPI_Win_fence(0, win, ierr)

  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
