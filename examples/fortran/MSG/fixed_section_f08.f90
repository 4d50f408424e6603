! A row of a matrix is sent, and received as a column.
! gomarmot: skip-openmpi its mpi_f08 copies sections
program row
  use mpi_f08
  implicit none
  integer :: rank, matrix(3, 4), column(4)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  matrix = rank
  if (rank == 0) then
    call MPI_Send(matrix(2, :), 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD)
  else
    call MPI_Recv(column, 4, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  end if
  call MPI_Finalize()
end program
