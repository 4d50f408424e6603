! The calls that every.F90 does not make, each at least once, in a straight line: what a
! rank records is what stands here. BINDING: 1 mpif.h, 2 use mpi, 3 use mpi_f08.
#if BINDING == 3
#define HANDLE(T) type(T)
#define STATUS type(MPI_Status)
#define STATUSES(N) type(MPI_Status), dimension(N)
#define ADDRESS type(c_ptr)
#else
#define HANDLE(T) integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define STATUSES(N) integer, dimension(MPI_STATUS_SIZE, N)
#define ADDRESS integer(kind=MPI_ADDRESS_KIND)
#endif
module callbacks
  use, intrinsic :: iso_c_binding
#if BINDING == 2
  use mpi
#elif BINDING == 3
  use mpi_f08
#endif
  implicit none
  private
  public :: add, query, release, cancel, on_comm, on_win, on_file
#if BINDING == 1
  include 'mpif.h'
#endif
contains
#if BINDING == 3
  subroutine add(a, b, n, t)
    type(c_ptr), value :: a, b
    integer :: n
    type(MPI_Datatype) :: t
    integer, pointer :: x(:), y(:)
    call c_f_pointer(a, x, (/ n /))
    call c_f_pointer(b, y, (/ n /))
    y = x + y
  end subroutine
#else
  subroutine add(a, b, n, t)
    integer :: n, t, a(n), b(n)
    b = a + b
  end subroutine
#endif
  subroutine on_comm(comm, code)
    HANDLE(MPI_Comm) :: comm
    integer :: code
  end subroutine
  subroutine on_win(win, code)
    HANDLE(MPI_Win) :: win
    integer :: code
  end subroutine
  subroutine on_file(fh, code)
    HANDLE(MPI_File) :: fh
    integer :: code
  end subroutine
  subroutine query(state, status, ierr)
    integer(kind=MPI_ADDRESS_KIND) :: state
    STATUS :: status
    integer :: ierr
    call MPI_Status_set_cancelled(status, .false., ierr)
  end subroutine
  subroutine release(state, ierr)
    integer(kind=MPI_ADDRESS_KIND) :: state
    integer :: ierr
    ierr = MPI_SUCCESS
  end subroutine
  subroutine cancel(state, complete, ierr)
    integer(kind=MPI_ADDRESS_KIND) :: state
    logical :: complete
    integer :: ierr
    ierr = MPI_SUCCESS
  end subroutine
end module

program everyother
  use, intrinsic :: iso_c_binding
  use callbacks
#if BINDING == 2
  use mpi
#elif BINDING == 3
  use mpi_f08
#endif
  implicit none
#if BINDING == 1
  include 'mpif.h'
#endif
  integer, parameter :: n = 16
  HANDLE(MPI_Comm) :: world, comm, cart, graph, dist, half, inter, other
  HANDLE(MPI_Group) :: all, g1, g2
  HANDLE(MPI_Info) :: info, copy
  HANDLE(MPI_Request) :: r, two(2)
  HANDLE(MPI_Errhandler) :: handler
  HANDLE(MPI_Datatype) :: t, u, ints(2), types(4)
  HANDLE(MPI_Message) :: message
  HANDLE(MPI_Op) :: op
  STATUS :: status
  STATUSES(2) :: statuses
  ADDRESS :: base
  integer, asynchronous :: a(n), b(n), buffer(1000)
  integer :: ones(2), twos(2), at(2), dims(2), index(2), edges(2), indices(4), ranges(3,1)
  integer(kind=MPI_ADDRESS_KIND) :: lb, extent, zero, places(2), value
  integer(kind=MPI_COUNT_KIND) :: clb, cextent, ccount
  integer :: ierr, rank, peer, size, keyval, count, position, na, ni, nd, combiner, answer, left, right
  logical :: flag, periods(2)
  character(len=MPI_MAX_OBJECT_NAME) :: name

  call MPI_Init(ierr)
  world = MPI_COMM_WORLD
  call MPI_Comm_rank(world, rank, ierr)
  call MPI_Comm_size(world, size, ierr)
  peer = 1 - rank
  zero = 0
  a = rank
  b = 0
  ones = 1
  twos = 2
  at = (/ 0, 1 /)
  places = (/ 0, 4 /)
  ints = MPI_INTEGER

  ! Infos.
  call MPI_Info_create(info, ierr)
  call MPI_Info_set(info, 'key', 'value', ierr)
  call MPI_Info_get(info, 'key', 8, name, flag, ierr)
  call MPI_Info_get_nkeys(info, count, ierr)
  call MPI_Info_get_nthkey(info, 0, name, ierr)
  call MPI_Info_get_valuelen(info, 'key', count, flag, ierr)
  call MPI_Info_dup(info, copy, ierr)
  call MPI_Info_delete(copy, 'key', ierr)
  call MPI_Info_free(copy, ierr)

  ! Communicators, their attributes, and groups.
  call MPI_Comm_dup(world, comm, ierr)
  call MPI_Comm_set_name(comm, 'a copy', ierr)
  call MPI_Comm_get_name(comm, name, count, ierr)
  call MPI_Comm_set_info(comm, info, ierr)
  call MPI_Comm_get_info(comm, copy, ierr)
  call MPI_Info_free(copy, ierr)
  call MPI_Comm_dup_with_info(comm, info, other, ierr)
  call MPI_Info_free(info, ierr)
  call MPI_Comm_compare(comm, other, answer, ierr)
  call MPI_Comm_test_inter(comm, flag, ierr)
  call MPI_Comm_disconnect(other, ierr)
  call MPI_Comm_idup(comm, other, r, ierr)
  call MPI_Wait(r, MPI_STATUS_IGNORE, ierr)
  call MPI_Comm_free(other, ierr)
  call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierr)
  call MPI_Comm_get_errhandler(comm, handler, ierr)
  call MPI_Errhandler_free(handler, ierr)
  call MPI_Comm_create_errhandler(on_comm, handler, ierr)
  call MPI_Errhandler_free(handler, ierr)
  call MPI_Win_create_errhandler(on_win, handler, ierr)
  call MPI_Errhandler_free(handler, ierr)
  call MPI_File_create_errhandler(on_file, handler, ierr)
  call MPI_Errhandler_free(handler, ierr)
  call MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER, ierr)
  call MPI_Add_error_class(answer, ierr)
  call MPI_Add_error_string(answer, "an error of the program", ierr)
  call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, keyval, zero, ierr)
  value = 7
  call MPI_Comm_set_attr(comm, keyval, value, ierr)
  value = 0
  call MPI_Comm_get_attr(comm, keyval, value, flag, ierr)
  call MPI_Comm_delete_attr(comm, keyval, ierr)
  call MPI_Comm_free_keyval(keyval, ierr)
#if BINDING < 3
  call MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, keyval, 0, ierr)
  call MPI_Attr_put(comm, keyval, 7, ierr)
  call MPI_Attr_get(comm, keyval, count, flag, ierr)
  call MPI_Attr_delete(comm, keyval, ierr)
  call MPI_Keyval_free(keyval, ierr)
#endif
  call MPI_Comm_get_parent(other, ierr)
  call MPI_Comm_group(comm, all, ierr)
  call MPI_Group_size(all, count, ierr)
  call MPI_Group_rank(all, count, ierr)
  call MPI_Group_incl(all, 1, (/ rank /), g1, ierr)
  call MPI_Group_excl(all, 1, (/ rank /), g2, ierr)
  call MPI_Group_compare(g1, g2, answer, ierr)
  call MPI_Group_translate_ranks(all, 2, at, g1, indices, ierr)
  call MPI_Comm_create_group(comm, g1, 5, other, ierr)
  call MPI_Comm_free(other, ierr)
  call MPI_Comm_create(comm, all, other, ierr)
  call MPI_Comm_free(other, ierr)
  call MPI_Group_free(all, ierr)
  call MPI_Group_union(g1, g2, all, ierr)
  call MPI_Group_free(all, ierr)
  call MPI_Group_intersection(g1, g2, all, ierr)
  call MPI_Group_difference(g1, g2, all, ierr)
  call MPI_Group_free(all, ierr)
  call MPI_Group_free(g1, ierr)
  call MPI_Group_free(g2, ierr)
  call MPI_Comm_group(comm, all, ierr)
  ranges(:,1) = (/ 0, 1, 1 /)
  call MPI_Group_range_incl(all, 1, ranges, g1, ierr)
  call MPI_Group_free(g1, ierr)
  ranges(:,1) = (/ 0, 0, 1 /)
  call MPI_Group_range_excl(all, 1, ranges, g1, ierr)
  call MPI_Group_free(g1, ierr)
  call MPI_Group_free(all, ierr)
  call MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, other, ierr)
  call MPI_Comm_free(other, ierr)
  call MPI_Comm_split(comm, rank, 0, half, ierr)
  call MPI_Intercomm_create(half, 0, comm, peer, 6, inter, ierr)
  call MPI_Comm_remote_size(inter, count, ierr)
  call MPI_Comm_remote_group(inter, all, ierr)
  call MPI_Group_free(all, ierr)
  call MPI_Intercomm_merge(inter, .false., other, ierr)
  call MPI_Comm_free(other, ierr)
  call MPI_Comm_free(inter, ierr)
  call MPI_Comm_free(half, ierr)

  ! Topologies.
  dims = 0
  call MPI_Dims_create(2, 1, dims, ierr)
  periods = .true.
  call MPI_Cart_map(comm, 1, dims, periods, count, ierr)
  call MPI_Cart_create(comm, 1, dims, periods, .false., cart, ierr)
  call MPI_Topo_test(cart, answer, ierr)
  call MPI_Cartdim_get(cart, count, ierr)
  call MPI_Cart_get(cart, 1, dims, periods, index, ierr)
  call MPI_Cart_coords(cart, rank, 1, index, ierr)
  call MPI_Cart_rank(cart, index, count, ierr)
  call MPI_Cart_shift(cart, 0, 1, left, right, ierr)
  call MPI_Cart_sub(cart, (/ .true. /), other, ierr)
  call MPI_Comm_free(other, ierr)
  index = (/ 1, 2 /)
  edges = (/ 1, 0 /)
  call MPI_Graph_map(comm, 2, index, edges, count, ierr)
  call MPI_Graph_create(comm, 2, index, edges, .false., graph, ierr)
  call MPI_Graphdims_get(graph, ni, na, ierr)
  call MPI_Graph_get(graph, 2, 2, index, edges, ierr)
  call MPI_Graph_neighbors_count(graph, rank, count, ierr)
  call MPI_Graph_neighbors(graph, rank, 1, edges, ierr)
  call MPI_Comm_free(graph, ierr)
  call MPI_Dist_graph_create(comm, 1, (/ rank /), ones, (/ peer /), MPI_UNWEIGHTED, MPI_INFO_NULL, .false., dist, ierr)
  call MPI_Comm_free(dist, ierr)
  call MPI_Dist_graph_create_adjacent(comm, 1, (/ peer /), ones, 1, (/ peer /), ones, MPI_INFO_NULL, .false., dist, ierr)
  call MPI_Dist_graph_neighbors_count(dist, ni, na, flag, ierr)
  call MPI_Dist_graph_neighbors(dist, 1, index, ones, 1, edges, twos, ierr)
  ones = 1
  ! MPICH's mpi_f08 asks for the neighbors as if every topology were a distributed graph.
  call MPI_Neighbor_alltoallw(a, ones, places, ints, b, ones, places, ints, dist, ierr)
  call MPI_Ineighbor_alltoallw(a, ones, places, ints, b, ones, places, ints, dist, r, ierr)
  call MPI_Wait(r, MPI_STATUS_IGNORE, ierr)
  call MPI_Comm_free(dist, ierr)
  call MPI_Neighbor_allgather(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, cart, ierr)
  call MPI_Neighbor_allgatherv(a, 1, MPI_INTEGER, b, ones, at, MPI_INTEGER, cart, ierr)
  call MPI_Neighbor_alltoall(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, cart, ierr)
  call MPI_Neighbor_alltoallv(a, ones, at, MPI_INTEGER, b, ones, at, MPI_INTEGER, cart, ierr)
  call MPI_Ineighbor_allgather(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, cart, r, ierr)
  call MPI_Wait(r, MPI_STATUS_IGNORE, ierr)
  call MPI_Ineighbor_allgatherv(a, 1, MPI_INTEGER, b, ones, at, MPI_INTEGER, cart, r, ierr)
  call MPI_Wait(r, MPI_STATUS_IGNORE, ierr)
  call MPI_Ineighbor_alltoall(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, cart, r, ierr)
  call MPI_Wait(r, MPI_STATUS_IGNORE, ierr)
  call MPI_Ineighbor_alltoallv(a, ones, at, MPI_INTEGER, b, ones, at, MPI_INTEGER, cart, r, ierr)
  call MPI_Wait(r, MPI_STATUS_IGNORE, ierr)
  call MPI_Comm_free(cart, ierr)

  ! Datatypes.
  call MPI_Type_contiguous(2, MPI_INTEGER, t, ierr)
  call MPI_Type_commit(t, ierr)
  call MPI_Type_set_name(t, 'pair', ierr)
  call MPI_Type_get_name(t, name, count, ierr)
  call MPI_Type_size(t, count, ierr)
  call MPI_Type_size_x(t, ccount, ierr)
  call MPI_Type_get_extent(t, lb, extent, ierr)
  call MPI_Type_get_extent_x(t, clb, cextent, ierr)
  call MPI_Type_get_true_extent(t, lb, extent, ierr)
  call MPI_Type_get_true_extent_x(t, clb, cextent, ierr)
  call MPI_Type_get_envelope(t, ni, na, nd, combiner, ierr)
  call MPI_Type_get_contents(t, ni, na, nd, indices, places, types, ierr)
  places = (/ 0, 4 /)
  call MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, keyval, zero, ierr)
  value = 8
  call MPI_Type_set_attr(t, keyval, value, ierr)
  value = 0
  call MPI_Type_get_attr(t, keyval, value, flag, ierr)
  call MPI_Type_delete_attr(t, keyval, ierr)
  call MPI_Type_free_keyval(keyval, ierr)
  call MPI_Type_dup(t, u, ierr)
  call MPI_Type_free(u, ierr)
  call MPI_Type_free(t, ierr)
  call MPI_Type_vector(2, 1, 2, MPI_INTEGER, t, ierr)
  call MPI_Type_free(t, ierr)
  call MPI_Type_create_hvector(2, 1, extent, MPI_INTEGER, t, ierr)
  call MPI_Type_free(t, ierr)
  call MPI_Type_indexed(2, ones, at, MPI_INTEGER, t, ierr)
  call MPI_Type_free(t, ierr)
  call MPI_Type_create_hindexed(2, ones, places, MPI_INTEGER, t, ierr)
  call MPI_Type_free(t, ierr)
  call MPI_Type_create_indexed_block(2, 1, at, MPI_INTEGER, t, ierr)
  call MPI_Type_free(t, ierr)
  call MPI_Type_create_hindexed_block(2, 1, places, MPI_INTEGER, t, ierr)
  call MPI_Type_free(t, ierr)
  call MPI_Type_create_struct(2, ones, places, ints, t, ierr)
  call MPI_Type_free(t, ierr)
  lb = 0
  extent = 16
  call MPI_Type_create_resized(MPI_INTEGER, lb, extent, t, ierr)
  call MPI_Type_free(t, ierr)
  call MPI_Type_create_subarray(1, (/ 4 /), (/ 2 /), (/ 1 /), MPI_ORDER_FORTRAN, MPI_INTEGER, t, ierr)
  call MPI_Type_free(t, ierr)
  call MPI_Type_create_darray(2, rank, 1, (/ 4 /), (/ MPI_DISTRIBUTE_BLOCK /), (/ MPI_DISTRIBUTE_DFLT_DARG /), &
    (/ 2 /), MPI_ORDER_FORTRAN, MPI_INTEGER, t, ierr)
  call MPI_Type_free(t, ierr)
  call MPI_Type_create_f90_real(15, MPI_UNDEFINED, t, ierr)
  call MPI_Type_create_f90_complex(15, MPI_UNDEFINED, t, ierr)
  call MPI_Type_create_f90_integer(9, t, ierr)
  call MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, t, ierr)
  call MPI_Pack_size(2, MPI_INTEGER, comm, count, ierr)
  position = 0
  call MPI_Pack(a, 2, MPI_INTEGER, buffer, 4000, position, comm, ierr)
  position = 0
  call MPI_Unpack(buffer, 4000, position, b, 2, MPI_INTEGER, comm, ierr)
  call MPI_Pack_external_size('external32', 2, MPI_INTEGER, extent, ierr)
  lb = 0
  call MPI_Pack_external('external32', a, 2, MPI_INTEGER, buffer, extent, lb, ierr)
  lb = 0
  call MPI_Unpack_external('external32', buffer, extent, lb, b, 2, MPI_INTEGER, ierr)

  ! Collective calls.
  call MPI_Op_create(add, .true., op, ierr)
  call MPI_Op_commutative(op, flag, ierr)
  call MPI_Reduce_local(a, b, 1, MPI_INTEGER, op, ierr)
  call MPI_Allreduce(a, b, 1, MPI_INTEGER, op, comm, ierr)
  call MPI_Op_free(op, ierr)
  call MPI_Barrier(comm, ierr)
  call MPI_Bcast(b, 1, MPI_INTEGER, 0, comm, ierr)
  call MPI_Gather(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, 0, comm, ierr)
  call MPI_Gatherv(a, 1, MPI_INTEGER, b, ones, at, MPI_INTEGER, 0, comm, ierr)
  call MPI_Scatter(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, 0, comm, ierr)
  call MPI_Scatterv(a, ones, at, MPI_INTEGER, b, 1, MPI_INTEGER, 0, comm, ierr)
  call MPI_Allgather(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, comm, ierr)
  call MPI_Allgatherv(a, 1, MPI_INTEGER, b, ones, at, MPI_INTEGER, comm, ierr)
  call MPI_Alltoall(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, comm, ierr)
  call MPI_Alltoallv(a, ones, at, MPI_INTEGER, b, ones, at, MPI_INTEGER, comm, ierr)
  edges = (/ 0, 4 /)
  call MPI_Alltoallw(a, ones, edges, ints, b, ones, edges, ints, comm, ierr)
  call MPI_Reduce(a, b, 1, MPI_INTEGER, MPI_SUM, 0, comm, ierr)
  call MPI_Reduce_scatter(a, b, ones, MPI_INTEGER, MPI_SUM, comm, ierr)
  call MPI_Reduce_scatter_block(a, b, 1, MPI_INTEGER, MPI_SUM, comm, ierr)
  call MPI_Scan(a, b, 1, MPI_INTEGER, MPI_SUM, comm, ierr)
  call MPI_Exscan(a, b, 1, MPI_INTEGER, MPI_SUM, comm, ierr)
  call MPI_Ibarrier(comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Ibcast(b, 1, MPI_INTEGER, 0, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Igather(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, 0, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Igatherv(a, 1, MPI_INTEGER, b, ones, at, MPI_INTEGER, 0, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Iscatter(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, 0, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Iscatterv(a, ones, at, MPI_INTEGER, b, 1, MPI_INTEGER, 0, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Iallgather(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Iallgatherv(a, 1, MPI_INTEGER, b, ones, at, MPI_INTEGER, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Ialltoall(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Ialltoallv(a, ones, at, MPI_INTEGER, b, ones, at, MPI_INTEGER, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Ialltoallw(a, ones, edges, ints, b, ones, edges, ints, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Iallreduce(a, b, 1, MPI_INTEGER, MPI_SUM, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Ireduce(a, b, 1, MPI_INTEGER, MPI_SUM, 0, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Ireduce_scatter(a, b, ones, MPI_INTEGER, MPI_SUM, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Ireduce_scatter_block(a, b, 1, MPI_INTEGER, MPI_SUM, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Iscan(a, b, 1, MPI_INTEGER, MPI_SUM, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Iexscan(a, b, 1, MPI_INTEGER, MPI_SUM, comm, r, ierr)
  call MPI_Wait(r, status, ierr)

  ! Messages, and requests.
  call MPI_Irecv(b, 1, MPI_INTEGER, peer, 0, comm, r, ierr)
  call MPI_Send(a, 1, MPI_INTEGER, peer, 0, comm, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Get_count(status, MPI_INTEGER, count, ierr)
  call MPI_Get_elements(status, MPI_INTEGER, count, ierr)
  call MPI_Get_elements_x(status, MPI_INTEGER, ccount, ierr)
  call MPI_Status_set_elements(status, MPI_INTEGER, 2, ierr)
  ccount = 2
  call MPI_Status_set_elements_x(status, MPI_INTEGER, ccount, ierr)
  call MPI_Sendrecv(a, 1, MPI_INTEGER, peer, 0, b, 1, MPI_INTEGER, peer, 0, comm, status, ierr)
  call MPI_Sendrecv_replace(b, 1, MPI_INTEGER, peer, 0, peer, 0, comm, MPI_STATUS_IGNORE, ierr)
  call MPI_Buffer_attach(buffer, 4000, ierr)
  call MPI_Bsend(a, 1, MPI_INTEGER, peer, 1, comm, ierr)
  call MPI_Probe(peer, 1, comm, status, ierr)
  call MPI_Recv(b, 1, MPI_INTEGER, peer, 1, comm, MPI_STATUS_IGNORE, ierr)
  call MPI_Ibsend(a, 1, MPI_INTEGER, peer, 2, comm, r, ierr)
  call MPI_Wait(r, status, ierr)
  flag = .false.
  do while (.not. flag)
    call MPI_Iprobe(peer, 2, comm, flag, status, ierr)
  end do
  call MPI_Mprobe(peer, 2, comm, message, status, ierr)
  call MPI_Mrecv(b, 1, MPI_INTEGER, message, status, ierr)
  call MPI_Bsend_init(a, 1, MPI_INTEGER, peer, 3, comm, r, ierr)
  call MPI_Start(r, ierr)
  call MPI_Wait(r, MPI_STATUS_IGNORE, ierr)
  call MPI_Request_free(r, ierr)
  flag = .false.
  do while (.not. flag)
    call MPI_Improbe(peer, 3, comm, flag, message, status, ierr)
  end do
  call MPI_Imrecv(b, 1, MPI_INTEGER, message, r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Buffer_detach(base, count, ierr)
  call MPI_Irecv(b(1), 1, MPI_INTEGER, peer, 4, comm, two(1), ierr)
  call MPI_Isend(a, 1, MPI_INTEGER, peer, 4, comm, two(2), ierr)
  call MPI_Waitall(2, two, statuses, ierr)
  call MPI_Irecv(b(1), 1, MPI_INTEGER, peer, 4, comm, two(1), ierr)
  call MPI_Barrier(comm, ierr)
  call MPI_Irsend(a, 1, MPI_INTEGER, peer, 4, comm, two(2), ierr)
  flag = .false.
  do while (.not. flag)
    call MPI_Testall(2, two, flag, MPI_STATUSES_IGNORE, ierr)
  end do
  call MPI_Irecv(b(1), 1, MPI_INTEGER, peer, 4, comm, two(1), ierr)
  call MPI_Issend(a, 1, MPI_INTEGER, peer, 4, comm, two(2), ierr)
  call MPI_Waitany(2, two, count, status, ierr)
  flag = .false.
  do while (.not. flag)
    call MPI_Testany(2, two, count, flag, MPI_STATUS_IGNORE, ierr)
  end do
  call MPI_Irecv(b(1), 1, MPI_INTEGER, peer, 4, comm, two(1), ierr)
  call MPI_Isend(a, 1, MPI_INTEGER, peer, 4, comm, two(2), ierr)
  call MPI_Waitsome(2, two, count, indices, statuses, ierr)
  call MPI_Waitall(2, two, MPI_STATUSES_IGNORE, ierr)
  call MPI_Irecv(b(1), 1, MPI_INTEGER, peer, 4, comm, two(1), ierr)
  call MPI_Isend(a, 1, MPI_INTEGER, peer, 4, comm, two(2), ierr)
  count = 0
  do while (count == 0)
    call MPI_Testsome(2, two, count, indices, statuses, ierr)
  end do
  call MPI_Waitall(2, two, MPI_STATUSES_IGNORE, ierr)
  call MPI_Irecv(b, 1, MPI_INTEGER, peer, 5, comm, r, ierr)
  call MPI_Barrier(comm, ierr)
  call MPI_Rsend(a, 1, MPI_INTEGER, peer, 5, comm, ierr)
  flag = .false.
  do while (.not. flag)
    call MPI_Request_get_status(r, flag, status, ierr)
  end do
  call MPI_Test(r, flag, status, ierr)
  call MPI_Recv_init(b, 1, MPI_INTEGER, peer, 6, comm, two(1), ierr)
  call MPI_Send_init(a, 1, MPI_INTEGER, peer, 6, comm, two(2), ierr)
  call MPI_Startall(2, two, ierr)
  call MPI_Waitall(2, two, statuses, ierr)
  call MPI_Request_free(two(2), ierr)
  call MPI_Ssend_init(a, 1, MPI_INTEGER, peer, 6, comm, two(2), ierr)
  call MPI_Startall(2, two, ierr)
  call MPI_Waitall(2, two, statuses, ierr)
  call MPI_Request_free(two(2), ierr)
  call MPI_Rsend_init(a, 1, MPI_INTEGER, peer, 6, comm, two(2), ierr)
  call MPI_Request_free(two(2), ierr)
  call MPI_Request_free(two(1), ierr)
  call MPI_Irecv(b, 1, MPI_INTEGER, peer, 7, comm, r, ierr)
  call MPI_Cancel(r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Test_cancelled(status, flag, ierr)
  call MPI_Irecv(b, 1, MPI_INTEGER, peer, 8, comm, r, ierr)
  call MPI_Ssend(a, 1, MPI_INTEGER, merge(peer, MPI_PROC_NULL, .false.), 8, comm, ierr)
  call MPI_Send(a, 1, MPI_INTEGER, peer, 8, comm, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Grequest_start(query, release, cancel, zero, r, ierr)
  call MPI_Grequest_complete(r, ierr)
  call MPI_Wait(r, status, ierr)
  call MPI_Comm_free(comm, ierr)
  print '(a,3(1x,i0),1x,l1,1x,a)', 'rank', rank, b(1), value, flag, trim(name)
  call MPI_Finalize(ierr)
end program
