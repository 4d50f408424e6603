! gomarmot: ranks=3
! Ranks 0 and 1 put the largest value that they have found into one cell of rank 2,
! in one fence epoch. The one that comes last stays, and not the larger one.
program largest
  use, intrinsic :: iso_c_binding, only: c_ptr
  use mpi_f08
  implicit none
  integer :: rank
  integer, asynchronous :: found
  type(MPI_Win) :: win
  type(c_ptr) :: base

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  found = 10 * rank
  call MPI_Win_allocate(4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)

  call MPI_Win_fence(0, win)
  if (rank < 2) then
    call MPI_Put(found, 1, MPI_INTEGER, 2, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) ! want RACE001 "MPI_Put of rank . and MPI_Put of rank . reach the same 4 bytes of rank 2"
  end if
  call MPI_Win_fence(0, win)

  call MPI_Win_free(win)
  call MPI_Finalize()
end program
