C     The receive is never waited for, and the persistent send never
C     freed.
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
     &                   MPI_COMM_WORLD, request(1), ierr) ! want REQ007 "MPI_Send_init is never freed"
      call MPI_START(request(1), ierr)
      call MPI_IRECV(got, 1, MPI_INTEGER, other, 0,
     &               MPI_COMM_WORLD, request(2), ierr) ! want REQ001 "operation of MPI_Irecv is never completed"
      call MPI_WAIT(request(1), status, ierr)
      call MPI_BARRIER(MPI_COMM_WORLD, ierr)
      call MPI_FINALIZE(ierr)
      end program
