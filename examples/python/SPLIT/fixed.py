#!/usr/bin/python3
# The first write ends before the second one begins.
from array import array

from mpi4py import MPI

N = 1000

comm = MPI.COMM_WORLD
u = array("d", [1.0] * N)
v = array("d", [2.0] * N)
size = N * u.itemsize
at = comm.rank * 2 * size
amode = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE
fh = MPI.File.Open(comm, "split.dat", amode)

fh.Write_at_all_begin(at, u)
fh.Write_at_all_end(u)
fh.Write_at_all_begin(at + size, v)
fh.Write_at_all_end(v)
fh.Close()
