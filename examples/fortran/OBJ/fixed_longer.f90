! gomarmot: access=auto flag=-fallow-argument-mismatch flag=-w
! A text, the rest of an array and a status are as long as the calls assume.
program longer
    implicit none
    include 'mpif.h'
    integer :: ierror, rank, request
    integer, save :: before(10), status(MPI_STATUS_SIZE), behind(10)
    character(32), save :: text
    character(32), save :: line
    double precision :: a(10)

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    before = 0
    behind = 0
    text = 'text'
    a = rank
    if (rank == 0) then
        call MPI_Send(text, 32, MPI_CHARACTER, 1, 0, MPI_COMM_WORLD, ierror)
        call MPI_Isend(a(5), 6, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD, request, ierror)
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    else
        call MPI_Recv(line, 32, MPI_CHARACTER, 0, 0, MPI_COMM_WORLD, status, ierror)
        call MPI_Recv(a(3), 6, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    end if
    print *, before(1), behind(1)
    call MPI_Finalize(ierror)
end program
