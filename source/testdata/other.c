#include "sites.h"

static void helper(const char *name);

void other(void)
{
	here("other");
	helper("helper");
	here("other again");
}

/* Never called: the linker may drop it. */
void dropped(void)
{
	here("dropped");
}

__attribute__((noinline)) static void helper(const char *name)
{
	if (name)
		here("in helper");
	__asm__ volatile("");
}
