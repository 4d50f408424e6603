! gomarmot: ranks=3
! The root makes room for two values from rank 2, which sends three.
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
  counts = [1, 2, merge(2, 3, rank == 0)]
  places = [0, 4, 8]
  call MPI_Gatherv(mine, rank + 1, t, all, counts, places, t, 0, c, ierr) ! want COLL004 "rank 2 sends 3 MPI_INTEGER .12 bytes. to rank 0, which receives 2 MPI_INTEGER .8 bytes. from it"
  call MPI_Finalize(ierr)
end program
