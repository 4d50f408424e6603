#!/usr/bin/python3
# gomarmot: ranks=2
# Rank 1 expects three of the four values that the root broadcasts.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
values = array("i", [1, 2, 3, 4])
comm.Bcast([values, 4 - comm.rank, MPI.INT], root=0)  # want COLL004 "rank 0, the root, gives 4 MPI_INT .16 bytes., rank 1 gives 3 MPI_INT .12 bytes."
