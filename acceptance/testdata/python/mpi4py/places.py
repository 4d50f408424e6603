#!/usr/bin/python3
# The ways in which Python code comes to call MPI. Each call is one that WIN013
# notes, for it never fails; the place is the line of this script that led there.
# The folder is called like the package, as that of its own tests is.
# gomarmot: ranks=1
import asyncio
import contextlib
import ctypes
import functools
import os
import sys
import threading
import unittest
from array import array
from concurrent.futures import ThreadPoolExecutor

from mpi4py import MPI

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "site-packages"))
import runner  # noqa: E402

memory = array("i", [0])
win = MPI.Win.Create(memory, 4, comm=MPI.COMM_SELF)


def lock():
    win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
    win.Unlock(0)


# Functions of all kinds.
lock()

(lambda: win.Lock(0))()  # want WIN013 "not from MPI_Alloc_mem"
win.Unlock(0)


@runner.wrapped
def decorated():
    win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
    win.Unlock(0)


decorated()


def generator():
    win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
    yield
    win.Unlock(0)


for _ in generator():
    pass
[win.Lock(rank) for rank in (0,)]  # want WIN013 "not from MPI_Alloc_mem"
win.Unlock(0)


async def coroutine():
    await asyncio.sleep(0)
    win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
    win.Unlock(0)


asyncio.run(coroutine())


class Locked:
    def __enter__(self):
        win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"

    def __exit__(self, *_):
        win.Unlock(0)

    def __del__(self):
        win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
        win.Unlock(0)

    @property
    def value(self):
        win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
        win.Unlock(0)


with Locked() as _:
    pass
Locked().value


# Code without a file: the line that ran it.
exec("win.Lock(0)")  # want WIN013 "not from MPI_Alloc_mem"
win.Unlock(0)
eval("win.Lock(0)")  # want WIN013 "not from MPI_Alloc_mem"
win.Unlock(0)

# The method itself is called by C, or deep in a package.
list(map(win.Lock, [0]))  # want WIN013 "not from MPI_Alloc_mem"
win.Unlock(0)
functools.partial(win.Lock, 0)()  # want WIN013 "not from MPI_Alloc_mem"
win.Unlock(0)
runner.deep(60, win.Lock, 0)  # want WIN013 "not from MPI_Alloc_mem"
win.Unlock(0)
with contextlib.ExitStack() as stack:
    stack.callback(win.Unlock, 0)
    stack.enter_context(contextlib.nullcontext(win.Lock(0)))  # want WIN013 "not from MPI_Alloc_mem"


# Callbacks that C calls: of ctypes, and of MPI itself.
ctypes.CFUNCTYPE(None)(lock)()


def deleted(comm, keyval, value):
    win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
    win.Unlock(0)


keyval = MPI.Comm.Create_keyval(delete_fn=deleted)
MPI.COMM_SELF.Set_attr(keyval, 1)
MPI.COMM_SELF.Delete_attr(keyval)
MPI.Comm.Free_keyval(keyval)


# Threads: with a function of this script, and without any.
def in_thread():
    win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
    win.Unlock(0)


def in_pool():
    win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
    win.Unlock(0)


def wait(thread):
    thread.start()
    thread.join()


wait(threading.Thread(target=in_thread))
with ThreadPoolExecutor(1) as pool:
    pool.submit(in_pool).result()
wait(threading.Thread(target=win.Lock, args=(0,)))  # the place is in threading.py
win.Unlock(0)


# Test runners.
class Test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
        win.Unlock(0)

    def setUp(self):
        win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
        win.Unlock(0)

    def test_method(self):
        with self.subTest(n=1):
            win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
            win.Unlock(0)

    def test_raises(self):
        win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
        self.assertRaises(TypeError, win.Unlock)
        win.Unlock(0)

    def test_passed_on(self):
        self.assertIsNone(runner.deep(9, win.Lock, 0))  # want WIN013 "not from MPI_Alloc_mem"
        win.Unlock(0)

    def test_cleanup(self):
        self.addCleanup(win.Unlock, 0)
        self.addCleanup(win.Lock, 0)


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    async def test_async(self):
        win.Lock(0)  # want WIN013 "not from MPI_Alloc_mem"
        win.Unlock(0)


unittest.main(argv=[sys.argv[0]], exit=False)  # want WIN013 "not from MPI_Alloc_mem"
win.Free()
