#!/usr/bin/python3
# gomarmot: ranks=2 provoked=PROV003
# Rank 1 reads the old value while the receive is under way.
import time
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
value = array("i", [5])
if comm.rank == 0:
    time.sleep(0.3)
    comm.Send([value, MPI.INT], dest=1)
else:
    request = comm.Irecv([value, MPI.INT], source=0)
    old = value[0]
    request.Wait()
    print("old", old)
