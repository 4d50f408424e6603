! gomarmot: access=auto flag=-fallow-argument-mismatch flag=-w
! A text, the rest of an array and a status are shorter than the calls assume.
program longer
    implicit none
    include 'mpif.h'
    integer :: ierror, rank, request
    integer, save :: before(10), status, behind(10)
    character(16), save :: text
    character(32), save :: line
    double precision :: a(10)

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    before = 0
    behind = 0
    text = 'text'
    a = rank
    if (rank == 0) then
        call MPI_Send(text, 32, MPI_CHARACTER, 1, 0, MPI_COMM_WORLD, ierror) ! want OBJ010 "^buf of MPI_Send takes 32 bytes, but text has only 16 bytes from there on$"
        call MPI_Isend(a(6), 6, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD, request, ierror) ! want OBJ010 "^buf of MPI_Isend takes 48 bytes, but a has only 40 bytes from there on$"
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    else
        call MPI_Recv(line, 32, MPI_CHARACTER, 0, 0, MPI_COMM_WORLD, status, ierror) ! want OBJ010 "^status of MPI_Recv takes 2[04] bytes, but status has only 4 bytes from there on$"
        call MPI_Recv(a(3), 6, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    end if
    print *, before(1), behind(1)
    call MPI_Finalize(ierror)
end program
