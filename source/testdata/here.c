/* The function that the Fortran program calls. */
#include <stdio.h>
#include <stdlib.h>

void here(const char *name);
void finish(void);

void here(const char *name)
{
	printf("call %p %s\n", __builtin_return_address(0), name);
}

void finish(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	int c;

	if (!maps)
		exit(1);
	while ((c = getc(maps)) != EOF)
		putchar(c);
	fclose(maps);
}
