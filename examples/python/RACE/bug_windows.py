#!/usr/bin/python3
# Rank 0 writes a value into the window of rank 1 and flushes locally, and rank 1
# reads it after a barrier: the value need not have reached the window by then.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
value = array("i", [7])
result = array("i", [0])
win = MPI.Win.Allocate(value.itemsize, value.itemsize, comm=comm)

win.Lock_all()
if comm.rank == 0:
    win.Put(value, 1)
    win.Flush_local(1)
comm.Barrier()
if comm.rank == 1:
    win.Get(result, 1)  # want RACE001 "MPI_Put of rank 0 and MPI_Get of rank 1 .* MPI_Win_flush_local completes MPI_Put of rank 0 at its origin only"
win.Unlock_all()
win.Free()
