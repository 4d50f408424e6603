! The group of a row names ranks 1 and 2, as if ranks were counted from 1: with two
! processes, rank 2 does not exist.
program rows
  use mpi
  implicit none
  integer :: ierr, world, row, members(2)

  call MPI_Init(ierr)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, ierr)

  members = [1, 2]
  call MPI_Comm_group(MPI_COMM_WORLD, world, ierr)
  call MPI_Group_incl(world, 2, members, row, ierr) ! want OBJ004 "ranks\[1\] is 2, but the group has ranks 0 to 1"
  call MPI_Group_free(world, ierr)
  call MPI_Finalize(ierr)
end program
