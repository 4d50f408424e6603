#!/usr/bin/python3
# gomarmot: ranks=2
# Rank 1 reads the old value before it posts the receive.
import time
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
value = array("i", [5])
if comm.rank == 0:
    time.sleep(0.3)
    comm.Send([value, MPI.INT], dest=1)
else:
    old = value[0]
    request = comm.Irecv([value, MPI.INT], source=0)
    request.Wait()
    print("old", old)
