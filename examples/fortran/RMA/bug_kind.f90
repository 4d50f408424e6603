! The displacement is an INTEGER of 4 bytes. MPI reads 8 bytes: the displacement and the next variable.
program kind
  implicit none
  include 'mpif.h'
  integer :: rank, ierr, win, cells(16), value
  integer :: place, behind
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  common /here/ place, behind

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 64
  call MPI_Win_create(cells, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, ierr)
  call MPI_Win_fence(0, win, ierr)
  place = 2
  behind = 1
  value = rank
  if (rank == 0) then
    call MPI_Put(value, 1, MPI_INTEGER, 1, place, 1, MPI_INTEGER, win, ierr) ! want RMA005 "its lower 32 bits are 2: a Fortran program passes such a value if its argument is an INTEGER"
  end if
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
