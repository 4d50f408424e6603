! gomarmot: access=auto
! A contained procedure receives into halo and pair. The program stores to both too early, to pair by EQUIVALENCE.
program host
    use mpi
    implicit none
    integer, parameter :: n = 16
    integer :: halo(n)
    integer :: pair(2), first
    equivalence (pair, first)
    integer :: ierror, rank, other, requests(2)

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    other = 1 - rank
    halo = 0
    pair = rank
    call begin()
    halo(2) = rank ! want RACE006 "this store changes .* MPI_Irecv"
    first = 5 ! want RACE006 "this store changes .* MPI_Irecv"
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
    print *, halo(1), first
    call MPI_Finalize(ierror)

contains

    subroutine begin()
        call MPI_Irecv(pair, 2, MPI_INTEGER, other, 0, MPI_COMM_WORLD, requests(1), ierror)
        call MPI_Irecv(halo, n, MPI_INTEGER, other, 1, MPI_COMM_WORLD, requests(2), ierror)
        call answer()
    end subroutine

    subroutine answer()
        integer :: sent(n)
        integer :: numbers(2)

        sent = rank
        numbers = rank
        call MPI_Send(numbers, 2, MPI_INTEGER, other, 0, MPI_COMM_WORLD, ierror)
        call MPI_Send(sent, n, MPI_INTEGER, other, 1, MPI_COMM_WORLD, ierror)
    end subroutine
end program
