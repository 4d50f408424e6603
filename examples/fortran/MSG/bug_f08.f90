! Each rank sends a value to rank + 1, and so does the last rank, which has no right neighbor.
program chain
  use mpi_f08
  implicit none
  integer :: rank, size, error
  integer, asynchronous :: value

  call MPI_Init()
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  value = rank
  if (rank > 0) call MPI_Recv(value, 1, MPI_INTEGER, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Send(value, 1, MPI_INTEGER, rank + 1, 0, MPI_COMM_WORLD, error) ! want MSG001 "but its group has only ranks 0 to"
  call MPI_Finalize()
end program
