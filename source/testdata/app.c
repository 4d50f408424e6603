/* Prints the return addresses of calls whose places the test knows, then the process's memory
 * map. Each call has a name, by which the test finds its line. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "sites.h"

#define NOINLINE __attribute__((noinline))
#define INLINE static inline __attribute__((always_inline))

/* First of all functions, so that no other function precedes it. */
NOINLINE static void first(void)
{
	here("first");
	here("first again");
}

INLINE void inner(void)
{
	here("inner");
}

INLINE void middle(void)
{
	inner();
	here("middle");
}

NOINLINE static void outer(void)
{
	middle();
	here("outer");
}

static void print_maps(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	int c;

	if (!maps)
		exit(1);
	while ((c = getc(maps)) != EOF)
		putchar(c);
	fclose(maps);
}

/* The call is the last instruction: the return address belongs to the next function. */
NOINLINE __attribute__((noreturn)) static void last(void)
{
	stop("last");
}

NOINLINE static void after_last(void)
{
	here("after last");
}

NOINLINE void here(const char *name)
{
	printf("call %p %s\n", __builtin_return_address(0), name);
}

NOINLINE void stop(const char *name)
{
	printf("call %p %s\n", __builtin_return_address(0), name);
	print_maps();
	exit(0);
}

static void call_library(const char *path)
{
	void *lib = dlopen(path, RTLD_NOW);
	void (*entry)(void (*)(const char *));

	if (!lib)
		exit(2);
	*(void **)&entry = dlsym(lib, "lib_entry");
	if (!entry)
		exit(3);
	entry(here);
}

int main(int argc, char **argv)
{
	first();
	outer();
	other();
	after_last();
	if (argc > 1)
		call_library(argv[1]);
	here("main");
	last();
}
