#!/usr/bin/python3
# Both ranks increment a cell of rank 1 under an exclusive lock. MODE_NOCHECK asserts that
# no other rank asks for a lock, so MPI need not keep the ranks apart.
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

win.Lock(1, MPI.LOCK_EXCLUSIVE, MPI.MODE_NOCHECK)  # want LOCK008 "rank 0 takes an exclusive lock on rank 1 with MPI_MODE_NOCHECK, but rank 1 takes an exclusive lock on rank 1 with it, too"
win.Get(count, 1)
win.Flush(1)
count[0] += 1
win.Put(count, 1)
win.Unlock(1)
win.Free()
