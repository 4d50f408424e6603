! The same in Fortran.
subroutine my_send(v, n)
  use mpi
  implicit none
  integer, intent(in) :: v(4), n
  integer :: ierror
  call MPI_Send(v, n, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, ierror)
end subroutine

subroutine edges(v)
  implicit none
  integer, intent(in) :: v(4)
  call my_send(v, -1)
end subroutine

program wrapped
  use mpi
  implicit none
  integer :: v(4), ierror, i
  v = 0
  call MPI_Init(ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  do i = 1, 3
    call edges(v)
    call my_send(v, -2)
  end do
  call MPI_Finalize(ierror)
end program
