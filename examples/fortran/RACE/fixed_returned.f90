! The subroutine posts the receive into an array of its caller.
program main
  use mpi
  implicit none
  integer :: rank, request, ierr, data(10)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  data = rank

  call post(1 - rank, data, request, 2)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Cancel(request, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)

  call MPI_Finalize(ierr)
contains
  recursive subroutine post(other, halo, request, depth)
    integer, intent(in) :: other, depth
    integer, intent(out) :: request
    integer, intent(inout) :: halo(10)
    integer :: ierr

    if (depth > 0) then
      call post(other, halo, request, depth - 1)
    else
      call MPI_Irecv(halo, 10, MPI_INTEGER, other, 0, MPI_COMM_WORLD, request, ierr)
    end if
  end subroutine post
end program main
