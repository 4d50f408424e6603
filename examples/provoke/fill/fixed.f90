! gomarmot: ranks=2
! Rank 1 reads the old value before it posts the receive.
program old_value
  use mpi
  implicit none
  integer, asynchronous :: value
  integer :: rank, old, request, ierr

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  value = 5
  if (rank == 0) then
    call sleep(1)
    call MPI_Send(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierr)
  else
    old = value
    call MPI_Irecv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, ierr)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
    print '(a, i12)', 'old', old
  end if
  call MPI_Finalize(ierr)
end program old_value
