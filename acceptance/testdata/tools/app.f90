! Puts between fences, and one with another type at the target. Argument: put,
! to make that fault.
program app
  implicit none
  include 'mpif.h'
  integer :: rank, win, ierr, value, kind
  integer :: cells(2)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  character(len=8) :: fault
  fault = ''
  if (command_argument_count() > 0) call get_command_argument(1, fault)
  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  bytes = 8
  disp = 0
  value = rank
  kind = MPI_INTEGER
  if (fault == 'put') kind = MPI_REAL
  call MPI_WIN_CREATE(cells, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_WIN_FENCE(0, win, ierr)
  call MPI_PUT(value, 1, MPI_INTEGER, 1 - rank, disp, 1, kind, win, ierr) ! put
  call MPI_WIN_FENCE(0, win, ierr)
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  call MPI_WIN_FREE(win, ierr)
  call MPI_FINALIZE(ierr)
end program app
