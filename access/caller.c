/*
 * Decides whether a call of the C library counts as the program's. Calls by MPI and gomarmot do
 * not. A call by another library counts if the program called that library: the place of the call
 * is then the innermost return address in the program.
 */
#define _GNU_SOURCE
#include "caller.h"

#include <dlfcn.h>
#include <link.h>
#include <unwind.h>

#include "note.h"
#include "table.h"

enum {
	MODULES = 256, /* loaded at the start; calls by further libraries do not count */
	FRAMES = 64,   /* searched for a return address in the program */
};

enum whose { OTHER, PROGRAM, LIBRARY };

struct module {
	uintptr_t lo, hi;
	const char *name;
	enum whose whose;
};

/* The modules that were loaded when the program started: they stay. */
static struct module modules[MODULES];
static unsigned module_count;

/* The functions of libgcc_s.so, which not every program links: opened when recording begins. */
static struct {
	_Unwind_Reason_Code (*backtrace)(_Unwind_Trace_Fn, void *);
	uintptr_t (*ip)(struct _Unwind_Context *);
} unwinder;

static void span(const struct dl_phdr_info *info, struct module *m)
{
	m->lo = UINTPTR_MAX;
	m->hi = 0;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		const uintptr_t lo = info->dlpi_addr + p->p_vaddr;

		if (p->p_type != PT_LOAD)
			continue;
		m->lo = lo < m->lo ? lo : m->lo;
		m->hi = lo + p->p_memsz > m->hi ? lo + p->p_memsz : m->hi;
	}
}

static int has(const struct module *m, uintptr_t at)
{
	return at - m->lo < m->hi - m->lo;
}

/* Whether the module itself has a function of this name: libgomarmot.so has all of MPI's. */
static int defines(const struct module *m, void *handle, const char *name)
{
	const void *const at = handle ? dlsym(handle, name) : NULL;

	return at && has(m, (uintptr_t)at);
}

static int add_module(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct module *m = &modules[module_count];

	(void)size, (void)arg;
	if (module_count == MODULES)
		return 1;
	span(info, m);
	m->name = info->dlpi_name;
	m->whose = module_count == 0 || ga_note_of(info) ? PROGRAM : LIBRARY;
	module_count++;
	return 0;
}

/* Calls by MPI and gomarmot do not count, nor do calls by a program that contains MPI: its calls
 * and MPI's cannot be told apart. */
static void find_others(struct module *m)
{
	void *const handle = dlopen(m == modules ? NULL : m->name, RTLD_LAZY | RTLD_NOLOAD);

	if (defines(m, handle, "PMPI_Init") ||
		(m != modules &&
			(has(m, (uintptr_t)ga_caller) || defines(m, handle, "gomarmot_track") ||
				defines(m, handle, "gomarmot_heap"))))
		m->whose = OTHER;
	if (handle)
		dlclose(handle);
}

/* A library opened since belongs to the program if gomarmot cc compiled it; else it may be part
 * of MPI. */
static int find_opened(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct module m;

	(void)size;
	span(info, &m);
	if (!has(&m, *(uintptr_t *)arg))
		return 0;
	return ga_note_of(info) ? 2 : 1;
}

static enum whose whose(uintptr_t pc)
{
	for (unsigned i = 0; i < module_count; i++)
		if (has(&modules[i], pc))
			return modules[i].whose;
	return dl_iterate_phdr(find_opened, &pc) == 2 ? PROGRAM : OTHER;
}

struct walk {
	uintptr_t pc, found;
	int frames, at_caller;
};

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *arg)
{
	struct walk *w = arg;
	const uintptr_t ip = unwinder.ip(context);

	if (!ip || w->frames++ == FRAMES)
		return _URC_END_OF_STACK;
	w->at_caller = w->at_caller || ip == w->pc;
	if (!w->at_caller)
		return _URC_NO_REASON;
	switch (whose(ip)) {
	case LIBRARY:
		return _URC_NO_REASON;
	case PROGRAM:
		w->found = ip;
		return _URC_END_OF_STACK;
	default:
		return _URC_END_OF_STACK;
	}
}

/* The place in the program from which the call before pc was made; 0: the call is not the
 * program's. */
uintptr_t ga_caller(uintptr_t pc)
{
	struct walk w = {.pc = pc};

	switch (whose(pc)) {
	case PROGRAM:
		return pc;
	case LIBRARY:
		if (unwinder.backtrace)
			unwinder.backtrace(step, &w);
		return w.found;
	default:
		return 0;
	}
}

static _Unwind_Reason_Code no_step(struct _Unwind_Context *context, void *arg)
{
	(void)context, (void)arg;
	return _URC_END_OF_STACK;
}

/* When the library is loaded. */
void ga_caller_modules(void)
{
	dl_iterate_phdr(add_module, NULL);
}

/* When recording begins. The first unwinding may allocate, so it is done here. */
void ga_caller_setup(void)
{
	void *library;

	for (unsigned i = 0; i < module_count; i++)
		find_others(&modules[i]);
	library = dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return;
	unwinder.ip = (uintptr_t(*)(struct _Unwind_Context *))dlsym(library, "_Unwind_GetIP");
	if (!unwinder.ip)
		return;
	unwinder.backtrace = (_Unwind_Reason_Code(*)(_Unwind_Trace_Fn, void *))dlsym(
		library, "_Unwind_Backtrace");
	if (unwinder.backtrace)
		unwinder.backtrace(no_step, NULL);
}
