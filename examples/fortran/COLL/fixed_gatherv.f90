! gomarmot: ranks=3
! The root receives as many values from each rank as the rank sends.
program shares
  use mpi
  implicit none
  integer :: ierr, rank
  integer :: mine(4), all(16), counts(0:2), places(0:2), c, t

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  c = MPI_COMM_WORLD
  t = MPI_INTEGER
  mine = rank
  counts = [1, 2, 3]
  places = [0, 4, 8]
  call MPI_Gatherv(mine, rank + 1, t, all, counts, places, t, 0, c, ierr)
  call MPI_Allgatherv(MPI_IN_PLACE, 0, t, all, counts, places, t, c, ierr)
  call MPI_Finalize(ierr)
end program
