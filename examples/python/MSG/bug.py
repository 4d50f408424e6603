#!/usr/bin/python3
# Rank 0 sends pickled objects. No receive asks for the tag of the last object.
from mpi4py import MPI

comm = MPI.COMM_WORLD
if comm.rank == 0:
    comm.send({"step": 1, "data": list(range(100))}, dest=1, tag=1)
    comm.send("end", dest=1, tag=2)  # want MSG007 "is never received"
elif comm.rank == 1:
    got = comm.recv(source=0, tag=1)
    assert got["step"] == 1
