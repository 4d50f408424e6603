#!/usr/bin/python3
# gomarmot: ranks=2
# All ranks broadcast four values, and gather one value of rank 0 and three of rank 1 in place.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
values = array("i", [1, 2, 3, 4])
comm.Bcast([values, 4, MPI.INT], root=0)
comm.Allgatherv(MPI.IN_PLACE, [values, [1, 3], [0, 1], MPI.INT])
