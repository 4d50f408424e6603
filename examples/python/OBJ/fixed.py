#!/usr/bin/python3
# The strip lies inside the array, and each rank is named once.
from mpi4py import MPI

strip = MPI.INT.Create_subarray([4, 6], [4, 2], [0, 4])
strip.Free()

world = MPI.COMM_WORLD.Get_group()
pair = world.Incl([1, 0])
pair.Free()
world.Free()
