#!/usr/bin/python3
# Rank 0 changes the first cell and writes it back, but the file is open for
# reading only.
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
cell = array("i", [7])
fh = MPI.File.Open(comm, "file.data", MPI.MODE_WRONLY | MPI.MODE_CREATE)
fh.Write_at(comm.rank * cell.itemsize, cell)
fh.Close()

fh = MPI.File.Open(comm, "file.data", MPI.MODE_RDONLY | MPI.MODE_DELETE_ON_CLOSE)
if comm.rank == 0:
    fh.Read(cell)
    cell[0] += 1
    try:
        fh.Write_at(0, cell)  # want FILE003 "MPI_MODE_RDONLY"
    except MPI.Exception:
        pass
fh.Close()
