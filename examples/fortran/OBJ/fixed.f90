! The group of a row names ranks 0 and 1.
program rows
  use mpi
  implicit none
  integer :: ierr, world, row, members(2)

  call MPI_Init(ierr)
  members = [0, 1]
  call MPI_Comm_group(MPI_COMM_WORLD, world, ierr)
  call MPI_Group_incl(world, 2, members, row, ierr)
  call MPI_Group_free(row, ierr)
  call MPI_Group_free(world, ierr)
  call MPI_Finalize(ierr)
end program
