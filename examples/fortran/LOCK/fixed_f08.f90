! Rank 1 locks the window of rank 0, increments a counter there and fetches its old value.
module counter
  use mpi_f08
  implicit none
  type(MPI_Win) :: win
contains
  function next() result(number)
    integer, asynchronous :: number, one
    integer :: error
    one = 1
    number = -1
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win)
    call MPI_Fetch_and_op(one, number, MPI_INTEGER, 0, 0_MPI_ADDRESS_KIND, MPI_SUM, win, error)
    call MPI_Win_unlock(0, win)
  end function
end module

program numbers
  use, intrinsic :: iso_c_binding, only: c_ptr
  use counter
  implicit none
  integer :: rank, number
  type(c_ptr) :: base

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Win_allocate(4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN)
  call MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win)
  call MPI_Win_unlock(rank, win)
  call MPI_Barrier(MPI_COMM_WORLD)

  number = 0
  if (rank == 1) number = next()

  call MPI_Win_free(win)
  call MPI_Finalize()
end program
