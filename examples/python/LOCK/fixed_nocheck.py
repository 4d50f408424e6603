#!/usr/bin/python3
# Both ranks increment a cell of rank 1 under an exclusive lock.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
count = array("i", [0])
win = MPI.Win.Allocate(count.itemsize, count.itemsize, comm=comm)

if comm.rank == 1:
    win.Lock(1)
    win.Put(count, 1)
    win.Unlock(1)
comm.Barrier()

win.Lock(1, MPI.LOCK_EXCLUSIVE)
win.Get(count, 1)
win.Flush(1)
count[0] += 1
win.Put(count, 1)
win.Unlock(1)
win.Free()
