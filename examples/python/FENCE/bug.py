#!/usr/bin/python3
# Every rank holds a lock on its peer's window while it calls fence: the fence
# would open and close epochs inside the lock's access epoch.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
peer = 1 - comm.rank
value = array("i", [comm.rank])
win = MPI.Win.Allocate(value.itemsize, value.itemsize, comm=comm)

win.Lock(peer, MPI.LOCK_SHARED)
win.Put(value, peer)
try:
    win.Fence()  # want FENCE001 "lock of rank"
except MPI.Exception:
    pass
win.Unlock(peer)
win.Free()
