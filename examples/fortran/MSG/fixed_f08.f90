! MPI_PROC_NULL stands for the neighbor that the last rank does not have. Absolute
! addresses go with MPI_BOTTOM.
program chain
  use mpi_f08
  implicit none
  integer :: rank, size, right
  integer(kind=MPI_ADDRESS_KIND) :: address(1)
  type(MPI_Datatype) :: place
  integer, asynchronous :: value

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  value = rank
  right = rank + 1
  if (right == size) right = MPI_PROC_NULL
  if (rank > 0) call MPI_Recv(value, 1, MPI_INTEGER, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Get_address(value, address(1))
  call MPI_Type_create_hindexed(1, [1], address, MPI_INTEGER, place)
  call MPI_Type_commit(place)
  call MPI_Send(MPI_BOTTOM, 1, place, right, 0, MPI_COMM_WORLD)
  call MPI_Type_free(place)
  call MPI_Finalize()
end program
