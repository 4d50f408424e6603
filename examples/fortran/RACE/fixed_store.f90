! gomarmot: access=auto
! Rank 1 stores to columns of its window, whole and in part, before the epoch in which rank 0 puts and gets them.
program stores
    use mpi
    use, intrinsic :: iso_c_binding
    implicit none
    integer, parameter :: n = 40
    integer :: ierror, rank, win
    integer(MPI_ADDRESS_KIND) :: bytes
    type(c_ptr) :: base
    double precision, pointer :: grid(:, :)
    double precision :: mine(n), seen(n)

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    bytes = 4 * n * 8
    call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierror)
    call c_f_pointer(base, grid, [n, 4])
    mine = 1
    if (rank == 1) then
        grid(:, 1) = 3
        grid(11:14, 2) = mine(11:14)
        grid(:, 3) = 4
    end if
    call MPI_Win_fence(0, win, ierror)
    if (rank == 0) then
        call MPI_Put(mine, n, MPI_DOUBLE_PRECISION, 1, int(0, MPI_ADDRESS_KIND), n, MPI_DOUBLE_PRECISION, win, ierror)
        call MPI_Get(seen, n, MPI_DOUBLE_PRECISION, 1, int(n, MPI_ADDRESS_KIND), n, MPI_DOUBLE_PRECISION, win, ierror)
    else
        grid(:, 4) = 5
    end if
    call MPI_Win_fence(0, win, ierror)
    call MPI_Win_free(win, ierror)
    call MPI_Finalize(ierror)
end program
