C     The file is open for writing, and for reading the results back.
      program results
      implicit none
      include 'mpif.h'
      integer ierr, rank, fh, amode, values(4)
      integer status(MPI_STATUS_SIZE)
      integer (kind=MPI_OFFSET_KIND) place
      character*20 name

      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      values = rank
      place = 16 * rank
      name = 'results.dat'
      amode = MPI_MODE_CREATE + MPI_MODE_RDWR
     &        + MPI_MODE_DELETE_ON_CLOSE
      call MPI_FILE_OPEN(MPI_COMM_WORLD, name, amode, MPI_INFO_NULL,
     &                   fh, ierr)
      call MPI_FILE_WRITE_AT(fh, place, values, 4, MPI_INTEGER,
     &                       status, ierr)
      call check(fh, place)
      call MPI_FILE_CLOSE(fh, ierr)
      call MPI_FINALIZE(ierr)
      end program

      subroutine check(fh, place)
      implicit none
      include 'mpif.h'
      integer fh, ierr, values(4), t, st(MPI_STATUS_SIZE)
      integer (kind=MPI_OFFSET_KIND) place
      t = MPI_INTEGER
      call MPI_FILE_READ_AT(fh, place, values, 4, t, st, ierr)
      end subroutine
