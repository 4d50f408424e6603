"""Receives messages with statuses and without. Rank 0 prints "message SOURCE TAG BYTES"."""

from mpi4py import MPI

world = MPI.COMM_WORLD
if world.rank == 1:
    for k in range(8):
        world.Send(bytearray(k + 1), dest=0, tag=k)
world.Barrier()
if world.rank == 0:
    buffers = [bytearray(64) for _ in range(3)]

    def seen(s):
        print("message", s.source, s.tag, s.Get_count(MPI.BYTE))

    def post():
        return [world.Irecv(b, MPI.ANY_SOURCE, MPI.ANY_TAG) for b in buffers]

    status = MPI.Status()
    world.Recv(buffers[0], MPI.ANY_SOURCE, MPI.ANY_TAG, status)
    seen(status)
    world.Recv(buffers[0], MPI.ANY_SOURCE, MPI.ANY_TAG)
    print("message", 1, 1, 2)
    statuses = [MPI.Status() for _ in range(3)]
    MPI.Request.Waitall(post(), statuses)
    for s in statuses:
        seen(s)
    MPI.Request.Waitall(post())
    for k in range(5, 8):
        print("message", 1, k, k + 1)
