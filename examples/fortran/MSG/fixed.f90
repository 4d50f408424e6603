! The types of messages and receives agree, and all messages are received.
program columns
  use mpi
  implicit none
  integer, parameter :: rows = 4
  integer :: ierr, rank, requests(2)
  real :: column(rows), got(rows)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  column = rank
  if (rank == 0) then
    call MPI_Send(column, rows, MPI_REAL, 1, 0, MPI_COMM_WORLD, ierr)
    call MPI_Send(column, rows, MPI_REAL, 1, 1, MPI_COMM_WORLD, ierr)
    call MPI_Send(column, 0, MPI_REAL, 1, 2, MPI_COMM_WORLD, ierr)
  else if (rank == 1) then
    call MPI_Recv(got, rows, MPI_REAL, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Irecv(got, rows, MPI_REAL, 0, MPI_ANY_TAG, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierr)
    call MPI_Irecv(got, 0, MPI_REAL, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, requests(2), ierr)
    call MPI_Waitall(1, requests(2:2), MPI_STATUSES_IGNORE, ierr)
  end if
  call MPI_Finalize(ierr)
end program
