#!/usr/bin/python3
# gomarmot: gpu
# The array is filled on a stream, and sent before the stream is done.
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

    def fill(self, value, stream):
        cuda.cudaMemsetAsync(self.ptr, value, ctypes.c_size_t(8 * self.n), stream.ptr)

    @property
    def __cuda_array_interface__(self):
        return {"shape": (self.n,), "typestr": "<f8", "data": (self.ptr.value, False), "version": 3}


comm = MPI.COMM_WORLD
stream = Stream()
array = Array(1000)
array.fill(0, stream)
stream.synchronize()
for step in range(3):
    if comm.rank == 0:
        array.fill(step, stream)
        comm.Send(array, 1)  # want GPU002 "^MPI_Send reads buf while the asynchronous fill on stream 1 may still be running, which writes 7.81 KiB of it$"
        stream.synchronize()
    else:
        comm.Recv(array, 0)
