! gomarmot: access=auto
! Rank 0 changes an array after the send of it is complete.
program fixed_program
  use mpi
  implicit none
  integer, parameter :: n = 500
  integer :: rank, request, ierr, i
  integer, save, asynchronous :: values(n)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  values = rank
  if (rank == 0) then
     call MPI_Isend(values, n, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierr)
     call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
     do i = 1, n
        values(i) = 2 * i
     end do
  else
     call MPI_Recv(values, n, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end if
  call MPI_Finalize(ierr)
end program
