! The count is larger than the array.
! malloc rounds small blocks up, so the value beyond the array does no harm yet.
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
  call MPI_Bcast(column, 3, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr) ! want OBJ009 "^buffer of MPI_Bcast takes 24 bytes from byte 0 on of a heap block of 16 bytes: it ends 8 bytes beyond the block"
  deallocate (column)
  call MPI_Finalize(ierr)
end program
