#!/usr/bin/python3
# gomarmot: ranks=2
# Sendrecv sends and receives at the same time.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
mine, other = array("i", [comm.rank]), array("i", [0])
comm.Sendrecv([mine, MPI.INT], dest=1 - comm.rank, recvbuf=[other, MPI.INT], source=1 - comm.rank)
