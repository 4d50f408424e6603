#!/usr/bin/python3
# gomarmot: ranks=2
# The array is sent while a receive into it is pending.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
values = array("d", [comm.rank] * 10)
request = comm.Irecv(values, source=1 - comm.rank)
comm.Send(values, dest=1 - comm.rank)  # want RACE003 "MPI_Send reads 80 bytes of buf of the pending MPI_Irecv"
request.Wait()
