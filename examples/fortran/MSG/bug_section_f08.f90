! A row of a matrix is sent, and no rank receives it.
! gomarmot: skip-openmpi its mpi_f08 copies sections
program row
  use mpi_f08
  implicit none
  integer :: rank, matrix(3, 4)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  matrix = rank
  if (rank == 0) then
    call MPI_Send(matrix(2, :), 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD) ! want MSG007 "the message of 1 section of an array .16 bytes. with tag 0 to rank 1 is never received"
  end if
  call MPI_Finalize()
end program
