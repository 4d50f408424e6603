! Columns of a matrix are spread over the ranks. The index of a column begins
! with 1 and the displacement with 0, so the program subtracts 1.
program columns
  use mpi
  implicit none
  integer, parameter :: rows = 4, cols = 3
  integer :: ierr, rank, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  double precision :: matrix(rows, cols + 1), column(rows)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  matrix = 0
  column = rank
  bytes = 8 * rows * cols
  call MPI_Win_create(matrix, bytes, 8 * rows, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, ierr)
  call MPI_Win_fence(0, win, ierr)
  call send(cols)
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)

contains

  subroutine send(j)
    integer, intent(in) :: j
    integer(kind=MPI_ADDRESS_KIND) :: place
    place = j - 1
    call MPI_Put(column, rows, MPI_DOUBLE_PRECISION, 1 - rank, place, rows, MPI_DOUBLE_PRECISION, win, ierr)
  end subroutine

end program
