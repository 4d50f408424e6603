! Rank 1 locks the window of rank 0 and fetches a number from a counter there.
module counter
  use mpi
  implicit none
  integer :: win
contains
  function next() result(number)
    integer :: number, one(1), got(1), ierr
    integer(kind=MPI_ADDRESS_KIND) :: place
    one = 1
    got = -1
    place = 0
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win, ierr)
    call MPI_Fetch_and_op(one, got, MPI_INTEGER, 0, place, MPI_SUM, win, ierr)
    call MPI_Win_unlock(0, win, ierr)
    number = got(1)
  end function
end module

program numbers
  use counter
  implicit none
  integer :: ierr, rank, number
  integer(kind=MPI_ADDRESS_KIND) :: bytes, base

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 4
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierr)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, ierr)
  call MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win, ierr)
  call MPI_Win_unlock(rank, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)

  number = 0
  if (rank == 1) number = next()

  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
