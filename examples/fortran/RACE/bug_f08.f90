! The result of MPI_Get is summed before the epoch has ended.
program fetch
  use mpi_f08
  implicit none
  integer, parameter :: n = 10
  integer :: rank, memory(n), got(n), total(n)
  type(MPI_Win) :: win

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  memory = rank
  call MPI_Win_create(memory, int(4 * n, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_fence(MPI_MODE_NOPRECEDE, win)
  call MPI_Get(got, n, MPI_INTEGER, 1 - rank, 0_MPI_ADDRESS_KIND, n, MPI_INTEGER, win)
  call MPI_Allreduce(got, total, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD) ! want RACE003 "MPI_Allreduce reads 40 bytes of origin_addr of the pending MPI_Get"
  call MPI_Win_fence(MPI_MODE_NOSUCCEED, win)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
