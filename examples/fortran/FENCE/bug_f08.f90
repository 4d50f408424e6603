! Each step puts the right border to the next rank. The fence after it asserts
! MPI_MODE_NOSUCCEED, but the next step puts again.
program ring
  use mpi_f08
  implicit none
  integer, parameter :: n = 8
  integer :: rank, ranks, step
  integer, asynchronous :: cells(0:n)
  type(MPI_Win) :: win

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  cells = rank
  call MPI_Win_create(cells, 4_MPI_ADDRESS_KIND * size(cells), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN)

  call MPI_Win_fence(MPI_MODE_NOPRECEDE, win)
  do step = 1, 2
    call send(cells(n), mod(rank + 1, ranks))
    call MPI_Win_fence(MPI_MODE_NOSUCCEED, win)
  end do

  call MPI_Win_free(win)
  call MPI_Finalize()

contains

  subroutine send(value, to)
    integer, asynchronous, intent(in) :: value
    integer, intent(in) :: to
    integer :: error
    call MPI_Put(value, 1, MPI_INTEGER, to, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, error) ! want FENCE005 "MODE_NOSUCCEED"
  end subroutine

end program
