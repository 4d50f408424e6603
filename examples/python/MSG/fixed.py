#!/usr/bin/python3
# All messages are received: pickled objects, and an array from any source with any tag.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
if comm.rank == 0:
    comm.send({"step": 1, "data": list(range(100))}, dest=1, tag=1)
    comm.ssend("end", dest=1, tag=2)
    request = comm.isend(("a", "tuple"), dest=1, tag=3)
    comm.Send(array("d", [1, 2, 3]), dest=1, tag=4)
    request.wait()
elif comm.rank == 1:
    assert comm.recv(source=MPI.ANY_SOURCE, tag=1)["step"] == 1
    assert comm.recv(source=0, tag=MPI.ANY_TAG) == "end"
    assert comm.irecv(source=0, tag=3).wait() == ("a", "tuple")
    comm.Recv(array("d", [0, 0, 0, 0]), source=MPI.ANY_SOURCE, tag=MPI.ANY_TAG)
assert comm.sendrecv(comm.rank, dest=comm.rank, source=comm.rank) == comm.rank
