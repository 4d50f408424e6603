! gomarmot: access=auto
! Local variables of a procedure are buffers. The procedure uses them before the operations are complete.
program locals
    use mpi
    implicit none
    integer :: ierror, rank

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call exchange(1 - rank)
    call MPI_Finalize(ierror)

contains

    subroutine exchange(other)
        integer, intent(in) :: other
        integer :: flag, requests(2), i
        double precision :: halo(20), total

        flag = rank
        call MPI_Irecv(halo, 20, MPI_DOUBLE_PRECISION, other, 1, MPI_COMM_WORLD, requests(1), ierror)
        call MPI_Isend(flag, 1, MPI_INTEGER, other, 0, MPI_COMM_WORLD, requests(2), ierror)
        flag = 7 ! want RACE006 "^this store changes 4 bytes of buf of the pending MPI_Isend"
        call answer(other)
        total = 0
        do i = 1, 20
            total = total + halo(i) ! want RACE006 "^this load reads \d+ bytes.* of buf of the pending MPI_Irecv"
        end do
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
        print *, total, flag
    end subroutine

    subroutine answer(other)
        integer, intent(in) :: other
        integer :: flag
        double precision :: sent(20)

        sent = 1
        call MPI_Recv(flag, 1, MPI_INTEGER, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
        call MPI_Send(sent, 20, MPI_DOUBLE_PRECISION, other, 1, MPI_COMM_WORLD, ierror)
        sent = 2
    end subroutine
end program
