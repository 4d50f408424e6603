! A window gets an error handler and a key that were created for communicators, and
! the program deletes a read-only attribute of the window.
program objects
  implicit none
  include 'mpif.h'
  integer :: win, handler, key, ierr
  integer(kind=MPI_ADDRESS_KIND) :: value, extra
  integer :: cells(8)
  common /memory/ cells
  external :: complain

  extra = 0
  value = 1
  call MPI_INIT(ierr)
  call MPI_WIN_CREATE(cells, 32_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_WIN_SET_ERRHANDLER(win, MPI_ERRORS_RETURN, ierr)

  call MPI_COMM_CREATE_ERRHANDLER(complain, handler, ierr)
  call MPI_WIN_SET_ERRHANDLER(win, handler, ierr) ! want WIN015 "created for communicators"
  call MPI_ERRHANDLER_FREE(handler, ierr)

  call MPI_COMM_CREATE_KEYVAL(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, key, extra, ierr)
  call MPI_WIN_SET_ATTR(win, key, value, ierr) ! want WIN015 "created for communicators"
  call MPI_COMM_FREE_KEYVAL(key, ierr)

  call MPI_WIN_DELETE_ATTR(win, MPI_WIN_SIZE, ierr) ! want WIN015 "MPI_WIN_SIZE, which is read-only"

  call MPI_WIN_FREE(win, ierr)
  call MPI_FINALIZE(ierr)
end program

subroutine complain(comm, error)
  integer :: comm, error
  print *, 'error', error, 'on', comm
end subroutine
