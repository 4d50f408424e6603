C     The receive is waited for, and the persistent send freed.
      program halo
      implicit none
      include 'mpif.h'
      integer ierr, rank, other, request(2)
      integer status(MPI_STATUS_SIZE)
      integer got, value

      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      other = 1 - rank
      value = rank
      call MPI_SEND_INIT(value, 1, MPI_INTEGER, other, 0,
     &                   MPI_COMM_WORLD, request(1), ierr)
      call MPI_START(request(1), ierr)
      call MPI_IRECV(got, 1, MPI_INTEGER, other, 0,
     &               MPI_COMM_WORLD, request(2), ierr)
      call MPI_WAIT(request(1), status, ierr)
      call MPI_WAIT(request(2), status, ierr)
      call MPI_REQUEST_FREE(request(1), ierr)
      call MPI_BARRIER(MPI_COMM_WORLD, ierr)
      call MPI_FINALIZE(ierr)
      end program
