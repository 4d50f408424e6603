! gomarmot: access=auto flag=-lm
! Every second element is received with a vector datatype.
program every_second
    use mpi
    implicit none
    integer :: ierror, rank, other, request, second
    double precision :: a(10), b(20)

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call MPI_Type_vector(10, 1, 2, MPI_DOUBLE_PRECISION, second, ierror)
    call MPI_Type_commit(second, ierror)
    other = 1 - rank
    a = rank
    b = -1
    call MPI_Irecv(b, 1, second, other, 0, MPI_COMM_WORLD, request, ierror)
    call MPI_Send(a, 10, MPI_DOUBLE_PRECISION, other, 0, MPI_COMM_WORLD, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    print *, b(1), b(3)
    call MPI_Type_free(second, ierror)
    call MPI_Finalize(ierror)
end program
