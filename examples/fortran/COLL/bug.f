C     The ranks reduce to the largest value, then to the smallest. For
C     the largest value, rank 0 passes MPI_MIN instead of MPI_MAX.
      program range
      implicit none
      include 'mpif.h'
      integer ierr, rank, first, second
      integer low, high

      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      low = rank
      high = rank
      first = MPI_MAX
      second = MPI_MIN
      if (rank .eq. 0) then
        first = MPI_MIN
      end if
      call reduce(high, first)
      call MPI_ALLREDUCE(MPI_IN_PLACE, low, 1, MPI_INTEGER,
     &                   second, MPI_COMM_WORLD, ierr)
      call MPI_FINALIZE(ierr)
      end program

      subroutine reduce(x, op)
      implicit none
      include 'mpif.h'
      integer x, y
      integer op, ierr, t, c
      t = MPI_INTEGER
      c = MPI_COMM_WORLD
      call MPI_ALLREDUCE(x, y, 1, t, op, c, ierr) ! want COLL003 "MPI_M(IN|AX)"
      x = y
      end subroutine
