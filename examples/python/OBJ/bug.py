#!/usr/bin/python3
# The strip begins one column too far to the right, and the group names rank 0 twice.
from mpi4py import MPI

MPI.COMM_WORLD.Set_errhandler(MPI.ERRORS_RETURN)
MPI.COMM_SELF.Set_errhandler(MPI.ERRORS_RETURN)

try:
    strip = MPI.INT.Create_subarray([4, 6], [4, 2], [0, 5])  # want OBJ006 "array_of_starts\[1\] is 5, but must be from 0 to 4"
    strip.Free()
except MPI.Exception:
    pass

world = MPI.COMM_WORLD.Get_group()
try:
    pair = world.Incl([0, 0])  # want OBJ004 "rank 0 is named twice"
    pair.Free()
except MPI.Exception:
    pass
world.Free()
