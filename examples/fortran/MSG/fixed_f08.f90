! MPI_PROC_NULL stands for the neighbor that the last rank does not have.
program chain
  use mpi_f08
  implicit none
  integer :: rank, size, right
  integer, asynchronous :: value

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  value = rank
  right = rank + 1
  if (right == size) right = MPI_PROC_NULL
  if (rank > 0) call MPI_Recv(value, 1, MPI_INTEGER, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Send(value, 1, MPI_INTEGER, right, 0, MPI_COMM_WORLD)
  call MPI_Finalize()
end program
