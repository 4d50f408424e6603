#!/usr/bin/python3
# gomarmot: ranks=2
# The receive is never waited for, and the persistent send never freed.
from mpi4py import MPI

comm = MPI.COMM_WORLD
other = 1 - comm.rank
value = bytearray(8)
got = bytearray(8)
persistent = comm.Send_init(value, other)  # want REQ007 "MPI_Send_init is never freed"
persistent.Start()
receive = comm.Irecv(got, other)  # want REQ001 "operation of MPI_Irecv is never completed"
persistent.Wait()
comm.Barrier()
