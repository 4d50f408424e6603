! gomarmot: access=auto
! Messages extend beyond an element or argument into the rest of its array, and into COMMON and EQUIVALENCE storage.
program stored
    use mpi
    implicit none
    integer :: ierror, rank, statuses(MPI_STATUS_SIZE, 2), requests(2)
    double precision :: left(5), right(5), whole(10), part(5), grid(5, 4)
    common /sides/ left, right
    equivalence (whole(3), part)

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    left = rank
    right = 0
    whole = 0
    grid = 0
    if (rank == 0) then
        call MPI_Isend(left, 10, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, requests(1), ierror)
        call MPI_Isend(part, 8, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD, requests(2), ierror)
        call MPI_Waitall(2, requests, statuses, ierror)
        call give(grid(1, 2))
    else
        call MPI_Irecv(left, 10, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, requests(1), ierror)
        call MPI_Irecv(part, 8, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, requests(2), ierror)
        call MPI_Waitall(2, requests, statuses, ierror)
        call MPI_Recv(grid(1, 2), 15, MPI_DOUBLE_PRECISION, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    end if
    call MPI_Finalize(ierror)

contains

    subroutine give(column)
        double precision :: column(5)

        call MPI_Send(column, 15, MPI_DOUBLE_PRECISION, 1, 2, MPI_COMM_WORLD, ierror)
    end subroutine
end program
