#!/usr/bin/python3
# step frees each window that it creates.
from array import array

from mpi4py import MPI


def step(cells):
    win = MPI.Win.Create(cells, cells.itemsize, comm=MPI.COMM_WORLD)
    win.Fence(MPI.MODE_NOPRECEDE)
    win.Fence(MPI.MODE_NOSUCCEED)
    win.Free()


cells = array("i", [0] * 4)
step(cells)
step(cells)
