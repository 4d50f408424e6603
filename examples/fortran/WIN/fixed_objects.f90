! Error handler and key are made for windows. Both are freed while the window
! still has them.
program objects
  implicit none
  include 'mpif.h'
  integer :: win, handler, key, ierr
  integer(kind=MPI_ADDRESS_KIND) :: value, extra
  logical :: flag
  integer :: cells(8)
  common /memory/ cells
  external :: complain

  extra = 0
  value = 1
  call MPI_INIT(ierr)
  call MPI_WIN_CREATE(cells, 32_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)

  call MPI_WIN_CREATE_ERRHANDLER(complain, handler, ierr)
  call MPI_WIN_SET_ERRHANDLER(win, handler, ierr)
  call MPI_ERRHANDLER_FREE(handler, ierr)

  call MPI_WIN_CREATE_KEYVAL(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, key, extra, ierr)
  call MPI_WIN_SET_ATTR(win, key, value, ierr)
  call MPI_WIN_GET_ATTR(win, key, extra, flag, ierr)
  if (.not. flag .or. extra /= 1) stop 1
  call MPI_WIN_FREE_KEYVAL(key, ierr)

  call MPI_WIN_GET_ATTR(win, MPI_WIN_SIZE, value, flag, ierr)
  if (.not. flag .or. value /= 32) stop 2
  call MPI_WIN_SET_ERRHANDLER(win, MPI_ERRORS_ARE_FATAL, ierr)

  call MPI_WIN_FREE(win, ierr)
  call MPI_FINALIZE(ierr)
end program

subroutine complain(win, error)
  integer :: win, error
  print *, 'error', error, 'on', win
end subroutine
