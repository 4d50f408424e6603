#!/usr/bin/python3
# gomarmot: ranks=3
# The start group holds both targets, and both of them post.
from array import array

from mpi4py import MPI


def put_to(win, value, targets):
    for target in targets:
        win.Put(value, target)


comm = MPI.COMM_WORLD
value = array("i", [comm.rank])
win = MPI.Win.Allocate(value.itemsize, value.itemsize, comm=comm)
world = comm.Get_group()
if comm.rank == 0:
    targets = world.Incl([1, 2])
    win.Start(targets)
    put_to(win, value, (1, 2))
    win.Complete()
    targets.Free()
else:
    origin = world.Incl([0])
    win.Post(origin)
    win.Wait()
    origin.Free()
world.Free()
win.Free()
