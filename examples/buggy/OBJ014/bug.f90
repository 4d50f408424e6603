! MPI_STATUS_IGNORE is passed for an array of statuses, and MPI_IN_PLACE for the buffer of a message.
! gomarmot: access=plugin
program ring
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, request(1), value, status(MPI_STATUS_SIZE)

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    call MPI_ISEND(rank, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request(1), ierr)
    call MPI_WAITALL(1, request, MPI_STATUS_IGNORE, ierr) ! want OBJ014 "array_of_statuses of MPI_Waitall is MPI_STATUS_IGNORE, which this argument does not take; MPI_STATUSES_IGNORE fits"
    call MPI_SEND(MPI_IN_PLACE, 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, ierr) ! want OBJ014 "buf of MPI_Send is MPI_IN_PLACE, which this argument does not take"
  else
    call MPI_RECV(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, status, ierr)
    call MPI_RECV(value, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end if
  call MPI_FINALIZE(ierr)
end program
