"""What one recorded mpi4py call costs: barriers of one rank.

Prints "nano" and the processor time of one call in nanoseconds, the median of
several rounds.
"""

import time

from mpi4py import MPI

ROUNDS, CALLS = 9, 20000


def barriers():
    barrier = MPI.COMM_SELF.Barrier
    start = time.process_time()
    for _ in range(CALLS):
        barrier()
    return (time.process_time() - start) / CALLS * 1e9


barriers()
print("nano", sorted(barriers() for _ in range(ROUNDS))[ROUNDS // 2])
