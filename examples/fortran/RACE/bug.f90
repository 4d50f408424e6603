! Elements 50 to 99 of the column are sent while a receive into elements 1 to 50 is pending: both use element 50.
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
  call MPI_SEND(column(50), 50, MPI_DOUBLE_PRECISION, other, 0, MPI_COMM_WORLD, ierr) ! want RACE003 "MPI_Send reads 8 bytes, from byte 392 on, of buf of the pending MPI_Irecv"
  call MPI_WAIT(request, status, ierr)
  call MPI_FINALIZE(ierr)
end program
