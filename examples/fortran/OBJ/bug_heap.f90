! The count is that of another array.
! gomarmot: heap
program heap
  use mpi
  implicit none
  integer :: ierr, rank
  double precision, allocatable :: column(:)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  allocate (column(50))
  column = rank
  call MPI_Bcast(column, 100, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr) ! want OBJ009 "^buffer of MPI_Bcast takes 800 bytes from byte 0 on of a heap block of 400 bytes: it ends 400 bytes beyond the block"
  call MPI_Finalize(ierr)
end program
