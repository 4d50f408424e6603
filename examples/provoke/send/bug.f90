! gomarmot: ranks=2 provoked=PROV001
! Both ranks send before they receive.
program greet
  use mpi
  implicit none
  integer :: rank, mine, other, ierr

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  mine = rank
  call MPI_Send(mine, 1, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, ierr)
  call MPI_Recv(other, 1, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  call MPI_Finalize(ierr)
end program greet
