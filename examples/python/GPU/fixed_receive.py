#!/usr/bin/python3
# gomarmot: gpu
# The array has been received before a copy on a stream reads it.
import ctypes

from mpi4py import MPI

cuda = ctypes.CDLL("libcuda.so.1")


class Stream:
    def __init__(self):
        self.ptr = ctypes.c_void_p()
        cuda.cudaStreamCreate(ctypes.byref(self.ptr))

    def synchronize(self):
        cuda.cudaStreamSynchronize(self.ptr)


class Array:
    """An array in the GPU's memory, which mpi4py takes by __cuda_array_interface__."""

    def __init__(self, n):
        self.n = n
        self.ptr = ctypes.c_void_p()
        cuda.cudaMalloc(ctypes.byref(self.ptr), ctypes.c_size_t(8 * n))

    def copy_to(self, other, stream):
        cuda.cudaMemcpyAsync(other.ptr, self.ptr, ctypes.c_size_t(8 * self.n), 3, stream.ptr)

    def fill(self, value, stream):
        cuda.cudaMemsetAsync(self.ptr, value, ctypes.c_size_t(8 * self.n), stream.ptr)

    @property
    def __cuda_array_interface__(self):
        return {"shape": (self.n,), "typestr": "<f8", "data": (self.ptr.value, False), "version": 3}


comm = MPI.COMM_WORLD
stream = Stream()
mine, halo, kept = Array(1000), Array(1000), Array(1000)
mine.fill(comm.rank, stream)
stream.synchronize()
requests = [comm.Irecv(halo, 1 - comm.rank), comm.Isend(mine, 1 - comm.rank)]
MPI.Request.Waitall(requests)
halo.copy_to(kept, stream)
stream.synchronize()
