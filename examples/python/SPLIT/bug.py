#!/usr/bin/python3
# Two arrays go to one file. The second begin comes while the first write is
# still active: a file handle takes one split collective at a time.
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
try:
    fh.Write_at_all_begin(at + size, v)  # want SPLIT001 "write_at_all_begin"
    fh.Write_at_all_end(v)
except MPI.Exception:
    pass
fh.Write_at_all_end(u)
fh.Close()
