! gomarmot: access=auto
! Rank 0 stores to cells of shared memory. Rank 1 sums them after MPI_Win_sync and a barrier.
program shared
    use mpi
    use, intrinsic :: iso_c_binding
    implicit none
    integer, parameter :: n = 16
    integer :: ierror, rank, win, unit
    integer(MPI_ADDRESS_KIND) :: bytes
    type(c_ptr) :: base
    integer, pointer :: cells(:)
    integer :: total

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    bytes = 0
    if (rank == 0) bytes = 4 * n
    call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierror)
    call MPI_Win_shared_query(win, 0, bytes, unit, base, ierror)
    call c_f_pointer(base, cells, [n])
    total = 0
    call MPI_Win_lock_all(0, win, ierror)
    if (rank == 0) then
        cells = 5
        call MPI_Win_sync(win, ierror)
        call MPI_Barrier(MPI_COMM_WORLD, ierror)
    else
        call MPI_Barrier(MPI_COMM_WORLD, ierror)
        call MPI_Win_sync(win, ierror)
        total = sum(cells)
    end if
    call MPI_Win_unlock_all(win, ierror)
    if (total < 0) print *, total
    call MPI_Win_free(win, ierror)
    call MPI_Finalize(ierror)
end program
