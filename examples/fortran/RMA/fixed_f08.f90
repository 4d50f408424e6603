! Columns of a matrix are spread over the ranks. The index of a column begins
! with 1 and the displacement with 0, so the program subtracts 1.
program columns
  use mpi_f08
  implicit none
  integer, parameter :: rows = 4, cols = 3
  integer :: rank
  double precision, asynchronous :: matrix(rows, cols + 1), column(rows)
  type(MPI_Win) :: win

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  matrix = 0
  column = rank
  call MPI_Win_create(matrix, 8_MPI_ADDRESS_KIND * rows * cols, 8 * rows, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN)
  call MPI_Win_fence(0, win)
  call send(cols)
  call MPI_Win_fence(0, win)
  call MPI_Win_free(win)
  call MPI_Finalize()

contains

  subroutine send(j)
    integer, intent(in) :: j
    integer :: error
    integer(kind=MPI_ADDRESS_KIND) :: place
    place = j - 1
    call MPI_Put(column, rows, MPI_DOUBLE_PRECISION, 1 - rank, place, rows, MPI_DOUBLE_PRECISION, win, error)
  end subroutine

end program
