! A halo exchange and the other ways of coarray programs to reach an image:
! gets and puts of whole, strided and indexed parts, components, atomics,
! events, locks, critical sections, collectives. OpenCoarrays implements all of
! it with MPI windows.
program coarray
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, event_type, lock_type, int64
  implicit none
  integer, parameter :: n = 200
  type :: particles
    integer :: number = 0
    real(8), allocatable :: x(:)
  end type
  real(8) :: u(0:n + 1)[*], old(0:n + 1)
  real(8), allocatable :: field(:, :)[:]
  type(particles) :: p[*]
  integer(atomic_int_kind) :: counter[*]
  type(event_type) :: ready[*]
  type(lock_type) :: guard[*]
  integer :: shared_sum[*], me, all, left, right, step, i, before, indices(4)
  integer(int64) :: total
  real(8) :: residual, got(4)

  me = this_image()
  all = num_images()
  left = merge(all, me - 1, me == 1)
  right = merge(1, me + 1, me == all)

  ! halo by puts, ordered by sync all
  u = [(real(me * i, 8), i = 0, n + 1)]
  do step = 1, 20
    sync all
    u(n + 1)[left] = u(1)
    u(0)[right] = u(n)
    sync all
    old = u
    u(1:n) = 0.5d0 * old(1:n) + 0.25d0 * (old(0:n - 1) + old(2:n + 1))
  end do
  residual = sum(u(1:n))
  call co_sum(residual)

  ! whole columns, strides and single elements by gets
  allocate (field(16, 8)[*])
  field = me
  sync all
  field(:, 1) = field(:, 2)[right]
  field(1:16:3, 3) = field(1:16:3, 4)[left]
  indices = [2, 3, 7, 11]
  do i = 1, 4
    got(i) = field(indices(i), 5)[right]
  end do
  sync all
  field(2:12:2, 6)[right] = real(me, 8) * [1, 2, 3, 4, 5, 6]
  sync all

  ! allocatable components of another image
  p%number = me * 3
  allocate (p%x(p%number))
  p%x = me
  sync all
  if (p[right]%number > 0) got(1) = got(1) + p[right]%x(p[right]%number)
  sync all

  ! atomics and locks on image 1
  call atomic_define(counter, 0)
  shared_sum = 0
  sync all
  call atomic_add(counter[1], me)
  call atomic_fetch_add(counter[1], 1, before)
  lock (guard[1])
  shared_sum[1] = shared_sum[1] + me
  unlock (guard[1])
  sync all
  critical
    shared_sum[1] = shared_sum[1] + 10
  end critical
  sync all
  if (me == 1) call atomic_ref(before, counter)
  call co_broadcast(before, source_image=1)

  ! events and pairs
  event post (ready[right])
  event wait (ready)
  if (me == 1) then
    sync images (*)
  else
    sync images (1)
  end if
  call co_max(got(1))
  total = nint(sum(field) + sum(got), int64)
  call co_sum(total)
  if (me == 1) print '(a, f0.6, 3(1x, i0))', 'checksum ', residual, total, before, shared_sum
  deallocate (field)
end program
