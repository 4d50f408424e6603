typedef void hook(const char *);

__attribute__((noinline)) static void deep(hook *here)
{
	here("deep in library");
	__asm__ volatile("");
}

void lib_entry(hook *here);

void lib_entry(hook *here)
{
	here("library");
	deep(here);
	__asm__ volatile("");
}
