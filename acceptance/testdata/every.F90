! Each call on windows and files at least once, in a straight line: what a rank
! records is what stands here. everyother.F90 makes the other calls. BINDING: 1 mpif.h, 2 use mpi, 3 use mpi_f08.
#if BINDING == 3
#define HANDLE(T) type(T)
#define STATUS type(MPI_Status)
#define ADDRESS type(c_ptr)
#else
#define HANDLE(T) integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define ADDRESS integer(kind=MPI_ADDRESS_KIND)
#endif
program every
  use, intrinsic :: iso_c_binding
#if BINDING == 2
  use mpi
#elif BINDING == 3
  use mpi_f08
#endif
  implicit none
#if BINDING == 1
  include 'mpif.h'
#endif
  integer, parameter :: n = 8
  HANDLE(MPI_Win) :: made, own, shared, dynamic
  HANDLE(MPI_Group) :: all
  HANDLE(MPI_Info) :: info
  HANDLE(MPI_Request) :: r1, r2, r3, r4, r5, r6, r7, r8, r9
  HANDLE(MPI_Errhandler) :: handler
  HANDLE(MPI_File) :: fh
  HANDLE(MPI_Datatype) :: etype, ftype
  STATUS :: status
  ADDRESS :: base, other
  integer, pointer :: memory(:)
  integer, asynchronous :: cells(n), region(n), a(n), b(n), c(n)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, zero, place, value, extent
  integer(kind=MPI_OFFSET_KIND) :: offset, length
  integer :: ierr, unit, rank, keyval, amode
  logical :: flag
  character(len=MPI_MAX_OBJECT_NAME) :: name
  character(len=32) :: datarep

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 4 * n
  zero = 0
  cells = 0
  region = 0
  a = rank
  b = 0
  c = 0

  ! Windows, their attributes and fences.
  call MPI_Info_create(info, ierr)
  call MPI_Info_set(info, 'no_locks', 'false', ierr)
  call MPI_Win_create(cells, bytes, 4, info, MPI_COMM_WORLD, made, ierr)
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, own, ierr)
  call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, shared, ierr)
  call MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, dynamic, ierr)
  call MPI_Info_free(info, ierr)
  call MPI_Win_shared_query(shared, 0, bytes, unit, other, ierr)
  bytes = 4 * n
  call MPI_Win_set_name(made, 'first window', ierr)
  call MPI_Win_get_name(made, name, unit, ierr)
  call MPI_Win_set_errhandler(made, MPI_ERRORS_RETURN, ierr)
  call MPI_Win_get_errhandler(made, handler, ierr)
  call MPI_Errhandler_free(handler, ierr)
  call MPI_Win_call_errhandler(made, MPI_ERR_OTHER, ierr)
  call MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, keyval, zero, ierr)
  value = 7
  call MPI_Win_set_attr(made, keyval, value, ierr)
  call MPI_Win_get_attr(made, keyval, value, flag, ierr)
  call MPI_Win_delete_attr(made, keyval, ierr)
  call MPI_Win_free_keyval(keyval, ierr)
  call MPI_Win_get_info(made, info, ierr)
  call MPI_Win_set_info(made, info, ierr)
  call MPI_Info_free(info, ierr)
  call MPI_Win_get_group(made, all, ierr)
  call MPI_Win_fence(0, made, ierr)
  call MPI_Put(a, 1, MPI_INTEGER, 1 - rank, zero, 1, MPI_INTEGER, made, ierr)
  call MPI_Win_fence(0, made, ierr)
  call MPI_Get(b, 1, MPI_INTEGER, 1 - rank, zero, 1, MPI_INTEGER, made, ierr)
  call MPI_Win_fence(0, made, ierr)

  ! General active target synchronization.
  call MPI_Win_post(all, 0, made, ierr)
  call MPI_Win_start(all, 0, made, ierr)
  call MPI_Accumulate(a, 1, MPI_INTEGER, 1 - rank, zero, 1, MPI_INTEGER, MPI_SUM, made, ierr)
  call MPI_Win_complete(made, ierr)
  call MPI_Win_wait(made, ierr)
  call MPI_Win_post(all, 0, made, ierr)
  call MPI_Win_start(all, 0, made, ierr)
  call MPI_Win_complete(made, ierr)
  flag = .false.
  do while (.not. flag)
    call MPI_Win_test(made, flag, ierr)
  end do
  call MPI_Group_free(all, ierr)

  ! Locks and request-based calls.
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, own, ierr)
  call MPI_Get_accumulate(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, 1 - rank, zero, 1, MPI_INTEGER, MPI_SUM, own, ierr)
  call MPI_Win_flush(1 - rank, own, ierr)
  call MPI_Fetch_and_op(a, b, MPI_INTEGER, 1 - rank, zero, MPI_SUM, own, ierr)
  call MPI_Win_flush_local(1 - rank, own, ierr)
  call MPI_Win_unlock(1 - rank, own, ierr)
  call MPI_Win_lock_all(0, own, ierr)
  call MPI_Compare_and_swap(a, b, c, MPI_INTEGER, 1 - rank, zero, own, ierr)
  call MPI_Win_flush_all(own, ierr)
  place = 1 + 2 * rank
  call MPI_Rput(a, 1, MPI_INTEGER, 0, place, 1, MPI_INTEGER, own, r1, ierr)
  call MPI_Wait(r1, status, ierr)
  call MPI_Win_flush_local_all(own, ierr)
  place = 4 + rank
  call MPI_Rget(b, 1, MPI_INTEGER, 0, place, 1, MPI_INTEGER, own, r2, ierr)
  call MPI_Wait(r2, MPI_STATUS_IGNORE, ierr)
  call MPI_Raccumulate(a, 1, MPI_INTEGER, 0, place, 1, MPI_INTEGER, MPI_SUM, own, r3, ierr)
  call MPI_Wait(r3, MPI_STATUS_IGNORE, ierr)
  call MPI_Rget_accumulate(a, 1, MPI_INTEGER, c, 1, MPI_INTEGER, 0, place, 1, MPI_INTEGER, MPI_SUM, own, r4, ierr)
  call MPI_Wait(r4, MPI_STATUS_IGNORE, ierr)
  call MPI_Win_sync(own, ierr)
  call MPI_Win_unlock_all(own, ierr)
  call MPI_Win_attach(dynamic, region, bytes, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_detach(dynamic, region, ierr)
  call MPI_Win_free(dynamic, ierr)
  call MPI_Win_free(shared, ierr)
  call MPI_Win_free(own, ierr)
  call MPI_Win_free(made, ierr)
  call MPI_Alloc_mem(bytes, MPI_INFO_NULL, base, ierr)
  call c_f_pointer(transfer(base, c_null_ptr), memory, (/ n /))
  call MPI_Free_mem(memory, ierr)

  ! Files.
  amode = MPI_MODE_CREATE + MPI_MODE_RDWR
  call MPI_File_open(MPI_COMM_WORLD, 'every.out  ', amode, MPI_INFO_NULL, fh, ierr)
  call MPI_File_set_errhandler(fh, MPI_ERRORS_RETURN, ierr)
  call MPI_File_get_errhandler(fh, handler, ierr)
  call MPI_Errhandler_free(handler, ierr)
  call MPI_File_call_errhandler(fh, MPI_ERR_OTHER, ierr)
  call MPI_File_get_amode(fh, amode, ierr)
  call MPI_File_get_group(fh, all, ierr)
  call MPI_Group_free(all, ierr)
  call MPI_File_get_info(fh, info, ierr)
  call MPI_File_set_info(fh, info, ierr)
  call MPI_Info_free(info, ierr)
  length = 4096
  call MPI_File_set_size(fh, length, ierr)
  call MPI_File_preallocate(fh, length, ierr)
  call MPI_File_get_size(fh, length, ierr)
  offset = 0
  call MPI_File_set_view(fh, offset, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr)
  call MPI_File_get_view(fh, offset, etype, ftype, datarep, ierr)
  call MPI_File_get_type_extent(fh, MPI_INTEGER, extent, ierr)
  call MPI_File_get_atomicity(fh, flag, ierr)
  call MPI_File_set_atomicity(fh, .false., ierr)
  offset = 100 * rank
  call MPI_File_get_byte_offset(fh, offset, length, ierr)
  call MPI_File_seek(fh, offset, MPI_SEEK_SET, ierr)
  call MPI_File_get_position(fh, length, ierr)

  call MPI_File_write_at(fh, offset, a, 1, MPI_INTEGER, status, ierr)
  call MPI_File_read_at(fh, offset, b, 1, MPI_INTEGER, status, ierr)
  call MPI_File_write_at_all(fh, offset, a, 1, MPI_INTEGER, status, ierr)
  call MPI_File_read_at_all(fh, offset, b, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
  call MPI_File_iwrite_at(fh, offset, a, 1, MPI_INTEGER, r5, ierr)
  call MPI_Wait(r5, status, ierr)
  call MPI_File_iread_at(fh, offset, b, 1, MPI_INTEGER, r6, ierr)
  call MPI_Wait(r6, status, ierr)
  call MPI_File_iwrite_at_all(fh, offset, a, 1, MPI_INTEGER, r7, ierr)
  call MPI_Wait(r7, status, ierr)
  call MPI_File_iread_at_all(fh, offset, b, 1, MPI_INTEGER, r8, ierr)
  call MPI_Wait(r8, status, ierr)
  call MPI_File_write_at_all_begin(fh, offset, a, 1, MPI_INTEGER, ierr)
  call MPI_File_write_at_all_end(fh, a, status, ierr)
  call MPI_File_read_at_all_begin(fh, offset, b, 1, MPI_INTEGER, ierr)
  call MPI_File_read_at_all_end(fh, b, status, ierr)

  call MPI_File_write(fh, a, 1, MPI_INTEGER, status, ierr)
  call MPI_File_read(fh, b, 1, MPI_INTEGER, status, ierr)
  call MPI_File_write_all(fh, a, 1, MPI_INTEGER, status, ierr)
  call MPI_File_read_all(fh, b, 1, MPI_INTEGER, status, ierr)
  call MPI_File_iwrite(fh, a, 1, MPI_INTEGER, r9, ierr)
  call MPI_Wait(r9, status, ierr)
  call MPI_File_iread(fh, b, 1, MPI_INTEGER, r1, ierr)
  call MPI_Wait(r1, status, ierr)
  call MPI_File_iwrite_all(fh, a, 1, MPI_INTEGER, r2, ierr)
  call MPI_Wait(r2, status, ierr)
  call MPI_File_iread_all(fh, b, 1, MPI_INTEGER, r3, ierr)
  call MPI_Wait(r3, status, ierr)
  call MPI_File_write_all_begin(fh, a, 1, MPI_INTEGER, ierr)
  call MPI_File_write_all_end(fh, a, status, ierr)
  call MPI_File_read_all_begin(fh, b, 1, MPI_INTEGER, ierr)
  call MPI_File_read_all_end(fh, b, status, ierr)

  offset = 0
  call MPI_File_seek_shared(fh, offset, MPI_SEEK_SET, ierr)
  call MPI_File_write_shared(fh, a, 1, MPI_INTEGER, status, ierr)
  call MPI_File_get_position_shared(fh, length, ierr)
  call MPI_File_read_shared(fh, b, 1, MPI_INTEGER, status, ierr)
  call MPI_File_iwrite_shared(fh, a, 1, MPI_INTEGER, r4, ierr)
  call MPI_Wait(r4, status, ierr)
  call MPI_File_iread_shared(fh, b, 1, MPI_INTEGER, r5, ierr)
  call MPI_Wait(r5, status, ierr)
  call MPI_File_write_ordered(fh, a, 1, MPI_INTEGER, status, ierr)
  call MPI_File_read_ordered(fh, b, 1, MPI_INTEGER, status, ierr)
  call MPI_File_write_ordered_begin(fh, a, 1, MPI_INTEGER, ierr)
  call MPI_File_write_ordered_end(fh, a, status, ierr)
  call MPI_File_read_ordered_begin(fh, b, 1, MPI_INTEGER, ierr)
  call MPI_File_read_ordered_end(fh, b, status, ierr)

  call MPI_File_sync(fh, ierr)
  call MPI_File_close(fh, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_File_delete('every.out', MPI_INFO_NULL, ierr)
  print '(a,4(1x,i0),1x,l1,2(1x,a))', 'rank', rank, cells(1), value, extent, flag, name(1:1), trim(datarep)
  call MPI_Finalize(ierr)
end program
