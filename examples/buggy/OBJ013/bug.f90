! Offsets, displacements and an extent are integers of 4 bytes; MPI reads or writes 8 bytes of each.
! gomarmot: access=plugin flag=-fallow-argument-mismatch
program blocks
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, fh, win, offset(2), disp(2), extent(4), value, memory(4), column
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  integer(kind=MPI_OFFSET_KIND) :: zero

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  value = rank
  memory = 0
  zero = 0
  offset = (/ 4 * rank, 0 /)
  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'blocks.dat', MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, fh, ierr)
  call MPI_FILE_SET_VIEW(fh, zero, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr)
  call MPI_FILE_WRITE_AT(fh, offset(1), value, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr) ! want OBJ013 "offset of MPI_File_write_at is an integer of 4 bytes, but MPI takes INTEGER.KIND=MPI_OFFSET_KIND., which has 8 bytes"
  call MPI_FILE_CLOSE(fh, ierr)
  bytes = 16
  call MPI_WIN_CREATE(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = (/ 1, 0 /)
  call MPI_WIN_FENCE(0, win, ierr)
  call put(disp)
  call MPI_WIN_FENCE(0, win, ierr)
  call MPI_WIN_FREE(win, ierr)
  call MPI_TYPE_GET_EXTENT(MPI_INTEGER, bytes, extent, ierr) ! want OBJ013 "extent of MPI_Type_get_extent is an integer of 4 bytes, but MPI takes INTEGER.KIND=MPI_ADDRESS_KIND., which has 8 bytes"
  call MPI_TYPE_CREATE_HVECTOR(1, 1, 8, MPI_INTEGER, column, ierr) ! want OBJ013 "stride of MPI_Type_create_hvector is an integer of 4 bytes"
  call MPI_TYPE_FREE(column, ierr)
  call MPI_FINALIZE(ierr)
contains
  subroutine put(where)
    integer, intent(in) :: where(*)
    call MPI_PUT(value, 1, MPI_INTEGER, 1 - rank, where, 1, MPI_INTEGER, win, ierr) ! want OBJ013 "target_disp of MPI_Put is an integer of 4 bytes"
  end subroutine
end program
