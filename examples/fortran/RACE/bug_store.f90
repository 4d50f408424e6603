! gomarmot: access=auto
! Rank 1 stores to columns of its window, whole and in part, while rank 0 puts to one column and gets another.
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
    call MPI_Win_fence(0, win, ierror)
    if (rank == 0) then
        call MPI_Put(mine, n, MPI_DOUBLE_PRECISION, 1, int(0, MPI_ADDRESS_KIND), n, MPI_DOUBLE_PRECISION, win, ierror)
        call MPI_Get(seen, n, MPI_DOUBLE_PRECISION, 1, int(n, MPI_ADDRESS_KIND), n, MPI_DOUBLE_PRECISION, win, ierror)
    else
        grid(:, 1) = 3 ! want RACE004 "^MPI_Put of rank 0 writes, and a store of rank 1 changes, the same 320 bytes of rank 1, from byte 0 of its window on"
        grid(11:14, 2) = mine(11:14) ! want RACE004 "^MPI_Get of rank 0 reads, and a store of rank 1 changes, the same \d+ bytes of rank 1, from byte \d+ of its window on"
        grid(:, 3) = 4
    end if
    call MPI_Win_fence(0, win, ierror)
    call MPI_Win_free(win, ierror)
    call MPI_Finalize(ierror)
end program
