/* A program that is not recorded. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *a = calloc(1000, sizeof *a);
	long sum = 0;

	if (!a)
		return 1;
	for (int round = 0; round < 100; round++)
		for (int i = 0; i < 1000; i++)
			a[i] += i;
	for (int i = 0; i < 1000; i++)
		sum += a[i];
	__atomic_fetch_add(&sum, 1, __ATOMIC_SEQ_CST);
	free(a);
	printf("%ld\n", sum);
}
