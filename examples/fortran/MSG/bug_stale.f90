! gomarmot: ranks=2
! A copy of the datatype's handle is used after the datatype was freed.
program stale
  use mpi
  implicit none
  integer :: pair, again, rank, ierr, out(8), in(2)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
  call MPI_Type_vector(2, 1, 4, MPI_INTEGER, pair, ierr)
  call MPI_Type_commit(pair, ierr)
  again = pair
  call MPI_Type_free(pair, ierr)

  out = rank
  call MPI_Sendrecv(out, 1, again, rank, 0, &
                    in, 2, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr) ! want MSG004 "the send datatype of MPI_Sendrecv"
  call MPI_Finalize(ierr)
end program
