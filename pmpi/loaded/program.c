/* The program's code, and which part of it is its own. */
#define _GNU_SOURCE
#include "program.h"

#include <dlfcn.h>
#include <link.h>

#include "../base/gm.h"
#include "cxx.h"
#include "text.h"

struct gm_text gm_program;

static struct gm_text program;  /* all code of the program */
static struct gm_text bindings; /* code in the program that is not its own */

/* The program is the first object: notes its code, and where it is loaded. */
static int first_object(struct dl_phdr_info *info, size_t size, void *base)
{
	(void)size;
	program = gm_text_of(info);
	*(uintptr_t *)base = info->dlpi_addr;
	return 1;
}

/*
 * Finds the program's code. If the C++ bindings are in the middle of it, gm_program, with which
 * the guard compares once, has the larger of the two parts beside the bindings.
 */
void gm_program_setup(int all_calls)
{
	struct gm_text own;
	uintptr_t base = 0, end;

	dl_iterate_phdr(first_object, &base);
	if (all_calls)
		return; /* gm_program stays empty */
	own = program;
	if (dlsym(RTLD_DEFAULT, "_ZN3MPI3Win4FreeEv"))
		bindings = gm_cxx_bindings(base);
	if (bindings.size) {
		end = bindings.from + bindings.size;
		if (bindings.from - program.from > program.from + program.size - end)
			own.size = bindings.from - program.from;
		else
			own = (struct gm_text){end, program.from + program.size - end};
	}
	GM_STORE(&gm_program.from, own.from);
	GM_PUBLISH(&gm_program.size, own.size); /* last: until then gm_program is empty */
}

/* The same as gm_in_text of gm_program, also while recording starts. */
int gm_in_program(uintptr_t at)
{
	const uintptr_t size = GM_ACQUIRE(&gm_program.size);

	return at - GM_LOAD(&gm_program.from) < size;
}

/* Whether an address is in the program itself, whether or not calls from there have stacks. */
int gm_of_program(uintptr_t at)
{
	return gm_in_text(&program, at);
}

/* Whether an address is in the program and not in the C++ bindings that it was linked with. */
int gm_is_own(uintptr_t at)
{
	return gm_in_text(&program, at) && !gm_in_text(&bindings, at);
}
