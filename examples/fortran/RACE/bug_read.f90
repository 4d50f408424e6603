! gomarmot: access=auto
! READ, WRITE and RANDOM_NUMBER use the buffers of pending operations.
program reads
    use mpi
    implicit none
    integer, parameter :: n = 100
    integer :: ierror, rank, requests(2), unit
    double precision :: sent(n), noise(n), part(4, n), received(n)

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    part = rank
    sent = 0
    noise = 0
    received = 0
    open (newunit=unit, status='scratch', form='unformatted', access='stream')
    write (unit) part, part
    rewind (unit)
    if (rank == 0) then
        call MPI_Isend(sent, n, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, requests(1), ierror)
        call MPI_Isend(noise, n, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD, requests(2), ierror)
        read (unit) sent(1:20:2) ! want RACE006 "^this store changes 80 bytes of buf of the pending MPI_Isend"
        call random_number(noise) ! want RACE006 "^this store changes 800 bytes of buf of the pending MPI_Isend"
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
    else
        call MPI_Irecv(received, n, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, requests(1), ierror)
        write (unit) received(11:15), n ! want RACE006 "^this load reads 40 bytes, from byte 80 on, of buf of the pending MPI_Irecv"
        call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierror)
        call MPI_Recv(noise, n, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    end if
    close (unit)
    call MPI_Finalize(ierror)
end program
