#!/usr/bin/python3
# Rank 0 releases each lock before it takes the next lock on the same window.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
value = array("i", [comm.rank])
win = MPI.Win.Allocate(value.itemsize, value.itemsize, comm=comm)

if comm.rank == 0:
    win.Lock(1, MPI.LOCK_SHARED)
    win.Unlock(1)
    win.Lock(1, MPI.LOCK_SHARED)
    win.Put(value, 1)
    win.Unlock(1)
win.Free()
