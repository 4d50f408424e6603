! Each rank puts its number into its right neighbor's window. The last fence
! promises that no RMA calls precede.
program app
  use mpi
  implicit none
  integer :: rank, size, right, win, ierr, value, cells(2)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  right = mod(rank + 1, size)
  value = rank
  cells = -1
  bytes = 8
  disp = 1
  call MPI_Win_create(cells, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(value, 1, MPI_INTEGER, right, disp, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_fence(MPI_MODE_NOPRECEDE, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program app
