! The displacement is an INTEGER(KIND=MPI_ADDRESS_KIND).
program kind
  implicit none
  include 'mpif.h'
  integer :: rank, ierr, win, cells(16), value
  integer(kind=MPI_ADDRESS_KIND) :: place
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  common /here/ place

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 64
  call MPI_Win_create(cells, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, ierr)
  call MPI_Win_fence(0, win, ierr)
  place = 2
  value = rank
  if (rank == 0) then
    call MPI_Put(value, 1, MPI_INTEGER, 1, place, 1, MPI_INTEGER, win, ierr)
  end if
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
