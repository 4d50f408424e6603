#!/usr/bin/python3
"""Tasks of mpi4py.futures: one rank hands them out, the others take them. Then
pickled objects between ranks, by name and from any source."""
from mpi4py import MPI
from mpi4py.futures import MPICommExecutor


def square(n):
    return n * n


comm = MPI.COMM_WORLD
total = 0
with MPICommExecutor(comm, root=0) as pool:
    if pool is not None:
        total = sum(pool.map(square, range(40), chunksize=3))
        total += pool.submit(len, "a task of its own").result()
        total += sum(pool.starmap(max, ((i, 20) for i in range(30)), unordered=True))

after, before = (comm.rank + 1) % comm.size, (comm.rank - 1) % comm.size
total += len(comm.sendrecv({"rank": comm.rank, "data": [0] * 50000}, dest=after, source=before)["data"])
if comm.rank == 0:
    for _ in range(1, comm.size):
        message = comm.mprobe()
        total += message.recv()["rank"]
else:
    comm.send({"rank": comm.rank}, dest=0, tag=comm.rank)
total += sum(comm.alltoall([[comm.rank] * (i + 1) for i in range(comm.size)])[0])
total = comm.reduce(total)
if comm.rank == 0:
    print("checksum", total)
