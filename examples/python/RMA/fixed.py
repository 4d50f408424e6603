#!/usr/bin/python3
# The put stays inside the 4 cells that rank 1 exposes.
from array import array

from mpi4py import MPI


def send(win, value, at):
    win.Put(value, 1, target=at)


def main():
    comm = MPI.COMM_WORLD
    cells = memoryview(bytearray(32))
    win = MPI.Win.Create(cells if comm.rank == 0 else cells[:16], 4, comm=comm)
    half = array("i", [1, 2, 3, 4])
    win.Fence()
    if comm.rank == 0:
        send(win, half, 0)
    win.Fence()
    win.Free()


main()
