/* Allocates 4096 blocks of 16 to 515 bytes, then frees them. Prints the time of an allocation and its free. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BLOCKS = 4096, ROUNDS = 500 };

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(void)
{
	static void *volatile block[BLOCKS];
	double best = 1e9;

	for (int run = 0; run < 5; run++) {
		const double from = now();
		double pair;

		for (int round = 0; round < ROUNDS; round++) {
			for (int i = 0; i < BLOCKS; i++)
				block[i] = malloc((size_t)(16 + i * 37 % 500));
			for (int i = 0; i < BLOCKS; i++)
				free(block[i]);
		}
		pair = (now() - from) / BLOCKS / ROUNDS;
		best = pair < best ? pair : best;
	}
	printf("nano %f\n", best);
	return 0;
}
