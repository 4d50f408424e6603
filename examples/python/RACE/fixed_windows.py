#!/usr/bin/python3
# Rank 0 writes a value into the window of rank 1 and flushes, and rank 1 reads it
# after a barrier.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
value = array("i", [7])
result = array("i", [0])
win = MPI.Win.Allocate(value.itemsize, value.itemsize, comm=comm)

win.Lock_all()
if comm.rank == 0:
    win.Put(value, 1)
    win.Flush(1)
comm.Barrier()
if comm.rank == 1:
    win.Get(result, 1)
win.Unlock_all()
win.Free()
