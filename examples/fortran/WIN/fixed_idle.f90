! Each call comes after a pause in which gomarmot's drain has begun to doze. The Fortran layers of the MPI libraries
! answer these calls without calling C functions.
program idle
  implicit none
  include 'mpif.h'
  integer :: win, handler, ierr, cells(8), kind
  integer(kind=MPI_ADDRESS_KIND) :: value
  logical :: flag
  common /memory/ cells
  external :: complain

  call MPI_INIT(ierr)
  call MPI_WIN_CREATE(cells, 32_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call sleep(1)
  call MPI_WIN_CREATE_ERRHANDLER(complain, handler, ierr)
  call MPI_ERRHANDLER_FREE(handler, ierr)
  call sleep(1)
  call MPI_WIN_GET_ATTR(win, MPI_WIN_SIZE, value, flag, ierr)
  call sleep(1)
  call MPI_TYPE_MATCH_SIZE(MPI_TYPECLASS_INTEGER, 4, kind, ierr)
  call MPI_WIN_FREE(win, ierr)
  call MPI_FINALIZE(ierr)
end program

subroutine complain(win, error)
  integer :: win, error
  print *, 'error', error, 'on', win
end subroutine
