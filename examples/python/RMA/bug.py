#!/usr/bin/python3
# Rank 0 assumes that all windows have 8 cells, as its own. Rank 1 exposes only
# 4 cells: the put writes bytes 16 to 32 of a window of 16 bytes.
# The report names the line of the put in send, not a line of mpi4py.
from array import array

from mpi4py import MPI


def send(win, value, at):
    win.Put(value, 1, target=at)  # want RMA005 "32.*16"


def main():
    comm = MPI.COMM_WORLD
    cells = memoryview(bytearray(32))
    win = MPI.Win.Create(cells if comm.rank == 0 else cells[:16], 4, comm=comm)
    half = array("i", [1, 2, 3, 4])
    win.Fence()
    if comm.rank == 0:
        send(win, half, 4)
    win.Fence()
    win.Free()


main()
