#!/usr/bin/python3
# gomarmot: ranks=3
# Rank 0 stores each result under the source in its status.
import time
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
value = array("i", [comm.rank])
if comm.rank > 0:
    time.sleep(0.3 * comm.rank)
    comm.Send([value, MPI.INT], dest=0)
else:
    results = {}
    for rank in (1, 2):
        status = MPI.Status()
        comm.Recv([value, MPI.INT], source=MPI.ANY_SOURCE, status=status)
        results[status.Get_source()] = value[0]
    print(sorted(results.items()))
