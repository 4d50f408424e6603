! Rank 0 writes before a barrier, and rank 1 reads the same values after it. Both ranks call
! MPI_File_sync before and after the barrier.
program conflict
  use mpi
  implicit none
  integer :: rank, fh, error
  integer :: values(4), status(MPI_STATUS_SIZE)
  integer(kind=MPI_OFFSET_KIND) :: start

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  values = rank
  start = 0
  call MPI_File_open(MPI_COMM_WORLD, 'conflict.dat', MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, &
                     MPI_INFO_NULL, fh, error)
  if (rank == 0) call MPI_File_write_at(fh, start, values, 4, MPI_INTEGER, status, error)
  call MPI_File_sync(fh, error)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_File_sync(fh, error)
  if (rank == 1) call MPI_File_read_at(fh, start, values, 4, MPI_INTEGER, status, error)
  call MPI_File_close(fh, error)
  call MPI_Finalize(error)
end program
