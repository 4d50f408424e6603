#!/usr/bin/python3
# Rank 0 writes before a barrier, and rank 1 reads the same cells after it. Both
# ranks call Sync before and after the barrier.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
cells = array("i", [7, 8])
fh = MPI.File.Open(comm, "conflict.data", MPI.MODE_RDWR | MPI.MODE_CREATE | MPI.MODE_DELETE_ON_CLOSE)
if comm.rank == 0:
    fh.Write_at(0, cells)
fh.Sync()
comm.Barrier()
fh.Sync()
if comm.rank == 1:
    fh.Read_at(0, cells)
fh.Close()
