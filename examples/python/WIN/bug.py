#!/usr/bin/python3
# step creates a window and frees it. In the last call, step returns before it
# frees the window.
from array import array

from mpi4py import MPI


def step(cells, last):
    win = MPI.Win.Create(cells, cells.itemsize, comm=MPI.COMM_WORLD)  # want WIN009 "not freed"
    win.Fence(MPI.MODE_NOPRECEDE)
    win.Fence(MPI.MODE_NOSUCCEED)
    if last:
        return
    win.Free()


cells = array("i", [0] * 4)
step(cells, False)
step(cells, True)
