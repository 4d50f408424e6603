! A correct use of a window through mpi_f08, called from C.
subroutine window_phase() bind(c)
  use mpi_f08
  implicit none
  type(MPI_Win) :: win
  integer :: rank, ranks, got
  integer, asynchronous :: cell(1)

  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  cell = -1
  got = rank
  call MPI_Win_create(cell, 4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_fence(0, win)
  call MPI_Put(got, 1, MPI_INTEGER, mod(rank + 1, ranks), 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
  call MPI_Win_fence(0, win)
  call MPI_Win_free(win)
end subroutine
