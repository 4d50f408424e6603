! Both requests are completed, and the persistent send is freed.
program halo
  use mpi_f08
  implicit none
  integer :: rank, other
  integer, asynchronous :: got, value
  type(MPI_Request) :: request(2)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  other = 1 - rank
  value = rank
  call MPI_Send_init(value, 1, MPI_INTEGER, other, 0, MPI_COMM_WORLD, request(1))
  call MPI_Startall(1, request)
  call MPI_Irecv(got, 1, MPI_INTEGER, other, 0, MPI_COMM_WORLD, request(2))
  call MPI_Waitall(2, request, MPI_STATUSES_IGNORE)
  call MPI_Request_free(request(1))
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Finalize()
end program
