! The count is the size of the array.
! gomarmot: heap
program heap
  use mpi
  implicit none
  integer :: ierr, rank
  double precision, allocatable :: column(:)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  allocate (column(2))
  column = rank
  call MPI_Bcast(column, 2, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  deallocate (column)
  call MPI_Finalize(ierr)
end program
