! The datatype of each broadcast is that of the numbers.
! gomarmot: access=plugin
program kinds
  use mpi_f08
  implicit none
  integer, parameter :: n = 8
  integer :: rank
  integer(8) :: total
  real(8) :: heat(n), row(2, n)
  real(8), allocatable :: field(:)
  complex(8) :: wave(n)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  allocate (field(n))
  heat = rank
  field = rank
  row = rank
  wave = rank
  total = rank
  call MPI_Bcast(heat, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD)
  call MPI_Bcast(field, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD)
  call MPI_Bcast(wave, n, MPI_DOUBLE_COMPLEX, 0, MPI_COMM_WORLD)
  call MPI_Bcast(total, 1, MPI_INTEGER8, 0, MPI_COMM_WORLD)
  call share(row(1, 1), n)
  call MPI_Finalize()
contains
  subroutine share(values, count)
    integer, intent(in) :: count
    real(8), intent(inout) :: values(count)
    call MPI_Bcast(values, count, MPI_REAL8, 0, MPI_COMM_WORLD)
  end subroutine
end program
