! gomarmot: ranks=2
! The datatype is freed after its last use.
program stale
  use mpi
  implicit none
  integer :: pair, rank, ierr, out(8), in(2)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
  call MPI_Type_vector(2, 1, 4, MPI_INTEGER, pair, ierr)
  call MPI_Type_commit(pair, ierr)

  out = rank
  call MPI_Sendrecv(out, 1, pair, rank, 0, &
                    in, 2, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  call MPI_Type_free(pair, ierr)
  call MPI_Finalize(ierr)
end program
