! Each constant of MPI is passed for an argument that takes it.
! gomarmot: access=plugin
program ring
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, size, request(1), value, all(2)

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, size, ierr)
  all = rank
  if (rank == 0) then
    call MPI_ISEND(rank, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request(1), ierr)
    call MPI_WAITALL(1, request, MPI_STATUSES_IGNORE, ierr)
    call MPI_SEND(MPI_BOTTOM, 0, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, ierr)
  else
    call MPI_RECV(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_IRECV(MPI_BOTTOM, 0, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, request(1), ierr)
    call MPI_WAIT(request(1), MPI_STATUS_IGNORE, ierr)
  end if
  call MPI_ALLGATHER(MPI_IN_PLACE, 0, MPI_INTEGER, all, 1, MPI_INTEGER, MPI_COMM_WORLD, ierr)
  call MPI_ALLREDUCE(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call MPI_FINALIZE(ierr)
end program
