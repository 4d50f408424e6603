! gomarmot: access=auto
! Buffers are allocatable, components, or arrays with the size of an argument. They are used after their completion.
program allocatables
    use mpi
    implicit none
    type field
        integer :: n
        double precision, allocatable :: halo(:)
    end type
    integer :: ierror, rank

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call exchange(1 - rank, 20)
    call through_a_procedure(1 - rank, 30)
    call component(1 - rank, 40)
    call automatic(1 - rank, 50)
    call MPI_Finalize(ierror)

contains

    subroutine exchange(other, n)
        integer, intent(in) :: other, n
        integer :: requests(2), i
        double precision :: total
        double precision, allocatable :: halo(:), inner(:)

        allocate (halo(n), inner(n))
        inner = rank
        call MPI_Irecv(halo, n, MPI_DOUBLE_PRECISION, other, 0, MPI_COMM_WORLD, requests(1), ierror)
        call MPI_Isend(inner, n, MPI_DOUBLE_PRECISION, other, 0, MPI_COMM_WORLD, requests(2), ierror)
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
        total = 0
        do i = 1, n
            total = total + halo(i)
        end do
        inner(2) = total
        print *, inner(2)
    end subroutine

    ! The address goes to another procedure, in a descriptor, and from there to MPI.
    subroutine through_a_procedure(other, n)
        integer, intent(in) :: other, n
        integer :: requests(2)
        double precision, allocatable :: inner(:), halo(:)

        allocate (inner(n), halo(n))
        inner = rank
        call begin(other, inner, halo, requests)
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
        inner(3) = 5
        print *, inner(3), halo(3)
    end subroutine

    subroutine begin(other, inner, halo, requests)
        integer, intent(in) :: other
        double precision, intent(inout), contiguous :: inner(:), halo(:)
        integer, intent(out) :: requests(2)

        call MPI_Irecv(halo, size(halo), MPI_DOUBLE_PRECISION, other, 1, MPI_COMM_WORLD, requests(1), ierror)
        call MPI_Isend(inner, size(inner), MPI_DOUBLE_PRECISION, other, 1, MPI_COMM_WORLD, requests(2), ierror)
    end subroutine

    ! A component of a derived type, whose address another procedure passes to MPI.
    subroutine component(other, n)
        integer, intent(in) :: other, n
        type(field) :: f
        integer :: request
        double precision :: total

        f%n = n
        allocate (f%halo(n))
        call begin_component(other, f, request)
        call answer(other, n)
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
        total = sum(f%halo)
        print *, total
    end subroutine

    subroutine begin_component(other, f, request)
        integer, intent(in) :: other
        type(field), intent(inout) :: f
        integer, intent(out) :: request

        call MPI_Irecv(f%halo, f%n, MPI_DOUBLE_PRECISION, other, 2, MPI_COMM_WORLD, request, ierror)
    end subroutine

    ! An array whose size is an argument.
    subroutine automatic(other, n)
        integer, intent(in) :: other, n
        double precision :: halo(n)
        integer :: request

        call MPI_Irecv(halo, n, MPI_DOUBLE_PRECISION, other, 2, MPI_COMM_WORLD, request, ierror)
        call answer(other, n)
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
        halo(4) = 6
        print *, halo(4)
    end subroutine

    subroutine answer(other, n)
        integer, intent(in) :: other, n
        double precision :: sent(n)

        sent = rank
        call MPI_Send(sent, n, MPI_DOUBLE_PRECISION, other, 2, MPI_COMM_WORLD, ierror)
    end subroutine
end program
