! The message is deallocated when it has been sent.
! gomarmot: heap
program early
  use mpi_f08
  implicit none
  integer :: rank
  integer, allocatable :: message(:)
  type(MPI_Request) :: request

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  allocate (message(100))
  message = rank
  if (rank == 0) then
    call MPI_Isend(message, 100, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    deallocate (message)
  else
    call MPI_Recv(message, 100, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  end if
  call MPI_Finalize()
end program
