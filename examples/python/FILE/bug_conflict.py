#!/usr/bin/python3
# Rank 0 writes, and both ranks call Sync before a barrier. After the barrier,
# rank 1 reads the same cells without another Sync.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
cells = array("i", [7, 8])
fh = MPI.File.Open(comm, "conflict.data", MPI.MODE_RDWR | MPI.MODE_CREATE | MPI.MODE_DELETE_ON_CLOSE)
if comm.rank == 0:
    fh.Write_at(0, cells)
fh.Sync()
comm.Barrier()
if comm.rank == 1:
    fh.Read_at(0, cells)  # want FILE011 "rank 1 does not call MPI_File_sync between this wait and the second access"
fh.Close()
