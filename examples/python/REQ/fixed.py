#!/usr/bin/python3
# gomarmot: ranks=2
# Both requests are completed, and the persistent send is freed.
from mpi4py import MPI

comm = MPI.COMM_WORLD
other = 1 - comm.rank
value = bytearray(8)
got = bytearray(8)
persistent = comm.Send_init(value, other)
persistent.Start()
receive = comm.Irecv(got, other)
MPI.Request.Waitall([persistent, receive])
persistent.Free()
comm.Barrier()
