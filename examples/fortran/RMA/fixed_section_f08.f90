! Every second element of an array is put: MPI gets a copy or a descriptor of the section.
program sec
  use mpi_f08
  implicit none
  integer :: rank
  integer, asynchronous :: cells(20), a(20)
  type(MPI_Win) :: win
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  a = rank
  call MPI_Win_create(cells, 80_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_fence(0, win)
  call MPI_Put(a(1:19:2), 10, MPI_INTEGER, 1 - rank, 0_MPI_ADDRESS_KIND, 10, MPI_INTEGER, win)
  call MPI_Win_fence(0, win)
  print *, cells(1), cells(10)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
