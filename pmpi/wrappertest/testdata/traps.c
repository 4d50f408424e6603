/*
 * Every operation that rounds, or divides by zero, ends this program: traps are
 * on, and results are rounded up. No MPI call here computes in floating point.
 */
#include "stub.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

enum { ALL_TRAPS_UPWARD = 2 << 13 };

static unsigned state(void)
{
	return _mm_getcsr();
}

static void set_state(void)
{
	_mm_setcsr(ALL_TRAPS_UPWARD);
}
#else
static unsigned state(void)
{
	return 0;
}

static void set_state(void)
{
}
#endif

int main(int argc, char **argv)
{
	char memory[64];
	int win;

	set_state();
	const unsigned before = state();
	MPI_Init(&argc, &argv);
	MPI_Win_create(memory, sizeof memory, 1, INFO_NULL, COMM_WORLD, &win);
	MPI_Win_fence(0, win);
	MPI_Win_free(&win);
	MPI_Finalize();
	puts(state() == before ? "unchanged" : "changed");
	return 0;
}
