! The ranks reduce to the largest value, then to the smallest.
program range
  use mpi_f08
  implicit none
  integer :: rank
  double precision :: low, high

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  low = rank
  high = rank
  call reduce(high, MPI_MAX)
  call MPI_Allreduce(MPI_IN_PLACE, low, 1, MPI_DOUBLE_PRECISION, MPI_MIN, MPI_COMM_WORLD)
  call MPI_Finalize()

contains

  subroutine reduce(x, op)
    double precision, intent(inout) :: x
    type(MPI_Op), intent(in) :: op
    double precision :: y
    call MPI_Allreduce(x, y, 1, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD)
    x = y
  end subroutine

end program
