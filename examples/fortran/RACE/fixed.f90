! One half of the column is sent while the other half is being received.
program pass
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, other, request, status(MPI_STATUS_SIZE)
  double precision :: column(100)

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  other = 1 - rank
  column = rank
  call MPI_IRECV(column, 50, MPI_DOUBLE_PRECISION, other, 0, MPI_COMM_WORLD, request, ierr)
  call MPI_SEND(column(51), 50, MPI_DOUBLE_PRECISION, other, 0, MPI_COMM_WORLD, ierr)
  call MPI_WAIT(request, status, ierr)
  call MPI_FINALIZE(ierr)
end program
