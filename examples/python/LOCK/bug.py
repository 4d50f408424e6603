#!/usr/bin/python3
# Rank 0 locks rank 1's window although it already holds a lock on it. Locks do
# not nest.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
value = array("i", [comm.rank])
win = MPI.Win.Allocate(value.itemsize, value.itemsize, comm=comm)

if comm.rank == 0:
    win.Lock(1, MPI.LOCK_SHARED)
    try:
        win.Lock(1, MPI.LOCK_SHARED)  # want LOCK003 "already holds"
    except MPI.Exception:
        pass
    win.Put(value, 1)
    win.Unlock(1)
win.Free()
