! gomarmot: access=auto
! Rows of a matrix are received. The compiler passes a copy of each row, and copies it back
! when MPI_Irecv returns, before the message need have arrived.
program sections
    use mpi
    implicit none
    integer :: ierror, rank, fixed(4, 8), sends(2)
    integer, allocatable :: rows(:, :)

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    allocate (rows(4, 8 + rank))
    rows = 0
    fixed = 0
    if (rank == 0) then
        call MPI_Barrier(MPI_COMM_WORLD, ierror)
        call of_any_size(rows)
        call of_one_size()
        print *, sum(rows), sum(fixed)
    else
        call MPI_Isend(rows, 8, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, sends(1), ierror)
        call MPI_Isend(fixed, 8, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, sends(2), ierror)
        call MPI_Barrier(MPI_COMM_WORLD, ierror)
        call MPI_Waitall(2, sends, MPI_STATUSES_IGNORE, ierror)
    end if
    call MPI_Finalize(ierror)

contains

    subroutine of_any_size(a)
        integer, intent(inout) :: a(:, :)
        integer :: request

        call MPI_Irecv(a(2, :), size(a, 2), MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierror) ! want RACE006 "^this load reads .* of buf of the pending MPI_Irecv.* has passed a copy of the argument"
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    end subroutine

    subroutine of_one_size()
        integer :: request

        call MPI_Irecv(fixed(2, :), 8, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, request, ierror) ! want RACE006 "^this load reads .* of buf of the pending MPI_Irecv.* has passed a copy of the argument"
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    end subroutine
end program
