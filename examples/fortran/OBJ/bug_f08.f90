! Rank 1 is not in the new communicator, but sets its name, too: there the handle is
! MPI_COMM_NULL. The grid needs four processes, but there are two.
program rows
  use mpi_f08
  implicit none
  integer :: rank, color
  type(MPI_Comm) :: part, grid

  call MPI_Init()
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)

  color = merge(0, MPI_UNDEFINED, rank == 0)
  call MPI_Comm_split(MPI_COMM_WORLD, color, 0, part)
  call MPI_Comm_set_name(part, 'first') ! want OBJ001 "argument comm of MPI_Comm_set_name is MPI_COMM_NULL"
  if (part /= MPI_COMM_NULL) call MPI_Comm_free(part)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, [2, 2], [.false., .true.], .false., grid) ! want OBJ004 "MPI_Cart_create of 4 processes, but MPI_COMM_WORLD has 2"
  call MPI_Finalize()
end program
