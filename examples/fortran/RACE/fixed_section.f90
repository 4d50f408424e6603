! gomarmot: access=auto
! Rows of a matrix are received into a contiguous array, or with a vector datatype; a
! blocking receive may get a copy of a row.
program sections
    use mpi
    implicit none
    integer :: ierror, rank, fixed(4, 8), sends(3)
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
        call MPI_Isend(rows(1, 2), 8, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, sends(2), ierror)
        call MPI_Isend(fixed, 8, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, sends(3), ierror)
        call MPI_Barrier(MPI_COMM_WORLD, ierror)
        call MPI_Waitall(3, sends, MPI_STATUSES_IGNORE, ierror)
    end if
    call MPI_Finalize(ierror)

contains

    subroutine of_any_size(a)
        integer, intent(inout) :: a(:, :)
        integer :: request, row(size(a, 2))

        call MPI_Irecv(row, size(row), MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierror)
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
        a(2, :) = row
        call MPI_Recv(a(3, :), size(a, 2), MPI_INTEGER, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    end subroutine

    subroutine of_one_size()
        integer :: request, row

        call MPI_Type_vector(8, 1, 4, MPI_INTEGER, row, ierror)
        call MPI_Type_commit(row, ierror)
        call MPI_Irecv(fixed(2, 1), 1, row, 1, 1, MPI_COMM_WORLD, request, ierror)
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
        call MPI_Type_free(row, ierror)
    end subroutine
end program
