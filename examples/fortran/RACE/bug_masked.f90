! gomarmot: access=auto
! One element of marks is set, so the loop reads the variable late while a receive into it is pending.
program masked
    use mpi
    implicit none
    integer, parameter :: n = 20
    integer :: ierror, rank

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call exchange(1 - rank)
    call MPI_Finalize(ierror)

contains

    subroutine exchange(other)
        integer, intent(in) :: other
        integer :: late, request, i, total, marks(n)

        call MPI_Irecv(late, 1, MPI_INTEGER, other, 0, MPI_COMM_WORLD, request, ierror)
        marks = 0
        marks(7) = 1
        call MPI_Allreduce(MPI_IN_PLACE, marks, n, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierror)
        total = 0
        do i = 1, n
            if (marks(i) > 0) total = total + late ! want RACE006 "MPI_Irecv"
        end do
        call MPI_Send(rank, 1, MPI_INTEGER, other, 0, MPI_COMM_WORLD, ierror)
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
        print *, total + late
    end subroutine
end program
