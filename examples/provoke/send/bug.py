#!/usr/bin/python3
# gomarmot: ranks=2 provoked=PROV001
# Both ranks send before they receive.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
mine, other = array("i", [comm.rank]), array("i", [0])
comm.Send([mine, MPI.INT], dest=1 - comm.rank)
comm.Recv([other, MPI.INT], source=1 - comm.rank)
