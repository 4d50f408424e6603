#!/usr/bin/python3
# The lock is released before the fence.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
peer = 1 - comm.rank
value = array("i", [comm.rank])
win = MPI.Win.Allocate(value.itemsize, value.itemsize, comm=comm)

win.Lock(peer, MPI.LOCK_SHARED)
win.Put(value, peer)
win.Unlock(peer)
win.Fence()
win.Fence(MPI.MODE_NOSUCCEED)
win.Free()
