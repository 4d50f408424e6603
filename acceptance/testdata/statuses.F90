! Receives messages with statuses and without. Rank 0 prints "message SOURCE TAG BYTES" for
! each. BINDING: 1 mpif.h, 2 use mpi, 3 use mpi_f08.
#if BINDING == 3
#define HANDLE(T) type(T)
#define STATUS type(MPI_Status)
#define STATUSES type(MPI_Status), dimension(3)
#define SOURCE(S) S%MPI_SOURCE
#define TAG(S) S%MPI_TAG
#define OF(S, I) S(I)
#else
#define HANDLE(T) integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define STATUSES integer, dimension(MPI_STATUS_SIZE, 3)
#define SOURCE(S) S(MPI_SOURCE)
#define TAG(S) S(MPI_TAG)
#define OF(S, I) S(:, I)
#endif
program receives
#if BINDING == 2
  use mpi
#elif BINDING == 3
  use mpi_f08
#endif
  implicit none
#if BINDING == 1
  include 'mpif.h'
#endif
  integer, parameter :: n = 26
  integer :: rank, k, i, ierr, count, index, indices(3)
  integer, asynchronous :: a(64), b(64, 3)
  logical :: flag
  STATUS :: s
  STATUSES :: all
  HANDLE(MPI_Request) :: r(3)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 1) then
    do k = 0, n - 1
      call MPI_Send(a, k + 1, MPI_INTEGER, 0, k, MPI_COMM_WORLD, ierr)
    end do
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) then
    k = 0
    call MPI_Recv(a, 64, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, s, ierr)
    call seen(s)
    call MPI_Recv(a, 64, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call known()
    call MPI_Sendrecv(a, 1, MPI_INTEGER, MPI_PROC_NULL, 0, b, 64, MPI_INTEGER, 1, MPI_ANY_TAG, &
      MPI_COMM_WORLD, s, ierr)
    call seen(s)
    call MPI_Sendrecv(a, 1, MPI_INTEGER, MPI_PROC_NULL, 0, b, 64, MPI_INTEGER, 1, MPI_ANY_TAG, &
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call known()
    call post()
    call MPI_Waitall(3, r, all, ierr)
    do i = 1, 3
      s = OF(all, i)
      call seen(s)
    end do
    call post()
    call MPI_Waitall(3, r, MPI_STATUSES_IGNORE, ierr)
    do i = 1, 3
      call known()
    end do
    call post()
    flag = .false.
    do while (.not. flag)
      call MPI_Testall(3, r, flag, all, ierr)
    end do
    do i = 1, 3
      s = OF(all, i)
      call seen(s)
    end do
    call post()
    flag = .false.
    do while (.not. flag)
      call MPI_Testall(3, r, flag, MPI_STATUSES_IGNORE, ierr)
    end do
    do i = 1, 3
      call known()
    end do
    call post()
    call MPI_Waitany(3, r, index, s, ierr)
    call seen(s)
    call MPI_Waitany(3, r, index, MPI_STATUS_IGNORE, ierr)
    call known()
    call MPI_Wait(r(3), s, ierr)
    call seen(s)
    call post()
    call MPI_Waitsome(3, r, count, indices, all, ierr)
    do i = 1, 3
      s = OF(all, i)
      call seen(s)
    end do
    call post()
    call MPI_Waitsome(3, r, count, indices, MPI_STATUSES_IGNORE, ierr)
    do i = 1, 3
      call known()
    end do
    call MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    print '(a,i0,1x,i0)', 'message 1 ', k, 4 * (k + 1)
    call MPI_Recv(a, 64, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, s, ierr)
    call seen(s)
  end if
  call MPI_Finalize(ierr)
contains
  subroutine post()
    do i = 1, 3
      call MPI_Irecv(b(:, i), 64, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, r(i), ierr)
    end do
  end subroutine
  subroutine seen(status)
    STATUS :: status
    call MPI_Get_count(status, MPI_INTEGER, count, ierr)
    print '(a,i0,1x,i0,1x,i0)', 'message ', SOURCE(status), TAG(status), 4 * count
    k = k + 1
  end subroutine
  subroutine known()
    print '(a,i0,1x,i0)', 'message 1 ', k, 4 * (k + 1)
    k = k + 1
  end subroutine
end program
