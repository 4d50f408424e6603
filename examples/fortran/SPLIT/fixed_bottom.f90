! A header and a grid are written with one datatype of absolute addresses: begin
! and end both pass MPI_BOTTOM as the buffer.
program bottom
  use mpi
  implicit none
  integer :: ierr, fh, both
  integer(kind=MPI_ADDRESS_KIND) :: at(2)
  integer :: header(4), grid(100)

  call MPI_Init(ierr)
  header = 1
  grid = 2
  call MPI_Get_address(header, at(1), ierr)
  call MPI_Get_address(grid, at(2), ierr)
  call MPI_Type_create_hindexed(2, [4, 100], at, MPI_INTEGER, both, ierr)
  call MPI_Type_commit(both, ierr)
  call MPI_File_open(MPI_COMM_WORLD, 'bottom.dat', MPI_MODE_CREATE + MPI_MODE_WRONLY + MPI_MODE_DELETE_ON_CLOSE, &
    MPI_INFO_NULL, fh, ierr)
  call MPI_File_write_ordered_begin(fh, MPI_BOTTOM, 1, both, ierr)
  call MPI_File_write_ordered_end(fh, MPI_BOTTOM, MPI_STATUS_IGNORE, ierr)
  call MPI_Type_free(both, ierr)
  call MPI_File_close(fh, ierr)
  call MPI_Finalize(ierr)
end program
