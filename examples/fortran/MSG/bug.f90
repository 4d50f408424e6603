! A column is sent as MPI_REAL and received as MPI_INTEGER. No receive takes the
! second message, which has another tag.
program columns
  use mpi
  implicit none
  integer, parameter :: rows = 4
  integer :: ierr, rank, got(rows)
  real :: column(rows)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  column = rank
  if (rank == 0) then
    call MPI_Send(column, rows, MPI_REAL, 1, 0, MPI_COMM_WORLD, ierr)
    call MPI_Send(column, rows, MPI_REAL, 1, 1, MPI_COMM_WORLD, ierr) ! want MSG007 "is never received"
  else if (rank == 1) then
    call MPI_Recv(got, rows, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr) ! want MSG006 "MPI_REAL"
  end if
  call MPI_Finalize(ierr)
end program
