! gomarmot: access=auto
! Local variables of a procedure are buffers. The procedure uses them after the operations are complete.
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
        call answer(other)
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
        flag = 7
        total = 0
        do i = 1, 20
            total = total + halo(i)
        end do
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
