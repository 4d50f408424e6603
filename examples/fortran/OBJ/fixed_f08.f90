! Only the rank in the new communicator sets its name, and the grid needs as many processes as there are.
program rows
  use mpi_f08
  implicit none
  integer :: rank, color
  type(MPI_Comm) :: part, grid

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)

  color = merge(0, MPI_UNDEFINED, rank == 0)
  call MPI_Comm_split(MPI_COMM_WORLD, color, 0, part)
  if (part /= MPI_COMM_NULL) then
    call MPI_Comm_set_name(part, 'first')
    call MPI_Comm_free(part)
  end if
  call MPI_Cart_create(MPI_COMM_WORLD, 2, [2, 1], [.false., .true.], .false., grid)
  call MPI_Comm_free(grid)
  call MPI_Finalize()
end program
