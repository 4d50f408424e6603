#!/usr/bin/python3
# gomarmot: ranks=2 hang
# The loop starts at the rank instead of 0: rank 1 does one round less and goes
# to MPI_Finalize, while rank 0 waits for it in the barrier of the last round.
from mpi4py import MPI

comm = MPI.COMM_WORLD
for _ in range(comm.rank, 3):
    comm.Barrier()  # want COLL002 "rank 1"
