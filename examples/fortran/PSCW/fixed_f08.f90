! gomarmot: ranks=3
! Rank 0 gives work to ranks 1 and 2, in an access epoch for both.
program farm
  use, intrinsic :: iso_c_binding, only: c_ptr
  use mpi_f08
  implicit none
  integer :: rank
  integer, asynchronous :: work(2)
  type(MPI_Win) :: win
  type(MPI_Group) :: world, group
  type(c_ptr) :: base

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  work = [10, 20]
  call MPI_Win_allocate(4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call MPI_Comm_group(MPI_COMM_WORLD, world)

  if (rank == 0) then
    call MPI_Group_incl(world, 2, [1, 2], group)
    call MPI_Win_start(group, 0, win)
    call MPI_Put(work(1), 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
    call MPI_Put(work(2), 1, MPI_INTEGER, 2, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
    call MPI_Win_complete(win)
  else
    call MPI_Group_incl(world, 1, [0], group)
    call MPI_Win_post(group, 0, win)
    call MPI_Win_wait(win)
  end if

  call MPI_Group_free(group)
  call MPI_Group_free(world)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
