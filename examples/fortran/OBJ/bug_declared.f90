! The datatypes of broadcasts are half as large as the numbers, such as MPI_REAL for an array of kind real(8).
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
  call MPI_Bcast(heat, n, MPI_REAL, 0, MPI_COMM_WORLD)     ! want OBJ008 "real.kind=8., a floating point number of 8 bytes, but the datatype is MPI_REAL .4 bytes.; MPI_DOUBLE_PRECISION fits"
  call MPI_Bcast(field, n, MPI_REAL, 0, MPI_COMM_WORLD)    ! want OBJ008 "a floating point number of 8 bytes"
  call MPI_Bcast(wave, n, MPI_COMPLEX, 0, MPI_COMM_WORLD)  ! want OBJ008 "a floating point number of 8 bytes, but the datatype is MPI_COMPLEX"
  call MPI_Bcast(total, 1, MPI_INTEGER, 0, MPI_COMM_WORLD) ! want OBJ008 "a signed integer of 8 bytes, but the datatype is MPI_INTEGER .4 bytes.; MPI_INTEGER8 fits"
  call share(row(1, 1), n)
  call MPI_Finalize()
contains
  subroutine share(values, count)
    integer, intent(in) :: count
    real(8), intent(inout) :: values(count)
    call MPI_Bcast(values, count, MPI_INTEGER, 0, MPI_COMM_WORLD) ! want OBJ008 "a floating point number of 8 bytes"
  end subroutine
end program
