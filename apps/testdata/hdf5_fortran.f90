! A restart file by parallel HDF5 from Fortran, with `use mpi`: one slab of a
! cube for each rank, written and read back.
!
!   hdf5_fortran collective|independent
program hdf5_fortran
  use mpi
  use hdf5
  implicit none
  integer, parameter :: n = 24
  integer :: rank, ranks, ierr, status, i, j, k, mode
  integer(hid_t) :: access, transfer, file, space, memory, set, attribute, scalar
  integer(hsize_t) :: dims(3), part(3), first(3)
  integer(hsize_t), parameter :: one(1) = 1
  real(8) :: cube(n, n, n), back(n, n, n), total, mine
  character(len=16) :: how

  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  call get_command_argument(1, how)
  do k = 1, n
    do j = 1, n
      do i = 1, n
        cube(i, j, k) = rank * 100 + i + 0.5d0 * j + 0.25d0 * k
      end do
    end do
  end do

  call h5open_f(status)
  mode = merge(H5FD_MPIO_COLLECTIVE_F, H5FD_MPIO_INDEPENDENT_F, how == 'collective')
  call h5pcreate_f(H5P_FILE_ACCESS_F, access, status)
  call h5pset_fapl_mpio_f(access, MPI_COMM_WORLD, MPI_INFO_NULL, status)
  call h5pcreate_f(H5P_DATASET_XFER_F, transfer, status)
  call h5pset_dxpl_mpio_f(transfer, mode, status)
  dims = [n, n, n * ranks]
  part = [n, n, n]
  first = [0, 0, n * rank]

  call h5fcreate_f('restart.h5', H5F_ACC_TRUNC_F, file, status, access_prp=access)
  call h5screate_simple_f(3, dims, space, status)
  call h5screate_simple_f(3, part, memory, status)
  call h5dcreate_f(file, 'cube', H5T_NATIVE_DOUBLE, space, set, status)
  call h5sselect_hyperslab_f(space, H5S_SELECT_SET_F, first, part, status)
  call h5dwrite_f(set, H5T_NATIVE_DOUBLE, cube, part, status, memory, space, transfer)
  if (status /= 0) call mpi_abort(MPI_COMM_WORLD, 1, ierr)
  call h5screate_f(H5S_SCALAR_F, scalar, status)
  call h5acreate_f(set, 'time', H5T_NATIVE_DOUBLE, scalar, attribute, status)
  call h5awrite_f(attribute, H5T_NATIVE_DOUBLE, 1.5d0, one, status)
  call h5aclose_f(attribute, status)
  call h5sclose_f(scalar, status)
  call h5dclose_f(set, status)
  call h5fclose_f(file, status)

  call h5fopen_f('restart.h5', H5F_ACC_RDONLY_F, file, status, access_prp=access)
  call h5dopen_f(file, 'cube', set, status)
  first(3) = n * mod(rank + 1, ranks)
  call h5sselect_hyperslab_f(space, H5S_SELECT_SET_F, first, part, status)
  call h5dread_f(set, H5T_NATIVE_DOUBLE, back, part, status, memory, space, transfer)
  if (status /= 0) call mpi_abort(MPI_COMM_WORLD, 1, ierr)
  call h5dclose_f(set, status)
  call h5fclose_f(file, status)
  call h5sclose_f(space, status)
  call h5sclose_f(memory, status)
  call h5pclose_f(transfer, status)
  call h5pclose_f(access, status)
  call h5close_f(status)

  mine = sum(back) + sum(back * cube)
  call mpi_reduce(mine, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  if (rank == 0) print '(a, f0.2)', 'checksum ', total
  call mpi_finalize(ierr)
end program
