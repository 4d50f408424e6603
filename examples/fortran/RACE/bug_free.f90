! The message is deallocated while it is being sent.
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
    deallocate (message) ! want RACE006 "^this free gives back 400 bytes of buf of the pending MPI_Isend"
    call MPI_Wait(request, MPI_STATUS_IGNORE)
  else
    call MPI_Recv(message, 100, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  end if
  call MPI_Finalize()
end program
