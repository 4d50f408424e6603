#!/usr/bin/python3
# gomarmot: ranks=2
# The next values are received into another array than the array that is sent.
# Pickled objects have separate buffers anyway.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
other = 1 - comm.rank
values, coming = array("d", [comm.rank] * 10), array("d", [0] * 10)
for _ in range(3):
    request = comm.Irecv(coming, source=other)
    comm.Send(values, dest=other)
    request.Wait()
    values, coming = coming, values
requests = [comm.isend("more", dest=other, tag=1), comm.isend("text", dest=other, tag=2)]
assert comm.recv(source=other, tag=2) == "text"
assert comm.recv(source=other, tag=1) == "more"
for request in requests:
    request.wait()
