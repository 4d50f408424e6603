! The table's window was created with the promise no_locks: passive target
! synchronization is never used on it. Later, rank 0 locks it all the same.
program table
  use, intrinsic :: iso_c_binding, only: c_ptr
  use mpi_f08
  implicit none
  integer :: rank, error
  type(MPI_Info) :: info
  type(MPI_Win) :: win
  type(c_ptr) :: base
  integer, asynchronous :: value

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Info_create(info)
  call MPI_Info_set(info, 'no_locks', 'true ')
  call MPI_Win_allocate(40_MPI_ADDRESS_KIND, 4, info, MPI_COMM_WORLD, base, win)
  call MPI_Info_free(info)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN)

  if (rank == 0) then
    value = 42
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win, error) ! want WIN007 "no_locks"
    if (error == MPI_SUCCESS) then
      call MPI_Put(value, 1, MPI_INTEGER, 1, 3_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
      call MPI_Win_unlock(1, win)
    end if
  end if

  call MPI_Win_free(win)
  call MPI_Finalize()
end program
