// A library whose initialization runs code of the program: both have the inline function, and all use the program's.
// With LIBRARY it is that library.
#include <cstdio>

inline int &counter()
{
	static int count;
	return count;
}

struct Registered {
	__attribute__((noinline)) Registered() { counter()++; }
};

static Registered registered;

#ifndef LIBRARY
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	std::printf("registered: %d\n", counter());
	MPI_Finalize();
}
#endif
