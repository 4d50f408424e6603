! gomarmot: access=auto flag=-fopenmp
! An OpenMP thread sums the halo after the receive into it is complete.
program openmp
    use mpi
    use omp_lib
    implicit none
    integer, parameter :: n = 500
    integer :: ierror, rank, provided, request, i
    double precision :: halo(n), go(1), sum

    call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    halo = 1
    sum = 0
    go = 0
    if (rank == 0) then
        call MPI_Irecv(halo, n, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, request, ierror)
        call MPI_Send(go, 1, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD, ierror)
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
        !$omp parallel num_threads(2) reduction(+:sum)
        if (omp_get_thread_num() == 1) then
            do i = 1, n
                sum = sum + halo(i)
            end do
        end if
        !$omp end parallel
    else if (rank == 1) then
        call MPI_Recv(go, 1, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
        call MPI_Send(halo, n, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, ierror)
    end if
    if (sum < 0) print *, sum
    call MPI_Finalize(ierror)
end program
