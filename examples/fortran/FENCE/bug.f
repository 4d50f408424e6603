C     Each step puts the right border to the next rank. The fence after
C     it asserts MPI_MODE_NOSUCCEED, but the next step puts again.
      program ring
      implicit none
      include 'mpif.h'
      integer n
      parameter (n = 8)
      integer ierr, rank, ranks, next, win, step
      integer (kind=MPI_ADDRESS_KIND) bytes, place
      integer cells(0:n)
      common /field/ cells

      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)
      next = mod(rank + 1, ranks)
      cells = rank
      bytes = 4 * (n + 1)
      place = 0
      call MPI_WIN_CREATE(cells, bytes, 4, MPI_INFO_NULL,
     &                    MPI_COMM_WORLD, win, ierr)
      call MPI_WIN_SET_ERRHANDLER(win, MPI_ERRORS_RETURN, ierr)

      call MPI_WIN_FENCE(MPI_MODE_NOPRECEDE, win, ierr)
      do step = 1, 2
        call send(cells(n), next, place, win)
        call MPI_WIN_FENCE(MPI_MODE_NOSUCCEED, win, ierr)
      end do

      call MPI_WIN_FREE(win, ierr)
      call MPI_FINALIZE(ierr)
      end program

      subroutine send(value, to, place, win)
      implicit none
      include 'mpif.h'
      integer value(1), to, win, ierr
      integer (kind=MPI_ADDRESS_KIND) place
      integer i
      parameter (i = MPI_INTEGER)
      call MPI_PUT(value, 1, i, to, place, 1, i, win, ierr) ! want FENCE005 "MODE_NOSUCCEED"
      end subroutine
