! gomarmot: access=auto flag=-lm
! Every second element is received: the compiler passes a copy, which a function of its
! library makes. With -lm, this library is linked before the other libraries.
program every_second
    use mpi
    implicit none
    integer :: ierror, rank, other, request
    double precision :: a(10), b(20)

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    other = 1 - rank
    a = rank
    b = -1
    call MPI_Irecv(b(::2), 10, MPI_DOUBLE_PRECISION, other, 0, MPI_COMM_WORLD, request, ierror) ! want RACE006 "^this load reads .* of buf of the pending MPI_Irecv.* has passed a copy of the argument"
    call MPI_Send(a, 10, MPI_DOUBLE_PRECISION, other, 0, MPI_COMM_WORLD, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    print *, b(1), b(3)
    call MPI_Finalize(ierror)
end program
