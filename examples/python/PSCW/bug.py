#!/usr/bin/python3
# gomarmot: ranks=3
# The start group holds rank 1 alone, and rank 0 puts to rank 2: communication in
# this epoch may only access the windows of the group.
from array import array

from mpi4py import MPI


def put_to(win, value, targets):
    for target in targets:
        try:
            win.Put(value, target)  # want PSCW003 "to rank 2"
        except MPI.Exception:
            pass


comm = MPI.COMM_WORLD
value = array("i", [comm.rank])
win = MPI.Win.Allocate(value.itemsize, value.itemsize, comm=comm)
world = comm.Get_group()
if comm.rank == 0:
    targets = world.Incl([1])
    win.Start(targets)
    put_to(win, value, (1, 2))
    win.Complete()
    targets.Free()
elif comm.rank == 1:
    origin = world.Incl([0])
    win.Post(origin)
    win.Wait()
    origin.Free()
world.Free()
win.Free()
