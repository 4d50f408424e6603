! Offsets and displacements have the kinds that MPI takes; counts and displs of MPI_ALLGATHERV are default integers.
! gomarmot: access=plugin flag=-fallow-argument-mismatch
program blocks
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, fh, win, value, memory(4), counts(2), displs(2), got(2)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp(2), lower
  integer(kind=MPI_OFFSET_KIND) :: offset
  integer(8) :: eight

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  value = rank
  memory = 0
  offset = rank
  eight = 4
  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'blocks.dat', MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, fh, ierr)
  call MPI_FILE_SET_VIEW(fh, 0_MPI_OFFSET_KIND, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr)
  call MPI_FILE_WRITE_AT(fh, offset, value, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
  call MPI_FILE_WRITE_AT(fh, eight + rank, value, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
  call MPI_FILE_CLOSE(fh, ierr)
  bytes = 16
  call MPI_WIN_CREATE(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = (/ 1, 0 /)
  call MPI_WIN_FENCE(0, win, ierr)
  call put(disp)
  call MPI_WIN_FENCE(0, win, ierr)
  call MPI_WIN_FREE(win, ierr)
  call MPI_TYPE_GET_EXTENT(MPI_INTEGER, lower, bytes, ierr)
  counts = 1
  displs = (/ 0, 1 /)
  call MPI_ALLGATHERV(value, 1, MPI_INTEGER, got, counts, displs, MPI_INTEGER, MPI_COMM_WORLD, ierr)
  call MPI_FINALIZE(ierr)
contains
  subroutine put(where)
    integer(kind=MPI_ADDRESS_KIND), intent(in) :: where(*)
    call MPI_PUT(value, 1, MPI_INTEGER, 1 - rank, where, 1, MPI_INTEGER, win, ierr)
  end subroutine
end program
