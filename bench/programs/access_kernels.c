/* What access.c measures; compiled twice, with hooks and without. */
#include <stddef.h>

#ifndef NAME
#define NAME(kernel) kernel
#endif

void NAME(triad)(double *a, const double *b, const double *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		a[i] = b[i] + 3 * c[i];
}

void NAME(jacobi)(double *a, const double *b, const double *c, size_t n)
{
	(void)c;
	for (size_t i = 1; i + 1 < n; i++)
		a[i] = 0.25 * b[i - 1] + 0.5 * b[i] + 0.25 * b[i + 1];
}

/* Random updates, at places that the values in b choose. */
void NAME(updates)(double *a, const double *b, const double *c, size_t n)
{
	(void)c;
	for (size_t i = 0; i < n; i++)
		a[(size_t)b[i]] += 1;
}
