#!/usr/bin/python3
"""A file of parallel HDF5 from Python: every rank writes its rows, then reads
those of the next one."""
import numpy
from mpi4py import MPI
import h5py

comm = MPI.COMM_WORLD
rows = 50
with h5py.File("ranks.h5", "w", driver="mpio", comm=comm) as f:
    data = f.create_dataset("data", (rows * comm.size, 30), dtype="f8")
    chunked = f.create_dataset("chunked", (rows * comm.size, 30), dtype="i4", chunks=(20, 30))
    mine = slice(rows * comm.rank, rows * (comm.rank + 1))
    data[mine] = numpy.arange(rows * 30).reshape(rows, 30) * (comm.rank + 1)
    with chunked.collective:
        chunked[mine] = comm.rank + 1
    f.attrs["ranks"] = comm.size

with h5py.File("ranks.h5", "r", driver="mpio", comm=comm) as f:
    after = (comm.rank + 1) % comm.size
    theirs = slice(rows * after, rows * (after + 1))
    with f["data"].collective:
        total = f["data"][theirs].sum()
    total += f["chunked"][theirs].sum() * f.attrs["ranks"]

total = comm.reduce(total)
if comm.rank == 0:
    print("checksum", total)
