! Dense linear algebra by ScaLAPACK on a grid of processes: a matrix with an LU
! and a Cholesky factorization and its eigenvalues. BLACS sends rows, columns
! and triangles, and combines them along rows and columns of the grid.
program scalapack
  implicit none
  integer, parameter :: n = 48, block = 8
  real(8), allocatable :: a(:, :), factor(:, :), z(:, :), b(:, :), work(:)
  integer, allocatable :: pivot(:)
  real(8) :: eigenvalues(n), query(1), worst
  integer :: rank, ranks, context, rows, columns, row, column, rows_here, columns_here, i, j, info
  integer :: of_a(9), of_b(9)
  integer, external :: numroc

  call blacs_pinfo(rank, ranks)
  rows = int(sqrt(real(ranks)))
  columns = ranks / rows
  call blacs_get(-1, 0, context)
  call blacs_gridinit(context, 'Row-major', rows, columns)
  call blacs_gridinfo(context, rows, columns, row, column)
  rows_here = numroc(n, block, row, 0, rows)
  columns_here = numroc(n, block, column, 0, columns)
  call descinit(of_a, n, n, block, block, 0, 0, context, max(1, rows_here), info)
  call descinit(of_b, n, 1, block, block, 0, 0, context, max(1, rows_here), info)
  allocate (a(max(1, rows_here), max(1, columns_here)), pivot(rows_here + block))
  allocate (factor, z, mold=a)
  allocate (b(max(1, rows_here), 1))
  do j = 1, n
    do i = 1, n
      call pdelset(a, i, j, of_a, 1d0 / (1 + abs(i - j)) + merge(n, 0, i == j))
    end do
  end do

  ! a times ones, and back again, by both factorizations
  factor = a
  call times_ones(b)
  call pdgetrf(n, n, factor, 1, 1, of_a, pivot, info)
  call pdgetrs('N', n, 1, factor, 1, 1, of_a, pivot, b, 1, 1, of_b, info)
  worst = error(b)
  factor = a
  call times_ones(b)
  call pdpotrf('L', n, factor, 1, 1, of_a, info)
  call pdpotrs('L', n, 1, factor, 1, 1, of_a, b, 1, 1, of_b, info)
  worst = max(worst, error(b))

  factor = a
  call pdsyev('V', 'U', n, factor, 1, 1, of_a, eigenvalues, z, 1, 1, of_a, query, -1, info)
  allocate (work(int(query(1))))
  call pdsyev('V', 'U', n, factor, 1, 1, of_a, eigenvalues, z, 1, 1, of_a, work, size(work), info)
  if (rank == 0) print '(a, l2, 2f16.9)', 'checksum', worst < 1d-10, eigenvalues(1), eigenvalues(n)
  call blacs_gridexit(context)
  call blacs_exit(0)

contains
  subroutine times_ones(b)
    real(8), intent(out) :: b(:, :)
    integer :: i
    do i = 1, n
      call pdelset(b, i, 1, of_b, n + sum([(1d0 / (1 + abs(i - j)), j = 1, n)]))
    end do
  end subroutine

  real(8) function error(b)
    real(8), intent(in) :: b(:, :)
    error = 0
    if (column == 0) error = maxval(abs(b(:rows_here, 1) - 1))
    call dgamx2d(context, 'All', ' ', 1, 1, error, 1, i, j, -1, -1, -1)
  end function
end program
