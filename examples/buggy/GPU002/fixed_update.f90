! update device async, wait, host_data use_device.
! gomarmot: gpu
module gpu
  use iso_c_binding
  implicit none
  integer(c_int), parameter :: to_device = 1, to_host = 2

  interface ! as the runtime of a compiler's directives calls it
    integer(c_int) function malloc_managed(at, bytes, flags) bind(c, name="cudaMallocManaged")
      import
      type(c_ptr), intent(out) :: at
      integer(c_size_t), value :: bytes
      integer(c_int), value :: flags
    end function
    integer(c_int) function free_device(at) bind(c, name="cudaFree")
      import
      type(c_ptr), value :: at
    end function
    integer(c_int) function copy_async(to, from, bytes, kind, stream) bind(c, name="cudaMemcpyAsync")
      import
      type(c_ptr), value :: to, from, stream
      integer(c_size_t), value :: bytes
      integer(c_int), value :: kind
    end function
    integer(c_int) function new_stream(stream) bind(c, name="cudaStreamCreate")
      import
      type(c_ptr), intent(out) :: stream
    end function
    integer(c_int) function wait_for(stream) bind(c, name="cudaStreamSynchronize")
      import
      type(c_ptr), value :: stream
    end function
  end interface
end module

program main
  use mpi
  use gpu
  implicit none
  integer, parameter :: n = 1000
  integer(c_size_t), parameter :: bytes = 8 * n
  real(c_double), target :: field(n)
  real(c_double), pointer :: device(:)
  type(c_ptr) :: memory, stream
  integer :: rank, step, ierr

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  field = rank
  ierr = malloc_managed(memory, bytes, 1)
  ierr = new_stream(stream)
  call c_f_pointer(memory, device, [n])
  do step = 1, 3
    ! update device(field) async
    ierr = copy_async(memory, c_loc(field), bytes, to_device, stream)
    ! wait
    ierr = wait_for(stream)
    ! host_data use_device(field)
    call MPI_Bcast(device, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  end do
  ierr = wait_for(stream)
  ierr = free_device(memory)
  call MPI_Finalize(ierr)
end program
