/*
 * dlsym and dlvsym for the program. A function that the program looks up in the MPI library itself,
 * as Julia, Python's ctypes and plugins do, is answered with gomarmot's wrapper of this function. A
 * function that no MPI library has is not found, although gomarmot has a wrapper: some libraries
 * find out in this way whether their program uses MPI.
 *
 * dlsym depends on its caller (RTLD_NEXT, RTLD_DEFAULT). A lookup of any other function goes
 * on by a jump: the next dlsym finds the program's return address on the stack, and
 * no call in between.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

#include "device.h"
#include "loader.h"
#include "real.h"
#include "symbols.h"
#include "text.h"

enum { LONGEST = 128 }; /* the names of MPI functions are shorter */

/* A lookup: version is NULL for dlsym. */
struct lookup {
	void *handle;
	const char *name, *version;
	const void *caller;
};

/* The outcome of a lookup: the address to return, or the function to go on with. */
struct outcome {
	void *found, *next;
};

/* Repeats a lookup with another name, as a call by gomarmot; not for RTLD_NEXT and RTLD_DEFAULT,
 * which depend on the caller. */
static void *ask(const struct lookup *l, const char *name)
{
	return l->version ? gm_next_dlvsym()(l->handle, name, l->version)
			  : gm_dlsym(l->handle, name);
}

static struct outcome go_on(const struct lookup *l)
{
	return (struct outcome){
		NULL, l->version ? (void *)gm_next_dlvsym() : (void *)gm_next_dlsym()};
}

/*
 * Whether C or Fortran programs may call MPI by this name. Like all code that other lookups pass
 * through, it calls no function of the C library: the function may be a sanitizer's, and the
 * sanitizer may not be set up yet.
 */
static int is_mpi_name(const char *name)
{
	if (!name)
		return 0;
	name += name[0] == 'P' || name[0] == 'p';
	if ((name[0] | 32) != 'm' || (name[1] | 32) != 'p' || (name[2] | 32) != 'i')
		return 0;
	return name[3] == '_' || ((name[3] | 32) == 'x' && name[4] == '_');
}

/*
 * Whether a function that was found is the MPI library's: its object has the function by both
 * names, MPI_X and PMPI_X. A tool has the first name only.
 */
static int is_library(const struct lookup *l, const void *found)
{
	const struct gm_text text = gm_text_at(found);
	char past[LONGEST] = "P";

	if (l->name[0] == 'P' || l->name[0] == 'p')
		return gm_in_text(&text, (uintptr_t)ask(l, l->name + 1));
	if (strlen(l->name) + 2 > sizeof past)
		return 0;
	past[0] = l->name[0] == 'M' ? 'P' : 'p';
	strcpy(past + 1, l->name);
	return gm_in_text(&text, (uintptr_t)ask(l, past)) ||
	       gm_in_text(&text,
		       (uintptr_t)ask(
			       l, "PMPI_Init")); /* MPICH 5.0.2's libmpi_abi lacks some PMPI_X */
}

/* Where the object that looks a function up stands. */
struct caller {
	uintptr_t at;
	int behind; /* behind gomarmot */
	int of_mpi; /* it is an MPI library, or a tool that gomarmot forwards calls to */
};

static int find_caller(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct caller *c = arg;
	const struct gm_text text = gm_text_of(info);

	(void)size;
	if (gm_in_text(&text, (uintptr_t)find_caller))
		c->behind = 1;
	if (!gm_in_text(&text, c->at))
		return 0;
	c->of_mpi = c->behind && gm_defines_mpi(info); /* gomarmot defines MPI functions, too */
	return 1;
}

/* The lookup of a function that the program is to find, and that gomarmot may have a wrapper of. */
static struct outcome find_wrapper(const struct lookup *l)
{
	void *wrapper = gm_own(l->name);

	if (!wrapper)
		return go_on(l);
	if (!gm_find(l->name))
		return (struct outcome){
			gm_dlsym(RTLD_NEXT, l->name), NULL}; /* fails, and says so to dlerror */
	dlerror(); /* a lookup that succeeds leaves no error */
	return (struct outcome){wrapper, NULL};
}

static struct outcome find_mpi(const struct lookup *l)
{
	const struct gm_text own = gm_text_at((const void *)find_mpi);
	struct caller c = {.at = (uintptr_t)l->caller};
	void *found;

	dl_iterate_phdr(find_caller, &c);
	if (c.of_mpi || (l->handle == RTLD_NEXT && !c.behind))
		return go_on(l); /* in front of gomarmot, RTLD_NEXT finds the wrapper */
	if (l->handle == RTLD_NEXT || l->handle == RTLD_DEFAULT)
		return find_wrapper(l);
	found = ask(l, l->name);
	if (found && (gm_in_text(&own, (uintptr_t)found) || is_library(l, found)))
		return find_wrapper(l);
	return go_on(l);
}

/* Whether an interposer of dlsym looks for the next dlsym or dlvsym. */
static int is_own_name(const char *name)
{
	return gm_is_same(name, "dlsym") || gm_is_same(name, "dlvsym");
}

/*
 * An interposer in front of gomarmot gets gomarmot's dlsym even if it asks for a version, which
 * the symbol of gomarmot does not have: only dlvsym leads to the next dlsym.
 */
static struct outcome find_entry(const struct lookup *l)
{
	struct caller c = {.at = (uintptr_t)l->caller};

	dl_iterate_phdr(find_caller, &c);
	return c.behind ? go_on(l) : (struct outcome){gm_own(l->name), NULL};
}

/* Called by the entries below. */
struct outcome gm_look_up(void *handle, const char *name, const char *version, const void *caller);
struct outcome gm_look_up(void *handle, const char *name, const char *version, const void *caller)
{
	const struct lookup l = {handle, name, version, caller};

	if (handle == RTLD_NEXT && name && is_own_name(name))
		return find_entry(&l);
	if (is_mpi_name(name))
		return find_mpi(&l);
	if (name)
		gm_device_lookup(name);
	return go_on(&l);
}

/*
 * The entries: dlsym(handle, name) and dlvsym(handle, name, version). They call gm_look_up with
 * the return address, and return the address that it found or jump to the function that goes on,
 * with the arguments and the stack as they were.
 */
#if defined(__x86_64__)
#define ENTRY(symbol, version)                               \
	__asm__(".text\n"                                    \
		".globl " symbol "\n"                        \
		".type " symbol ", @function\n" symbol ":\n" \
		".cfi_startproc\n"                           \
		"	endbr64\n"                                 \
		"	" version "\n"                       \
		"	pushq %rdi\n"                              \
		"	pushq %rsi\n"                              \
		"	pushq %rdx\n"                              \
		".cfi_adjust_cfa_offset 24\n"                \
		"	movq 24(%rsp), %rcx\n"                     \
		"	call gm_look_up\n"                         \
		"	movq %rdx, %r11\n"                         \
		"	popq %rdx\n"                               \
		"	popq %rsi\n"                               \
		"	popq %rdi\n"                               \
		".cfi_adjust_cfa_offset -24\n"               \
		"	testq %r11, %r11\n"                        \
		"	jnz 1f\n"                                  \
		"	ret\n"                                     \
		"1:	jmp *%r11\n"                             \
		".cfi_endproc\n"                             \
		".size " symbol ", .-" symbol "\n")
#define NO_VERSION "xorl %edx, %edx"
#elif defined(__aarch64__)
#define ENTRY(symbol, version)                               \
	__asm__(".text\n"                                    \
		".globl " symbol "\n"                        \
		".type " symbol ", %function\n" symbol ":\n" \
		".cfi_startproc\n"                           \
		"	" version "\n"                       \
		"	stp x29, x30, [sp, #-48]!\n"               \
		".cfi_def_cfa_offset 48\n"                   \
		".cfi_offset x29, -48\n"                     \
		".cfi_offset x30, -40\n"                     \
		"	stp x0, x1, [sp, #16]\n"                   \
		"	str x2, [sp, #32]\n"                       \
		"	mov x3, x30\n"                             \
		"	bl gm_look_up\n"                           \
		"	mov x16, x1\n"                             \
		"	cbz x16, 1f\n"                             \
		"	ldp x0, x1, [sp, #16]\n"                   \
		"	ldr x2, [sp, #32]\n"                       \
		"	ldp x29, x30, [sp], #48\n"                 \
		"	br x16\n"                                  \
		"1:	ldp x29, x30, [sp], #48\n"               \
		".cfi_def_cfa_offset 0\n"                    \
		"	ret\n"                                     \
		".cfi_endproc\n"                             \
		".size " symbol ", .-" symbol "\n")
#define NO_VERSION "mov x2, xzr"
#endif

#ifdef ENTRY /* elsewhere lookups in the MPI library are not seen */
ENTRY("dlsym", NO_VERSION);
ENTRY("dlvsym", "");
#endif
