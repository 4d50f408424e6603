! gomarmot: ranks=3 provoked=PROV003
! Results are stored in the order in which they arrive.
program arrival
  use mpi
  implicit none
  integer :: rank, k, ierr, results(2)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 2) call sleep(1)
  if (rank > 0) call MPI_Send(rank, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierr)
  if (rank == 0) then
    do k = 1, 2
      call MPI_Recv(results(k), 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    end do
    print '(a, 2i3)', 'results', results
  end if
  call MPI_Finalize(ierr)
end program arrival
